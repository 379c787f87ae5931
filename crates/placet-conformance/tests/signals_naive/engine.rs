//! The engine's answer, to be compared with the naive one.

use placet_conformance::Vector;
use serde_json::{Value, json};

use crate::question::{Answer, Question, Statement};

/// What the engine answers. Panics if the verdict alone differs from the one with reasons.
pub(crate) fn answer(question: &Question) -> Answer {
    let (policy, usage, asked_at) = placet_conformance::question(&vector(question)).unwrap();
    let target = policy.target(&question.url).unwrap();
    let decision = policy.decide_on(usage, &target, &asked_at);
    assert_eq!(policy.verdict_on(usage, &target, &asked_at), decision.verdict(), "{question:?}");

    let by = decision.refusing_signals().next().and_then(|it| {
        let refusal = it.refusal()?;
        let (family, source) = (it.family().to_string(), refusal.source_name().to_owned());
        Some(Statement { family, source, line: refusal.line() })
    });
    let families = decision.signals().filter(|it| it.outcome().name() != "silent");
    let contradictions = decision.contradictions();
    let problems = decision.signal_problems();
    Answer {
        allowed: decision.is_permitted(),
        conditions: decision.conditions().iter().map(ToString::to_string).collect(),
        by,
        families: families
            .map(|it| (it.family().to_string(), it.outcome().name().to_owned()))
            .collect(),
        contradictions: contradictions
            .iter()
            .map(|it| (it.allow.to_string(), it.disallow.to_string()))
            .collect(),
        problems: problems.iter().map(|it| it.kind().name().to_owned()).collect(),
        policy: decision.signals().find_map(|it| it.policy().map(str::to_owned)),
    }
}

/// The question in the form of the vectors.
fn vector(question: &Question) -> Vector {
    let mut vector = serde_json::to_value(question).unwrap();
    let rest = json!({"id": "", "requirement": "", "why": "", "expected": {"allowed": false}});
    if let (Some(vector), Value::Object(rest)) = (vector.as_object_mut(), rest) {
        vector.extend(rest);
    }
    serde_json::from_value(vector).unwrap()
}
