//! Where files stand that a table names: beside it.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

/// The path of a file that a table names.
pub(super) fn beside(table: &Path, file: &str) -> PathBuf {
    folder(table).join(file)
}

/// The name of a file as its table has to give it, so that [`beside`] finds the file again.
///
/// A path that stands below the folder of the table as both are written is kept as it is written.
pub(super) fn seen_from(table: &Path, file: &Path) -> Result<PathBuf> {
    match file.strip_prefix(folder(table)) {
        Ok(below) if below.is_relative() => Ok(below.to_owned()),
        _ => {
            let name =
                file.file_name().with_context(|| format!("{} names no file", file.display()))?;
            Ok(relative(&real(folder(table))?, &real(folder(file))?).join(name))
        }
    }
}

/// The folder that a file stands in, as it is written.
fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// A folder without links, so that `..` leads where it seems to.
fn real(folder: &Path) -> Result<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().with_context(|| format!("cannot find the folder {}", folder.display()))
}

/// The way from one folder to another; where there is none, as between drives, the other itself.
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
    fn the_way_between_folders() {
        for (from, to, way) in [
            ("/a", "/a", ""),
            ("/a", "/a/b/c", "b/c"),
            ("/a/b/c", "/a", "../.."),
            ("/a/b", "/a/c", "../c"),
            ("/a/b", "/ab", "../../ab"),
            ("/", "/a", "a"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), Path::new(way));
        }
    }

    #[test]
    fn what_stands_below_the_table_is_kept_as_written() {
        for (table, file, named) in [
            ("placet.toml", "public/robots.txt", "public/robots.txt"),
            ("placet.toml", "../robots.txt", "../robots.txt"),
            ("site/placet.toml", "site/robots.txt", "robots.txt"),
            ("/site/placet.toml", "/site/www/robots.txt", "www/robots.txt"),
        ] {
            let seen = seen_from(Path::new(table), Path::new(file)).unwrap();
            assert_eq!(seen, Path::new(named));
            assert_eq!(beside(Path::new(table), named), Path::new(file));
        }
    }
}
