//! Paths in a table of expectations, which are relative to the table.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

/// The path of a file that a table names.
pub(super) fn resolve(table: &Path, file: &str) -> PathBuf {
    folder(table).join(file)
}

/// The name that a table has to use for a file, so that [`resolve`] finds the file.
///
/// A path that starts with the folder of the table, as written, keeps its spelling.
pub(super) fn relative_to_table(table: &Path, file: &Path) -> Result<PathBuf> {
    match file.strip_prefix(folder(table)) {
        Ok(below) if below.is_relative() => Ok(below.to_owned()),
        _ => {
            let name = file
                .file_name()
                .with_context(|| format!("{} does not name a file", file.display()))?;
            Ok(relative(&real(folder(table))?, &real(folder(file))?).join(name))
        }
    }
}

/// The folder of a file, as written.
fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// A folder without symbolic links, so that `..` leads to its parent.
fn real(folder: &Path) -> Result<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().with_context(|| format!("cannot find the folder {}", folder.display()))
}

/// The relative path from one folder to another; the other itself if there is none, as between
/// drives.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other);
    let shared = shared.count();
    if shared == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_between_folders() {
        for (from, to, path) in [
            ("/a", "/a", ""),
            ("/a", "/a/b/c", "b/c"),
            ("/a/b/c", "/a", "../.."),
            ("/a/b", "/a/c", "../c"),
            ("/a/b", "/ab", "../../ab"),
            ("/", "/a", "a"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), Path::new(path));
        }
    }

    #[test]
    fn a_path_below_the_table_keeps_its_spelling() {
        for (table, file, named) in [
            ("placet.toml", "public/robots.txt", "public/robots.txt"),
            ("placet.toml", "../robots.txt", "../robots.txt"),
            ("site/placet.toml", "site/robots.txt", "robots.txt"),
            ("/site/placet.toml", "/site/www/robots.txt", "www/robots.txt"),
        ] {
            let relative = relative_to_table(Path::new(table), Path::new(file)).unwrap();
            assert_eq!(relative, Path::new(named));
            assert_eq!(resolve(Path::new(table), named), Path::new(file));
        }
    }
}
