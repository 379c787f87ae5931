//! `DisallowAITraining` and `AllowAITraining` (S-093 to S-095): the longest pattern decides, and among
//! equals the refusal.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::vocabulary::{Family, Usage};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::AiTraining);
    let records = sources.robots.into_iter().flat_map(|robots| &robots.trainings);
    let matching: Vec<_> = records
        .filter(|it| it.at.group.is_some_and(|group| sources.groups.has(group as usize)))
        .filter_map(|it| Some((it.pattern.len_where_it_matches(sources.target)?, it)))
        .collect();
    let longest = matching.iter().map(|(len, _)| *len).max();
    for (_, record) in matching.into_iter().filter(|(len, _)| Some(*len) == longest) {
        let effect = match (usage, record.allows) {
            (Usage::TrainAi, true) => SignalEffect::Allows,
            (Usage::TrainAi, false) => SignalEffect::Refuses,
            _ => SignalEffect::Nothing,
        };
        ruling.cite(SignalAt::robots(record.at.at()), effect);
    }
    ruling.settle();
    ruling.found()
}
