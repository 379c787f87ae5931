//! From what is written at the prompt to inputs: files, folders, patterns.

use std::path::{Path, PathBuf};

use super::Input;
use super::folder::children;

/// The ends of the names of files that contain many captures.
const CONTAINERS: [&str; 12] = [
    ".warc",
    ".warc.gz",
    ".parquet",
    ".jsonl",
    ".jsonl.gz",
    ".ndjson",
    ".ndjson.gz",
    ".tar",
    ".tar.gz",
    ".tgz",
    ".tar.zst",
    ".json",
];

/// Nothing is there to read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoInput {
    /// A file or folder does not exist.
    #[error("cannot read {0}: it does not exist")]
    Missing(String),
    /// A pattern matches no file.
    #[error("no file matches {0}")]
    NoMatch(String),
}

/// Whether a file contains many captures, by its name.
pub(super) fn is_container(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy().to_ascii_lowercase());
    name.is_some_and(|name| CONTAINERS.iter().any(|end| name.ends_with(end)))
}

/// The inputs that a path names: a file, standard input for `-`, the containers below a folder and then
/// its other files as one input, or all files that match a pattern with `*`, `?` and `**`. The order is
/// that of the paths.
///
/// # Errors
/// If nothing is there.
pub fn expand(written: &Path) -> Result<Vec<Input>, NoInput> {
    let text = written.to_string_lossy();
    if text == "-" {
        return Ok(vec![Input::stdin()]);
    }
    if !written.exists() && text.contains(['*', '?']) {
        let mut found = Vec::new();
        let start = if written.is_absolute() { PathBuf::from("/") } else { PathBuf::new() };
        let parts: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
        collect(&start, &parts, &mut found);
        if found.is_empty() {
            return Err(NoInput::NoMatch(text.into_owned()));
        }
        found.sort();
        found.dedup();
        return Ok(found.into_iter().flat_map(|path| inputs(&path)).collect());
    }
    if !written.exists() {
        return Err(NoInput::Missing(text.into_owned()));
    }
    Ok(inputs(written))
}

/// The inputs of a file or folder.
fn inputs(path: &Path) -> Vec<Input> {
    if !path.is_dir() {
        return vec![Input::file(path)];
    }
    let (mut containers, mut left, mut has_others) = (Vec::new(), vec![path.to_owned()], false);
    while let Some(path) = left.pop() {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            // A folder that is unreadable becomes a row when the input is read.
            match children(&path) {
                Ok(children) => left.extend(children.into_iter().rev()),
                Err(_) => has_others = true,
            }
        } else if is_container(&path) {
            containers.push(Input::file(path));
        } else {
            has_others = true;
        }
    }
    if has_others {
        containers.push(Input::folder(path.to_owned()));
    }
    containers
}

/// Collects the paths below a folder that match the parts of a pattern.
fn collect(folder: &Path, parts: &[&str], found: &mut Vec<PathBuf>) {
    let Some((part, rest)) = parts.split_first() else {
        found.push(folder.to_owned());
        return;
    };
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if *part == "**" {
        collect(folder, rest, found);
        let folders = children(listed).unwrap_or_default();
        for child in folders.into_iter().filter(|it| it.is_dir() && !it.is_symlink()) {
            collect(&folder.join(child.file_name().unwrap_or_default()), parts, found);
        }
    } else if part.contains(['*', '?']) {
        for child in children(listed).unwrap_or_default() {
            let name = child.file_name().unwrap_or_default();
            if matches(part.as_bytes(), name.as_encoded_bytes()) {
                let child = folder.join(name);
                if rest.is_empty() || child.is_dir() {
                    collect(&child, rest, found);
                }
            }
        }
    } else {
        let child = folder.join(part);
        if child.exists() {
            collect(&child, rest, found);
        }
    }
}

/// Whether a pattern with `*` and `?` matches a name, in at most their product of steps: only the last
/// `*` is tried again.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut of, mut star) = (0, 0, None);
    while let Some(byte) = name.get(of) {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(it) if *it == b'?' || it == byte => (at, of) = (at + 1, of + 1),
            _ => match star {
                Some((place, tried)) => {
                    star = Some((place, tried + 1));
                    (at, of) = (place + 1, tried + 1);
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names() {
        for (pattern, name, expected) in [
            ("*.warc.gz", "a.warc.gz", true),
            ("*.warc.gz", "a.warc", false),
            ("a?c*", "abcd", true),
            ("*a*b", "xaxbxb", true),
            ("a", "ab", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }
}
