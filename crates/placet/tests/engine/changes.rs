//! Comparing two files finds the differences that asking both about every short path finds: it
//! misses no change and reports none that is not there.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

use placet::compare::{Audience, Change, Compare, Effect};
use placet::{
    Agent, AgentPolicy, AskedAt, Crawler, Decision, Profile, RobotsPolicy, Usage, Verdict,
};
use placet_testing::short_paths;
use proptest::prelude::*;
use proptest::sample::select;

fn decisions(bot: &AgentPolicy, path: &str, usages: &[Usage]) -> Vec<Decision> {
    // An absolute URL would lose its dot segments (F-20); Google's matcher finds a host in `//a`.
    let absolute = format!("http://a{path}");
    let is_google = bot.policy().profile() == Profile::Google;
    let target = bot.target(if is_google { &absolute } else { path }).unwrap();
    if usages == Usage::ALL {
        return bot.matrix(&target, &AskedAt::new());
    }
    usages.iter().map(|&usage| bot.decide_on(usage, &target, &AskedAt::new())).collect()
}

/// The effect of a change, by the decisions alone.
fn effect(old: &Decision, new: &Decision) -> Option<Effect> {
    match (old.verdict(), new.verdict()) {
        (Verdict::Permit, Verdict::Prohibit) => Some(Effect::Closes),
        (Verdict::Prohibit, Verdict::Permit) => Some(Effect::Opens),
        _ if conditions(old) == conditions(new) => None,
        _ => Some(Effect::Conditions),
    }
}

fn conditions(decision: &Decision) -> Vec<String> {
    let mut all: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    all.sort_unstable();
    all
}

fn deciding_lines(decision: &Decision) -> Vec<usize> {
    decision.reasons().filter(placet::explain::Reason::decides).filter_map(|it| it.line()).collect()
}

/// Every reported change is one, for each usage it is reported for.
fn check_reported(old: &RobotsPolicy, new: &RobotsPolicy, audience: &Audience) {
    for member in audience.members() {
        let (old, new) = (old.for_agent(member.crawler()), new.for_agent(member.crawler()));
        for change in audience.changes() {
            assert!(!change.path().starts_with("/robots.txt"));
            let before = decisions(&old, change.path(), change.usages());
            let after = decisions(&new, change.path(), change.usages());
            for (before, after) in before.iter().zip(&after) {
                assert_eq!(effect(before, after), Some(change.effect()), "{change:?}");
            }
        }
    }
}

/// If a change is reported for all of a pattern, every short path that it matches changes.
fn check_entire(old: &RobotsPolicy, new: &RobotsPolicy, audience: &Audience, paths: &[String]) {
    let crawler = audience.members()[0].crawler();
    let (before, after) = (old.for_agent(crawler), new.for_agent(crawler));
    for change in audience.changes().iter().filter(|change| change.is_entire()) {
        let rule = format!("User-agent: *\nDisallow: {}\n", change.pattern());
        let rule = RobotsPolicy::builder().profile(old.profile()).parse(rule.as_bytes());
        let rule = rule.for_agent(Agent::new("a"));
        for path in paths
            .iter()
            .filter(|path| !decisions(&rule, path, &[Usage::Crawl])[0].verdict().is_permit())
        {
            let before = decisions(&before, path, change.usages());
            let after = decisions(&after, path, change.usages());
            for (before, after) in before.iter().zip(&after) {
                assert_eq!(effect(before, after), Some(change.effect()), "{path} {change:?}");
            }
        }
    }
}

/// Every short path that is decided differently is reported: with the same effect on the same
/// usage, and the same conditions before and after. If only rules decide about crawling, the
/// reported line decides there.
fn check_complete(
    old: &RobotsPolicy,
    new: &RobotsPolicy,
    crawler: &Crawler,
    reported: &[&Change],
    (usages, by_line): (&[Usage], bool),
    paths: &[String],
) {
    let (old, new) = (old.for_agent(crawler), new.for_agent(crawler));
    for path in paths {
        let before = decisions(&old, path, usages);
        let after = decisions(&new, path, usages);
        for (before, after) in before.iter().zip(&after) {
            let Some(effect) = effect(before, after) else { continue };
            let covers = |change: &&&Change| {
                let lines = deciding_lines(change.before()) == deciding_lines(before)
                    || deciding_lines(change.after()) == deciding_lines(after);
                change.effect() == effect
                    && change.usages().contains(&before.usage())
                    && conditions(change.before()) == conditions(before)
                    && conditions(change.after()) == conditions(after)
                    && (lines || !by_line || before.usage() != Usage::Crawl)
            };
            assert!(
                reported.iter().any(|change| covers(&change)),
                "{path} {effect:?} {} for {crawler:?}: {before} / {after}\nold\n{}\nnew\n{}",
                before.usage(),
                String::from_utf8_lossy(old.policy().text()),
                String::from_utf8_lossy(new.policy().text()),
            );
        }
    }
}

fn check(texts: (&str, &str), profile: Profile, paths: &[String]) {
    let read = |text: &str| RobotsPolicy::builder().profile(profile).parse(text.as_bytes());
    let (old, new) = (read(texts.0), read(texts.1));
    let changes = Compare::new(&old, &new).run();
    assert!(changes.is_complete());
    let acap = profile == Profile::Full && (texts.0.contains("ACAP") || texts.1.contains("ACAP"));
    let usages = if acap { &Usage::ALL[..] } else { &Usage::ALL[..2] };
    for audience in changes.audiences() {
        let reported: Vec<&Change> = audience.changes().iter().collect();
        check_reported(&old, &new, audience);
        check_entire(&old, &new, audience, &paths[..paths.len().min(64)]);
        let crawler = audience.members()[0].crawler();
        check_complete(&old, &new, crawler, &reported, (usages, !acap), paths);
    }
    // Every other crawler belongs to one of the audiences.
    let reported: Vec<&Change> = changes.all().collect();
    for name in ["a", "b", "b-c", "b-x", "c", "nobody", "b/1"] {
        let crawler = Crawler::new(Agent::new(name));
        check_complete(&old, &new, &crawler, &reported, (&[Usage::Crawl], !acap), &paths[..8]);
    }
}

/// A pattern over a small alphabet, including forms with several spellings.
fn pattern() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "a", "b", "*", "/", "$", "?", "%", ".", "%2F", "%2f", "%61", "**", "A", "%3F", "ab",
    ]);
    let body = prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat());
    (select(vec!["/", "/", "/", "/", "*", ""]), body)
        .prop_map(|(start, body)| start.to_owned() + &body)
}

fn rule() -> impl Strategy<Value = String> {
    (select(vec!["Allow", "Disallow"]), pattern()).prop_map(|(key, it)| format!("{key}: {it}\n"))
}

fn group() -> impl Strategy<Value = String> {
    let name = select(vec!["*", "*", "a", "b", "b-c", "A", "b/1", "c2"]);
    let names = prop::collection::vec(name, 1..3);
    (names, prop::collection::vec(rule(), 0..4)).prop_map(|(names, rules)| {
        let names: Vec<String> = names.iter().map(|name| format!("User-agent: {name}\n")).collect();
        names.concat() + &rules.concat()
    })
}

fn conventional() -> impl Strategy<Value = String> {
    prop::collection::vec(group(), 0..3).prop_map(|groups| groups.concat())
}

fn field() -> impl Strategy<Value = String> {
    let usage = select(vec![
        "crawl",
        "crawl",
        "crawl",
        "index",
        "present",
        "present",
        "present-snippet",
        "other",
        "preserve",
        "present-oldcopy",
    ]);
    let qualifier = select(vec!["", "", "", " time-limit=1-days", " max-length=2-words"]);
    let resource = prop_oneof![8 => pattern(), 1 => Just("the-acap:resource-set:r".to_owned())];
    (select(vec!["allow", "disallow"]), usage, resource, qualifier).prop_map(
        |(kind, usage, resource, qualifier)| {
            let qualifier = if kind == "allow" { qualifier } else { "" };
            format!("ACAP-{kind}-{usage}: {resource}{qualifier}\n")
        },
    )
}

fn record() -> impl Strategy<Value = String> {
    let name = select(vec!["*", "*", "a", "b", "c"]);
    let purpose = select(vec!["", "", "", "ACAP-usage-purpose: news\n", "ACAP-usage-purpose: *\n"]);
    let fields = || prop::collection::vec(field(), 0..4).prop_map(|fields| fields.concat());
    (name, fields(), purpose, fields()).prop_map(|(name, general, purpose, special)| {
        format!("ACAP-crawler: {name}\n{general}{purpose}{special}")
    })
}

fn with_acap() -> impl Strategy<Value = String> {
    let head = select(vec![
        "",
        "",
        "",
        "ACAP-ignore-conventional-records\n",
        "ACAP-resource-set: r /a /*b$\n",
    ]);
    (head, prop::collection::vec(record(), 0..3), conventional())
        .prop_map(|(head, records, groups)| head.to_owned() + &records.concat() + &groups)
}

/// A file and another: an independent one, or the same with some lines removed and one added, as
/// people edit files.
fn pairs(
    file: impl Strategy<Value = String>,
    line: impl Strategy<Value = String>,
    other: impl Strategy<Value = String>,
) -> impl Strategy<Value = (String, String)> {
    let edited = (any::<u32>(), prop::option::of((any::<prop::sample::Index>(), line)));
    (file, edited, prop::option::weighted(0.3, other)).prop_map(|(old, (mask, put_in), other)| {
        let mut lines: Vec<String> = (0..)
            .zip(old.split_inclusive('\n'))
            // A quarter of the lines is removed.
            .filter(|(at, _): &(u32, _)| (mask >> (at % 16 * 2)) & 3 != 0)
            .map(|(_, line)| line.to_owned())
            .collect();
        if let Some((at, line)) = put_in {
            lines.insert(at.index(lines.len() + 1), line);
        }
        let new = other.unwrap_or_else(|| lines.concat());
        (old, new)
    })
}

const ALPHABET: [&str; 8] = ["a", "b", "/", "?", ".", "%2F", "A", "%"];

proptest! {
    #[test]
    fn changed_rules_agree_with_every_short_path(
        texts in pairs(conventional(), rule(), conventional()),
        profile in select(Profile::ALL.to_vec()),
    ) {
        check((&texts.0, &texts.1), profile, &short_paths(&ALPHABET, 2));
    }

    #[test]
    fn changed_fields_agree_with_every_short_path(
        texts in pairs(with_acap(), prop_oneof![field(), rule()], with_acap()),
    ) {
        check((&texts.0, &texts.1), Profile::Full, &short_paths(&["a", "b", "/", "?", "%2F", "A"], 2));
    }

    #[test]
    fn comments_and_sitemaps_are_no_changes(text in with_acap()) {
        let commented: Vec<String> =
            text.lines().map(|line| format!("# comment\n{line} # more\nSitemap: /x\n")).collect();
        let (old, new) = (RobotsPolicy::parse(text.as_bytes()), RobotsPolicy::parse(commented.concat().as_bytes()));
        prop_assert!(Compare::new(&old, &new).run().is_none());
    }
}
