//! Where statements come from.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Where a statement is: a file of the site, a header field of the response, or the page.
///
/// Two sources are equal if they are the same file, the same field or the same form of the page.
/// Two files with the same text are different sources. It is shown by its [name](Source::name).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Source {
    /// The robots.txt of the site.
    RobotsTxt,
    /// A file that an ACAP record of the robots.txt refers to, by that reference (ACAP 1.0 §2.3.2).
    Referenced(Arc<str>),
    /// A header field of the response. Its lines are counted from 1, without those of other names.
    Header(HeaderName),
    /// The page as it was sent.
    Page,
    /// The page as scripts left it.
    RenderedPage,
    /// `/.well-known/tdmrep.json` of the site.
    Tdmrep,
    /// The trust.txt of the site.
    TrustTxt,
    /// The ai.txt of the site.
    AiTxt,
    /// The RSL document that is referred to by this URL.
    Rsl(Arc<str>),
}

impl Source {
    /// Its name: `robots.txt`, the reference to the file, the name of the field as given, `page` or
    /// `rendered page`, `tdmrep.json`, `trust.txt`, `ai.txt`, the URL of an RSL document.
    pub fn name(&self) -> &str {
        match self {
            Self::RobotsTxt => "robots.txt",
            Self::Referenced(target) => target,
            Self::Header(name) => name.as_str(),
            Self::Page => "page",
            Self::RenderedPage => "rendered page",
            Self::Tdmrep => "tdmrep.json",
            Self::TrustTxt => "trust.txt",
            Self::AiTxt => "ai.txt",
            Self::Rsl(url) => url,
        }
    }

    /// Whether it belongs to one page, as its response and its HTML do, and not to the whole site.
    pub const fn is_of_page(&self) -> bool {
        matches!(self, Self::Header(_) | Self::Page | Self::RenderedPage)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A source with its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceText<'p> {
    pub(crate) source: &'p Source,
    pub(crate) text: &'p [u8],
}

/// The name of a header field. Names are compared ignoring case (RFC 9110 §5.1).
#[derive(Debug, Clone)]
pub struct HeaderName(Arc<str>);

impl HeaderName {
    /// A field of this name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The name as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn lowercase(&self) -> impl Iterator<Item = u8> {
        self.0.bytes().map(|byte| byte.to_ascii_lowercase())
    }

    /// Whether it is this name.
    pub fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl PartialEq for HeaderName {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.as_str())
    }
}

impl Eq for HeaderName {}

impl PartialOrd for HeaderName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HeaderName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.lowercase().cmp(other.lowercase())
    }
}

impl Hash for HeaderName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lowercase().for_each(|byte| state.write_u8(byte));
        state.write_u8(u8::MAX);
    }
}

impl fmt::Display for HeaderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_of_fields_compare_ignoring_case_and_are_shown_as_given() {
        let [one, other] = ["X-Robots-Tag", "x-robots-tag"].map(HeaderName::new);
        assert_eq!(Source::Header(one.clone()), Source::Header(other.clone()));
        assert_eq!(HashSet::from([one.clone(), other.clone()]).len(), 1);
        assert_eq!((one.to_string(), other.as_str()), ("X-Robots-Tag".to_owned(), "x-robots-tag"));
        assert_ne!(one, HeaderName::new("Robots-Tag"));
        assert!(Source::Header(one).is_of_page() && !Source::Referenced("/a".into()).is_of_page());
    }

    #[test]
    fn a_file_called_like_the_page_is_not_the_page() {
        assert_eq!(Source::Referenced("page".into()).name(), Source::Page.name());
        assert_ne!(Source::Referenced("page".into()), Source::Page);
        assert_ne!(Source::Referenced("robots.txt".into()), Source::RobotsTxt);
    }
}
