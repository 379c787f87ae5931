//! The rows of `signals`, and which families a site uses.

use placet::signals::{Families, Family, FamilyDecision, SignalEffect, SignalFiles};
use placet::syntax::robots::Key as RecordKey;
use placet::{Agent, AgentPolicy, AskedAt, Decision, RobotsPolicy};

use super::Audit;
use super::access::control_states;
use super::auditor::{Site, names};
use crate::tables::{Rows, SignalRow};

/// The agent of the rows for every crawler that no group names.
const EVERYONE: &str = "*";

/// What is known about the signals of a site before any question.
#[derive(Debug)]
pub(super) struct Signals<'c> {
    /// Families with a record in the file, or with a statement in another one.
    found: Vec<Family>,
    has_records: bool,
    files: Option<&'c SignalFiles>,
    /// The control tokens that state something about a path of the audit.
    controls: Vec<Agent>,
}

impl<'c> Signals<'c> {
    /// Those of a file with records of these families, and of other files.
    pub(super) fn of(found: Vec<Family>, files: Option<&'c SignalFiles>) -> Self {
        Self { has_records: !found.is_empty(), found, files, controls: Vec::new() }
    }

    /// Looks for control tokens of the audited crawlers.
    pub(super) fn find_controls(
        &mut self,
        policy: &RobotsPolicy,
        urls: &[String],
        has_acap: bool,
        audit: &Audit,
    ) {
        for token in &audit.controls {
            // With ACAP, a path can be open although a rule closes it.
            if has_acap || control_states(policy, token, urls) {
                self.controls.push(token.clone());
                if names(policy, token) && !self.found.contains(&Family::ControlToken) {
                    self.found.push(Family::ControlToken);
                }
            }
        }
    }

    /// Whether any family may state something to a crawler that no token controls.
    pub(super) fn exist(&self) -> bool {
        self.has_records || self.files.is_some()
    }

    pub(super) fn has_files(&self) -> bool {
        self.files.is_some()
    }

    pub(super) fn files(&self) -> Option<&'c SignalFiles> {
        self.files
    }

    pub(super) fn has_control(&self, token: &Agent) -> bool {
        self.controls.contains(token)
    }

    /// The names of the families that the site uses, of those that are read.
    pub(super) fn families(&self, read: Families) -> Vec<&'static str> {
        let is_found = |family: &Family| self.found.contains(family);
        read.iter().filter(is_found).map(Family::name).collect()
    }
}

/// The family that a record of this kind belongs to.
pub(super) fn family(kind: RecordKey) -> Option<Family> {
    match kind {
        RecordKey::ContentUsage => Some(Family::Aipref),
        RecordKey::ContentSignal => Some(Family::ContentSignal),
        RecordKey::License => Some(Family::Rsl),
        RecordKey::AllowAiTraining | RecordKey::DisallowAiTraining => Some(Family::AiTraining),
        _ => None,
    }
}

/// Adds the rows of a site: for every crawler that no group names, then for each crawler of the audit
/// that a group names or a token controls.
pub(super) fn push(site: &mut Site<'_>, audit: &Audit, rows: &mut Rows) {
    let Some(table) = &mut rows.signals else { return };
    let exist = site.signals.exist();
    if !exist && site.signals.controls.is_empty() {
        return;
    }
    let everyone = Agent::exact(EVERYONE);
    let all =
        std::iter::once(&everyone).filter(|_| exist).chain(audit.agents.iter().filter_map(|it| {
            let controlled =
                it.control.as_ref().is_some_and(|token| site.signals.has_control(token));
            let is_asked =
                controlled || exist && (it.control.is_some() || names(&site.policy, &it.agent));
            is_asked.then_some(&it.agent)
        }));
    let mut found = Vec::new();
    for agent in all {
        let view = site.policy.for_agent(agent).families(audit.families);
        let view = match site.signals.files {
            Some(files) => view.signal_files(files),
            None => view,
        };
        for row in statements(&view, &site.urls, audit) {
            table.push(site.key, agent.name(), &row.row);
            rows.bytes += site.key.len() + row.row.text.len() + 100;
            found.push(row.family);
        }
    }
    for family in found {
        // A token that no group names is not a signal of the site.
        if family != Family::ControlToken && !site.signals.found.contains(&family) {
            site.signals.found.push(family);
        }
    }
}

/// A row, with its family.
struct Stated {
    family: Family,
    row: SignalRow,
}

/// What the families state to one crawler.
fn statements(view: &AgentPolicy, urls: &[String], audit: &Audit) -> Vec<Stated> {
    let mut stated = Vec::new();
    for (path, url) in audit.paths.iter().zip(urls) {
        let Ok(target) = view.target(url) else { continue };
        for usage in &audit.signal_usages {
            let decision = view.decide_on(*usage, &target, &AskedAt::new());
            stated.extend(
                decision
                    .signals()
                    .map(|it| Stated { family: it.family(), row: row(path, &decision, &it) }),
            );
        }
    }
    stated
}

fn row(path: &str, decision: &Decision, stated: &FamilyDecision<'_>) -> SignalRow {
    let family = stated.family();
    let deciding = stated.refusal().or_else(|| {
        let mut statements: Vec<_> = stated.statements().collect();
        let allows = statements.iter().position(|it| it.effect() == SignalEffect::Allows);
        (!statements.is_empty()).then(|| statements.swap_remove(allows.unwrap_or(0)))
    });
    let contradicts = decision.contradictions().iter().filter_map(|it| {
        let other = if it.allow == family { Some(it.disallow) } else { None };
        other.or((it.disallow == family).then_some(it.allow)).map(Family::name)
    });
    let line = deciding.as_ref().map_or(0, |it| i32::try_from(it.line()).unwrap_or(i32::MAX));
    SignalRow {
        path: path.to_owned(),
        usage: decision.usage().name(),
        family: family.name(),
        outcome: stated.outcome().name(),
        file: deciding.as_ref().map_or_else(String::new, |it| it.source_name().to_owned()),
        line,
        text: deciding.map_or_else(String::new, |it| it.text().to_owned()),
        conditions: stated.conditions().map(ToString::to_string).collect(),
        contradicts: contradicts.collect(),
    }
}
