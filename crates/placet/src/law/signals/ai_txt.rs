//! ai.txt in Spawning's form (S-103 to S-105): the grammar and the law of robots.txt, about training.

use super::Sources;
use crate::law::rfc9309::{Conventional, longest};
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::policy::{FileContent, SignalFile};
use crate::vocabulary::{Family, RuleKind, Usage};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let (file, read) = sources.files?.find(&SignalFile::AiTxt)?;
    let FileContent::AiTxt(policy) = &read.says else { return None };
    let mut ruling = FamilyRuling::new(Family::AiTxt);
    for &((kind, span), line) in &read.problems {
        ruling.problem(kind, SignalAt::File { file, line, span });
    }
    if let Some(policy) = policy {
        let groups = Conventional::new(policy.clone(), sources.agent);
        if let Some(rule) = longest(&groups, sources.target) {
            let effect = match (usage, rule.kind()) {
                (Usage::TrainAi, RuleKind::Allow) => SignalEffect::Allows,
                (Usage::TrainAi, RuleKind::Disallow) => SignalEffect::Refuses,
                _ => SignalEffect::Nothing,
            };
            let span = rule.value.record(policy.text());
            ruling.cite(SignalAt::File { file, line: rule.line, span }, effect);
        }
    }
    ruling.settle();
    ruling.found()
}
