//! Explanations of all vectors: they reach the decision, and each law starts from the rulings that
//! the law before it left.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use placet::explain::{Explanation, Law, Outcome};
use placet::statement::Source;
use placet::{AgentPolicy, AskedAt, Decision, Usage, Verdict};
use placet_conformance::{Vector, all_vectors, question};
use placet_report::json::Answer;

/// The policy of a vector, and the explanation of its question, or of the same about a usage.
fn explained(vector: &Vector, usage: Option<Usage>) -> (AgentPolicy, Explanation) {
    let (policy, own, asked_at) = question(vector).unwrap();
    let target = policy.target(&vector.url).unwrap();
    let explanation = policy.explain(usage.unwrap_or(own), &target, &asked_at);
    (policy, explanation)
}

/// Everything that a decision reports.
fn shown(decision: &Decision) -> String {
    serde_json::to_string(&Answer::new(None, decision)).unwrap()
}

/// Four ways give the same answer: law by law, the decision at once, all usages at once, and the
/// verdict alone.
#[test]
fn all_ways_give_the_same_answer() {
    let vectors = all_vectors().unwrap();
    assert!(vectors.len() > 2_000, "{}", vectors.len());
    for vector in vectors {
        let (policy, _, asked_at) = question(&vector).unwrap();
        let target = policy.target(&vector.url).unwrap();
        for (usage, of_all) in Usage::ALL.into_iter().zip(policy.matrix(&target, &asked_at)) {
            let at_once = shown(&policy.decide_on(usage, &target, &asked_at));
            let traced = policy.explain(usage, &target, &asked_at);
            assert_eq!(shown(traced.decision()), at_once, "{}", vector.id);
            assert_eq!(shown(&of_all), at_once, "{}", vector.id);
            let last = traced.steps().last().unwrap().answers().last().unwrap();
            assert_eq!(shown(last), at_once, "{}", vector.id);
        }
        let crawl = policy.decide_on(Usage::Crawl, &target, &AskedAt::new());
        assert_eq!(policy.verdict(&target), crawl.verdict(), "{}", vector.id);
    }
}

#[test]
fn the_laws_that_only_restrict_never_permit() {
    for vector in all_vectors().unwrap() {
        let (_, explanation) = explained(&vector, None);
        for pair in explanation.steps().windows(2) {
            let [before, after] = pair else { continue };
            // The laws before these answer independently, and the page replaces robots.txt.
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
    for vector in all_vectors().unwrap() {
        let (_, explanation) = explained(&vector, Some(Usage::Crawl));
        let of = |law: Law| {
            let step = explanation.steps().iter().find(|step| step.law() == law);
            step.unwrap().answers().last().unwrap().verdict()
        };
        // Rules that ACAP contradicts do not apply, which can change the conventional answer either
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

/// Every rule, for any crawler, is either considered by a law or listed as not applied.
#[test]
fn every_rule_is_considered_or_listed_as_not_applied() {
    for vector in all_vectors().unwrap() {
        let (policy, explanation) = explained(&vector, None);
        let ignored = policy.policy().records().any(|it| it.key().contains("ignore-conventional"));
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
        for rule in policy.policy().groups().flat_map(|group| group.rules()) {
            assert!(lines.contains(&rule.line()), "{}: line {}", vector.id, rule.line());
        }
    }
}
