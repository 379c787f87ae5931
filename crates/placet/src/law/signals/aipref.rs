//! `Content-Usage` (S-021 to S-035): the longest path selects records, and any refusal among them and
//! the response counts.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::syntax::signals::aipref::{Label, Preference};
use crate::vocabulary::{Family, Usage};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::Aipref);
    if let Some(robots) = sources.robots {
        // A `Content-Usage` record ends a run of `User-agent` lines (S-031).
        let runs: Vec<u32> = sources
            .groups
            .line_places()
            .iter()
            .filter_map(|&line| robots.runs.get(line as usize).copied())
            .collect();
        let applies = |run: Option<u32>| run.is_some_and(|run| runs.contains(&run));
        let matching = robots.usages.iter().filter(|it| applies(it.run) && it.says.parses);
        let matching: Vec<_> = matching
            .filter_map(|record| match &record.path {
                Some(path) => Some((path.len_where_it_matches(sources.target)?, record)),
                None => Some((0, record)),
            })
            .collect();
        let longest = matching.iter().map(|(len, _)| *len).max();
        for (_, record) in matching.into_iter().filter(|(len, _)| Some(*len) == longest) {
            let at = SignalAt::robots(record.at.at());
            ruling.cite(at, effect(record.says.about(usage)));
        }
    }
    if let Some(page) = sources.page {
        let fields = &page.field_signals;
        let label = Label::about(usage);
        let about = fields.preferences.iter().find(|(it, _)| Some(it.label) == label);
        let found = fields.found.iter().find(|(family, _)| *family == Family::Aipref);
        let cited = about.map(|(it, at)| (Some(it), *at));
        if let Some((preference, at)) = cited.or(found.map(|(_, at)| (None, *at))) {
            ruling.cite(SignalAt::Page(at), effect(preference));
        }
    }
    ruling.settle();
    ruling.report_conflict();
    ruling.found()
}

fn effect(preference: Option<&Preference>) -> SignalEffect {
    match preference {
        Some(Preference { allows: true, .. }) => SignalEffect::Allows,
        Some(Preference { allows: false, .. }) => SignalEffect::Refuses,
        None => SignalEffect::Nothing,
    }
}
