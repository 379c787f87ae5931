//! Changes as JSON.

use placet::Decision;
use placet::compare::{Audience, Change, Changes, Effect, Member, Unfinished};
use placet::explain::Reason;
use serde::Serialize;

use super::counts::{Counts, CountsJson};
use super::{FileNames, count, entries};

/// How two files differ in effect.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Difference {
    old: String,
    new: String,
    complete: bool,
    /// Why there may be more changes.
    undetermined: Vec<&'static str>,
    crawlers_unlisted: usize,
    usages: Vec<&'static str>,
    /// The number of changes that close something; as in the text, a change that is the same for
    /// several audiences counts once.
    closes: usize,
    opens: usize,
    conditions: usize,
    audiences: Vec<AudienceJson>,
    /// What changes without changing a decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// The licences that the files refer to and that were not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_compared: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<CountsJson>,
}

/// Crawlers that each file treats alike.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct AudienceJson {
    crawlers: Vec<String>,
    others: bool,
    complete: bool,
    closed_before: &'static str,
    closed_after: &'static str,
    changes: Vec<ChangeJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ChangeJson {
    effect: &'static str,
    usages: Vec<&'static str>,
    pattern: String,
    entire: bool,
    rest: bool,
    path: String,
    before: SideJson,
    after: SideJson,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct SideJson {
    verdict: &'static str,
    conditions: Vec<String>,
    ground: &'static str,
    lines: Vec<LineJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LineJson {
    source: String,
    line: usize,
    text: String,
}

impl Difference {
    /// The changes, and the counts over a list of URLs.
    pub fn new(changes: &Changes, names: &FileNames, counts: Option<&Counts<'_>>) -> Self {
        let entries = entries(changes);
        let is_listed = |it: &&Audience| !it.changes().is_empty() || !it.is_complete();
        Self {
            old: names.old.clone(),
            new: names.new.clone(),
            complete: changes.is_complete(),
            undetermined: changes.unfinished().map(Unfinished::name).collect(),
            crawlers_unlisted: changes.unlisted(),
            usages: changes.usages().iter().map(|usage| usage.name()).collect(),
            closes: count(&entries, Effect::Closes),
            opens: count(&entries, Effect::Opens),
            conditions: count(&entries, Effect::Conditions),
            audiences: changes.audiences().iter().filter(is_listed).map(audience).collect(),
            also: Vec::new(),
            not_compared: Vec::new(),
            urls: counts.map(Counts::json),
        }
    }

    /// Adds the licences that were not compared.
    #[must_use]
    pub fn with_not_compared(mut self, urls: Vec<String>) -> Self {
        self.not_compared = urls;
        self
    }

    /// Adds what changes without changing a decision.
    #[must_use]
    pub fn with_also(self, also: Vec<String>) -> Self {
        Self { also, ..self }
    }
}

fn audience(audience: &Audience) -> AudienceJson {
    let (before, after) = audience.closed();
    AudienceJson {
        crawlers: audience.members().iter().map(ToString::to_string).collect(),
        others: audience.members().iter().any(Member::is_others),
        complete: audience.is_complete(),
        closed_before: before.name(),
        closed_after: after.name(),
        changes: audience.changes().iter().map(change).collect(),
    }
}

fn change(change: &Change) -> ChangeJson {
    ChangeJson {
        effect: change.effect().name(),
        usages: change.usages().iter().map(|usage| usage.name()).collect(),
        pattern: change.pattern().to_owned(),
        entire: change.is_entire(),
        rest: change.is_rest(),
        path: change.path().to_owned(),
        before: side(change.before()),
        after: side(change.after()),
    }
}

fn side(decision: &Decision) -> SideJson {
    let line = |reason: Reason<'_>| {
        let source = reason.source().to_string();
        Some(LineJson { source, line: reason.line()?, text: reason.text()?.to_owned() })
    };
    SideJson {
        verdict: decision.verdict().name(),
        conditions: decision.conditions().iter().map(ToString::to_string).collect(),
        ground: decision.code().name(),
        lines: decision.reasons().filter(Reason::decides).filter_map(line).collect(),
    }
}
