//! Inputs: what captures are read from.
//!
//! An unreadable place of an input becomes a capture with an error, and reading goes on after it where
//! the format allows that.

mod archive;
mod batch;
mod codings;
mod columns;
mod date;
mod expand;
mod folder;
mod json_lines;
mod kind;
mod parquet_file;
mod warc;
mod window;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use serde::{Deserialize, Serialize};

use crate::capture::Capture;
pub use batch::{BatchReader, InvalidColumns};
pub use columns::Columns;
pub use expand::{NoInput, expand};
use kind::{Kind, Packing};

/// Captures, in the order of an input.
pub type Captures = Box<dyn Iterator<Item = Capture> + Send>;

/// Something that captures are read from.
pub struct Input {
    name: String,
    from: From,
}

enum From {
    File(PathBuf),
    Stdin,
    Folder(PathBuf),
    Custom(Box<dyn Fn(u64) -> Captures + Send + Sync>),
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What identifies an input, so that an audit that is continued notices a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Identity {
    /// Its name: the path as written.
    pub name: String,
    /// Its size in bytes, if it is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// When it was last modified, in nanoseconds since 1970, if it is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<u64>,
}

impl Input {
    /// A file; what is in it is recognised by its first bytes.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { name: path.display().to_string(), from: From::File(path) }
    }

    /// Standard input; what is in it is recognised by its first bytes.
    pub fn stdin() -> Self {
        Self { name: "standard input".to_owned(), from: From::Stdin }
    }

    /// The files below a folder that are each a robots.txt.
    pub(crate) fn folder(path: PathBuf) -> Self {
        Self { name: path.display().to_string(), from: From::Folder(path) }
    }

    /// Captures from elsewhere: `open` gets how many to skip, because an earlier run has their rows.
    pub fn custom(
        name: impl Into<String>,
        open: impl Fn(u64) -> Captures + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), from: From::Custom(Box::new(open)) }
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What identifies it.
    pub fn identity(&self) -> Identity {
        let metadata = match &self.from {
            From::File(path) => path.metadata().ok(),
            _ => None,
        };
        let modified = metadata.as_ref().and_then(|it| it.modified().ok());
        let modified = modified.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        Identity {
            name: self.name.clone(),
            size: metadata.as_ref().map(std::fs::Metadata::len),
            modified: modified.and_then(|it| u64::try_from(it.as_nanos()).ok()),
        }
    }

    /// Its captures after the first `skip`. `read` counts the bytes that are read of files.
    pub(crate) fn open(&self, columns: &Columns, skip: u64, read: &Arc<AtomicU64>) -> Captures {
        let captures = match &self.from {
            From::Custom(open) => return open(skip),
            From::Folder(path) => folder::captures(path, read),
            From::File(path) => match File::open(path) {
                Ok(file) => {
                    let file = Counted { inner: file, read: Arc::clone(read) };
                    read_file(&self.name, file, columns, Some(path))
                }
                Err(error) => {
                    let error = format!("{}: cannot open it: {error}", self.name);
                    one(Capture::unreadable(&self.name, error))
                }
            },
            From::Stdin => {
                let bytes = Counted { inner: io::stdin(), read: Arc::clone(read) };
                read_file(&self.name, bytes, columns, None)
            }
        };
        if skip == 0 {
            captures
        } else {
            Box::new(captures.skip(usize::try_from(skip).unwrap_or(usize::MAX)))
        }
    }
}

/// The captures in some bytes, whose format is recognised by the first of them: WARC, tar and JSON
/// lines, also compressed, or one robots.txt. The name is that of the input in sources and messages.
///
/// ```
/// use placet_bulk::{Columns, read};
///
/// let line = br#"{"origin": "example.com", "robots": "User-agent: *"}"#;
/// let captures: Vec<_> = read("a.jsonl", &line[..], &Columns::default()).collect();
/// assert_eq!(captures[0].source, "a.jsonl:1");
/// ```
pub fn read(name: &str, bytes: impl Read + Send + 'static, columns: &Columns) -> Captures {
    read_file(name, bytes, columns, None)
}

fn read_file(
    name: &str,
    mut bytes: impl Read + Send + 'static,
    columns: &Columns,
    path: Option<&Path>,
) -> Captures {
    let name = name.to_owned();
    let head = match kind::head(&mut bytes) {
        Ok(head) => head,
        Err(error) => {
            let error = format!("{name}: cannot read it: {error}");
            return one(Capture::unreadable(name, error));
        }
    };
    let (packing, kind) = kind::recognise(&head);
    let bytes = io::Cursor::new(head).chain(bytes);
    if kind == Kind::Warc && packing == Packing::Gzip {
        return warc::gzip(name, bytes);
    }
    if kind == Kind::Parquet {
        if let Some(path) = path {
            return parquet_file::captures(name, path, columns);
        }
        let error = format!("{name}: Parquet must be a file, because its index is at the end");
        return one(Capture::unreadable(name, error));
    }
    let (kind, bytes): (Kind, Box<dyn Read + Send>) = match packing {
        Packing::None => (kind, Box::new(bytes)),
        Packing::Gzip => (kind, Box::new(MultiGzDecoder::new(bytes))),
        Packing::Zstd => match StreamingDecoder::new(bytes) {
            Ok(mut decoder) => {
                let start = kind::start(&mut decoder);
                (kind::unpacked(&start), Box::new(io::Cursor::new(start).chain(decoder)))
            }
            Err(error) => {
                let error = format!("{name}: not zstd: {error}");
                return one(Capture::unreadable(name, error));
            }
        },
    };
    match kind {
        Kind::Warc => warc::plain(name, bytes),
        Kind::Tar => archive::captures(name, bytes),
        Kind::JsonLines => json_lines::captures(name, bytes, columns.clone()),
        Kind::Robots | Kind::Parquet => folder::one_file(&name, bytes),
    }
}

/// One capture.
fn one(capture: Capture) -> Captures {
    Box::new(std::iter::once(capture))
}

/// A reader whose bytes are counted.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The origin that the path of a file names: the folder of a `robots.txt`, or the name of the file
/// without `.txt` and a number. `None` if that is no host name.
///
/// `example.com/robots.txt`, `example.com.txt`, `example.com.robots.txt` and `example.com.00017.txt`
/// are all of `https://example.com`.
fn origin_of_path(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".txt").unwrap_or(name);
    let host = if stem.eq_ignore_ascii_case("robots") {
        path.parent()?.file_name()?.to_str()?
    } else {
        let stem =
            stem.strip_suffix("robots").map_or(stem, |it| it.trim_end_matches(['.', '_', '-']));
        match stem.rsplit_once('.') {
            Some((host, number))
                if number.bytes().all(|byte| byte.is_ascii_digit()) && host.contains('.') =>
            {
                host
            }
            _ => stem,
        }
    };
    let is_host = host.contains('.') && !host.starts_with('.') && !host.ends_with('.');
    crate::capture::origin(host).filter(|_| is_host)
}
