//! The vectors, and real files if they are next to the checkout.

use std::collections::BTreeMap;

use placet::{Agent, RobotsPolicy};
use placet_conformance::all_vectors;
use placet_conformance::shared::corpus;
use placet_publish::convert::{
    AcapForm, Converted, Example, LossKind, Unconvertible, to_acap, to_robots,
};

/// Kinds of losses about crawling.
const CRAWL_LOSSES: [LossKind; 6] = [
    LossKind::Case,
    LossKind::Name,
    LossKind::Pattern,
    LossKind::Law,
    LossKind::Length,
    LossKind::Unknown,
];

/// Whether a loss that can change a decision about crawling is listed.
fn has_loss(converted: &Converted) -> bool {
    converted.losses.iter().chain(&converted.notes).any(|loss| CRAWL_LOSSES.contains(&loss.kind))
}

#[test]
fn the_vectors_of_crawling_are_answered_as_before() {
    let (mut asked, mut lossy) = (0, 0);
    for vector in all_vectors().unwrap().into_iter().filter(|it| it.usage == "crawl") {
        let text = vector.robots();
        let before = RobotsPolicy::parse(&text).for_agent(Agent::new(&vector.agent));
        let Ok(target) = before.target(&vector.url) else { continue };
        let conversions = [
            to_acap(&text, AcapForm::Alone),
            to_acap(&text, AcapForm::WithSource),
            to_robots(&text),
        ];
        for converted in conversions.into_iter().flatten() {
            asked += 1;
            let after = RobotsPolicy::parse(&converted.text).for_agent(Agent::new(&vector.agent));
            let after_target = after.target(&vector.url).unwrap();
            if before.verdict(&target) != after.verdict(&after_target) {
                lossy += 1;
                let lost = has_loss(&converted)
                    || converted
                        .losses
                        .iter()
                        .any(|it| matches!(it.kind, LossKind::Reference | LossKind::Purpose));
                let shown = String::from_utf8_lossy(&converted.text);
                assert!(lost, "{} {}\n{shown}", vector.id, vector.url);
            }
        }
    }
    assert!(asked > 500 && lossy * 20 < asked, "{lossy} of {asked}");
}

/// Paths made of some of the patterns of a file, otherwise than the conversion makes its own.
fn paths(policy: &RobotsPolicy) -> Vec<String> {
    let rules = policy.groups().flat_map(|group| group.rules().collect::<Vec<_>>());
    let fields = policy.acap_statements().filter_map(|it| it.patterns()).flatten();
    let fields = fields.map(|it| String::from_utf8_lossy(it).into_owned());
    let patterns: Vec<String> = rules.map(|it| it.pattern().into_owned()).chain(fields).collect();
    let step = patterns.len() / 24 + 1;
    let mut paths = Vec::new();
    for (at, pattern) in patterns.iter().enumerate().step_by(step) {
        let next = patterns.get(at + 1).map_or("q", |it| it.trim_matches(['/', '*', '$']));
        for filler in ["q/", next] {
            let path = pattern.trim_end_matches('$').replace('*', filler);
            paths.push(format!("{}{}", path, if pattern.ends_with('$') { "" } else { "q" }));
        }
    }
    paths.retain(|path| path.starts_with('/'));
    paths
}

#[test]
fn real_files_are_crawled_as_before() {
    let (mut files, mut asked, mut other, mut short) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut lost: BTreeMap<LossKind, usize> = BTreeMap::new();
    for archive in ["robots", "acap"] {
        let Some(real) = corpus(archive).unwrap() else { continue };
        for (name, text) in real.into_iter().filter(|(_, text)| text.len() < 30_000).step_by(16) {
            let policy = RobotsPolicy::parse(&text);
            let named = policy.acap_statements().flat_map(|it| it.names().map(Agent::new));
            let agents: Vec<Agent> = policy
                .addressees()
                .into_iter()
                .chain(named)
                .take(5)
                .chain([Agent::new("other")])
                .collect();
            let paths = paths(&policy);
            let conversions = [
                to_acap(&text, AcapForm::Alone),
                to_acap(&text, AcapForm::WithSource),
                to_robots(&text),
            ];
            for converted in conversions {
                let converted = match converted {
                    Ok(converted) => converted,
                    Err(
                        Unconvertible::Already(_) | Unconvertible::Nothing | Unconvertible::Page,
                    ) => continue,
                    Err(error) => panic!("{name}: {error}"),
                };
                files += 1;
                for loss in &converted.losses {
                    // Rules are expressed exactly, or shortened, which opens nothing.
                    let opens = loss.example.as_ref().is_some_and(Example::opens);
                    let is_law = loss.kind == LossKind::Law;
                    assert!(!is_law || !opens || archive == "acap", "{name}: {loss}");
                    *lost.entry(loss.kind).or_default() += 1;
                }
                let is_short = converted.losses.iter().any(|it| it.kind == LossKind::Law);
                short += usize::from(is_short && archive == "robots");
                let after = RobotsPolicy::parse(&converted.text);
                for agent in &agents {
                    let (one, two) = (policy.for_agent(agent), after.for_agent(agent));
                    for path in &paths {
                        let verdict =
                            |it: &placet::AgentPolicy| Some(it.verdict(&it.target(path).ok()?));
                        asked += 1;
                        if verdict(&one) != verdict(&two) {
                            other += 1;
                            assert!(has_loss(&converted), "{name} {agent} {path}");
                        }
                    }
                }
            }
        }
    }
    if files > 0 {
        println!("{files} conversions, {asked} questions, {other} answered otherwise; {lost:?}");
        assert!(other * 200 < asked, "{other} of {asked}");
        assert!(short * 100 < files, "{short} of {files}");
    }
}
