//! Explanations of all vectors: they come to the decision, and every law leaves what the next one
//! finds.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::{Decision, Explanation, Inquiry, Law, Outcome, Part, Reason, Source, Usage, Verdict};
use placet_conformance::{Vector, inquiry, vectors};

fn all() -> Vec<Vector> {
    ["rep", "acap", "robots-tag"].iter().flat_map(|path| vectors(path).unwrap()).collect()
}

/// The inquiry of a vector, and the explanation of its question, or of the same about a usage.
fn explained(vector: &Vector, usage: Option<Usage>) -> (Inquiry, Explanation) {
    let (inquiry, own, occasion) = inquiry(vector).unwrap();
    let target = inquiry.target(&vector.url).unwrap();
    let explanation = inquiry.explain(usage.unwrap_or(own), &target, &occasion);
    (inquiry, explanation)
}

/// The verdict, the conditions and the statements that decided, with their places.
fn heart(decision: &Decision) -> (Verdict, Vec<String>) {
    let mut told: Vec<String> = decision.conditions().iter().map(ToString::to_string).collect();
    told.extend(
        decision
            .reasons()
            .filter(Reason::decides)
            .map(|it| format!("{}:{:?} {}", it.source(), it.line(), it.ground().unwrap().name())),
    );
    (decision.verdict(), told)
}

#[test]
fn an_explanation_comes_to_the_decision() {
    let mut count = 0;
    for vector in all() {
        let (inquiry, usage, occasion) = inquiry(&vector).unwrap();
        let target = inquiry.target(&vector.url).unwrap();
        let decision = inquiry.decide_on(usage, &target, &occasion);
        let (_, explanation) = explained(&vector, None);
        assert_eq!(heart(explanation.decision()), heart(&decision), "{}", vector.id);
        let last = explanation.steps().last().unwrap().answers().last().unwrap();
        assert_eq!(heart(last), heart(&decision), "{}", vector.id);
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
        let contradicted =
            contradicted.into_iter().any(|it| it.part() == Part::Rule(Outcome::Contradicted));
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
        if ignored || explanation.aside_unlisted() > 0 {
            continue;
        }
        let steps = explanation.steps().iter().flat_map(placet::Step::answers);
        let mut lines: Vec<usize> = steps
            .flat_map(Decision::reasons)
            .filter(|it| *it.source() == Source::RobotsTxt)
            .filter_map(|it| it.line())
            .collect();
        lines.extend(explanation.aside().iter().map(placet::Aside::line));
        for rule in inquiry.policy().groups().flat_map(|group| group.rules()) {
            assert!(lines.contains(&rule.line()), "{}: line {}", vector.id, rule.line());
        }
    }
}
