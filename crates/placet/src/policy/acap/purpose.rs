//! Usage purposes (ACAP 1.0 §2.3.3).

use crate::pattern::{Pattern, Target};

/// The purposes that a usage-purpose field names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// All, including that of a crawler that states none: a bare `*`.
    Any,
    /// The one of this name, compared whole; an empty name is that of none.
    Name(Box<str>),
    /// Those that begin with this pattern: a URI, or text with wildcards.
    Pattern(Box<str>),
}

impl Purpose {
    pub(crate) fn new(written: &str) -> Self {
        let is_name = written.starts_with(|first: char| first.is_ascii_alphabetic())
            && written.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if written == "*" {
            Self::Any
        } else if is_name || written.is_empty() {
            Self::Name(written.to_ascii_lowercase().into())
        } else {
            Self::Pattern(written.to_ascii_lowercase().into())
        }
    }

    /// A text that parses as it.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Any => "*",
            Self::Name(text) | Self::Pattern(text) => text,
        }
    }

    /// Whether it is the purpose that a crawler states.
    pub(crate) fn is(&self, stated: &str) -> bool {
        let stated = stated.to_ascii_lowercase();
        match self {
            Self::Any => true,
            Self::Name(name) => **name == stated,
            Self::Pattern(pattern) => {
                let rooted = |text: &str| format!("/{text}").into_bytes();
                let (pattern, stated) = (rooted(pattern), rooted(&stated));
                Pattern::new(&pattern, None, 0).matches(&Target::of_bytes(&stated))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_whole_and_patterns_from_the_start() {
        for (written, stated, is) in [
            ("news", "NEWS", true),
            ("news", "newsletter", false),
            ("*", "anything", true),
            ("http://news.search.*/", "http://news.search.com/a", true),
            ("http://news.search.*/", "http://images.search.com/", false),
            ("http://a.example/", "http://a.example/x", true),
            ("http://a.example/$", "http://a.example/x", false),
            ("new*", "newsletter", true),
            ("", "news", false),
        ] {
            assert_eq!(Purpose::new(written).is(stated), is, "{written} {stated}");
        }
    }
}
