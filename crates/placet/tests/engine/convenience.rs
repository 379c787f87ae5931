//! The shortest way to use the API: text in place of an agent or a URL, a reason that can be
//! printed, a verdict on any usage.

use placet::{Agent, AskedAt, Crawler, InvalidUrl, PagePolicy, RobotsPolicy, Usage};

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /drafts/\n\n\
    ACAP-crawler: *\nACAP-disallow-index: /news/\nACAP-allow-crawl: /\n";

#[test]
fn crawlers_are_given_as_text_agent_or_crawler() -> Result<(), InvalidUrl> {
    let site = RobotsPolicy::parse(ROBOTS);
    let agent = Agent::new("ExampleBot");
    let crawler = Crawler::new(agent.clone());
    let all = [
        site.for_agent("ExampleBot"),
        site.for_agent("ExampleBot".to_owned()),
        site.for_agent(&agent),
        site.for_agent(agent),
        site.for_agent(&crawler),
        site.for_agent(crawler),
    ];
    for bot in all {
        assert!(bot.allows("https://example.com/news/1")?);
        let owned = format!("https://example.com{}", "/drafts/1");
        assert!(!bot.allows(&owned)? && !bot.allows(owned)?);
        assert!(bot.allows("no URL").is_err());
    }
    Ok(())
}

#[test]
fn the_reason_is_printed_for_every_kind_of_statement() -> Result<(), InvalidUrl> {
    let bot = RobotsPolicy::parse(ROBOTS).for_agent("ExampleBot");
    let page = PagePolicy::builder().header("X-Robots-Tag", "noindex").build();
    let reason = |usage, url| {
        let decision = bot.page(&page).may(usage, url)?;
        assert_eq!(decision.is_permitted(), decision.verdict().is_permit());
        Ok(decision.reason().map(|reason| reason.to_string()).unwrap_or_default())
    };
    assert_eq!(reason(Usage::Crawl, "/drafts/1")?, "robots.txt:2 Disallow: /drafts/");
    assert_eq!(reason(Usage::Index, "/news/1")?, "robots.txt:5 ACAP-disallow-index: /news/");
    assert_eq!(reason(Usage::Index, "/a")?, "X-Robots-Tag:1 noindex");
    assert!(!reason(Usage::Follow, "/a")?.is_empty());
    Ok(())
}

#[test]
fn the_verdict_alone_equals_that_of_the_decision() -> Result<(), InvalidUrl> {
    let page = PagePolicy::builder().header("X-Robots-Tag", "noindex").build();
    for robots in [ROBOTS, b"User-agent: *\nDisallow: /drafts/\n", b""] {
        let bot = RobotsPolicy::parse(robots).for_agent("ExampleBot");
        for bot in [bot.page(&page), bot] {
            for url in ["/", "/drafts/1", "/news/1", "/robots.txt"] {
                let target = bot.target(url)?;
                for usage in Usage::ALL {
                    let verdict = bot.verdict_on(usage, &target, &AskedAt::new());
                    assert_eq!(verdict, bot.may(usage, url)?.verdict(), "{usage} {url}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn a_link_that_names_another_host_is_not_a_path_of_the_site() -> Result<(), InvalidUrl> {
    let bot = RobotsPolicy::parse(ROBOTS).for_agent("ExampleBot");
    let bound = bot.of_site("https://example.com/")?;
    for link in ["//other.example/a", "//example.com/a", "https://other.example/a"] {
        assert!(bound.allows(link).is_err(), "{link}");
    }
    assert!(bound.allows("/a")? && bound.allows("https://example.com//a")?);
    // Without a site, text that begins with a slash is a path, as rules are tested with.
    assert!(bot.allows("//a")?);
    Ok(())
}

#[test]
fn a_decision_says_that_the_end_of_the_file_was_not_read() -> Result<(), InvalidUrl> {
    // So many problems that not all are listed.
    let long = [&b"User-agent: *\n"[..], &b"junk\n".repeat(200_000), b"Disallow: /last\n"].concat();
    let policy = RobotsPolicy::parse(&long);
    let decision = policy.for_agent("ExampleBot").may(Usage::Crawl, "/last")?;
    assert!(decision.is_permitted() && decision.is_cut() && policy.is_cut());
    assert!(decision.to_string().ends_with("(the end of robots.txt was not read)"), "{decision}");
    assert!(policy.problems().any(|it| it.kind().name() == "file-cut"));
    assert!(policy.problems_unlisted() > 0);
    assert!(!RobotsPolicy::parse(ROBOTS).is_cut());
    Ok(())
}
