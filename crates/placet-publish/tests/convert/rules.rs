//! Random rules: every crawler may crawl what it could.

use std::sync::LazyLock;

use placet::{Agent, AgentPolicy, RobotsPolicy, Verdict};
use placet_publish::convert::{AcapForm, Converted, LossKind, to_acap, to_robots};
use placet_testing::short_paths;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| short_paths(&["a", "b", "/"], 5));

fn verdict(site: &AgentPolicy, path: &str) -> Verdict {
    site.verdict(&site.target(path).unwrap())
}

/// The first path that is answered otherwise.
fn differs(before: &str, after: &[u8]) -> Option<(String, &'static str)> {
    let (before, after) = (RobotsPolicy::parse(before.as_bytes()), RobotsPolicy::parse(after));
    let named = before.acap_statements().flat_map(|it| it.names().map(Agent::new));
    let named = before.addressees().into_iter().chain(named);
    for agent in named.chain(["other", "x-a", "abc"].map(Agent::new)) {
        let (one, other) = (before.for_agent(&agent), after.for_agent(&agent));
        for path in PATHS.iter() {
            if verdict(&one, path) != verdict(&other, path) {
                return Some((agent.name().to_owned(), path));
            }
        }
    }
    None
}

fn pattern() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec!["a", "b", "*", "/", "ab", "*a", "*b"]);
    let body = prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat());
    let start = prop::sample::select(vec!["/", "/", "/", "/a", "*", "*/", "/*"]);
    let end = prop::sample::select(vec!["", "", "$"]);
    (start, body, end).prop_map(|(start, body, end)| format!("{start}{body}{end}"))
}

fn group() -> impl Strategy<Value = String> {
    let agents = prop::collection::vec(
        prop::sample::select(vec!["*", "*", "a", "a-b", "a-b-c", "ab"]),
        1..3,
    );
    let pattern = prop_oneof![8 => pattern(), 1 => Just(String::new()), 1 => Just("x".to_owned())];
    let rule = (prop::bool::ANY, pattern).prop_map(|(allows, pattern)| {
        format!("{}: {pattern}\n", if allows { "Allow" } else { "Disallow" })
    });
    (agents, prop::collection::vec(rule, 0..6)).prop_map(|(agents, rules)| {
        let agents: Vec<String> = agents.iter().map(|it| format!("User-agent: {it}\n")).collect();
        agents.concat() + &rules.concat()
    })
}

fn acap() -> impl Strategy<Value = String> {
    let record = (
        prop::collection::vec(prop::sample::select(vec!["*", "*", "a", "a-b", "ab"]), 1..2),
        prop::collection::vec(
            (
                prop::sample::select(vec![
                    "allow-crawl",
                    "disallow-crawl",
                    "disallow-crawl",
                    "disallow-other",
                ]),
                pattern(),
            ),
            1..5,
        ),
    );
    prop::collection::vec(record, 1..4).prop_map(|records| {
        let mut lines = Vec::new();
        for (crawlers, fields) in records {
            lines.extend(crawlers.iter().map(|it| format!("ACAP-crawler: {it}\n")));
            lines.extend(fields.iter().map(|(field, it)| format!("ACAP-{field}: {it}\n")));
        }
        lines.concat()
    })
}

fn has_loss(converted: &Converted, kind: LossKind) -> bool {
    converted.losses.iter().any(|loss| loss.kind == kind)
}

proptest! {
    #[test]
    fn conventional_rules_are_crawled_by_acap_as_before(
        groups in prop::collection::vec(group(), 1..4),
        alone in prop::bool::ANY,
    ) {
        let text = groups.concat();
        let form = if alone { AcapForm::Alone } else { AcapForm::WithSource };
        let converted = to_acap(text.as_bytes(), form).unwrap();
        if let Some((agent, path)) = differs(&text, &converted.text) {
            let result = String::from_utf8_lossy(&converted.text);
            let law = has_loss(&converted, LossKind::Law);
            prop_assert!(law, "{agent} {path}\n{text}\n---\n{result}\n{:?}", converted.losses);
        }
    }

    #[test]
    fn acap_fields_are_crawled_by_convention_as_before(acap in acap(), groups in prop::collection::vec(group(), 0..2)) {
        let text = groups.concat() + &acap;
        let converted = to_robots(text.as_bytes()).unwrap();
        if !has_loss(&converted, LossKind::Law) {
            let found = differs(&text, &converted.text);
            let result = String::from_utf8_lossy(&converted.text);
            prop_assert!(found.is_none(), "{found:?}\n{text}\n---\n{result}\n{:?}", converted.losses);
        }
    }
}

/// How many of the generated files have no loss that excuses a difference.
fn plain(files: impl Strategy<Value = String>, convert: impl Fn(&str) -> Converted) -> usize {
    let mut runner = TestRunner::deterministic();
    let mut texts = (0..200).map(|_| files.new_tree(&mut runner).unwrap().current());
    texts.by_ref().filter(|text| !has_loss(&convert(text), LossKind::Law)).count()
}

#[test]
fn most_files_are_converted_without_an_excuse() {
    let groups = prop::collection::vec(group(), 1..4).prop_map(|groups| groups.concat());
    let acap_alone = |text: &str| to_acap(text.as_bytes(), AcapForm::Alone).unwrap();
    let found = plain(groups, acap_alone);
    assert!(found > 180, "{found}");
    let found = plain(acap(), |text| to_robots(text.as_bytes()).unwrap());
    assert!(found > 150, "{found}");
}
