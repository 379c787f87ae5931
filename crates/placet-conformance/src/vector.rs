//! The format of the vectors: one JSON object per line (`conformance/README.md` lists the keys).

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reports::Reports;

/// A question and its expected answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Vector {
    /// A unique name that states the fact.
    pub id: String,
    /// The requirement it tests, such as `F-03`.
    pub requirement: String,
    /// The profile that is followed.
    #[serde(default = "full")]
    pub profile: String,
    /// The robots.txt in base64; if present, it replaces the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_b64: Option<String>,
    /// The robots.txt as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots: Option<String>,
    /// The robots.txt as texts, each repeated.
    #[serde(skip_serializing, default)]
    robots_parts: Vec<(String, usize)>,
    /// The crawler: a product token or a whole `User-Agent` value.
    pub agent: String,
    /// What the crawler wants to do.
    pub usage: String,
    /// The URL it asks about.
    pub url: String,
    /// All other keys of the question, unchanged.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
    /// The expected answer.
    #[serde(skip_serializing)]
    pub expected: Expected,
    /// What the answer reports about signals.
    #[serde(skip_serializing, default)]
    pub reports: Option<Reports>,
    /// Why that answer is right.
    #[serde(skip_serializing)]
    pub why: String,
}

/// The expected answer to a vector.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Whether the usage is permitted.
    pub allowed: bool,
    /// What decides. Vectors of signals leave it out and name it in their `reports`.
    #[serde(default)]
    pub by: Option<By>,
    /// The conditions, as `type=value`, in any order.
    #[serde(default)]
    pub qualifiers: Vec<String>,
}

/// What decides: a statement, or a rule of law that applies when no statement does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    /// The source of the deciding statement; `None` if no statement decides.
    #[serde(default)]
    pub source: Option<String>,
    /// Its line, or which of the header lines of that name it is on, counted from 1.
    #[serde(default)]
    pub line: Option<usize>,
    /// The statement as written. An expected answer has it where one line can contain several
    /// statements: in headers and pages.
    #[serde(default)]
    pub text: Option<String>,
    /// The name of the reason code, such as `longest` or `nothing-matched`.
    pub code: String,
}

impl By {
    /// Whether an answer names the same; a text that is not given is not compared.
    pub fn is_met_by(&self, other: &Self) -> bool {
        let text = self.text.is_none() || self.text == other.text;
        text && (&self.source, self.line, &self.code) == (&other.source, other.line, &other.code)
    }
}

impl Expected {
    /// Whether an answer is this one.
    pub fn is_met_by(&self, answer: &Answered) -> bool {
        let mut qualifiers = self.qualifiers.clone();
        qualifiers.sort();
        self.allowed == answer.allowed
            && qualifiers == answer.conditions
            && self.by.as_ref().is_none_or(|by| by.is_met_by(&answer.by))
    }
}

/// What a surface answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Whether the usage is permitted.
    pub allowed: bool,
    /// What decided.
    pub by: By,
    /// The conditions, sorted.
    pub conditions: Vec<String>,
}

fn full() -> String {
    "full".to_owned()
}

impl Vector {
    /// The text of a key of the question.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.more.get(key)?.as_str()
    }

    /// A text of the question: a string, or texts that are each repeated, `[[text, times], …]`.
    pub fn long_text(&self, key: &str) -> Option<String> {
        self.more.get(key).and_then(long_text)
    }

    /// The header lines of the page's response, as name and value.
    pub fn headers(&self) -> impl Iterator<Item = (String, String)> {
        let lines = self.more.get("headers").and_then(Value::as_array);
        lines.into_iter().flatten().map(|line| {
            let part = |at: usize| line.get(at).and_then(long_text).unwrap_or_default();
            (part(0), part(1))
        })
    }

    /// The bytes of the robots.txt.
    ///
    /// # Panics
    /// If the vector has no robots.txt, or its base64 is invalid: the vector is wrong.
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

/// All of the project's own vectors.
///
/// # Errors
/// If a file cannot be read, or one of its lines is not a vector.
pub fn all_vectors() -> io::Result<Vec<Vector>> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        all.extend(vectors(folder)?);
    }
    Ok(all)
}

/// The folders of `conformance/`.
const FOLDERS: [&str; 4] = ["rep", "acap", "robots-tag", "signals"];

/// The project's own vectors in `conformance/PATH`, a file or a folder, file by file.
///
/// # Errors
/// If the path or a file cannot be read, or a line is not a vector.
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
            let vector = parse(line).map_err(|error| {
                io::Error::other(format!("{}:{}: {error}", file.display(), at + 1))
            })?;
            vectors.push(vector);
        }
    }
    Ok(vectors)
}

fn parse(line: &str) -> Result<Vector, String> {
    let mut vector: Vector = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match &vector.expected.by {
        Some(by) => check(&vector, by)?,
        // Those of signals name it in `reports`.
        None if vector.requirement.starts_with("S-") => {}
        None => return Err("missing field `by`".to_owned()),
    }
    if !vector.robots_parts.is_empty() {
        let parts = vector.robots_parts.iter();
        vector.robots = Some(parts.map(|(text, times)| text.repeat(*times)).collect());
    }
    Ok(vector)
}

/// Whether a vector gives what decides in the form that it has.
fn check(vector: &Vector, By { source, line, text, .. }: &By) -> Result<(), String> {
    if source.is_some() != line.is_some() {
        return Err("`by` has only one of `source` and `line`".to_owned());
    }
    // Lines of robots.txt have one statement each.
    let has_lines = source.as_deref().is_none_or(|source| {
        let pages = ["page", "rendered page"];
        !pages.contains(&source) && vector.headers().all(|(name, _)| name != source)
    });
    if text.is_some() == has_lines {
        return Err("`by` has a `text` exactly where it names a header or a page".to_owned());
    }
    Ok(())
}

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(by: &str) -> Result<Vector, String> {
        parse(&format!(
            r#"{{"id": "i", "requirement": "F-01", "robots": "", "headers": [["Robots-Tag", "noindex"]],
            "agent": "a", "usage": "crawl", "url": "/", "expected": {{"allowed": true {by}}}, "why": "w"}}"#
        ))
    }

    #[test]
    fn a_vector_names_what_decides() {
        assert!(vector("").unwrap_err().contains("missing field `by`"));
        assert!(vector(r#", "by": "longest""#).is_err());
        assert!(vector(r#", "by": {"source": "robots.txt", "code": "longest"}"#).is_err());
        assert!(
            vector(r#", "by": {"source": "Robots-Tag", "line": 1, "code": "restricted"}"#).is_err()
        );
        assert_eq!(
            vector(r#", "by": {"code": "silence"}"#).unwrap().expected.by.unwrap().code,
            "silence"
        );
    }

    #[test]
    fn what_decides_is_compared_as_far_as_it_is_given() {
        let by = |source: Option<&str>, line, text: Option<&str>, code: &str| By {
            source: source.map(str::to_owned),
            line,
            text: text.map(str::to_owned),
            code: code.to_owned(),
        };
        let answered = by(Some("page"), Some(1), Some("<meta>"), "page");
        assert!(by(Some("page"), Some(1), None, "page").is_met_by(&answered));
        assert!(!by(Some("page"), Some(2), None, "page").is_met_by(&answered));
        assert!(!by(Some("page"), Some(1), Some("<p>"), "page").is_met_by(&answered));
        assert!(!by(Some("rendered page"), Some(1), None, "page").is_met_by(&answered));
        assert!(!by(None, None, None, "page").is_met_by(&answered));
        assert!(!by(Some("page"), Some(1), None, "element").is_met_by(&answered));
    }
}
