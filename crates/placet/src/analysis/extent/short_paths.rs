//! The extent equals the result of trying every short path, for random files.

use std::collections::HashSet;
use std::fmt::Write as _;

use placet_testing::{Random, short_paths};

use super::*;
use crate::analysis::paths;
use crate::explain::{Reason, ReasonKind};
use crate::law::{Law, Outcome};
use crate::policy::RobotsPolicy;
use crate::vocabulary::{Agent, Crawler, Profile, Qualifier, Verdict};

fn pattern(random: &mut Random, pieces: &[&str]) -> String {
    let start = random.pick(&["/", "/", "/", "*"]);
    let count = random.below(4);
    format!("{start}{}", random.text(pieces, count))
}

/// What both kinds of patterns are made of.
const PIECES: &[&str] = &["a", "b", "*", "/", "$", "**", "ab", "A", "?", "%2F"];

fn rules(random: &mut Random, text: &mut String, pieces: &[&str]) {
    for _ in 0..=random.below(4) {
        let key = random.pick(&["Allow", "Disallow", "Disallow"]);
        writeln!(text, "{key}: {}", pattern(random, pieces)).unwrap();
    }
}

/// A file of groups and records in any order.
fn file(random: &mut Random, refers: bool) -> String {
    let mut text = String::new();
    if random.chance(100) {
        text.push_str("ACAP-ignore-conventional-records\n");
    }
    let (one, other) = (pattern(random, PIECES), pattern(random, PIECES));
    writeln!(text, "ACAP-resource-set: s {one} {other}").unwrap();
    text.push_str("ACAP-composite-usage: c crawl index\nACAP-qualified-usage: r other ref=x\n");
    for _ in 0..=random.below(4) {
        if random.chance(400) {
            writeln!(text, "User-agent: {}", random.pick(&["*", "*", "a"])).unwrap();
            rules(random, &mut text, PIECES);
            continue;
        }
        writeln!(text, "ACAP-crawler: {}", random.pick(&["*", "*", "a", "b"])).unwrap();
        if refers && random.chance(80) {
            text.push_str("ACAP-permissions-reference: /more.txt\n");
        }
        for _ in 0..=random.below(3) {
            if random.chance(200) {
                writeln!(text, "ACAP-usage-purpose: {}", random.pick(&["p", "q", "*"])).unwrap();
            }
            let kind = random.pick(&["allow", "disallow"]);
            let usage = random.pick(&["crawl", "crawl", "crawl", "other", "(c)", "(r)", "index"]);
            let on = match random.below(12) {
                0 => "the-acap:resource-set:s".to_owned(),
                1 => "the-acap:resource-set:none".to_owned(),
                // On the pattern of a rule above, so that one contradicts the other.
                2..=4 => {
                    let rules = text.lines().filter_map(|it| it.split_once("llow: "));
                    let patterns: Vec<_> = rules.map(|(_, pattern)| pattern).collect();
                    if patterns.is_empty() { "/".into() } else { random.pick(&patterns).to_owned() }
                }
                _ => pattern(random, PIECES),
            };
            let qualifier = if random.chance(50) { " colour=red" } else { "" };
            writeln!(text, "ACAP-{kind}-{usage}: {on}{qualifier}").unwrap();
        }
    }
    text
}

/// Whether the decision rests on a reason, by its own law; `None` where that depends on conditions.
fn rests_on(verdict: Verdict, by: Law, reason: &Reason<'_>) -> Option<bool> {
    let text = reason.text().unwrap_or_default().to_ascii_lowercase();
    let opens = text.starts_with("allow") || text.starts_with("acap-allow");
    match (reason.kind(), reason.outcome()) {
        (ReasonKind::Rule, Outcome::Decided | Outcome::Repeats) => {
            Some(opens == verdict.is_permit())
        }
        (ReasonKind::Acap, Outcome::Decided) if opens && !verdict.is_permit() => {
            (by == Law::Access).then_some(false)
        }
        (ReasonKind::Acap, Outcome::Decided) | (ReasonKind::Reference, _) => Some(true),
        _ => Some(false),
    }
}

/// Compares the extent with all short paths; returns whether it is partial.
fn compare(agent_policy: &AgentPolicy, paths: &[String], context: &str) -> bool {
    let extent = agent_policy.extent();
    assert!(extent.is_complete(), "incomplete: {context}");
    let profile = agent_policy.policy().profile();
    let decide = |path: &str| {
        let url = paths::url(path, profile).into_owned();
        agent_policy.decide(&agent_policy.target(&url).unwrap())
    };
    let place = |reason: &Reason<'_>| (reason.source().clone(), reason.line().unwrap_or(0));
    let listed: HashSet<_> =
        extent.lines().iter().map(|it| (it.source().clone(), it.line())).collect();
    assert_eq!(listed.len(), extent.lines().len(), "a line twice: {context}");
    let (mut closed, mut open) = (0, 0);
    for path in paths {
        let decision = decide(path);
        *(if decision.verdict().is_permit() { &mut open } else { &mut closed }) += 1;
        let by = decision.code().law();
        for reason in decision.reasons() {
            if rests_on(decision.verdict(), by, &reason) == Some(true) {
                assert!(listed.contains(&place(&reason)), "{path} by {reason:?}\n{context}");
            }
        }
    }
    for line in extent.lines() {
        let decision = decide(line.example());
        let opens = line.kind() == RuleKind::Allow;
        assert_eq!(decision.verdict().is_permit(), opens, "{line:?}\n{context}");
        *(if opens { &mut open } else { &mut closed }) += 1;
        let by = decision.code().law();
        let shown = decision.reasons().any(|reason| {
            let at = place(&reason) == (line.source().clone(), line.line());
            at && rests_on(decision.verdict(), by, &reason) != Some(false)
        });
        assert!(shown, "{line:?}\n{context}");
    }
    match extent.closed() {
        Closed::Nothing => assert_eq!(closed, 0, "{context}"),
        Closed::Everything => assert_eq!(open, 0, "{context}"),
        // What is open or closed is shown by a line or by a path.
        Closed::Part => assert!(closed > 0 && open > 0, "{context}"),
        Closed::Undetermined => panic!("undetermined: {context}"),
    }
    extent.closed() == Closed::Part
}

#[test]
fn the_extent_of_rules_agrees_with_every_short_path() {
    let paths = short_paths(&["a", "b", "/", "?", ":"], 4);
    // A triplet of a reserved character counts as three bytes, so it outranks the character (F-23).
    let pieces = ["a", "b", "*", "/", "$", "**", "ab", ":", "%3A", "a%3A", "%61", "%C3%B6"];
    let mut random = Random::new(7);
    for at in 0..600 {
        let mut text = String::from("User-agent: *\n");
        for _ in 0..=at % 3 {
            rules(&mut random, &mut text, &pieces);
        }
        let agent_policy = RobotsPolicy::parse(text.as_bytes()).for_agent(Agent::new("a"));
        compare(&agent_policy, &paths, &text);
    }
}

#[test]
fn the_extent_of_all_agrees_with_every_short_path() {
    let paths = short_paths(&["a", "b", "/", "?", "A", "%2F"], 3);
    let mut random = Random::new(11);
    let mut parts = [0; 3];
    for _ in 0..250 {
        let text = file(&mut random, true);
        let more = random.chance(700).then(|| file(&mut random, false));
        let crawler = match random.below(4) {
            0 => Crawler::from(Agent::new("a")).purpose("p"),
            1 => Crawler::from(Agent::new("a")).purpose("p").purpose("q"),
            2 => Crawler::from(Agent::new("a")).cannot_honour(Qualifier::Ref),
            _ => Crawler::from(Agent::new("a")),
        };
        for (profile, parts) in Profile::ALL.into_iter().zip(&mut parts) {
            let policy = RobotsPolicy::builder().profile(profile).parse(text.as_bytes());
            let agent_policy = policy.join(|_| more.as_ref()).for_agent(&crawler);
            let context = format!("{profile} {crawler:?}\n{text}\n{more:?}");
            *parts += usize::from(compare(&agent_policy, &paths, &context));
        }
    }
    assert!(parts.iter().all(|&it| it > 50), "{parts:?}");
}
