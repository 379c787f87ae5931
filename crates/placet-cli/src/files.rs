//! Expands arguments to files: files, directories and glob patterns.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};

use crate::input;

/// Which files of a directory to use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filter {
    matches: fn(&OsStr) -> bool,
    /// What the files are, for messages.
    noun: &'static str,
}

/// All files.
pub(crate) const ALL: Filter = Filter { matches: |_| true, noun: "files" };

/// Files with names like `robots.txt` and `example.com.robots.txt`.
pub(crate) const ROBOTS: Filter = Filter {
    matches: |name| name.to_string_lossy().to_ascii_lowercase().ends_with("robots.txt"),
    noun: "files whose names end in robots.txt; a quoted pattern such as 'sites/**/*.txt' selects others",
};

/// The files that an argument names, in order, and the errors.
///
/// An existing path names itself, whatever characters it contains. A directory means the files below
/// it that pass the filter, except hidden ones. Otherwise a path with `*`, `?` or `[` is a glob.
pub(crate) fn expand(path: &Path, filter: Filter) -> Vec<Result<PathBuf>> {
    if input::is_stdin(path) || !is_many(path) {
        // The caller finds out whether it is readable.
        return vec![Ok(path.to_owned())];
    }
    let mut found = Found { filter, files: BTreeSet::new(), errors: Vec::new() };
    if path.is_dir() {
        found.walk(path);
    } else {
        found.match_all(path);
    }
    if found.files.is_empty() && found.errors.is_empty() {
        let shown = path.display();
        found.errors.push(if path.is_dir() {
            anyhow!("{shown} contains no {}", filter.noun)
        } else {
            anyhow!("{shown} is not a file and matches none")
        });
    }
    let errors = found.errors.into_iter().map(Err);
    found.files.into_iter().map(Ok).chain(errors).collect()
}

/// Whether an argument can mean several files.
pub(crate) fn is_many(path: &Path) -> bool {
    path.is_dir() || (!path.exists() && is_glob(path))
}

fn is_glob(path: &Path) -> bool {
    path.to_str().is_some_and(|it| it.contains(['*', '?', '[']))
}

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

#[derive(Debug)]
struct Found {
    filter: Filter,
    files: BTreeSet<PathBuf>,
    errors: Vec<Error>,
}

impl Found {
    /// The entries of a folder, in order.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let path = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let read = || -> std::io::Result<Vec<PathBuf>> {
            let names = fs::read_dir(path)?.map(|entry| entry.map(|it| it.file_name()));
            names.map(|name| name.map(|name| folder.join(name))).collect()
        };
        match read().with_context(|| format!("cannot read {}", path.display())) {
            Ok(mut entries) => {
                entries.sort();
                entries
            }
            Err(error) => {
                self.errors.push(error);
                Vec::new()
            }
        }
    }

    /// The subfolders to search: no hidden ones, and no symbolic links, which could form cycles.
    fn folders(&mut self, folder: &Path) -> Vec<PathBuf> {
        let is_searched = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(is_hidden);
            !is_hidden && path.symlink_metadata().is_ok_and(|it| it.is_dir())
        };
        self.entries(folder).into_iter().filter(is_searched).collect()
    }

    /// Adds the files below a folder.
    fn walk(&mut self, folder: &Path) {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let matches = self.filter.matches;
            let is_wanted = |path: &PathBuf| {
                path.file_name().is_some_and(|it| !is_hidden(it) && matches(it)) && path.is_file()
            };
            let files = self.entries(&folder).into_iter().filter(is_wanted);
            self.files.extend(files.collect::<Vec<_>>());
            folders.extend(self.folders(&folder));
        }
    }

    /// Adds the files that match a glob, and the files below folders that match.
    fn match_all(&mut self, glob: &Path) {
        let mut paths = BTreeSet::from([PathBuf::new()]);
        for part in glob.components() {
            let before = std::mem::take(&mut paths);
            let Component::Normal(name) = part else {
                paths.extend(before.into_iter().map(|path| path.join(part)));
                continue;
            };
            let pattern: Vec<char> = name.to_string_lossy().chars().collect();
            if pattern == ['*', '*'] {
                paths = self.below(before);
                continue;
            }
            for path in before {
                if !is_glob(Path::new(name)) {
                    paths.insert(path.join(name));
                } else if path.as_os_str().is_empty() || path.is_dir() {
                    let is_match = |it: &PathBuf| {
                        it.file_name().is_some_and(|it| matches(&pattern, &it.to_string_lossy()))
                    };
                    paths.extend(self.entries(&path).into_iter().filter(is_match));
                }
            }
        }
        for path in paths {
            if path.is_dir() {
                self.walk(&path);
            } else if path.exists() {
                self.files.insert(path);
            }
        }
    }

    /// These folders and all folders below them.
    fn below(&mut self, folders: BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let mut all = BTreeSet::new();
        let mut next: Vec<PathBuf> = folders.into_iter().collect();
        while let Some(folder) = next.pop() {
            if folder.as_os_str().is_empty() || folder.is_dir() {
                next.extend(self.folders(&folder));
            }
            all.insert(folder);
        }
        all
    }
}

/// Whether a name matches a pattern of `*`, `?` and `[…]`. A name that starts with a dot matches only
/// a pattern that does too.
fn matches(pattern: &[char], name: &str) -> bool {
    if name.starts_with('.') && pattern.first() != Some(&'.') {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut on) = (0, 0);
    // The last `*`, and the end of its match, which grows by one character at a time.
    let mut star: Option<(usize, usize)> = None;
    while on < name.len() {
        let Some(&c) = name.get(on) else { break };
        match match_one(pattern.get(at..).unwrap_or_default(), c) {
            Some(0) => {
                star = Some((at, on));
                at += 1;
            }
            Some(len) => {
                at += len;
                on += 1;
            }
            None => {
                let Some((back, reach)) = star else { return false };
                star = Some((back, reach + 1));
                (at, on) = (back + 1, reach + 1);
            }
        }
    }
    pattern.get(at..).is_some_and(|rest| rest.iter().all(|&c| c == '*'))
}

/// The length of the first part of the pattern, if `c` matches it; 0 for a `*`.
fn match_one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['*', ..] => Some(0),
        ['?', ..] => Some(1),
        ['[', rest @ ..] => match set(rest) {
            Some((len, negated, chars)) => (contains(chars, c) != negated).then_some(len + 1),
            // Without a `]`, it is an ordinary character.
            None => (c == '[').then_some(1),
        },
        [first, ..] => (*first == c).then_some(1),
        [] => None,
    }
}

/// Parses a set after its `[`: its length, whether it is negated, and its characters. A `]` at the
/// start is one of the characters.
fn set(rest: &[char]) -> Option<(usize, bool, &[char])> {
    let negated = matches!(rest.first(), Some('!' | '^'));
    let start = usize::from(negated);
    let end = start + 1 + rest.get(start + 1..)?.iter().position(|&c| c == ']')?;
    Some((end + 1, negated, rest.get(start..end)?))
}

/// Whether a set contains the character, by itself or in a range `a-z`.
fn contains(chars: &[char], c: char) -> bool {
    let mut rest = chars;
    while let [first, more @ ..] = rest {
        rest = more;
        if let ['-', last, more @ ..] = rest {
            if (*first..=*last).contains(&c) {
                return true;
            }
            rest = more;
        } else if *first == c {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, name: &str) -> bool {
        matches(&pattern.chars().collect::<Vec<_>>(), name)
    }

    #[test]
    fn globs_match_names() {
        for (pattern, name) in [
            ("*.txt", "robots.txt"),
            ("r?b*s.[st]xt", "robots.txt"),
            ("[!a-c]*", "d"),
            ("[]-]x", "]x"),
            ("a[b", "a[b"),
            ("*a*b*c*", "xxaxbxcx"),
            (".*", ".a"),
            ("é?", "éü"),
        ] {
            assert!(is_match(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("*.txt", ".txt"),
            ("*.txt", "robots.txt~"),
            ("?", "ab"),
            ("[a-c]", "d"),
            ("[^a]", "a"),
            ("", "a"),
            ("*a*b*c", "abab"),
        ] {
            assert!(!is_match(pattern, name), "{pattern} {name}");
        }
    }

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn expanded(folder: &Path, argument: &str) -> Vec<String> {
        let found = expand(&folder.join(argument), ROBOTS).into_iter();
        let shown = found.map(|it| match it {
            Ok(path) => path.strip_prefix(folder).unwrap().display().to_string(),
            Err(error) => error.to_string().replace(&folder.display().to_string(), "FOLDER"),
        });
        shown.collect()
    }

    #[test]
    fn folders_and_globs_expand_to_sorted_files() {
        let all = folder(&[
            "b/robots.txt",
            "a/deep/Robots.txt",
            "a/humans.txt",
            "example.org.robots.txt",
            ".git/robots.txt",
            "a/[1].txt",
        ]);
        let at = |argument| expanded(all.path(), argument);
        assert_eq!(at(""), ["a/deep/Robots.txt", "b/robots.txt", "example.org.robots.txt"]);
        assert_eq!(at("a"), ["a/deep/Robots.txt"]);
        assert_eq!(expand(&all.path().join("a"), ALL).len(), 3);
        assert_eq!(at("*/*.txt"), ["a/[1].txt", "a/humans.txt", "b/robots.txt"]);
        assert_eq!(
            at("**/*obots.txt"),
            ["a/deep/Robots.txt", "b/robots.txt", "example.org.robots.txt"]
        );
        assert_eq!(at("[ab]"), ["a/deep/Robots.txt", "b/robots.txt"]);
        assert_eq!(at("a/[1].txt"), ["a/[1].txt"]);
        assert_eq!(at("none.txt"), ["none.txt"]);
        assert_eq!(at("*.html"), ["FOLDER/*.html is not a file and matches none"]);
        let none = folder(&["humans.txt"]);
        let message = "FOLDER/ contains no files whose names end in robots.txt; a quoted pattern such as 'sites/**/*.txt' selects others";
        assert_eq!(expanded(none.path(), ""), [message]);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_folders_are_not_followed() {
        let all = folder(&["a/robots.txt"]);
        std::os::unix::fs::symlink(all.path(), all.path().join("a/loop")).unwrap();
        assert_eq!(expanded(all.path(), ""), ["a/robots.txt"]);
        assert_eq!(expanded(all.path(), "**/robots.txt"), ["a/robots.txt"]);
    }
}
