//! Profile `full` reads conventional records as `rfc9309` does.

use placet::explain::{Outcome, ReasonKind};
use placet::{Agent, Profile, RobotsPolicy, Usage};
use proptest::prelude::*;

/// Conventional and ACAP lines in any order, whose patterns often overlap.
fn line() -> impl Strategy<Value = String> {
    let pattern = || {
        prop::sample::select(vec![
            "/", "/a", "/a/", "/a/b", "/*b", "/a$", "*", "/A", "/a%2Fb", "", "x",
        ])
    };
    let agent = || prop::sample::select(vec!["*", "a", "b", "c", "a-b"]);
    prop_oneof![
        3 => agent().prop_map(|name| format!("User-agent: {name}")),
        4 => pattern().prop_map(|it| format!("Disallow: {it}")),
        3 => pattern().prop_map(|it| format!("Allow: {it}")),
        2 => agent().prop_map(|name| format!("ACAP-crawler: {name}")),
        2 => pattern().prop_map(|it| format!("ACAP-allow-crawl: {it}")),
        2 => pattern().prop_map(|it| format!("ACAP-disallow-crawl: {it}")),
        2 => prop::sample::select(vec![
            "ACAP-ignore-conventional-records",
            "ACAP-allow-index: /",
            "ACAP-disallow-other: /a",
            "ACAP-usage-purpose: news",
            "ACAP-permissions-reference: /more.txt",
            "Sitemap: https://a/",
            "",
            "# ACAP-crawler: *",
        ]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    /// For crawling, `full` never permits what `rfc9309` prohibits, unless the file tells crawlers
    /// that read ACAP to ignore conventional records, or an ACAP field contradicts a rule
    /// with the same pattern. Then the reasons include that.
    #[test]
    fn full_permits_no_crawling_that_rfc9309_prohibits(
        lines in prop::collection::vec(line(), 0..14),
        agent in prop::sample::select(vec!["a", "b", "a-b", "other"]),
        url in prop::sample::select(vec!["/", "/a", "/a/", "/a/b", "/A", "/b", "/c", "/a%2Fb"]),
    ) {
        let text = lines.join("\n");
        let decide = |profile| {
            let policy = RobotsPolicy::builder().profile(profile).parse(text.as_bytes());
            let policy = policy.join(|_| Some("User-agent: *\nDisallow: /c\n"));
            policy.for_agent(Agent::new(agent)).may(Usage::Crawl, url).unwrap()
        };
        let (full, rfc9309) = (decide(Profile::Full), decide(Profile::Rfc9309));
        if full.verdict().is_permit() && !rfc9309.verdict().is_permit() {
            let is_reported = full.reasons().any(|reason| {
                reason.kind() == ReasonKind::Directive
                    || reason.outcome() == Outcome::Contradicted
            });
            prop_assert!(is_reported, "{}\n{:?}", text, full.reasons().collect::<Vec<_>>());
        }
    }

    /// In conventional parsing, ACAP lines are unknown records: groups and rules are the same.
    #[test]
    fn full_reads_the_groups_that_rfc9309_reads(lines in prop::collection::vec(line(), 0..20)) {
        let text = lines.join("\n");
        let groups = |profile| -> Vec<_> {
            let policy = RobotsPolicy::builder().profile(profile).parse(text.as_bytes());
            policy.groups().map(|group| format!("{group:?}")).collect()
        };
        prop_assert_eq!(groups(Profile::Full), groups(Profile::Rfc9309));
    }
}

#[test]
fn a_directive_that_disables_conventional_rules_is_a_reason() {
    let text = b"ACAP-ignore-conventional-records\nUser-agent: *\nDisallow: /\nACAP-crawler: *\n";
    let text = [&text[..], b"ACAP-allow-crawl: /a\n"].concat();
    let decision =
        RobotsPolicy::parse(&text).for_agent(Agent::new("a")).may(Usage::Crawl, "/b").unwrap();
    assert!(decision.verdict().is_permit());
    let directive = decision.reasons().find(|it| it.kind() == ReasonKind::Directive).unwrap();
    assert_eq!((directive.line(), directive.decides()), (Some(1), false));
    assert_eq!(directive.text(), Some("ACAP-ignore-conventional-records"));

    // After the first record it is not honoured, so it is not a reason.
    let text = b"ACAP-crawler: *\nACAP-ignore-conventional-records\nUser-agent: *\nDisallow: /\n";
    let decision =
        RobotsPolicy::parse(text).for_agent(Agent::new("a")).may(Usage::Crawl, "/b").unwrap();
    assert!(!decision.verdict().is_permit());
    assert!(decision.reasons().all(|it| it.kind() != ReasonKind::Directive));
}
