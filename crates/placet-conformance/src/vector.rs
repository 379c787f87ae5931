//! The format of the vectors: one JSON object a line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// A question and its right answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Vector {
    /// A unique name that says the fact.
    pub id: String,
    /// The requirement it shows, `F-03`.
    pub requirement: String,
    /// Whose rules are followed.
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
    /// The right answer.
    #[serde(skip_serializing)]
    pub expected: Expected,
    /// Why it is right.
    #[serde(skip_serializing)]
    pub why: String,
}

/// The right answer to a vector.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Whether the use is permitted.
    pub allowed: bool,
    /// The line that decides, if one does.
    pub line: Option<usize>,
    /// On what ground.
    pub by: String,
}

impl Vector {
    /// The octets of the robots.txt.
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

/// The project's own vectors below `conformance/FOLDER`, file by file.
///
/// # Errors
/// When the folder or a file cannot be read, or a line is no vector.
pub fn vectors(folder: &str) -> io::Result<Vec<Vector>> {
    let folder = root().join("conformance").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
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
