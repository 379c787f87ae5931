//! Decisions report their limits: what was not weighed, what was not checked, what a permission
//! does not cover, and what cannot be asked.

#![cfg(feature = "html")]

use std::time::{Duration, SystemTime};

use placet::condition::Qualifier;
use placet::explain::{NotApplied, NotAppliedReason, Reason, ReasonCode};
use placet::signals::{Families, Family};
use placet::statement::Source;
use placet::{
    Agent, AgentPolicy, AskedAt, Condition, Crawler, Decision, PagePolicy, Profile, RobotsPolicy,
    Target, Usage, Verdict,
};

const PROFILES: [Profile; 3] = Profile::ALL;

fn ask(profile: Profile, robots: &str) -> AgentPolicy {
    let site = RobotsPolicy::builder().profile(profile).parse(robots.as_bytes());
    site.for_agent(Agent::new("ExampleBot"))
}

fn field(name: &str, value: &str) -> PagePolicy {
    PagePolicy::builder().header(name, value).build()
}

fn html(text: &str) -> PagePolicy {
    PagePolicy::builder().html(text.as_bytes()).build()
}

fn lines(decision: &Decision) -> Vec<String> {
    let not_applied = decision.not_applied();
    not_applied.iter().map(|it| format!("{}:{} {}", it.source(), it.line(), it.text())).collect()
}

fn seconds(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

const TODAY: u64 = 1_800_000_000;

#[test]
fn rules_of_header_and_meta_apply_in_every_profile() {
    for profile in PROFILES {
        for page in [
            field("X-Robots-Tag", "noindex"),
            field("Robots-Tag", "ExampleBot;noindex"),
            html("<meta name=robots content=noindex>"),
        ] {
            let decision = ask(profile, "").page(&page).may(Usage::Index, "/a").unwrap();
            assert_eq!(decision.code(), ReasonCode::Restricted, "{profile}");
            assert!(decision.not_applied().is_empty(), "{profile}");
        }
        let limited = field("Robots-Tag", "*;unavailable_after=\"2010-01-01\"");
        let bot = ask(profile, "").page(&limited).at(seconds(TODAY));
        assert_eq!(bot.may(Usage::Index, "/a").unwrap().code(), ReasonCode::Expired);
        let hidden = html("<p id=a data-nosnippet>x");
        let bot = ask(profile, "").page(&hidden).element("a");
        let snippet = bot.may(Usage::PresentSnippet, "/a").unwrap();
        assert_eq!(snippet.verdict(), Verdict::Prohibit, "{profile}");
        // The page does not affect crawling.
        let closed = ask(profile, "User-agent: *\nDisallow: /a\n").page(&hidden);
        assert_eq!(closed.may(Usage::Index, "/a").unwrap().code(), ReasonCode::NoCrawl);
        assert_eq!(closed.verdict(&closed.target("/a").unwrap()), Verdict::Prohibit);
    }
}

#[test]
fn acap_in_pages_is_read_in_full_and_reported_in_other_profiles() {
    let page = html(
        "<meta name=robots content='ACAP disallow-index'>\n<meta name=other content='ACAP \
         disallow-index'>\n<p class=the-acap:disallow-follow>x",
    );
    for profile in PROFILES {
        let bot = ask(profile, "").page(&page);
        let index = bot.may(Usage::Index, "/a").unwrap();
        let whole = Crawler::new(Agent::new("ExampleBot")).whole_pages();
        let site = RobotsPolicy::builder().profile(profile).parse(b"");
        let follow = site.for_agent(whole).page(&page).may(Usage::Follow, "/a").unwrap();
        if profile == Profile::Full {
            assert_eq!(index.code(), ReasonCode::Page);
            assert_eq!(follow.code(), ReasonCode::ElementLevel);
            assert!(index.not_applied().is_empty() && follow.not_applied().is_empty());
        } else {
            assert_eq!(index.verdict(), Verdict::Permit);
            assert_eq!(lines(&index), ["page:1 <meta name=robots content='ACAP disallow-index'>"]);
            assert_eq!(index.not_applied()[0].reason(), NotAppliedReason::OtherProfile);
            assert_eq!(lines(&follow), ["page:3 <p class=the-acap:disallow-follow>"]);
            assert!(!follow.is_partial());
        }
    }
    let robots = "ACAP-crawler: *\nACAP-disallow-index: /\n";
    for profile in [Profile::Rfc9309, Profile::Google] {
        let index = ask(profile, robots).may(Usage::Index, "/a").unwrap();
        assert_eq!(lines(&index)[1], "robots.txt:2 ACAP-disallow-index: /");
        assert!(ask(profile, robots).may(Usage::Crawl, "/a").unwrap().not_applied().is_empty());
    }
}

#[test]
fn rules_about_models_apply_in_full_and_are_reported_in_other_profiles() {
    let page = field("X-Robots-Tag", "noai, noml");
    for profile in PROFILES {
        let decision = ask(profile, "").page(&page).may(Usage::TrainAi, "/a").unwrap();
        if profile == Profile::Full {
            assert_eq!(decision.code(), ReasonCode::Signal);
            assert!(decision.not_applied().is_empty());
        } else {
            assert_eq!(decision.verdict(), Verdict::Permit);
            assert_eq!(lines(&decision), ["X-Robots-Tag:1 noai", "X-Robots-Tag:1 noml"]);
            let input = ask(profile, "").page(&page).may(Usage::AiInput, "/a").unwrap();
            assert_eq!(lines(&input), ["X-Robots-Tag:1 noai"]);
        }
    }
}

#[test]
fn signals_that_are_not_read_are_reported_for_the_usages_they_concern() {
    let robots = "Content-Signal: ai-train=no\n\
                  User-agent: *\n\
                  Disallow: /x\n\
                  Content-Usage: train-ai=n, search=y\n\
                  Content-Signal: /blog/ ai-input=no\n\
                  Crawl-delay: 1\n\
                  License: https://example.com/license.xml\n\
                  User-agent: OtherBot\n\
                  Content-Signal: ai-train=no\n\
                  License: MIT\n\
                  \n\
                  Content-Signal: use=reference\n";
    let reported = |usage: Usage, url: &str| -> Vec<usize> {
        let off = ask(Profile::Full, robots).families(Families::NONE);
        let decision = off.may(usage, url).unwrap();
        assert!(ask(Profile::Full, robots).may(usage, url).unwrap().not_applied().is_empty());
        decision.not_applied().iter().map(NotApplied::line).collect()
    };
    assert_eq!(reported(Usage::TrainAi, "/a"), [1, 4, 7, 12]);
    assert_eq!(reported(Usage::AiInput, "/blog/1"), [5, 7, 12]);
    assert_eq!(reported(Usage::Index, "/a"), [4, 7, 12]);
    assert_eq!(reported(Usage::Preserve, "/a"), [7, 12]);
    assert!(reported(Usage::Crawl, "/a").is_empty() && reported(Usage::Follow, "/a").is_empty());

    let page = PagePolicy::builder()
        .header("content-usage", "train-ai=n")
        .header("Content-Signal", "search=no")
        .header("Content-Usage", "ai-use=n")
        .header("tdm-reservation", "1")
        .header("Link", "</l.xml>; rel=license; type=\"application/rsl+xml\"")
        .html(b"<meta name=tdm-reservation content=1>")
        .build();
    let off = ask(Profile::Full, "").page(&page).families(Families::NONE);
    let decision = off.may(Usage::TrainAi, "/a").unwrap();
    assert_eq!(
        lines(&decision),
        [
            "content-usage:1 train-ai=n",
            "tdm-reservation:1 1",
            "Link:1 </l.xml>; rel=license; type=\"application/rsl+xml\"",
            "page:1 <meta name=tdm-reservation content=1>",
        ]
    );
    assert!(decision.not_applied().iter().all(|it| it.reason() == NotAppliedReason::Signal));
    let input = off.may(Usage::AiInput, "/a").unwrap();
    assert_eq!(lines(&input)[0], "Content-Usage:2 ai-use=n");
    let some = off.families([Family::Aipref].into_iter().collect());
    assert!(some.may(Usage::AiInput, "/a").unwrap().not_applied().len() < 2);
}

#[test]
fn a_time_limit_without_a_time_is_unchecked() {
    let robots = "ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2011-01-01\n";
    let bot = ask(Profile::Full, robots);
    let decision = bot.may(Usage::Index, "/a").unwrap();
    assert_eq!(decision.verdict(), Verdict::Permit);
    assert_eq!(decision.unchecked()[0].to_string(), "expires 2011-01-01");
    assert_eq!(decision.unchecked()[0].condition().to_string(), "time-limit=until-2011-01-01");
    assert!(decision.to_string().ends_with("(not checked: expires 2011-01-01)"), "{decision}");

    let late = bot.at(seconds(TODAY));
    assert_eq!(late.may(Usage::Index, "/a").unwrap().code(), ReasonCode::Expired);
    let target = late.target("/a").unwrap();
    assert!(late.matrix(&target, &AskedAt::new())[2].unchecked().is_empty());
    assert_eq!(late.matrix(&target, &AskedAt::new())[2].code(), ReasonCode::Expired);
    assert_eq!(
        late.explain(Usage::Index, &target, &AskedAt::new()).decision().code(),
        ReasonCode::Expired
    );
    assert!(late.permitted(Usage::Index, &target, &AskedAt::new(), b"x").is_empty());
    // The time of the question takes precedence.
    let early = AskedAt::new().now(seconds(1_200_000_000));
    let early = late.decide_on(Usage::Index, &target, &early);
    assert!(early.verdict().is_permit() && early.unchecked().is_empty());

    let robots = "ACAP-crawler: *\nACAP-allow-present: / time-limit=3-days\n";
    let bot = ask(Profile::Full, robots).at(seconds(TODAY));
    let decision = bot.may(Usage::Present, "/a").unwrap();
    assert_eq!(
        decision.unchecked()[0].to_string(),
        "expires 3 days after the resource was first used"
    );
    let used = AskedAt::new().first_used(seconds(TODAY));
    let target = bot.target("/a").unwrap();
    assert!(bot.decide_on(Usage::Present, &target, &used).unchecked().is_empty());

    // A copy depends on being preserved.
    let robots = "ACAP-crawler: *\nACAP-allow-preserve: / time-limit=until-2011-01-01\n";
    let copy = ask(Profile::Full, robots).may(Usage::PresentOldcopy, "/a").unwrap();
    assert_eq!(copy.unchecked().len(), 1);
    let header = field("Robots-Tag", "*;unavailable_after=\"2010-01-01T00:00:00Z\"");
    let index = ask(Profile::Google, "").page(&header).may(Usage::Index, "/a").unwrap();
    assert_eq!(index.unchecked()[0].to_string(), "expires 2010-01-01T00:00:00Z");
}

#[test]
fn a_permission_for_a_part_of_the_page_lists_closed_elements() {
    let page = html(
        "<p>free</p>\n<div id=a class=the-acap:disallow-index><p class=the-acap:allow-index>\n\
         <b class=the-acap:disallow-index>x</b></p></div>\n<p class=the-acap:disallow-crawl>\n\
         <p class=the-acap:disallow-other>\n<p data-nosnippet id=n>",
    );
    let closed = |bot: &AgentPolicy, usage: Usage| -> Vec<usize> {
        let decision = bot.may(usage, "/a").unwrap();
        let closed: Vec<usize> = decision.closed_elements().map(|it| it.line()).collect();
        assert_eq!(decision.is_partial(), !closed.is_empty());
        closed
    };
    let bot = ask(Profile::Full, "").page(&page);
    assert_eq!(closed(&bot, Usage::Index), [2, 3, 4, 5]);
    assert_eq!(closed(&bot, Usage::Preserve), [4, 5]);
    assert_eq!(closed(&bot, Usage::PresentSnippet), [4, 5, 6]);
    assert_eq!(closed(&bot, Usage::TrainAi), [4, 5]);
    let decision = bot.may(Usage::Index, "/a").unwrap();
    let first = decision.closed_elements().next().unwrap();
    assert_eq!((first.source(), first.element()), (Source::Page, ("div", Some("a"))));
    assert_eq!(first.text(), "<div id=a class=the-acap:disallow-index>");
    // `other` does not apply if there is a statement about the usage.
    let stated = "ACAP-crawler: *\nACAP-allow-index: /\nACAP-allow-crawl: /\n";
    let stated = ask(Profile::Full, stated).page(&page);
    assert_eq!(closed(&stated, Usage::Index), [2, 3, 4]);
    // If the page or the element is closed, the permission is not partial.
    let shut = ask(Profile::Full, "User-agent: *\nDisallow: /\n").page(&page);
    assert!(closed(&shut, Usage::Index).is_empty());
    assert!(closed(&bot.element("a"), Usage::Index).is_empty());
    assert_eq!(closed(&bot.element("elsewhere"), Usage::Preserve), [4, 5]);
    assert!(closed(&bot.element("n"), Usage::Preserve).is_empty());
    // Rules of the page apply in every profile, ACAP does not.
    assert_eq!(closed(&ask(Profile::Google, "").page(&page), Usage::PresentSnippet), [6]);
    let target = bot.target("/a").unwrap();
    assert!(bot.matrix(&target, &AskedAt::new())[2].is_partial());
}

#[test]
fn a_plain_crawler_honours_nothing() {
    let plain = Crawler::plain(Agent::new("ExampleBot"));
    assert!(Qualifier::ALL.iter().all(|&qualifier| !plain.honours(qualifier)));
    assert!(!plain.works_on_elements());
    let usual = Crawler::new(Agent::new("ExampleBot"));
    let unusual: Vec<_> = Qualifier::ALL.iter().filter(|&&it| !usual.honours(it)).collect();
    let must_declare = [
        &Qualifier::TargetCondition,
        &Qualifier::License,
        &Qualifier::Payment,
        &Qualifier::Attribution,
        &Qualifier::Reporting,
        &Qualifier::Token,
        &Qualifier::User,
        &Qualifier::NotUser,
        &Qualifier::Geo,
        &Qualifier::NotGeo,
    ];
    assert_eq!(unusual, must_declare);
    assert!(
        usual.honours(Qualifier::MaxUse) && usual.honours_on(Qualifier::MaxUse, Usage::AiInput)
    );
    assert!(!usual.honours_on(Qualifier::MaxUse, Usage::TrainAi));
    let declared = usual.can_honour(Qualifier::MaxUse);
    assert!(declared.honours_on(Qualifier::MaxUse, Usage::Mine));
    let page = field("Robots-Tag", "*;max-snippet=20");
    let site = RobotsPolicy::parse(b"").for_agent(plain).page(&page);
    assert_eq!(site.may(Usage::PresentSnippet, "/").unwrap().code(), ReasonCode::NotHonoured);
}

#[test]
fn a_second_page_does_not_replace_the_first() {
    let first = PagePolicy::builder()
        .header("Robots-Tag", "*;noindex")
        .html(b"<meta name=robots content='ACAP allow-preserve'><p class=the-acap:disallow-follow id=a>")
        .build();
    let second = PagePolicy::builder()
        .header("Robots-Tag", "*;nosnippet")
        .html(
            b"<meta name=robots content='ACAP Version 1.1'>\n\
              <meta name=robots content='ACAP news allow-present time-limit=3-days'>\n\
              <meta name=robots content=nofollow><p class=the-acap:disallow-index id=b>",
        )
        .build();
    let crawler = Crawler::new(Agent::new("ExampleBot")).purpose("news");
    let site = RobotsPolicy::parse(b"").for_agent(&crawler);
    for bot in [site.page(&first).page(&second), site.page(&second).page(&first)] {
        let may = |usage: Usage| bot.may(usage, "/a").unwrap();
        assert_eq!(may(Usage::Index).verdict(), Verdict::Prohibit);
        assert_eq!(may(Usage::Follow).verdict(), Verdict::Prohibit);
        assert_eq!(may(Usage::PresentSnippet).verdict(), Verdict::Prohibit);
        assert_eq!(may(Usage::Present).conditions()[0].to_string(), "time-limit=3-days");
        assert!(may(Usage::Present).to_string().contains("ACAP news allow-present"));
        assert_eq!(bot.may(Usage::Preserve, "/a").unwrap().code(), ReasonCode::Page);
        let closed = bot.element("b").may(Usage::Index, "/a").unwrap();
        assert!(closed.reasons().any(|it| it.text().is_some_and(|it| it.contains("id=b"))));
    }
    let united = first.united(&second);
    let both = first.statements().count() + second.statements().count();
    assert_eq!(united.statements().count(), both);
    assert_eq!(united.acap_version(), Some("1.1"));
    assert_eq!(first.united(&first).statements().count(), first.statements().count());
    let shown: Vec<String> = united.statements().map(|it| format!("{it:?}")).collect();
    assert!(shown.contains(&"Robots-Tag:2 nosnippet".to_owned()), "{shown:?}");
}

#[test]
fn a_url_of_another_site_is_prohibited() {
    let bot = ask(Profile::Full, "User-agent: *\nDisallow: /b\n");
    let bot = bot.of_site("https://example.com/robots.txt").unwrap();
    for url in ["https://example.com/a", "HTTPS://EXAMPLE.com:443/a", "/a"] {
        assert!(bot.may(Usage::Crawl, url).unwrap().verdict().is_permit(), "{url}");
    }
    for url in ["http://example.com/a", "https://example.com:8443/a", "https://other.example/a"] {
        assert!(bot.may(Usage::Crawl, url).is_err(), "{url}");
        let target = Target::new(url, Profile::Full).unwrap();
        assert_eq!(bot.verdict(&target), Verdict::Prohibit);
        let decision = bot.decide(&target);
        assert_eq!(
            (decision.verdict(), decision.code()),
            (Verdict::Prohibit, ReasonCode::OtherSite)
        );
        assert_eq!(decision.reasons().count(), 1);
        for decision in bot.matrix(&target, &AskedAt::new()) {
            assert_eq!(decision.code(), ReasonCode::OtherSite);
        }
        let explained = bot.explain(Usage::Index, &target, &AskedAt::new());
        assert_eq!(explained.decision().code(), ReasonCode::OtherSite);
        assert!(bot.permitted(Usage::Index, &target, &AskedAt::new(), b"x").is_empty());
    }
    assert!(bot.of_site("/a").is_err());
    let bot = bot.of_site("https:///example.com/").unwrap();
    for url in ["https:///example.com/a", "https://example.com/a", "/a"] {
        assert!(bot.allows(url).unwrap(), "{url}");
    }
    assert!(bot.allows("https:///other.example/a").is_err());
}

#[test]
fn a_target_of_another_profile_is_parsed_again() {
    let robots = "User-agent: *\nDisallow: /~joe\n";
    let url = "https://example.com/%7Ejoe";
    let google = Target::new(url, Profile::Google).unwrap();
    let bot = ask(Profile::Full, robots);
    assert_eq!(bot.verdict(&google), Verdict::Prohibit);
    assert_eq!(bot.decide(&google).target(), "/~joe");
    let full = Target::new(url, Profile::Full).unwrap();
    assert_eq!(ask(Profile::Google, robots).verdict(&full), Verdict::Permit);
    // Text that is not a URL in this profile cannot be permitted.
    let odd = Target::new("joe", Profile::Google).unwrap();
    assert_eq!(bot.verdict(&odd), Verdict::Prohibit);
    assert_eq!(bot.decide(&odd).code(), ReasonCode::NoUrl);
}

#[test]
fn the_statement_that_sets_a_condition_is_a_reason() {
    let header = field("X-Robots-Tag", "max-snippet:20");
    let decision = ask(Profile::Full, "").page(&header).may(Usage::PresentSnippet, "/a").unwrap();
    assert_eq!(decision.code(), ReasonCode::Conditioned);
    assert_eq!(decision.to_string(), "X-Robots-Tag:1 max-snippet:20");
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    let sets: Vec<&Condition> = reasons.iter().flat_map(Reason::sets).collect();
    assert_eq!(sets, decision.conditions().iter().collect::<Vec<_>>());
    // If ACAP permits, it decides, but each condition still has its statement.
    let robots = "ACAP-crawler: *\nACAP-allow-present-snippet: / max-length=5-words\n";
    let meta = html("<meta name=robots content='max-snippet:20, unavailable_after: 2030-01-01'>");
    let bot = ask(Profile::Full, robots).page(&header).page(&meta);
    let decision = bot.may(Usage::PresentSnippet, "/a").unwrap();
    assert_eq!(decision.code(), ReasonCode::Narrowest);
    for condition in decision.conditions() {
        assert!(decision.reasons().any(|it| it.sets().contains(condition)), "{condition}");
    }
    // The reason is silence only if there is no statement.
    let index = ask(Profile::Full, "").page(&header).may(Usage::Index, "/a").unwrap();
    assert_eq!(index.code(), ReasonCode::Silence);
    let none = RobotsPolicy::unavailable().for_agent(Agent::new("ExampleBot")).page(&header);
    assert_eq!(none.may(Usage::PresentSnippet, "/a").unwrap().code(), ReasonCode::Conditioned);
}

#[test]
fn field_lines_are_counted_per_name() {
    let page = PagePolicy::builder()
        .header("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
        .header("X-Robots-Tag", "nofollow")
        .header("Robots-Tag", "*;noindex")
        .header("x-robots-tag", "nosnippet")
        .header("ROBOTS-TAG", "*;noarchive")
        .build();
    let shown: Vec<String> = page.statements().map(|it| format!("{it:?}")).collect();
    let expected = [
        "X-Robots-Tag:1 nofollow",
        "Robots-Tag:1 noindex",
        "x-robots-tag:2 nosnippet",
        "ROBOTS-TAG:2 noarchive",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_meta_named_acap_is_a_problem() {
    for meta in [
        "<meta name=ACAP content='disallow-index'>",
        "<meta name=acap content='ACAP disallow-index'>",
        "<p><meta name=ACAP content=''>",
    ] {
        let page = html(meta);
        let kinds: Vec<&str> = page.problems().map(|it| it.kind().name()).collect();
        assert!(kinds.contains(&"meta-named-acap"), "{meta}: {kinds:?}");
        assert_eq!(page.statements().count(), 0, "{meta}");
    }
}

#[test]
fn a_body_that_is_not_html_is_not_read_as_html() {
    let body = b"<meta name=robots content=noindex>A &amp; B";
    for (media_type, is_html) in [
        ("text/html; charset=utf-8", true),
        ("application/xhtml+xml", true),
        ("", true),
        ("text/plain", false),
        ("image/png", false),
        ("application/json; profile=html", false),
    ] {
        let builder = || PagePolicy::builder().header("Content-Type", media_type);
        let mut stream = builder().stream();
        stream.feed(body);
        for page in [builder().html(body).build(), stream.finish()] {
            let index = ask(Profile::Full, "").page(&page).may(Usage::Index, "/a").unwrap();
            assert_eq!(index.verdict().is_permit(), !is_html, "{media_type}");
            assert_eq!(page.unread_body().is_some(), !is_html, "{media_type}");
            assert_eq!(page.encoding().is_some(), is_html, "{media_type}");
        }
    }
    let page = PagePolicy::builder().header("Content-Type", "text/plain").html(body).build();
    let bot = ask(Profile::Full, "").page(&page);
    let target = bot.target("/a").unwrap();
    let permitted = bot.permitted(Usage::Index, &target, &AskedAt::new(), body);
    assert_eq!(permitted.text(), "<meta name=robots content=noindex>A &amp; B");
    assert_eq!(permitted.html().as_ref(), body);
    // Rendered HTML is a page whatever its media type was.
    let rendered =
        PagePolicy::builder().header("Content-Type", "text/plain").rendered(body).build();
    let index = ask(Profile::Full, "").page(&rendered).may(Usage::Index, "/a").unwrap();
    assert_eq!(index.verdict(), Verdict::Prohibit);
}

#[test]
fn the_strictest_of_several_elements_with_one_id_applies() {
    let page = html(
        "<div class=the-acap:allow-index><p id=a></div><p id=a><div class=the-acap:disallow-index>\
         <p id=b></div><div class=the-acap:allow-index id=b></div><div class=the-acap:allow-index>\
         <p id=c></div>",
    );
    let closed = "ACAP-crawler: *\nACAP-disallow-index: /\n";
    let verdict = |robots: &str, id: &str| {
        ask(Profile::Full, robots).page(&page).element(id).may(Usage::Index, "/").unwrap().verdict()
    };
    assert_eq!(verdict(closed, "a"), Verdict::Prohibit);
    assert_eq!(verdict("", "a"), Verdict::Permit);
    assert_eq!(verdict("", "b"), Verdict::Prohibit);
    assert_eq!(verdict(closed, "c"), Verdict::Permit);
    let hidden = html("<p id=a></p><div data-nosnippet><p id=a></div>");
    let snippet = ask(Profile::Full, "").page(&hidden).element("a");
    let snippet = snippet.may(Usage::PresentSnippet, "/").unwrap();
    assert_eq!(snippet.verdict(), Verdict::Prohibit);
    let many = "<p id=a></p>".repeat(100) + "<p class=the-acap:disallow-index>";
    let bot = ask(Profile::Full, "").page(&html(&many)).element("a");
    assert_eq!(bot.may(Usage::Index, "/").unwrap().verdict(), Verdict::Permit);
    let many = format!(
        "<div class=the-acap:x>{}</div>{many}",
        "<p id=a class=the-acap:y></p>".repeat(100)
    );
    let bot = ask(Profile::Full, "").page(&html(&many)).element("a");
    assert_eq!(bot.may(Usage::Index, "/").unwrap().verdict(), Verdict::Prohibit);
}
