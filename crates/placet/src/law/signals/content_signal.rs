//! `Content-Signal` (S-036 to S-048): for each key the longest path whose record states it decides,
//! and among equals the strictest answer.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect, SignalOutcome};
use crate::policy::{At, SignalRecord};
use crate::syntax::signals::SignalProblemKind;
use crate::syntax::signals::content_signal::{SignalKey, Stated};
use crate::vocabulary::{Condition, Family, Usage, UseLevel};

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::ContentSignal);
    let key = key_of(usage);
    let answer = |stated: &Stated| match stated {
        Stated::Answer(own, allows) if Some(*own) == key => Some(*allows),
        _ => None,
    };
    let answers = deciding(sources, answer);
    for (allows, at) in &answers {
        ruling.cite(*at, if *allows { SignalEffect::Allows } else { SignalEffect::Refuses });
    }
    let level = |stated: &Stated| match stated {
        Stated::Use(level) => Some(*level),
        Stated::Answer(..) => None,
    };
    let levels = deciding(sources, level);
    let lowest = levels.iter().map(|(level, _)| *level).min();
    for (level, at) in &levels {
        let effect = match of_level(*level, usage) {
            Some(SignalOutcome::Disallow) => SignalEffect::Refuses,
            Some(_) if Some(*level) == lowest => SignalEffect::Limits,
            _ => SignalEffect::Nothing,
        };
        if effect == SignalEffect::Limits {
            ruling.conditions.push((Condition::MaxUse(*level), *at));
        }
        ruling.cite(*at, effect);
    }
    ruling.statements.sort_by_key(|it| order(it.at));
    ruling.settle();
    ruling.report_conflict();
    if let Some((_, at)) = levels.iter().find(|(level, _)| Some(*level) != lowest) {
        ruling.problem(SignalProblemKind::Conflict, *at);
    }
    ruling.conditions.dedup_by(|one, other| one.0 == other.0);
    if ruling.outcome == SignalOutcome::Disallow {
        ruling.conditions.clear();
    }
    if ruling.statements.is_empty() {
        cite_others(sources, &mut ruling);
    }
    ruling.found()
}

/// The key that speaks about a usage, if one does.
fn key_of(usage: Usage) -> Option<SignalKey> {
    match usage {
        Usage::TrainAi => Some(SignalKey::AiTrain),
        Usage::AiInput => Some(SignalKey::AiInput),
        usage => usage.is_search().then_some(SignalKey::Search),
    }
}

/// What a level of use does to a usage: it refuses it, or sets a condition, which leaves the family
/// silent (the table of signals-law §13).
fn of_level(level: UseLevel, usage: Usage) -> Option<SignalOutcome> {
    let is_copy = usage.shows_copy();
    match (level, usage) {
        (UseLevel::Full, _) | (_, Usage::Crawl | Usage::Follow) => None,
        (_, Usage::AiInput | Usage::PresentOriginal | Usage::Other) => Some(SignalOutcome::Silent),
        (UseLevel::Immediate, _) => Some(SignalOutcome::Disallow),
        (UseLevel::Reference, _) if is_copy => Some(SignalOutcome::Disallow),
        (UseLevel::Reference, Usage::Preserve | Usage::Present | Usage::Mine | Usage::TrainAi) => {
            Some(SignalOutcome::Silent)
        }
        (UseLevel::Reference, _) => None,
    }
}

/// The statements that decide about a key: in robots.txt those on the longest path, and those of the
/// response.
fn deciding<V>(sources: &Sources<'_>, pick: impl Fn(&Stated) -> Option<V>) -> Vec<(V, SignalAt)> {
    let records = || sources.robots.into_iter().flat_map(|robots| &robots.signals);
    let stating = |record: &SignalRecord| record.stated.iter().any(|it| pick(it).is_some());
    let is_own = |record: &SignalRecord| is_own(sources, record);
    // What the groups of the crawler state hides what is outside any group, key by key (S-010).
    let is_hidden = records().any(|it| is_own(it) && stating(it));
    let applies = |it: &&SignalRecord| if is_hidden { is_own(it) } else { it.at.is_outside };
    let matching: Vec<(usize, &SignalRecord)> = records()
        .filter(applies)
        .filter(|it| stating(it))
        .filter_map(|record| Some((len(sources, record)?, record)))
        .collect();
    let longest = matching.iter().map(|(len, _)| *len).max();
    let decide = matching.into_iter().filter(|(len, _)| Some(*len) == longest);
    let mut all: Vec<(V, SignalAt)> = decide
        .filter_map(|(_, record)| {
            let value = record.stated.iter().find_map(&pick)?;
            Some((value, SignalAt::robots(record.at.at())))
        })
        .collect();
    let fields = sources.page.into_iter().flat_map(|page| &page.field_signals.stated);
    all.extend(fields.filter_map(|(stated, at)| Some((pick(stated)?, SignalAt::Page(*at)))));
    all
}

/// Whether a record is in a group that applies to the crawler.
fn is_own(sources: &Sources<'_>, record: &SignalRecord) -> bool {
    record.at.group.is_some_and(|group| sources.groups.has(group as usize))
}

/// How many bytes of path a record has, if it matches.
fn len(sources: &Sources<'_>, record: &SignalRecord) -> Option<usize> {
    let path = record.path.as_ref();
    path.map_or(Some(0), |path| path.len_where_it_matches(sources.target))
}

/// Names statements about other usages, where there are none about this one.
fn cite_others(sources: &Sources<'_>, ruling: &mut FamilyRuling) {
    let records = sources.robots.into_iter().flat_map(|robots| &robots.signals);
    let own = records.filter(|it| is_own(sources, it) || it.at.is_outside);
    for record in own.filter(|it| len(sources, it).is_some()) {
        ruling.cite(SignalAt::robots(record.at.at()), SignalEffect::Nothing);
    }
    let found = sources.page.into_iter().flat_map(|page| &page.field_signals.found);
    for (_, at) in found.filter(|(family, _)| *family == Family::ContentSignal) {
        ruling.cite(SignalAt::Page(*at), SignalEffect::Nothing);
    }
}

/// The order of statements: robots.txt before fields, then by line (S-107).
fn order(at: SignalAt) -> (u8, u32) {
    match at {
        SignalAt::Robots { line, .. } => (0, line),
        SignalAt::Page(At::Field { line, .. }) => (1, line),
        _ => (2, 0),
    }
}
