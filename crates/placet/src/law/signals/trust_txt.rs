//! `datatrainingallowed` in trust.txt (S-100 to S-102): a refusal counts over a permission.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::policy::{FileContent, SignalFile};
use crate::vocabulary::{Family, Usage};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let (file, read) = sources.files?.find(&SignalFile::TrustTxt)?;
    let FileContent::TrustTxt(says) = &read.says else { return None };
    let mut ruling = FamilyRuling::new(Family::TrustTxt);
    for &((kind, span), line) in &read.problems {
        ruling.problem(kind, SignalAt::File { file, line, span });
    }
    for training in &says.training {
        let effect = match (usage, training.allows) {
            (Usage::TrainAi, true) => SignalEffect::Allows,
            (Usage::TrainAi, false) => SignalEffect::Refuses,
            _ => SignalEffect::Nothing,
        };
        ruling.cite(SignalAt::File { file, line: training.line, span: training.span }, effect);
    }
    ruling.settle();
    ruling.report_conflict();
    ruling.found()
}
