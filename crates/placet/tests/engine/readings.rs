//! What readings of ACAP add to decisions: reasons about other resources, absent elements, and
//! citations that say that they are readings.

#![cfg(feature = "html")]
#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::condition::Qualifier;
use placet::explain::{ReasonCode, ReasonKind};
use placet::{Agent, AskedAt, Crawler, Decision, PagePolicy, RobotsPolicy, Usage, Verdict};

fn decide(robots: &str, usage: Usage, url: &str) -> Decision {
    RobotsPolicy::parse(robots.as_bytes())
        .for_agent(Agent::new("examplebot"))
        .may(usage, url)
        .unwrap()
}

/// The lines that decided, each with its usage and the other resource that it refers to.
fn deciding(decision: &Decision) -> Vec<(Option<usize>, Usage, Option<String>)> {
    let reasons = decision.reasons().filter(placet::explain::Reason::decides);
    reasons.map(|it| (it.line(), it.usage(), it.resource().map(str::to_owned))).collect()
}

const NEEDS: &str = "User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\n\
                     ACAP-allow-index: / must-use-resource=/private/terms.txt\n";

#[test]
fn a_needed_resource_that_is_closed_is_a_reason_with_its_line() {
    let decision = decide(NEEDS, Usage::Index, "https://example.com/a");
    assert_eq!(decision.code(), ReasonCode::ResourceClosed);
    assert_eq!(decision.conditions(), []);
    let needed = Some("/private/terms.txt".to_owned());
    assert_eq!(
        deciding(&decision),
        [(Some(2), Usage::Crawl, needed), (Some(5), Usage::Index, None)]
    );
    let first = decision.reasons().find(|reason| reason.resource().is_some()).unwrap();
    assert!(first.message().starts_with("/private/terms.txt is needed: "), "{}", first.message());
}

#[test]
fn an_explanation_shows_the_resource_at_the_law_on_facts() {
    let site = RobotsPolicy::parse(NEEDS.as_bytes());
    let crawler = site.for_agent(Agent::new("examplebot"));
    let target = crawler.target("/a").unwrap();
    let explained = crawler.explain(Usage::Index, &target, &AskedAt::new());
    let verdicts: Vec<_> = explained
        .steps()
        .iter()
        .map(|step| (step.law().name(), step.answers().last().unwrap().verdict()))
        .collect();
    let first = verdicts.iter().find(|(_, verdict)| *verdict == Verdict::Prohibit);
    assert_eq!(first, Some(&("facts", Verdict::Prohibit)));
    let facts = explained.steps().iter().find(|step| step.law().name() == "facts").unwrap();
    let reasons = facts.answers().last().unwrap().reasons();
    assert!(reasons.into_iter().any(|it| it.resource().is_some() && it.line() == Some(2)));
}

#[test]
fn elements_of_conditions_that_the_page_lacks_are_listed() {
    let robots = "ACAP-crawler: *\n\
                  ACAP-allow-index: / must-use-resource=the-acap:extract:class:caf%C3%A9\n\
                  ACAP-allow-present: / must-include-resource=the-acap:credit:id:by\n";
    let site = RobotsPolicy::parse(robots.as_bytes());
    let absent = |html: &str, usage: Usage, of_site: bool| -> Vec<String> {
        let mut page = PagePolicy::builder().html(html.as_bytes());
        if of_site {
            page = page.site(&site);
        }
        let crawler = site.for_agent(Agent::new("examplebot")).page(&page.build());
        let decision = crawler.may(usage, "/a").unwrap();
        assert_eq!(decision.verdict(), Verdict::Permit);
        decision.absent().map(ToString::to_string).collect()
    };
    let both = "<p class='x café'>a</p><p id=by>b</p>";
    let nothing: [&str; 0] = [];
    assert_eq!(absent(both, Usage::Index, true), nothing);
    assert_eq!(absent(both, Usage::Present, true), nothing);
    let none = "<p class=caf>a</p><p id=bye>b</p>";
    let class = "must-use-resource=the-acap:extract:class:caf%C3%A9";
    assert_eq!(absent(none, Usage::Index, true), [class]);
    assert_eq!(absent(none, Usage::Present, true), ["must-include-resource=the-acap:credit:id:by"]);
    // A page that was read without the site was not searched.
    assert_eq!(absent(none, Usage::Index, false), nothing);
}

#[test]
fn elements_that_the_page_itself_names_are_searched_for() {
    let page = |body: &str| {
        let html = format!(
            "<title>t</title><meta name=robots content='ACAP allow-index \
             must-use-resource=the-acap:extract:id:lead'><body>{body}"
        );
        let mut reader = PagePolicy::builder().stream();
        for chunk in html.as_bytes().chunks(7) {
            reader.feed(chunk);
        }
        [PagePolicy::builder().html(html.as_bytes()).build(), reader.finish()]
    };
    let site = RobotsPolicy::parse(b"");
    let count = |page: &PagePolicy| {
        let crawler = site.for_agent(Agent::new("examplebot")).page(page);
        crawler.may(Usage::Index, "/a").unwrap().absent().count()
    };
    for page in page("<p>a<b id=lead>b") {
        assert_eq!(count(&page), 0);
    }
    for page in page("<p>a<b class=lead>b") {
        assert_eq!(count(&page), 1);
    }
    // If the body is not read, absence is unknown.
    let head = PagePolicy::builder()
        .html(
            b"<meta name=robots content='ACAP allow-index must-use-resource=acap:extract:id:a'><p>",
        )
        .head_only()
        .build();
    assert_eq!(count(&head), 0);
}

#[test]
fn undefined_usages_of_elements_are_reasons() {
    let site = RobotsPolicy::parse(b"ACAP-crawler: *\nACAP-disallow-index: /\n");
    let page = PagePolicy::builder().html(b"<p id=e class='the-acap:allow-(gone)'>a").build();
    assert_eq!(page.statements().next().unwrap().to_string(), "allow-(gone)");
    let crawler = site.for_agent(Agent::new("examplebot")).page(&page).element("e");
    let decision = crawler.may(Usage::Index, "/a").unwrap();
    assert_eq!(decision.verdict(), Verdict::Prohibit);
    let reason = decision.reasons().find(|it| it.kind() == ReasonKind::Element).unwrap();
    assert_eq!(reason.message(), "grants nothing; robots.txt does not define this usage");
    assert!(!reason.decides());
}

/// The section that a decision by robots.txt alone cites.
fn cited(robots: &str, usage: Usage) -> String {
    decide(robots, usage, "https://example.com/x/1").citation().to_string()
}

#[test]
fn a_citation_says_whether_it_is_a_reading() {
    let record = |fields: &str| format!("ACAP-crawler: *\n{fields}");
    for (fields, usage, section) in [
        ("ACAP-disallow-index: /", Usage::Index, "ACAP 1.0 section 2.4.5"),
        ("ACAP-disallow-index: /\nACAP-allow-index: /", Usage::Index, "ACAP 1.0 section 2.4.5"),
        ("ACAP-allow-follow: /", Usage::Index, "ACAP 0.2 section 4.4"),
        ("ACAP-allow-follow: /", Usage::TrainAi, "reading of ACAP 0.2 section 4.4"),
        ("ACAP-disallow-other: /", Usage::Preserve, "ACAP 1.0 section 2.5.6"),
        ("ACAP-disallow-other: /", Usage::TrainAi, "reading of ACAP 1.0 section 2.5.6"),
        ("ACAP-allow-other: /", Usage::Preserve, "reading of ACAP 1.0 section 2.5.6"),
        ("ACAP-allow-present: /", Usage::PresentLink, "ACAP 1.0 section 2.5.5"),
        (
            "ACAP-allow-present: /\nACAP-disallow-present-link: /",
            Usage::PresentLink,
            "reading of ACAP 1.0 section 2.5.5",
        ),
        (
            "ACAP-allow-index: /\nACAP-allow-index: /x/ time-limit=3-days",
            Usage::Index,
            "reading of ACAP 1.0 section 2.4.5",
        ),
        (
            "ACAP-disallow-index: the-acap:resource-set:gone",
            Usage::Index,
            "reading of ACAP 1.0 section 2.4.4",
        ),
        ("ACAP-allow-index: / colour=blue", Usage::Index, "reading of ACAP 1.1 section 2.4.3"),
        ("ACAP-permissions-reference: /s", Usage::Index, "reading of ACAP 1.0 section 2.3.2"),
        ("ACAP-disallow-crawl: /", Usage::Index, "reading of ACAP 1.0 sections 2.5.2 to 2.5.4"),
        ("ACAP-disallow-preserve: /", Usage::PresentOldcopy, "reading of ACAP 1.0 section 2.5.5.1"),
        (
            "ACAP-allow-present: / must-include-resource=/y\nACAP-disallow-crawl: /y",
            Usage::Present,
            "reading of ACAP 1.0 section 2.5.5.2.5",
        ),
        ("User-agent: *\nDisallow: /", Usage::Crawl, "RFC 9309 section 2.2.2"),
    ] {
        assert_eq!(cited(&record(fields), usage), section, "{fields}");
    }
}

#[test]
fn a_condition_cites_the_section_of_its_type() {
    let section = |qualifier: &str, usage: Usage, crawler: Crawler, asked_at: AskedAt| {
        let robots = format!("ACAP-crawler: *\nACAP-allow-{usage}: / {qualifier}\n");
        let crawler = RobotsPolicy::parse(robots.as_bytes()).for_agent(crawler);
        let target = crawler.target("/a").unwrap();
        let decision = crawler.decide_on(usage, &target, &asked_at);
        assert_eq!(decision.verdict(), Verdict::Prohibit, "{qualifier}");
        decision.citation().to_string()
    };
    let crawler = || Crawler::new(Agent::new("examplebot"));
    let now = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 31);
    let late = AskedAt::new().now(now).first_used(std::time::SystemTime::UNIX_EPOCH);
    for (qualifier, usage, expected) in [
        ("time-limit=until-2010-01-01", Usage::Index, "ACAP 1.0 section 2.5.3.1"),
        ("time-limit=until-2010-01-01", Usage::Preserve, "ACAP 1.0 section 2.5.4.1"),
        ("time-limit=3-days", Usage::Present, "ACAP 1.0 section 2.5.5.2.1"),
    ] {
        assert_eq!(section(qualifier, usage, crawler(), late), expected);
    }
    for (qualifier, cannot, expected) in [
        ("max-length=3-words", Qualifier::MaxLength, "ACAP 1.0 section 2.5.5.2.3"),
        (
            "must-use-resource=/x",
            Qualifier::MustUseResource,
            "reading of ACAP 1.0 section 2.5.5.2.3",
        ),
    ] {
        let crawler = crawler().cannot_honour(cannot);
        let found = section(qualifier, Usage::PresentSnippet, crawler, AskedAt::new());
        assert_eq!(found, expected);
    }
}

#[test]
fn citations_of_pages() {
    let section = |html: &str, element: Option<&str>| {
        let site = RobotsPolicy::parse(b"ACAP-crawler: examplebot\nACAP-allow-follow: /\n");
        let page = PagePolicy::builder().html(html.as_bytes()).build();
        let mut crawler = site.for_agent(Agent::new("examplebot")).page(&page);
        if let Some(id) = element {
            crawler = crawler.element(id);
        }
        let decision = crawler.may(Usage::Follow, "/a").unwrap();
        let section = decision.citation().section();
        (section.name(), section.is_reading())
    };
    let meta = |content: &str| format!("<title>t</title><meta name=robots content='{content}'><p>");
    let prohibits = meta("ACAP disallow-follow");
    // Together with a field that names the crawler, it is a reading.
    assert_eq!(section(&prohibits, None), ("ACAP part 2 section 2.2.8", true));
    let both = meta("ACAP allow-follow");
    assert_eq!(section(&both, None), ("ACAP part 2 section 2.2.8", true));
    let element = "<p id=e class=the-acap:disallow-follow>a";
    assert_eq!(section(element, Some("e")), ("ACAP part 2 section 2.2.5", true));
    assert_eq!(section(&meta("nofollow"), None), ("Robots-Tag draft section 3.1", false));
}
