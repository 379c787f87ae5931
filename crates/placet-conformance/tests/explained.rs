//! Explanations of all vectors: they come to the decision, and every law leaves what the next one
//! finds.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::explain::{Explanation, Law, Outcome, Reason};
use placet::statement::Source;
use placet::{AgentPolicy, AskedAt, Decision, Usage, Verdict};
use placet_conformance::{Vector, inquiry, vectors};

fn all() -> Vec<Vector> {
    ["rep", "acap", "robots-tag", "signals"]
        .iter()
        .flat_map(|path| vectors(path).unwrap())
        .collect()
}

/// The inquiry of a vector, and the explanation of its question, or of the same about a usage.
fn explained(vector: &Vector, usage: Option<Usage>) -> (AgentPolicy, Explanation) {
    let (inquiry, own, occasion) = inquiry(vector).unwrap();
    let target = inquiry.target(&vector.url).unwrap();
    let explanation = inquiry.explain(usage.unwrap_or(own), &target, &occasion);
    (inquiry, explanation)
}

/// All that a decision tells.
fn told(decision: &Decision) -> Vec<String> {
    let reason = |it: Reason<'_>| {
        let place = (it.source(), it.line(), it.column(), it.resource());
        format!("{} {:?} {} {place:?} {:?}", it.usage(), it.code(), it.message(), it.sets())
    };
    let closed = decision.closed_elements().map(|it| format!("{} {:?}", it.line(), it.element()));
    let mut told: Vec<String> = decision.reasons().map(reason).chain(closed).collect();
    told.push(format!("{} {:?}", decision.verdict(), decision.code()));
    told.push(format!("{:?} {:?}", decision.conditions(), decision.unchecked()));
    told.push(format!("{:?} {}", decision.ends(), decision.citation()));
    told
}

/// The ways to an answer are equal: the laws one by one, the decision at once, all usages at once,
/// the verdict alone.
#[test]
fn all_ways_come_to_one_answer() {
    let mut count = 0;
    for vector in all() {
        let (inquiry, _, occasion) = inquiry(&vector).unwrap();
        let target = inquiry.target(&vector.url).unwrap();
        for (usage, of_all) in Usage::ALL.into_iter().zip(inquiry.matrix(&target, &occasion)) {
            let at_once = told(&inquiry.decide_on(usage, &target, &occasion));
            let traced = inquiry.explain(usage, &target, &occasion);
            assert_eq!(told(traced.decision()), at_once, "{}", vector.id);
            assert_eq!(told(&of_all), at_once, "{}", vector.id);
            let last = traced.steps().last().unwrap().answers().last().unwrap();
            assert_eq!(told(last), at_once, "{}", vector.id);
        }
        let crawl = inquiry.decide_on(Usage::Crawl, &target, &AskedAt::new());
        assert_eq!(inquiry.verdict(&target), crawl.verdict(), "{}", vector.id);
        count += 1;
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn the_laws_that_only_restrict_never_permit() {
    for vector in all() {
        let (_, explanation) = explained(&vector, None);
        for pair in explanation.steps().windows(2) {
            let [before, after] = pair else { continue };
            // Before them each answers for itself, and the page takes the place of robots.txt.
            if after.law() <= Law::Page {
                continue;
            }
            for answer in after.answers() {
                let same = before.answers().iter().find(|it| it.usage() == answer.usage());
                let was = same.map(Decision::verdict);
                assert!(
                    was != Some(Verdict::Prohibit) || answer.verdict() == Verdict::Prohibit,
                    "{}: {:?}",
                    vector.id,
                    after.law()
                );
            }
        }
    }
}

#[test]
fn crawling_is_permitted_only_where_both_permit() {
    for vector in all() {
        let (_, explanation) = explained(&vector, Some(Usage::Crawl));
        let of = |law: Law| {
            let step = explanation.steps().iter().find(|step| step.law() == law);
            step.unwrap().answers().last().unwrap().verdict()
        };
        // Rules that ACAP contradicts are left out, which can change the conventional answer either
        // way.
        let step = explanation.steps().iter().find(|step| step.law() == Law::Crawl).unwrap();
        let contradicted = step.answers().iter().flat_map(Decision::reasons);
        let contradicted = contradicted
            .into_iter()
            .any(|it| it.law() == Law::Access && it.outcome() == Outcome::Contradicted);
        if of(Law::Acap) == Verdict::Prohibit {
            assert_eq!(of(Law::Crawl), Verdict::Prohibit, "{}", vector.id);
        } else if !contradicted {
            assert_eq!(of(Law::Crawl), of(Law::Access), "{}", vector.id);
        }
    }
}

/// Every rule, whoever it is for, is either heard by some law or listed with why it was not.
#[test]
fn no_rule_is_passed_over_in_silence() {
    for vector in all() {
        let (inquiry, explanation) = explained(&vector, None);
        let ignored = inquiry.policy().records().any(|it| it.key().contains("ignore-conventional"));
        if ignored || explanation.not_applied_unlisted() > 0 {
            continue;
        }
        let steps = explanation.steps().iter().flat_map(placet::explain::Step::answers);
        let mut lines: Vec<usize> = steps
            .flat_map(Decision::reasons)
            .filter(|it| *it.source() == Source::RobotsTxt)
            .filter_map(|it| it.line())
            .collect();
        lines.extend(explanation.not_applied().iter().map(placet::explain::NotApplied::line));
        for rule in inquiry.policy().groups().flat_map(|group| group.rules()) {
            assert!(lines.contains(&rule.line()), "{}: line {}", vector.id, rule.line());
        }
    }
}
