//! A pattern that keeps its own text.

use super::Pattern;
use super::normalise;
use super::target::Target;

/// A pattern in normal form that keeps its own text (RFC 9309 §2.2.2, F-22).
///
/// ```
/// use placet::pattern::OwnedPattern;
///
/// let (wide, narrow) = (OwnedPattern::new(b"/%7Ea/"), OwnedPattern::new(b"/~a/*.pdf$"));
/// assert!(wide.pattern().covers(&narrow.pattern()));
/// assert!(OwnedPattern::new(b"a/").is_void());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedPattern {
    bytes: Box<[u8]>,
    in_query: Option<Box<[u8]>>,
    len: usize,
}

impl OwnedPattern {
    /// The pattern that is written so.
    pub fn new(written: &[u8]) -> Self {
        match normalise::pattern(written) {
            Some(normal) => Self {
                bytes: normal.bytes.into(),
                in_query: normal.in_query.map(Into::into),
                len: normal.len,
            },
            None => Self { bytes: written.into(), in_query: None, len: written.len() },
        }
    }

    /// The pattern, for matching and comparing.
    pub fn pattern(&self) -> Pattern<'_> {
        Pattern::new(&self.bytes, self.in_query.as_deref(), self.len)
    }

    /// Whether it matches no path at all.
    pub fn is_void(&self) -> bool {
        self.pattern().is_void()
    }

    /// The bytes that count when patterns are compared, if it matches (F-23).
    pub(crate) fn len_where_it_matches(&self, target: &Target<'_>) -> Option<usize> {
        self.pattern().matches(target).then_some(self.len)
    }
}
