//! Files that are each a robots.txt.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::expand::is_container;
use super::{Captures, one, origin_of_path};
use crate::capture::Capture;
use crate::limits;

/// The files below a folder, in the order of their paths. Containers, such as WARC files, are inputs of
/// their own; hidden files and symbolic links are skipped.
pub(super) fn captures(path: &Path, read: &Arc<AtomicU64>) -> Captures {
    let read = Arc::clone(read);
    let files = Walk { left: vec![path.to_owned()] };
    Box::new(files.map(move |found| match found {
        Err(unreadable) => unreadable,
        Ok(path) => {
            let capture = match File::open(&path) {
                Ok(file) => file_capture(&path.display().to_string(), file),
                Err(error) => {
                    let name = path.display().to_string();
                    Capture::unreadable(&name, format!("{name}: cannot open it: {error}"))
                }
            };
            read.fetch_add(capture.size.unwrap_or_default(), Ordering::Relaxed);
            capture
        }
    }))
}

/// One robots.txt.
pub(super) fn one_file(name: &str, bytes: impl Read) -> Captures {
    one(file_capture(name, bytes))
}

fn file_capture(name: &str, mut bytes: impl Read) -> Capture {
    let mut body = Vec::new();
    let origin = origin_of_path(Path::new(name));
    let read = (&mut bytes).take(limits::BODY as u64).read_to_end(&mut body);
    // The size of a longer file is counted and not kept.
    let rest = read.and_then(|_| std::io::copy(&mut bytes, &mut std::io::sink()));
    match rest {
        Ok(rest) => {
            let size = Some(body.len() as u64 + rest);
            Capture { origin, source: name.to_owned(), body, size, ..Capture::default() }
        }
        Err(error) => Capture {
            origin,
            ..Capture::unreadable(name, format!("{name}: cannot read it: {error}"))
        },
    }
}

/// The files below a folder.
struct Walk {
    /// What is not visited yet, in reverse order.
    left: Vec<PathBuf>,
}

impl Iterator for Walk {
    type Item = Result<PathBuf, Capture>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.left.pop()?;
            let name = path.display().to_string();
            let unreadable = |error: std::io::Error| {
                Some(Err(Capture::unreadable(&name, format!("{name}: cannot read it: {error}"))))
            };
            let metadata = match fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) => return unreadable(error),
            };
            if metadata.is_file() && !is_container(&path) {
                return Some(Ok(path));
            }
            if metadata.is_dir() {
                match children(&path) {
                    Ok(children) => self.left.extend(children.into_iter().rev()),
                    Err(error) => return unreadable(error),
                }
            }
        }
    }
}

/// What is in a folder, in the order of the names, without hidden files.
pub(super) fn children(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut children = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            children.push(entry.path());
        }
    }
    children.sort();
    Ok(children)
}
