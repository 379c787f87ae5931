//! The files that arguments name: files, directories and glob patterns.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};

use crate::input;

/// Which files in a directory are meant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meant {
    is: fn(&OsStr) -> bool,
    /// What there is none of where there is none.
    what: &'static str,
}

/// All files.
pub(crate) const ALL: Meant = Meant { is: |_| true, what: "file" };

/// Those called `robots.txt`, `example.com.robots.txt`.
pub(crate) const ROBOTS: Meant = Meant {
    is: |name| name.to_string_lossy().to_ascii_lowercase().ends_with("robots.txt"),
    what: "file whose name ends in robots.txt",
};

/// The files that an argument stands for, in order, and what was in the way of finding them.
///
/// What is there under its name is meant, whatever characters the name has. A folder stands for the
/// files in it and in the folders below that are `meant`, hidden ones aside. Else a name with `*`,
/// `?` or `[` is a glob.
pub(crate) fn expand(given: &Path, meant: Meant) -> Vec<Result<PathBuf>> {
    if input::is_stdin(given) || !is_many(given) {
        // Whether it can be read is found out when it is.
        return vec![Ok(given.to_owned())];
    }
    let mut found = Found { meant, files: BTreeSet::new(), errors: Vec::new() };
    if given.is_dir() {
        found.walk(given);
    } else {
        found.match_all(given);
    }
    if found.files.is_empty() && found.errors.is_empty() {
        let shown = given.display();
        found.errors.push(if given.is_dir() {
            anyhow!("{shown} holds no {}", meant.what)
        } else {
            anyhow!("{shown} is no file, and matches none")
        });
    }
    let errors = found.errors.into_iter().map(Err);
    found.files.into_iter().map(Ok).chain(errors).collect()
}

/// Whether an argument may stand for several files.
pub(crate) fn is_many(given: &Path) -> bool {
    given.is_dir() || (!given.exists() && is_glob(given))
}

fn is_glob(path: &Path) -> bool {
    path.to_str().is_some_and(|it| it.contains(['*', '?', '[']))
}

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

#[derive(Debug)]
struct Found {
    meant: Meant,
    files: BTreeSet<PathBuf>,
    errors: Vec<Error>,
}

impl Found {
    /// What is in a folder, in order.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let read = || -> std::io::Result<Vec<PathBuf>> {
            let names = fs::read_dir(place)?.map(|entry| entry.map(|it| it.file_name()));
            names.map(|name| name.map(|name| folder.join(name))).collect()
        };
        match read().with_context(|| format!("cannot read {}", place.display())) {
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

    /// The folders in a folder that are searched too: no hidden ones, and none behind links, which
    /// could go in circles.
    fn folders(&mut self, folder: &Path) -> Vec<PathBuf> {
        let is_searched = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(is_hidden);
            !is_hidden && path.symlink_metadata().is_ok_and(|it| it.is_dir())
        };
        self.entries(folder).into_iter().filter(is_searched).collect()
    }

    /// Adds the files in a folder and below.
    fn walk(&mut self, folder: &Path) {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let meant = self.meant.is;
            let is_meant = |path: &PathBuf| {
                path.file_name().is_some_and(|it| !is_hidden(it) && meant(it)) && path.is_file()
            };
            let files = self.entries(&folder).into_iter().filter(is_meant);
            self.files.extend(files.collect::<Vec<_>>());
            folders.extend(self.folders(&folder));
        }
    }

    /// Adds the files that match a glob, and those in the folders that do.
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
                    let fits = |it: &PathBuf| {
                        it.file_name().is_some_and(|it| fits(&pattern, &it.to_string_lossy()))
                    };
                    paths.extend(self.entries(&path).into_iter().filter(fits));
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

    /// These folders, and all below them.
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

/// Whether a name fits a pattern of `*`, `?` and `[…]`. A name that begins with a dot fits only a
/// pattern that does.
fn fits(pattern: &[char], name: &str) -> bool {
    if name.starts_with('.') && pattern.first() != Some(&'.') {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut on) = (0, 0);
    // Where the last `*` stands, and how far it reaches: it takes one character more at a time.
    let mut star: Option<(usize, usize)> = None;
    while on < name.len() {
        let Some(&c) = name.get(on) else { break };
        match one(pattern.get(at..).unwrap_or_default(), c) {
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

/// How many characters of the pattern its first part has, if `c` fits that; 0 for a `*`.
fn one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['*', ..] => Some(0),
        ['?', ..] => Some(1),
        ['[', rest @ ..] => match set(rest) {
            Some((len, negated, chars)) => (holds(chars, c) != negated).then_some(len + 1),
            // Without its end it stands for itself.
            None => (c == '[').then_some(1),
        },
        [first, ..] => (*first == c).then_some(1),
        [] => None,
    }
}

/// A set behind its `[`: how long it is, whether it is negated, and its characters. A `]` at its
/// beginning is one of them.
fn set(rest: &[char]) -> Option<(usize, bool, &[char])> {
    let negated = matches!(rest.first(), Some('!' | '^'));
    let start = usize::from(negated);
    let end = start + 1 + rest.get(start + 1..)?.iter().position(|&c| c == ']')?;
    Some((end + 1, negated, rest.get(start..end)?))
}

/// Whether a set has the character: by itself, or within a range `a-z`.
fn holds(chars: &[char], c: char) -> bool {
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
        fits(&pattern.chars().collect::<Vec<_>>(), name)
    }

    #[test]
    fn names_fit_globs() {
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

    fn expanded(folder: &Path, given: &str) -> Vec<String> {
        let found = expand(&folder.join(given), ROBOTS).into_iter();
        let shown = found.map(|it| match it {
            Ok(path) => path.strip_prefix(folder).unwrap().display().to_string(),
            Err(error) => error.to_string().replace(&folder.display().to_string(), "FOLDER"),
        });
        shown.collect()
    }

    #[test]
    fn folders_and_globs_are_files_in_order() {
        let all = folder(&[
            "b/robots.txt",
            "a/deep/Robots.txt",
            "a/humans.txt",
            "example.org.robots.txt",
            ".git/robots.txt",
            "a/[1].txt",
        ]);
        let at = |given| expanded(all.path(), given);
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
        assert_eq!(at("*.html"), ["FOLDER/*.html is no file, and matches none"]);
        let none = folder(&["humans.txt"]);
        let told = "FOLDER/ holds no file whose name ends in robots.txt";
        assert_eq!(expanded(none.path(), ""), [told]);
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
