//! What a crawler may do with the root of a site, by its signals.

use placet::{AgentPolicy, AskedAt, Decision, Usage};
use serde::Serialize;

use crate::screen::shown;

/// The columns of the table.
pub(super) const HEAD: [&str; 5] = ["agent", "train-ai", "ai-input", "mine", "index"];

/// The usages of the columns.
const USAGES: [Usage; 4] = [Usage::TrainAi, Usage::AiInput, Usage::Mine, Usage::Index];

/// Whether records with this key are signals.
pub(super) fn is_signal(key: &str) -> bool {
    let keys =
        ["Content-Usage", "Content-Signal", "License", "DisallowAITraining", "AllowAITraining"];
    keys.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// Whether a group for this name is about the use of content that other crawlers fetch.
pub(super) fn is_control_token(name: &str) -> bool {
    placet_crawlers::known(name).is_some_and(placet_crawlers::KnownCrawler::is_control_token)
}

/// What a crawler may do with `/`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct UsesRecord {
    agent: String,
    uses: Vec<UseRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct UseRecord {
    usage: &'static str,
    verdict: &'static str,
    conditions: Vec<String>,
}

impl UsesRecord {
    /// The uses of a crawler; `None` if its policy has no URL `/`.
    pub(super) fn new(agent: &str, policy: &AgentPolicy) -> Option<Self> {
        let target = policy.target("/").ok()?;
        let decide = |usage| policy.decide_on(usage, &target, &AskedAt::new());
        let uses = USAGES.iter().map(|&usage| UseRecord::new(&decide(usage))).collect();
        Some(Self { agent: agent.to_owned(), uses })
    }

    /// The row of the table.
    pub(super) fn row(&self) -> [String; 5] {
        let mut row =
            [shown(&self.agent), String::new(), String::new(), String::new(), String::new()];
        for (cell, used) in row.iter_mut().skip(1).zip(&self.uses) {
            *cell = match &*used.conditions {
                [] => used.verdict.to_owned(),
                conditions => format!("{}: {}", used.verdict, shown(&conditions.join(", "))),
            };
        }
        row
    }
}

impl UseRecord {
    fn new(decision: &Decision) -> Self {
        Self {
            usage: decision.usage().name(),
            verdict: decision.verdict().name(),
            conditions: decision.conditions().iter().map(ToString::to_string).collect(),
        }
    }
}
