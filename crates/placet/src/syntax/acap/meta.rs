//! ACAP in META elements and class attributes (Part 2 §3).
//!
//! ```text
//! content     = "ACAP" 1*WSP (version / permission / prohibition)
//! version     = "version" 1*WSP number
//! permission  = [purpose 1*WSP] "allow-" usage *(1*WSP qualifier)
//! prohibition = [purpose 1*WSP] "disallow-" usage
//! class-token = "the-acap:" ("allow-" / "disallow-") usage
//! ```

use super::blank;
use super::field::{Named, name_len, qualifiers, words};
use crate::source::Span;

/// What the content of an ACAP META element says. All spans point into the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meta {
    /// The version of ACAP the page uses (R-152).
    Version(Span),
    /// A permission or prohibition (R-142).
    Permission(MetaPermission),
    /// Neither: nothing in it names a usage, or `version` is no version (A-48).
    Malformed,
}

/// A permission or prohibition in a META element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MetaPermission {
    pub(crate) allows: bool,
    pub(crate) purpose: Option<Span>,
    pub(crate) usage: Span,
    pub(crate) qualifiers: Vec<Named>,
    /// There is more than one expression, or something that belongs to none (A-42).
    pub(crate) stray: bool,
}

/// Whether content is ACAP's: it begins with that word (R-141).
pub(crate) fn is_meta(content: &str) -> bool {
    let mut words = words(content.as_bytes(), Span::new(0, content.len()));
    words.next().is_some_and(|word| word.of(content.as_bytes()).eq_ignore_ascii_case(b"acap"))
}

/// Reads content that [is ACAP's](is_meta).
pub(crate) fn read_meta(content: &str) -> Meta {
    let text = content.as_bytes();
    let whole = Span::new(0, text.len());
    let words: Vec<Span> = words(text, whole).skip(1).collect();
    if let [keyword, rest @ ..] = &*words
        && keyword.of(text).eq_ignore_ascii_case(b"version")
    {
        return match rest {
            [version] if is_version(version.of(text)) => Meta::Version(*version),
            _ => Meta::Malformed,
        };
    }
    // One word may stand before the expression: the purpose.
    let Some(at) = words.iter().position(|word| expression(text, *word).is_some()) else {
        return Meta::Malformed;
    };
    let Some(Expression { allows, usage, behind }) =
        words.get(at).and_then(|word| expression(text, *word))
    else {
        return Meta::Malformed;
    };
    let (qualifiers, others) = qualifiers(text, Span::new(behind, text.len()));
    let glued = !text.get(behind..).is_none_or(|rest| rest.is_empty() || blank::skip(rest) > 0);
    let purpose = if at == 1 { words.first().copied() } else { None };
    let stray = glued || at > 1 || !others.is_empty();
    Meta::Permission(MetaPermission { allows, purpose, usage, qualifiers, stray })
}

/// A permission or prohibition in a class attribute (R-149).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassToken {
    pub(crate) allows: bool,
    pub(crate) usage: Span,
    /// Something follows the usage.
    pub(crate) stray: bool,
}

/// Reads a class token that begins with `the-acap:`.
pub(crate) fn read_class(token: &str) -> Option<ClassToken> {
    let text = token.as_bytes();
    let word = Span::new("the-acap:".len(), text.len());
    let Expression { allows, usage, behind } = expression(text, word)?;
    Some(ClassToken { allows, usage, stray: behind < text.len() })
}

struct Expression {
    allows: bool,
    usage: Span,
    /// Where the usage ends.
    behind: usize,
}

/// `allow-` or `disallow-` and the name behind it, at the start of a word.
fn expression(text: &[u8], word: Span) -> Option<Expression> {
    let written = word.of(text);
    let after = |prefix: &str| {
        let start = written.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix.as_bytes()).then_some(word.start() + prefix.len())
    };
    let (allows, start) =
        after("allow-").map(|at| (true, at)).or_else(|| Some((false, after("disallow-")?)))?;
    let behind = start + name_len(text.get(start..word.end())?);
    (behind > start).then(|| Expression { allows, usage: Span::new(start, behind), behind })
}

/// Integers separated by dots (Part 2 §2.2.7).
fn is_version(text: &[u8]) -> bool {
    text.split(|&octet| octet == b'.')
        .all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permission(content: &str) -> Option<(bool, Option<&str>, &str, usize, bool)> {
        assert!(is_meta(content), "{content}");
        match read_meta(content) {
            Meta::Permission(it) => Some((
                it.allows,
                it.purpose.map(|span| &content[span.range()]),
                &content[it.usage.range()],
                it.qualifiers.len(),
                it.stray,
            )),
            _ => None,
        }
    }

    #[test]
    fn one_expression_stands_in_an_element() {
        for (content, read) in [
            ("ACAP allow-index", Some((true, None, "index", 0, false))),
            ("acap  DISALLOW-follow ", Some((false, None, "follow", 0, false))),
            ("ACAP news allow-index", Some((true, Some("news"), "index", 0, false))),
            (
                "ACAP allow-present-snippet\n  max-length=100-chars",
                Some((true, None, "present-snippet", 1, false)),
            ),
            ("ACAP allow-index, ACAP allow-follow", Some((true, None, "index", 0, true))),
            ("ACAP allow-index, follow", Some((true, None, "index", 0, true))),
            ("ACAP allow-index,allow-follow", Some((true, None, "index", 0, true))),
            ("ACAP allow-index allow-follow", Some((true, None, "index", 0, true))),
            ("ACAP a b allow-index", Some((true, None, "index", 0, true))),
            ("ACAP allow-(local)", None),
            ("ACAP version allow-index", None),
            ("ACAP", None),
        ] {
            assert_eq!(permission(content), read, "{content}");
        }
    }

    #[test]
    fn versions_are_numbers() {
        assert!(matches!(read_meta("ACAP Version 1.1"), Meta::Version(_)));
        for content in ["ACAP version", "ACAP version 1.x", "ACAP version 1.1 x", "ACAP version ."]
        {
            assert_eq!(read_meta(content), Meta::Malformed, "{content}");
        }
        assert!(!is_meta("ACAPallow-index") && !is_meta("noindex, ACAP allow-index"));
    }

    #[test]
    fn class_tokens_name_a_usage() {
        let read = |token| read_class(token).map(|it| (it.allows, it.stray));
        assert_eq!(read("the-acap:allow-index"), Some((true, false)));
        assert_eq!(read("THE-ACAP:Disallow-Present-Snippet"), Some((false, false)));
        assert_eq!(read("the-acap:allow-index,follow"), Some((true, true)));
        assert_eq!(read("the-acap:index"), None);
        assert_eq!(read("the-acap:allow-"), None);
    }
}
