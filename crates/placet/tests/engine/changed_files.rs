//! Comparing two sites with files of signals finds the differences that asking both about every short
//! path finds, and reports none that is not there.

#![cfg(feature = "signals")]
#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use std::fmt::Write as _;

use placet::compare::{Change, Compare, Effect};
use placet::signals::{Families, SignalFiles};
use placet::{Agent, AgentPolicy, Decision, RobotsPolicy, Usage, Verdict};
use placet_testing::{Random, runs, short_paths};

const USAGES: [Usage; 4] = [Usage::Mine, Usage::TrainAi, Usage::AiInput, Usage::Index];
const LICENSE: &str = "https://a.example/l.xml";

fn conditions(decision: &Decision) -> Vec<String> {
    let mut all: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    all.sort_unstable();
    all
}

fn effect(old: &Decision, new: &Decision) -> Option<Effect> {
    match (old.verdict(), new.verdict()) {
        (Verdict::Permit, Verdict::Prohibit) => Some(Effect::Closes),
        (Verdict::Prohibit, Verdict::Permit) => Some(Effect::Opens),
        _ if conditions(old) == conditions(new) => None,
        _ => Some(Effect::Conditions),
    }
}

fn pattern(random: &mut Random) -> String {
    let body = random.between(0, 2);
    let end = if random.chance(200) { "$" } else { "" };
    format!("/{}{end}", random.text(&["a", "b", "/", "*"], body))
}

fn tdmrep(random: &mut Random) -> String {
    let rules = random.between(0, 3);
    let rule = |random: &mut Random| {
        let (location, value) = (pattern(random), random.pick(&["0", "1", "1", "2"]));
        format!(r#"{{"location": "{location}", "tdm-reservation": {value}}}"#)
    };
    let rules: Vec<String> = (0..rules).map(|_| rule(random)).collect();
    format!("[{}]", rules.join(","))
}

fn rsl(random: &mut Random) -> String {
    let mut text = "<rsl xmlns=\"https://rslstandard.org/rsl\">".to_owned();
    for _ in 0..random.between(0, 2) {
        let list = random.pick(&[
            "<prohibits type=\"usage\">ai-train</prohibits>",
            "<permits type=\"usage\">search ai-train</permits>",
            "<prohibits type=\"usage\">all</prohibits>",
            "<payment type=\"crawl\"/>",
            "<unknown/>",
        ]);
        let site = random.pick(&["", "", "https://a.example", "https://b.example"]);
        let path = pattern(random);
        write!(text, "<content url=\"{site}{path}\"><license>{list}</license></content>").unwrap();
    }
    if random.chance(900) {
        text += "</rsl>";
    }
    text
}

fn ai_txt(random: &mut Random) -> String {
    let mut text = String::new();
    for agent in ["a", "*"] {
        if random.chance(700) {
            writeln!(text, "User-agent: {agent}").unwrap();
            for _ in 0..random.between(0, 2) {
                let key = random.pick(&["Allow", "Disallow"]);
                writeln!(text, "{key}: {}", pattern(random)).unwrap();
            }
        }
    }
    text
}

fn robots(random: &mut Random) -> String {
    let mut text = String::new();
    if random.chance(700) {
        writeln!(text, "License: {LICENSE}").unwrap();
    }
    if random.chance(500) {
        writeln!(text, "User-agent: b\nDisallow: {}", pattern(random)).unwrap();
    }
    text
}

fn files(random: &mut Random) -> SignalFiles {
    let mut files = SignalFiles::new();
    if random.chance(700) {
        files = files.tdmrep(tdmrep(random).as_bytes());
    }
    if random.chance(600) {
        files = files.rsl(LICENSE, rsl(random).as_bytes());
    }
    if random.chance(400) {
        files = files.ai_txt(ai_txt(random).as_bytes());
    }
    if random.chance(300) {
        let value = random.pick(&["yes", "no", "perhaps"]);
        files = files.trust_txt(format!("datatrainingallowed={value}\n").as_bytes());
    }
    files
}

fn decision(bot: &AgentPolicy, usage: Usage, path: &str) -> Decision {
    bot.may(usage, path).unwrap()
}

#[test]
fn changes_of_files_are_those_of_every_short_path() {
    let paths = short_paths(&["a", "b", "/"], 3);
    let mut random = Random::new(16);
    let mut differing = 0;
    for _ in 0..runs("PLACET_CHANGED_FILES", 400) {
        let (mut old, mut new) = (files(&mut random), files(&mut random));
        let texts = (robots(&mut random), robots(&mut random));
        let (before, after) =
            (RobotsPolicy::parse(texts.0.as_bytes()), RobotsPolicy::parse(texts.1.as_bytes()));
        if random.chance(300) {
            new = old.clone();
        }
        if random.chance(500) {
            (old, new) = (old.of_site("https://a.example/"), new.of_site("https://a.example/"));
        }
        let compare = Compare::new(&before, &after).signal_files(&old, &new);
        let changes = USAGES.iter().fold(compare, |it, &usage| it.usage(usage)).run();
        assert!(changes.is_complete());
        differing += usize::from(!changes.is_none());
        for name in ["a", "b", "c"] {
            let is_of = |it: &&placet::compare::Audience| {
                let named = it.members().iter().any(|it| it.to_string() == name);
                let others = it.members().iter().any(placet::compare::Member::is_others);
                let is_named = changes
                    .audiences()
                    .iter()
                    .any(|it| it.members().iter().any(|it| it.to_string() == name));
                named || others && !is_named
            };
            let audience = changes.audiences().iter().find(is_of).unwrap();
            let bot = |site: &RobotsPolicy, files: &SignalFiles| {
                site.for_agent(Agent::exact(name)).signal_files(files)
            };
            let (one, other) = (bot(&before, &old), bot(&after, &new));
            let shown = || format!("{name}\n{texts:?}\n{old:?}\n{new:?}");
            for change in audience.changes() {
                for &usage in change.usages() {
                    let (before, after) = (
                        decision(&one, usage, change.path()),
                        decision(&other, usage, change.path()),
                    );
                    assert_eq!(effect(&before, &after), Some(change.effect()), "{}", shown());
                }
            }
            for path in &paths {
                for usage in USAGES {
                    let (before, after) =
                        (decision(&one, usage, path), decision(&other, usage, path));
                    let Some(effect) = effect(&before, &after) else { continue };
                    let is_it = |it: &Change| {
                        it.effect() == effect
                            && it.usages().contains(&usage)
                            && conditions(it.before()) == conditions(&before)
                            && conditions(it.after()) == conditions(&after)
                    };
                    let is_reported = audience.changes().iter().any(is_it);
                    assert!(is_reported, "{usage} of {path}: {}", shown());
                }
            }
        }
    }
    assert!(differing > 100, "{differing}");
}

#[test]
fn equal_files_are_no_change_and_one_rule_more_is_one() {
    let site = RobotsPolicy::parse(b"User-agent: a\nDisallow: /x\n");
    let open = SignalFiles::new().tdmrep(br#"[{"location": "/a", "tdm-reservation": 0}]"#);
    let same = SignalFiles::new().tdmrep(br#"[{"location": "/a", "tdm-reservation": 0}]"#);
    assert!(Compare::new(&site, &site).signal_files(&open, &same).run().is_none());
    let reserved = SignalFiles::new().tdmrep(
        br#"[{"location": "/a", "tdm-reservation": 0}, {"location": "/b", "tdm-reservation": 1}]"#,
    );
    let compare = Compare::new(&site, &site).signal_files(&open, &reserved);
    let changes = compare.clone().run();
    let found: Vec<(&str, &[Usage])> =
        changes.all().map(|it| (it.pattern(), it.usages())).collect();
    let usages = &[Usage::Mine, Usage::TrainAi][..];
    assert_eq!(found, [("/b", usages), ("/b", usages)]);
    assert_eq!(
        changes.all().next().unwrap().after().to_string().split(' ').next(),
        Some("tdmrep.json:1")
    );
    assert!(compare.families(Families::NONE).run().is_none());
}

#[test]
fn a_crawler_that_ai_txt_names_is_an_audience() {
    let site = RobotsPolicy::parse(b"");
    let old = SignalFiles::new();
    let new = SignalFiles::new().ai_txt(b"User-agent: a\nDisallow: /\n");
    let changes = Compare::new(&site, &site).signal_files(&old, &new).run();
    let closed: Vec<String> = changes
        .audiences()
        .iter()
        .filter(|it| !it.changes().is_empty())
        .map(|it| it.members()[0].to_string())
        .collect();
    assert_eq!(closed, ["a"]);
}

#[test]
fn statements_about_other_sites_do_not_count_for_a_site() {
    let site = RobotsPolicy::parse(format!("License: {LICENSE}\n").as_bytes());
    let document = |of: &str| {
        let text = format!(
            "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"https://{of}/\"><license>\
             <prohibits type=\"usage\">ai-train</prohibits></license></content></rsl>"
        );
        SignalFiles::new().rsl(LICENSE, text.as_bytes())
    };
    let (own, other) = (document("a.example"), document("b.example"));
    assert_eq!(
        (own.site_urls(), other.site_urls()),
        (vec!["https://a.example/"], vec!["https://b.example/"])
    );
    let of_site = |it: &SignalFiles| it.clone().of_site("https://a.example/x");
    let changes = Compare::new(&site, &site).signal_files(&of_site(&own), &of_site(&other)).run();
    assert!(changes.all().all(|it| it.effect() == Effect::Opens) && !changes.is_none());
}
