//! What every decision about signals must satisfy.

use placet::signals::SignalOutcome;
use placet::{AgentPolicy, AskedAt, Decision, Usage};

/// The usages that signals are about.
pub const USAGES: [Usage; 5] =
    [Usage::Index, Usage::Present, Usage::Mine, Usage::TrainAi, Usage::AiInput];

/// Asks about each usage of a URL, and checks the decision.
pub fn outcomes(view: &AgentPolicy, url: &str) -> Vec<Vec<SignalOutcome>> {
    let target = view.target(url).expect("a URL");
    let ask = |usage| {
        let decision = view.decide_on(usage, &target, &AskedAt::new());
        check(&decision);
        assert_eq!(view.verdict_on(usage, &target, &AskedAt::new()), decision.verdict());
        decision.signals().map(|it| it.outcome()).collect()
    };
    assert!(view.decide_on(Usage::Crawl, &target, &AskedAt::new()).signals().next().is_none());
    USAGES.into_iter().map(ask).collect()
}

/// Statements and problems are inside their sources, and a refusal prohibits.
fn check(decision: &Decision) {
    for family in decision.signals() {
        let refuses = family.outcome() == SignalOutcome::Disallow;
        assert_eq!(refuses, family.refusal().is_some());
        assert!(!refuses || !decision.is_permitted());
        assert!(!refuses || family.conditions().next().is_none());
        for statement in family.statements() {
            assert!(statement.span().end() <= statement.source_text().len());
            assert!(statement.line() > 0 && statement.column() > 0);
        }
    }
    for problem in decision.signal_problems() {
        let statement = problem.statement();
        assert!(statement.span().end() <= statement.source_text().len());
        assert!(statement.line() > 0);
    }
    assert!(decision.contradictions().iter().all(|it| it.allow != it.disallow));
}
