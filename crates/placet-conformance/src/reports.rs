//! What an answer reports about signals (signals-law §14).

use std::collections::BTreeMap;

use placet::Decision;
use placet::signals::SignalOutcome;
use serde::Deserialize;

/// Checks on what an answer reports about signals, each optional.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reports {
    /// The statement that decides where a signal prohibits, also through `mine`.
    #[serde(default)]
    pub by: Option<SignalBy>,
    /// The outcome of families for the usage asked about; a family that is not reported is silent.
    #[serde(default)]
    pub families: BTreeMap<String, String>,
    /// Each family that allows, with one that disallows.
    #[serde(default)]
    pub contradictions: Option<Vec<(String, String)>>,
    /// Kinds of problems that are among those reported.
    #[serde(default)]
    pub problems: Vec<String>,
    /// The policy of a reservation.
    #[serde(default)]
    pub policy: Option<String>,
}

/// A deciding statement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalBy {
    /// Its family.
    pub family: String,
    /// Its source, as signals-law §14 names it.
    pub source: String,
    /// Its line.
    pub line: usize,
}

impl Reports {
    /// In what a decision reports something else, a line each.
    pub fn differences(&self, decision: &Decision) -> Vec<String> {
        let mut differences = Vec::new();
        let mut check = |what: &str, is_right: bool, got: String| {
            if !is_right {
                differences.push(format!("{what}: got {got}"));
            }
        };
        if self.by.is_some() {
            let by = decision.refusing_signals().next().and_then(|it| {
                let refusal = it.refusal()?;
                let source = refusal.source_name().to_owned();
                Some(SignalBy { family: it.family().to_string(), source, line: refusal.line() })
            });
            check("by", by == self.by, format!("{by:?}"));
        }
        for (family, outcome) in &self.families {
            let found = decision.signals().find(|it| it.family().name() == family);
            let found = found.map_or(SignalOutcome::Silent, |it| it.outcome()).name();
            check(family, found == outcome, found.to_owned());
        }
        if let Some(expected) = &self.contradictions {
            let found: Vec<(String, String)> = decision
                .contradictions()
                .iter()
                .map(|it| (it.allow.to_string(), it.disallow.to_string()))
                .collect();
            check("contradictions", found == *expected, format!("{found:?}"));
        }
        let kinds: Vec<&str> =
            decision.signal_problems().iter().map(|it| it.kind().name()).collect();
        for problem in &self.problems {
            check(problem, kinds.contains(&problem.as_str()), format!("{kinds:?}"));
        }
        if self.policy.is_some() {
            let policy = decision.refusing_signals().find_map(|it| it.policy().map(str::to_owned));
            check("policy", policy == self.policy, format!("{policy:?}"));
        }
        differences
    }
}
