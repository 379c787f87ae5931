//! The content of a robots META element (Robots-Tag draft §3.1.2).
//!
//! ```text
//! content = rule *( "," rule )
//! rule    = name [ ":" value ]
//! ```
//!
//! Deployed pages are less strict, and every rule only restricts (T-03): white space, `;` and
//! quotes also separate rules, `=` is read as `:`, and a date may contain commas (T-10).

use super::quoted;
use super::rule::words::{Piece, Words};
use super::rule::{Addressee, Directives};
use crate::text::{ProblemKind, Span, limits};

/// Parses the content of a META element whose name addresses `to`.
///
/// If the content is longer than [`limits::FIELD_VALUE`], only the rules that are complete within
/// the ceiling are read (T-14): those with a separator after them. A name longer than
/// [`limits::AGENT_NAME`] addresses no crawler.
///
/// ```
/// use placet::syntax::robots_meta;
/// use placet::syntax::rule::Addressee;
///
/// let directives = robots_meta::read("NoIndex, max-snippet: 20, frobnicate", &Addressee::Everyone);
/// let rules: Vec<String> = directives.rules.iter().map(|it| it.rule.to_string()).collect();
/// assert_eq!(rules, ["noindex", "max-snippet:20"]);
/// assert_eq!(directives.problems[0].0.name(), "rule-unknown");
/// ```
pub fn read(content: &str, to: &Addressee) -> Directives {
    let mut out = Directives::default();
    let content = content.as_bytes();
    if matches!(to, Addressee::Crawler(name) if name.len() > limits::AGENT_NAME) {
        let whole = Span::new(0, content.len().min(limits::FILE_MAX));
        out.problem(ProblemKind::FieldMember, whole);
        return out;
    }
    let text = within_ceiling(content);
    let is_cut = text.len() < content.len();
    if is_cut {
        quoted::report_cut(content, text.len(), &mut out);
    }
    let mut words = Words::new(text, is_cut);
    while words.next_part().is_some() {
        words.part(|piece| match piece {
            Piece::Rule(rule, span) => out.rule(to, rule, span),
            Piece::Problem(kind, span) => out.problem(kind, span),
            Piece::Scope(_) => {}
        });
    }
    out.report_no_lifting();
    out
}

/// The part of the content that is within the ceiling and ends with a separator, which may be
/// directly after the ceiling (T-06, T-14).
fn within_ceiling(content: &[u8]) -> &[u8] {
    if content.len() <= limits::FIELD_VALUE {
        return content;
    }
    let examined = content.get(..=limits::FIELD_VALUE).unwrap_or(content);
    let separates = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';');
    let end = examined.iter().rposition(separates).map_or(0, |at| at + 1);
    examined.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(content: &str) -> (Vec<String>, Vec<(&'static str, String)>) {
        let directives = read(content, &Addressee::Everyone);
        let text = |span: Span| String::from_utf8_lossy(span.of(content.as_bytes())).into_owned();
        (
            directives.rules.iter().map(|it| it.rule.to_string()).collect(),
            directives.problems.iter().map(|(kind, span)| (kind.name(), text(*span))).collect(),
        )
    }

    #[test]
    fn all_separators_are_accepted() {
        for (content, rules) in [
            ("noindex", &["noindex"][..]),
            (" NOINDEX ,NoFollow ", &["noindex", "nofollow"]),
            ("index nofollow", &["index", "nofollow"]),
            ("noindex;nofollow", &["noindex", "nofollow"]),
            ("noindex,\u{A0}nofollow\n,\tnone", &["noindex", "nofollow", "none"]),
            ("\"noindex\", 'nofollow'", &["noindex", "nofollow"]),
            ("max-snippet:20", &["max-snippet:20"]),
            ("max-snippet : 20 noarchive", &["max-snippet:20", "noarchive"]),
            ("MAX-SNIPPET=-1", &["max-snippet:-1"]),
            ("max-image-preview:none", &["max-image-preview:none"]),
            (
                "max-image-preview: Large, max-video-preview: 0",
                &["max-image-preview:large", "max-video-preview:0"],
            ),
            (
                "unavailable_after: 25 Jun 2010 15:00:00 PST",
                &["unavailable_after:2010-06-25T23:00:00Z"],
            ),
            (
                "unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, noindex",
                &["unavailable_after:2010-06-25T15:00:00Z", "noindex"],
            ),
            (
                "unavailable_after:2026-01-01T00:00:00Z nosnippet",
                &["unavailable_after:2026-01-01T00:00:00Z", "nosnippet"],
            ),
            ("noindex: nofollow", &["noindex", "nofollow"]),
            (",, ;noai, noimageai noml", &["noai", "noimageai", "noml"]),
            ("", &[]),
        ] {
            assert_eq!(shown(content), (rules.iter().map(ToString::to_string).collect(), vec![]));
        }
    }

    #[test]
    fn unknown_rules_and_values_are_problems() {
        for (content, rules, problems) in [
            ("foo bar, noindex", &["noindex"][..], &[("rule-unknown", "foo bar")][..]),
            ("googlebot: noindex", &["noindex"], &[("rule-unknown", "googlebot:")]),
            ("max-snippet", &[], &[("rule-value", "max-snippet")]),
            ("max-snippet: , none", &["none"], &[("rule-value", "max-snippet")]),
            ("max-snippet: noindex", &["noindex"], &[("rule-value", "max-snippet")]),
            ("max-snippet:-2 none", &["none"], &[("rule-value", "max-snippet:-2")]),
            ("max-image-preview:huge", &[], &[("rule-value", "max-image-preview:huge")]),
            (
                "unavailable_after: someday, sometime, none",
                &["none"],
                &[("rule-date", "unavailable_after: someday, sometime")],
            ),
            (
                "unavailable_after: 31 Feb 2010",
                &[],
                &[("rule-date", "unavailable_after: 31 Feb 2010")],
            ),
            ("unavailable_after", &[], &[("rule-date", "unavailable_after")]),
            (
                "indexifembedded, noindex",
                &["indexifembedded", "noindex"],
                &[("rule-only-restricts", "indexifembedded")],
            ),
            ("indexifembedded", &["indexifembedded"], &[]),
            ("ACAP allow-index", &[], &[("rule-unknown", "ACAP allow-index")]),
        ] {
            let problems = problems.iter().map(|(kind, text)| (*kind, (*text).to_owned()));
            let rules = rules.iter().map(ToString::to_string).collect();
            assert_eq!(shown(content), (rules, problems.collect()), "{content}");
        }
    }

    #[test]
    fn complete_rules_within_the_ceiling_are_read() {
        let long = format!("noindex {}", "a".repeat(limits::FIELD_VALUE));
        let (rules, problems) = shown(&long);
        assert_eq!((rules, problems.len()), (vec!["noindex".to_owned()], 1));
        let date = "unavailable_after: 25 Jun 2010";
        let start = " ".repeat(limits::FIELD_VALUE - date.len() - 1);
        assert_eq!(shown(&format!("{start}{date} 15:00:00 PST")).0.len(), 0);
        assert_eq!(shown(&format!("{start}{date},noindex, none")).0.len(), 1);
        let full = format!("{}none", " ".repeat(limits::FIELD_VALUE - 4));
        for (after, rules) in [("", 1), (",noindex", 1), (" noindex", 1), ("s", 0)] {
            assert_eq!(shown(&format!("{full}{after}")).0.len(), rules, "{after:?}");
        }
        let blank = format!("none{}", " ".repeat(1 << 20));
        assert_eq!(shown(&blank).0, ["none"]);
        let crawler = Addressee::Crawler("a".repeat(limits::AGENT_NAME + 1).into());
        assert!(read("noindex", &crawler).rules.is_empty());
    }

    proptest! {
        #[test]
        fn spans_of_any_content_are_within_it(content in "(?s).{0,200}", cut in 0..200_usize) {
            let directives = read(&content, &Addressee::Everyone);
            for span in directives.rules.iter().map(|it| it.span).chain(directives.problems.iter().map(|it| it.1)) {
                prop_assert!(!span.is_empty() && span.end() <= content.len());
            }
            let long = format!("{}{content}", "a ".repeat((limits::FIELD_VALUE - cut) / 2));
            let read = read(&long, &Addressee::Everyone);
            prop_assert!(read.rules.iter().all(|it| it.span.end() <= limits::FIELD_VALUE));
            let is_cut = read.problems.iter().any(|(kind, _)| *kind == ProblemKind::FieldCut);
            // A separator directly after the ceiling completes the last rule.
            prop_assert!(is_cut || long.len() <= limits::FIELD_VALUE + 1);
        }
    }
}
