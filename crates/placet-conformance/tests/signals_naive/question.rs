//! What is asked and what is answered, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A crawler's question about one usage of one URL. Its JSON form is that of the vectors.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Question {
    pub(crate) robots: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) headers: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rendered: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tdmrep: Option<String>,
    /// URL to the text of the document.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) rsl: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trust_txt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ai_txt: Option<String>,
    /// The families that are read; `None`: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) signals: Option<Vec<String>>,
    pub(crate) agent: String,
    pub(crate) usage: String,
    pub(crate) url: String,
    /// `full` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<String>,
    /// Condition types that the crawler honours, and, with `!`, those that it cannot honour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) honours: Vec<String>,
}

/// The answer: `expected` and `reports` of the vectors in one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Answer {
    pub(crate) allowed: bool,
    /// As `type=value`; none where the usage is prohibited.
    pub(crate) conditions: BTreeSet<String>,
    /// The statement that decided, where the first step that prohibits is a signal, or `mine`
    /// that a signal prohibits.
    pub(crate) by: Option<Statement>,
    /// `allow` and `disallow` for the usage asked; a family that is not here is silent.
    pub(crate) families: BTreeMap<String, String>,
    /// The family that allows and the family that disallows, for each pair.
    pub(crate) contradictions: BTreeSet<(String, String)>,
    /// Kinds of problems that have to be reported. There may be more: problems of groups for
    /// other crawlers and of families that do not speak about the usage are not listed.
    pub(crate) problems: BTreeSet<String>,
    /// The policy of a reservation for text and data mining.
    pub(crate) policy: Option<String>,
}

/// Where the words of a family are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Statement {
    pub(crate) family: String,
    pub(crate) source: String,
    pub(crate) line: usize,
}
