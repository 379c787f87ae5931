//! Test cases of other projects and real files, in a folder `shared` next to the checkout.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use crate::vector::root;

/// A case recorded from another project's own test run.
#[derive(Debug, Clone, Deserialize)]
pub struct Foreign {
    /// The test it was recorded from.
    pub name: String,
    robots: String,
    #[serde(default)]
    robots_b64: Option<String>,
    /// The crawler's name.
    pub agent: String,
    /// The URL.
    pub url: String,
    /// Whether that project allows it.
    pub expected: bool,
}

impl Foreign {
    /// The bytes of the robots.txt.
    ///
    /// # Errors
    /// If the base64 is invalid.
    pub fn robots(&self) -> io::Result<Vec<u8>> {
        match &self.robots_b64 {
            Some(encoded) => STANDARD.decode(encoded).map_err(io::Error::other),
            None => Ok(self.robots.clone().into_bytes()),
        }
    }
}

/// The cases of a suite; `None` if the file is missing, which reports the test as skipped.
///
/// # Errors
/// If the file exists and cannot be read.
pub fn foreign(suite: &str) -> io::Result<Option<Vec<Foreign>>> {
    let Some(path) = find(&format!("vectors/foreign/{suite}.jsonl")) else { return Ok(None) };
    let text = fs::read_to_string(path)?;
    let cases = text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other));
    some(cases.collect::<io::Result<_>>()?)
}

/// The vectors of a file in `shared/vectors`, as written; `None` if it is missing, which reports the
/// test as skipped.
///
/// # Errors
/// If the file exists and cannot be read.
pub fn vectors(name: &str) -> io::Result<Option<Vec<Value>>> {
    let Some(path) = find(&format!("vectors/{name}.jsonl")) else { return Ok(None) };
    some(objects(&path)?)
}

/// The JSON objects of a file, one per line.
///
/// # Errors
/// If the file cannot be read, or a line is not JSON.
pub fn objects(path: &Path) -> io::Result<Vec<Value>> {
    let text = fs::read_to_string(path)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other)).collect()
}

/// A real file: its name and its bytes.
pub type RealFile = (String, Vec<u8>);

/// The real files of an archive, by name; `None` if the archive is missing, which reports the test
/// as skipped.
///
/// # Errors
/// If the archive exists and cannot be read.
pub fn corpus(name: &str) -> io::Result<Option<Vec<RealFile>>> {
    let Some(path) = find(&format!("corpus/{name}.tar.zst")) else { return Ok(None) };
    let packed = fs::read(path)?;
    let unpacked =
        ruzstd::decoding::StreamingDecoder::new(packed.as_slice()).map_err(io::Error::other)?;
    let mut files = Vec::new();
    for entry in tar::Archive::new(unpacked).entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            let name = entry.path()?.display().to_string();
            let mut text = Vec::new();
            entry.read_to_end(&mut text)?;
            files.push((name, text));
        }
    }
    some(files)
}

/// A test over nothing would pass, so nothing is an error.
fn some<T>(items: Vec<T>) -> io::Result<Option<Vec<T>>> {
    if items.is_empty() { Err(io::Error::other("it is empty")) } else { Ok(Some(items)) }
}

fn find(path: &str) -> Option<PathBuf> {
    let found = root().join("../shared").join(path);
    if found.exists() {
        return Some(found);
    }
    placet_testing::skip(&format!("no shared/{path} next to the checkout"));
    None
}
