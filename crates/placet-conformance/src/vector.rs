//! The format of the vectors: one JSON object a line.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reports::Reports;

/// A question and its right answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Vector {
    /// A unique name that says the fact.
    pub id: String,
    /// The requirement it shows, `F-03`.
    pub requirement: String,
    /// Whose rules are followed.
    #[serde(default = "full")]
    pub profile: String,
    /// The robots.txt in base64, the authority where present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_b64: Option<String>,
    /// The robots.txt as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots: Option<String>,
    /// The robots.txt as texts, each repeated.
    #[serde(skip_serializing, default)]
    robots_parts: Vec<(String, usize)>,
    /// The crawler's name or `User-Agent` field.
    pub agent: String,
    /// What it wants to do.
    pub usage: String,
    /// With what.
    pub url: String,
    /// Everything else that the question says, as it stands.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
    /// The right answer.
    #[serde(skip_serializing)]
    pub expected: Expected,
    /// What the answer reports about signals.
    #[serde(skip_serializing, default)]
    pub reports: Option<Reports>,
    /// Why it is right.
    #[serde(skip_serializing)]
    pub why: String,
}

/// The right answer to a vector. What it leaves open is not compared.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Whether the use is permitted.
    pub allowed: bool,
    /// The line that decides, if one does; compared where a ground is given.
    #[serde(default)]
    pub line: Option<usize>,
    /// On what ground.
    #[serde(default)]
    pub by: Option<String>,
    /// The conditions, as `type=value`, in any order.
    #[serde(default)]
    pub qualifiers: Vec<String>,
}

impl Expected {
    /// Whether an answer is this one.
    pub fn is_met_by(&self, answer: &Answered) -> bool {
        let mut qualifiers = self.qualifiers.clone();
        qualifiers.sort();
        let ground = self
            .by
            .as_deref()
            .is_none_or(|by| (by, self.line) == (answer.by.as_str(), answer.line));
        self.allowed == answer.allowed && qualifiers == answer.conditions && ground
    }
}

/// What a surface answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Whether the use is permitted.
    pub allowed: bool,
    /// The line that decides, if one does.
    pub line: Option<usize>,
    /// On what ground.
    pub by: String,
    /// The conditions, sorted.
    pub conditions: Vec<String>,
}

fn full() -> String {
    "full".to_owned()
}

impl Vector {
    /// A key of the question as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.more.get(key)?.as_str()
    }

    /// A text of the question: a string, or texts that are each repeated, `[[text, times], …]`.
    pub fn long_text(&self, key: &str) -> Option<String> {
        self.more.get(key).and_then(long_text)
    }

    /// The bytes of the robots.txt.
    ///
    /// # Panics
    /// When the vector has no robots.txt, or one that is no base64: then the vector is wrong.
    #[expect(clippy::panic, reason = "a vector that cannot be read must not pass in silence")]
    pub fn robots(&self) -> Vec<u8> {
        match (&self.robots_b64, &self.robots) {
            (Some(encoded), _) => STANDARD
                .decode(encoded)
                .unwrap_or_else(|error| panic!("{}: robots_b64: {error}", self.id)),
            (None, Some(text)) => text.as_bytes().to_vec(),
            (None, None) => panic!("{}: no robots.txt", self.id),
        }
    }
}

/// A string, or texts that are each repeated, `[[text, times], …]`.
pub(crate) fn long_text(value: &Value) -> Option<String> {
    let part = |part: &Value| {
        let times = usize::try_from(part.get(1)?.as_u64()?).ok()?;
        Some(part.get(0)?.as_str()?.repeat(times))
    };
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => parts.iter().map(part).collect(),
        _ => None,
    }
}

/// The project's own vectors at or below `conformance/PATH`, file by file.
///
/// # Errors
/// When the path or a file cannot be read, or a line is no vector.
pub fn vectors(path: &str) -> io::Result<Vec<Vector>> {
    let path = root().join("conformance").join(path);
    let mut files: Vec<PathBuf> = if path.is_dir() {
        let entries = fs::read_dir(&path)?.map(|entry| entry.map(|entry| entry.path()));
        entries.collect::<io::Result<_>>()?
    } else {
        vec![path]
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        for (at, line) in fs::read_to_string(&file)?.lines().enumerate() {
            let mut vector: Vector = serde_json::from_str(line).map_err(|error| {
                io::Error::other(format!("{}:{}: {error}", file.display(), at + 1))
            })?;
            if !vector.robots_parts.is_empty() {
                let parts = vector.robots_parts.iter();
                vector.robots = Some(parts.map(|(text, times)| text.repeat(*times)).collect());
            }
            vectors.push(vector);
        }
    }
    Ok(vectors)
}

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
