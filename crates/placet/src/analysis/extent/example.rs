//! The path that shows that a line matters.

use smallvec::SmallVec;

/// A path. Most are short and are kept without an allocation: every line of an extent has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Example(SmallVec<[u8; 32]>);

impl Example {
    /// `None` if the path is not UTF-8.
    pub(super) fn of(path: &[u8]) -> Option<Self> {
        let is_text = path.is_ascii() || std::str::from_utf8(path).is_ok();
        is_text.then(|| Self(SmallVec::from_slice(path)))
    }

    /// The path as text.
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl From<&str> for Example {
    fn from(path: &str) -> Self {
        Self(SmallVec::from_slice(path.as_bytes()))
    }
}
