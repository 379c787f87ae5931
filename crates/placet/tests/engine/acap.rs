//! Properties of every file with ACAP fields.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::{Agent, AskedAt, Crawler, Decision, RobotsPolicy, Usage, Verdict};
use proptest::prelude::*;

const SETS: [(&str, &[&str]); 2] = [("one", &["/a/", "/b*x"]), ("two", &["/", "*.pdf$", "/a/b/"])];
const COMPOSITE: [&str; 3] = ["index", "preserve", "present-snippet"];

fn usage() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "crawl",
        "index",
        "index",
        "preserve",
        "present",
        "present-snippet",
        "present-currentcopy",
        "follow",
        "other",
    ])
}

fn pattern() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "/", "/a/", "/A/", "/a/b/", "/a$", "/a*", "/*x", "*.pdf$", "/b", "a/", "/*?q=", "/%61/", "",
    ])
}

/// A field of a record.
fn field() -> impl Strategy<Value = String> {
    let qualifier = prop::sample::select(vec!["", "", "", " time-limit=3-days", " colour=blue"]);
    prop_oneof![
        6 => (any::<bool>(), usage(), pattern(), qualifier).prop_map(|(allow, usage, pattern, more)| {
            format!("ACAP-{}-{usage}: {pattern}{more}", if allow { "allow" } else { "disallow" })
        }),
        1 => (any::<bool>(), usage(), any::<bool>()).prop_map(|(allow, usage, first)| {
            let set = if first { "one" } else { "two" };
            let kind = if allow { "allow" } else { "disallow" };
            format!("ACAP-{kind}-{usage}: the-acap:resource-set:{set}")
        }),
        1 => pattern().prop_map(|pattern| format!("ACAP-allow-(all): {pattern}")),
        1 => prop::sample::select(vec!["ACAP-usage-purpose: news", "ACAP-usage-purpose: *"])
            .prop_map(str::to_owned),
    ]
}

/// A record with its fields, which does not merge with the previous record.
fn record() -> impl Strategy<Value = Vec<String>> {
    let crawler = prop::sample::select(vec!["*", "*", "examplebot", "otherbot"]);
    (crawler, prop::collection::vec(field(), 1..6)).prop_map(|(crawler, fields)| {
        let mut lines = vec![format!("ACAP-crawler: {crawler}")];
        lines.extend(fields);
        lines
    })
}

fn definitions() -> String {
    let sets =
        SETS.map(|(name, patterns)| format!("ACAP-resource-set: {name} {}\n", patterns.join(" ")));
    format!("{}ACAP-composite-usage: all {}\n", sets.concat(), COMPOSITE.join(" "))
}

fn file(records: &[Vec<String>]) -> String {
    let records: Vec<String> = records.iter().map(|lines| lines.join("\n") + "\n").collect();
    definitions() + &records.concat()
}

fn url() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["/", "/a/", "/a/b/c", "/A/x", "/a", "/bx", "/a/1.pdf", "/c?q=1"])
}

fn asked() -> impl Strategy<Value = (Usage, &'static str, Option<&'static str>)> {
    let usages = prop::sample::select(Usage::ALL.to_vec());
    (usages, url(), prop::sample::select(vec![None, Some("news")]))
}

fn decide(text: &str, usage: Usage, url: &str, purpose: Option<&str>) -> Decision {
    let crawler = Crawler::new(Agent::new("ExampleBot"));
    let crawler = purpose.into_iter().fold(crawler, Crawler::purpose);
    let bot = RobotsPolicy::parse(text.as_bytes()).for_agent(crawler);
    bot.decide_on(usage, &bot.target(url).unwrap(), &AskedAt::new())
}

fn answer(text: &str, usage: Usage, url: &str, purpose: Option<&str>) -> (Verdict, Vec<String>) {
    let decision = decide(text, usage, url, purpose);
    let mut conditions: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    (decision.verdict(), conditions)
}

proptest! {
    #[test]
    fn a_comment_changes_nothing(
        records in prop::collection::vec(record(), 0..5), asked in asked(), place in 0..40_usize,
    ) {
        let (usage, url, purpose) = asked;
        let text = file(&records);
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(place.min(lines.len()), "# ACAP-disallow-crawl: /");
        prop_assert_eq!(
            answer(&text, usage, url, purpose),
            answer(&lines.join("\n"), usage, url, purpose)
        );
    }

    #[test]
    fn the_order_of_records_changes_nothing(
        records in prop::collection::vec(record(), 0..6), asked in asked(),
    ) {
        let (usage, url, purpose) = asked;
        // A record must not end in a purpose, which would then have no fields.
        let records: Vec<Vec<String>> = records
            .into_iter()
            .map(|mut lines| {
                lines.push("ACAP-allow-follow: /never".into());
                lines
            })
            .collect();
        let backwards: Vec<_> = records.iter().rev().cloned().collect();
        prop_assert_eq!(
            answer(&file(&records), usage, url, purpose),
            answer(&file(&backwards), usage, url, purpose)
        );
    }

    #[test]
    fn an_added_prohibition_never_permits_more(
        records in prop::collection::vec(record(), 0..5), asked in asked(), pattern in pattern(),
    ) {
        let (usage, url, purpose) = asked;
        // It addresses any crawler, so it overrides nothing by name.
        if usage.is_acap() {
            let text = file(&records);
            let more = format!("{text}ACAP-crawler: *\nACAP-disallow-{usage}: {pattern}\n");
            if decide(&text, usage, url, purpose).verdict() == Verdict::Prohibit {
                prop_assert_eq!(decide(&more, usage, url, purpose).verdict(), Verdict::Prohibit);
            }
        }
    }

    #[test]
    fn a_composite_equals_its_parts_and_a_set_its_patterns(
        records in prop::collection::vec(record(), 0..5), asked in asked(),
    ) {
        let (usage, url, purpose) = asked;
        let expanded: Vec<Vec<String>> =
            records.iter().map(|lines| lines.iter().flat_map(|line| expand(line)).collect()).collect();
        prop_assert_eq!(
            answer(&file(&records), usage, url, purpose),
            answer(&file(&expanded), usage, url, purpose)
        );
    }
}

/// A field with its local names expanded.
fn expand(line: &str) -> Vec<String> {
    if let Some(pattern) = line.strip_prefix("ACAP-allow-(all): ") {
        return COMPOSITE.map(|usage| format!("ACAP-allow-{usage}: {pattern}")).into();
    }
    for (name, patterns) in SETS {
        if let Some(field) = line.strip_suffix(&format!("the-acap:resource-set:{name}")) {
            return patterns.iter().map(|pattern| format!("{field}{pattern}")).collect();
        }
    }
    vec![line.to_owned()]
}

#[test]
fn only_a_separate_comment_declares_the_version() {
    let version = |line: &str| {
        let text = format!("{line}\nACAP-crawler: *\nACAP-disallow-crawl: /\n");
        RobotsPolicy::parse(text.as_bytes()).acap_version().map(str::to_owned)
    };
    for line in [
        "##ACAP version=1.0",
        "###ACAP version=1.0 x",
        "# ACAP version=1.0",
        "\u{feff}#ACAP version=1.0",
    ] {
        assert_eq!(version(line).as_deref(), Some("1.0"), "{line}");
    }
    let mentioned = "# We do not use ACAP version=1.0 here";
    for line in [mentioned, "ACAP version=1.0", "User-agent: a # ACAP version=1.0"] {
        assert_eq!(version(line), None, "{line}");
    }
    assert_eq!(version(&format!("{mentioned}\n##ACAP version=1.1")).as_deref(), Some("1.1"));
}
