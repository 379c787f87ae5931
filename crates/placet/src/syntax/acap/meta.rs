//! ACAP in META elements and class attributes (Part 2 §3).
//!
//! ```text
//! content     = "ACAP" 1*WSP (version / permission / prohibition)
//! version     = "version" 1*WSP number
//! permission  = [purpose 1*WSP] "allow-" usage *(1*WSP qualifier)
//! prohibition = [purpose 1*WSP] "disallow-" usage
//! class-token = "the-acap:" ("allow-" / "disallow-") (usage / "(" local-name ")")
//! ```

use super::blank;
use super::field::{Named, name_len, qualifiers, words};
use crate::text::Span;

/// The content of an ACAP META element. All spans refer to the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meta {
    /// The version of ACAP the page uses (R-152).
    Version(Span),
    /// A permission or prohibition (R-142).
    Permission(MetaPermission),
    /// Neither: it names no usage, or what follows `version` is not a version (A-48).
    Malformed,
}

impl Meta {
    /// The span of the version it declares.
    pub(crate) fn version(&self) -> Option<Span> {
        match self {
            Self::Version(span) => Some(*span),
            Self::Permission(_) | Self::Malformed => None,
        }
    }
}

/// A permission or prohibition in a META element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MetaPermission {
    pub(crate) allows: bool,
    pub(crate) purpose: Option<Span>,
    pub(crate) usage: Span,
    pub(crate) qualifiers: Vec<Named>,
    /// Whether there is more than one expression, or a word that belongs to none (A-42).
    pub(crate) stray: bool,
    /// The expressions after the first, each with whether it permits.
    pub(crate) others: Vec<(bool, Span)>,
}

/// Whether content belongs to ACAP: its first word is `ACAP` (R-141).
pub(crate) fn is_meta(content: &str) -> bool {
    let mut words = words(content.as_bytes(), Span::new(0, content.len()));
    words.next().is_some_and(|word| word.of(content.as_bytes()).eq_ignore_ascii_case(b"acap"))
}

/// Parses content that [belongs to ACAP](is_meta).
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
    // One word may precede the expression: the purpose. A keyword is not a purpose (A-48).
    let is_keyword = |word: &&Span| is_keyword(word.of(text));
    let before = words.iter().take_while(|word| !is_keyword(word)).count();
    let mut expressions = expressions(text, whole);
    let Some(Expression { allows, usage, end }) = expressions.next() else {
        return Meta::Malformed;
    };
    let others = expressions.map(|it| (it.allows, it.usage)).collect();
    let (qualifiers, strays) = qualifiers(text, Span::new(end, text.len()));
    let glued = !text.get(end..).is_none_or(|rest| rest.is_empty() || blank::skip(rest) > 0);
    // The first keyword must name a usage, and be preceded by at most one word.
    let is_first = words.get(before).is_some_and(|word| word.range().contains(&usage.start()));
    let purpose = words.first().copied().filter(|_| before == 1);
    let listed = purpose.is_some_and(|purpose| purpose.of(text).ends_with(b","));
    let stray = glued || before > 1 || listed || !is_first || !strays.is_empty();
    Meta::Permission(MetaPermission { allows, purpose, usage, qualifiers, stray, others })
}

/// Whether a word begins as a permission or a prohibition does.
fn is_keyword(word: &[u8]) -> bool {
    ["allow-", "disallow-"].iter().any(|prefix| {
        word.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix.as_bytes()))
    })
}

/// The permissions and prohibitions that name a usage, whatever separates them.
fn expressions(text: &[u8], whole: Span) -> impl Iterator<Item = Expression> {
    words(text, whole).flat_map(move |word| {
        let mut at = word.start();
        let parts = word.of(text).split(|&byte| matches!(byte, b',' | b';'));
        parts
            .filter_map(move |part| {
                let span = Span::new(at, at + part.len());
                at = span.end() + 1;
                expression(text, span)
            })
            .collect::<Vec<_>>()
    })
}

/// A permission or prohibition in a class attribute (R-149).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassToken {
    pub(crate) allows: bool,
    pub(crate) usage: ClassUsage,
    /// Whether something follows the usage.
    pub(crate) stray: bool,
}

/// A usage in a class token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassUsage {
    /// A standard name.
    Standard(Span),
    /// A name that robots.txt defines, in parentheses (A-52).
    Local(Span),
}

/// Parses a class token that begins with `the-acap:`.
pub(crate) fn read_class(token: &str) -> Option<ClassToken> {
    let text = token.as_bytes();
    let word = Span::new("the-acap:".len(), text.len());
    if let Some(Expression { allows, usage, end }) = expression(text, word) {
        let usage = ClassUsage::Standard(usage);
        return Some(ClassToken { allows, usage, stray: end < text.len() });
    }
    let (allows, start) = verb(text, word)?;
    let inside = text.get(start..)?.strip_prefix(b"(")?;
    let len = inside.iter().position(|&byte| byte == b')').filter(|&len| len > 0)?;
    let name = Span::new(start + 1, start + 1 + len);
    let stray = name.end() + 1 < text.len();
    Some(ClassToken { allows, usage: ClassUsage::Local(name), stray })
}

struct Expression {
    allows: bool,
    usage: Span,
    /// The index after the usage.
    end: usize,
}

/// Parses `allow-` or `disallow-` and the name after it at the start of a word.
fn expression(text: &[u8], word: Span) -> Option<Expression> {
    let (allows, start) = verb(text, word)?;
    let end = start + name_len(text.get(start..word.end())?);
    (end > start).then(|| Expression { allows, usage: Span::new(start, end), end })
}

/// Whether a word permits (`allow-`) or prohibits (`disallow-`), and the index after that prefix.
fn verb(text: &[u8], word: Span) -> Option<(bool, usize)> {
    let written = word.of(text);
    let after = |prefix: &str| {
        let start = written.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix.as_bytes()).then_some(word.start() + prefix.len())
    };
    after("allow-").map(|at| (true, at)).or_else(|| Some((false, after("disallow-")?)))
}

/// Whether text is integers separated by dots (Part 2 §2.2.7).
fn is_version(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'.')
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
    fn an_element_has_one_expression() {
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
            ("ACAP allow-(local), allow-index", Some((true, None, "index", 0, true))),
            ("ACAP allow-presents, ACAP allow-index", Some((true, None, "presents", 0, true))),
            ("ACAP news, disallow-follow", Some((false, Some("news,"), "follow", 0, true))),
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
        assert_eq!(read("the-acap:allow-(snip)"), Some((true, false)));
        assert_eq!(read("the-acap:disallow-(a.b),x"), Some((false, true)));
        for token in ["the-acap:allow-()", "the-acap:allow-(a", "the-acap:(a)", "the-acap:allow-a)"]
        {
            let read = read_class(token).map(|it| it.usage);
            assert!(!matches!(read, Some(ClassUsage::Local(_))), "{token}");
        }
    }
}
