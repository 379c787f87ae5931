//! Files to parse: real ones if available.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use placet::limits;
use ruzstd::decoding::StreamingDecoder;
use serde::Serialize;

use super::synthetic;

/// The bytes of one file, and the same as text for contenders that need it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) lossy: String,
}

impl Text {
    /// A file as every contender gets it.
    ///
    /// It is cut after 500 KiB, because some contenders read no further, and bytes that they do not
    /// read must not count.
    pub(crate) fn new(mut bytes: Vec<u8>) -> Self {
        bytes.truncate(limits::FILE_MIN);
        let lossy = String::from_utf8_lossy(&bytes).into_owned();
        Self { bytes, lossy }
    }
}

/// The files that are parsed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Corpus {
    origin: String,
    pub(crate) texts: Vec<Text>,
}

/// The origin of the files.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    origin: String,
    files: usize,
    bytes: usize,
}

impl Corpus {
    /// The files of a folder or an archive; by default those next to the workspace, or generated
    /// ones.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let default = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../shared/corpus/robots.tar.zst")
            .canonicalize();
        let Some(path) = path.map(Path::to_path_buf).or(default.ok()) else {
            return Ok(Self::synthetic());
        };
        let files = if path.is_dir() { folder(&path) } else { archive(&path) };
        let mut files = files.with_context(|| format!("could not read {}", path.display()))?;
        anyhow::ensure!(!files.is_empty(), "{} contains no files", path.display());
        files.sort();
        let texts = files.into_iter().map(|(_, bytes)| Text::new(bytes)).collect();
        Ok(Self { origin: path.display().to_string(), texts })
    }

    /// Generated files, the same in every run.
    pub(crate) fn synthetic() -> Self {
        let texts = synthetic::files().map(|text| Text::new(text.into_bytes())).collect();
        Self { origin: "synthetic files".into(), texts }
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary {
            origin: self.origin.clone(),
            files: self.texts.len(),
            bytes: self.texts.iter().map(|text| text.bytes.len()).sum(),
        }
    }
}

impl fmt::Display for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.summary().fmt(f)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, files, bytes } = self;
        write!(f, "{files} files, {bytes} bytes up to 500 KiB each: {origin}")
    }
}

/// Files with their names, for sorting.
type Files = Vec<(PathBuf, Vec<u8>)>;

fn folder(path: &Path) -> io::Result<Files> {
    fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .filter(|path| path.as_ref().map_or(true, |path| path.is_file()))
        .map(|path| path.and_then(|path| fs::read(&path).map(|bytes| (path, bytes))))
        .collect()
}

fn archive(path: &Path) -> io::Result<Files> {
    let unpacked = StreamingDecoder::new(File::open(path)?).map_err(io::Error::other)?;
    let mut archive = tar::Archive::new(unpacked);
    let mut files = Vec::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            files.push((entry.path()?.into_owned(), bytes));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_files_are_the_same_in_every_run() {
        assert_eq!(Corpus::synthetic(), Corpus::synthetic());
    }

    #[test]
    fn made_up_files_have_the_sizes_of_real_ones() {
        let mut sizes: Vec<_> =
            Corpus::synthetic().texts.iter().map(|text| text.bytes.len()).collect();
        sizes.sort_unstable();
        let quantile = |percent| sizes[sizes.len() * percent / 100];
        // Of the real ones a quarter has up to 132 bytes, half 319, three quarters 1,305.
        assert!((66..264).contains(&quantile(25)), "{}", quantile(25));
        assert!((160..640).contains(&quantile(50)), "{}", quantile(50));
        assert!((650..2_600).contains(&quantile(75)), "{}", quantile(75));
        assert!((50_000..200_000).contains(&quantile(99)), "{}", quantile(99));
    }
}
