//! The deprecated field `X-Robots-Tag`, in its own form and in that of `Robots-Tag` (T-08, T-09).
//!
//! ```text
//! value = part *( "," part )
//! old   = [ name ":" ] rule [ ":" value ]
//! ```
//!
//! A part with a `;` outside a date is a member as in [`robots_tag`](super::robots_tag), unless it
//! does not name its crawler. All other parts have the old form.

use super::quoted;
use super::robots_tag::Member;
use super::rule::words::{Piece, Words};
use super::rule::{Addressee, Directives};
use crate::text::{ProblemKind, Span};

/// Parses one line of the field; `joined` says that it may have been several lines.
///
/// In the old form `name:` opens a scope that ends at the next one or at the end of the line. `*:`
/// and `robots:` address every crawler, as do rules before the first scope. The name of a rule
/// opens no scope: after `noindex:`, the next rule follows. In a joined value the ends of the lines
/// are unknown, so rules after the first of a scope also address every crawler (T-09).
///
/// If the value is longer than [`limits::FIELD_VALUE`](crate::text::limits::FIELD_VALUE), only the
/// parts that are complete within the ceiling are read (T-06). The deprecation of the field is
/// reported once.
///
/// ```
/// use placet::syntax::rule::Addressee;
/// use placet::syntax::x_robots_tag;
///
/// let directives = x_robots_tag::read(b"noindex, otherbot: nofollow, max-snippet: 20", false);
/// assert_eq!(directives.rules[0].addressee, Addressee::Everyone);
/// assert_eq!(directives.rules[2].addressee, Addressee::Crawler("otherbot".into()));
/// assert_eq!(directives.problems[0].0.name(), "field-deprecated");
/// ```
pub fn read(value: &[u8], joined: bool) -> Directives {
    let mut out = Directives::default();
    let text = quoted::cut(value, &mut out);
    out.problem(ProblemKind::FieldDeprecated, Span::new(0, text.len()));
    let mask = quoted::mask(text);
    let mut scope = Scope { addressee: Some(Addressee::Everyone), has_rule: false, joined };
    let mut at = 0;
    while at < text.len() {
        let end = quoted::find(&mask, at, b",").unwrap_or(text.len());
        if is_new(text, &mask, at, end) {
            let member = Member::read(text, &mask, at);
            if member.is_addressed() {
                member.add_to(text, &mut out);
                at = member.end() + 1;
                continue;
            }
        }
        let mut words = Words::scoped(text, at);
        // Quotes hide commas only in the new form.
        while words.next_part().is_some_and(|next| next <= end) {
            words.part(|piece| scope.take(text, piece, &mut out));
        }
        at = words.next_part().unwrap_or(text.len());
    }
    out.report_no_lifting();
    out
}

/// Whether a part has the new form: it contains a `;` with no date of the old form before it.
fn is_new(text: &[u8], mask: &[u8], start: usize, end: usize) -> bool {
    let part = mask.get(..end).unwrap_or_default();
    quoted::find(part, start, b";").is_some_and(|semicolon| {
        let before = text.get(start..semicolon).unwrap_or_default().to_ascii_lowercase();
        let date = b"unavailable_after";
        let found = before.windows(date.len()).position(|it| it == date);
        let rest = found.and_then(|at| before.get(at + date.len()..)).unwrap_or_default();
        !rest.trim_ascii_start().starts_with(b":")
    })
}

/// The crawlers that rules of the old form address at some point of a value.
struct Scope {
    /// `None` after a name that no crawler has.
    addressee: Option<Addressee>,
    /// Whether it has a rule.
    has_rule: bool,
    joined: bool,
}

impl Scope {
    /// Adds what a part contains to `out`.
    fn take(&mut self, text: &[u8], piece: Piece, out: &mut Directives) {
        match piece {
            Piece::Scope(span) => {
                let name = String::from_utf8_lossy(span.of(text));
                self.has_rule = false;
                self.addressee = if name.eq_ignore_ascii_case("robots") {
                    Some(Addressee::Everyone)
                } else {
                    Addressee::of_name(&name)
                };
                if self.addressee.is_none() {
                    out.problem(ProblemKind::FieldMember, span);
                }
            }
            Piece::Rule(rule, span) => {
                if let Some(addressee) = &self.addressee {
                    out.rule(addressee, rule, span);
                }
                if self.joined && self.has_rule && self.addressee != Some(Addressee::Everyone) {
                    out.rule(&Addressee::Everyone, rule, span);
                }
                self.has_rule = true;
            }
            Piece::Problem(kind, span) => {
                self.has_rule |= kind != ProblemKind::FieldMember;
                out.problem(kind, span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::limits;

    fn shown(value: &str, joined: bool) -> (Vec<String>, Vec<(&'static str, String)>) {
        let directives = read(value.as_bytes(), joined);
        let text = |span: Span| String::from_utf8_lossy(span.of(value.as_bytes())).into_owned();
        let rules = directives.rules.iter().map(|it| match &it.addressee {
            Addressee::Everyone => format!("* {}", it.rule),
            Addressee::Crawler(name) => format!("{name} {}", it.rule),
        });
        let old = |kind: ProblemKind| kind == ProblemKind::FieldDeprecated;
        assert_eq!(directives.problems.iter().filter(|(kind, _)| old(*kind)).count(), 1);
        let problems = directives.problems.iter().filter(|(kind, _)| !old(*kind));
        (rules.collect(), problems.map(|(kind, span)| (kind.name(), text(*span))).collect())
    }

    #[test]
    fn both_forms_are_read() {
        for (value, rules) in [
            ("noindex", &["* noindex"][..]),
            ("*;noindex", &["* noindex"]),
            ("examplebot: noindex", &["examplebot noindex"]),
            ("otherbot: noindex, nofollow", &["otherbot noindex", "otherbot nofollow"]),
            (
                "otherbot: noindex, examplebot: nofollow",
                &["otherbot noindex", "examplebot nofollow"],
            ),
            ("noindex, otherbot: nofollow", &["* noindex", "otherbot nofollow"]),
            (
                "a: none, *: noai, b: noml, Robots: nocache",
                &["a none", "* noai", "b noml", "* nocache"],
            ),
            ("a:none,noai", &["a none", "a noai"]),
            ("max-snippet: 20", &["* max-snippet:20"]),
            ("max-snippet:0", &["* max-snippet:0"]),
            ("max-image-preview:none", &["* max-image-preview:none"]),
            (
                "googlebot: max-snippet: 20, max-image-preview: large",
                &["googlebot max-snippet:20", "googlebot max-image-preview:large"],
            ),
            ("NONE", &["* none"]),
            (
                "unavailable_after: 25 Jun 2010 15:00:00 PST",
                &["* unavailable_after:2010-06-25T23:00:00Z"],
            ),
            (
                "unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, noindex",
                &["* unavailable_after:2010-06-25T23:00:00Z", "* noindex"],
            ),
            (
                "a: unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, b: noindex",
                &["a unavailable_after:2010-06-25T23:00:00Z", "b noindex"],
            ),
            (
                "unavailable_after: 2026-01-01; noindex",
                &["* unavailable_after:2026-01-01T00:00:00Z", "* noindex"],
            ),
            (
                "*;unavailable_after=\"Fri, 25 Jun 2010\";none, noai",
                &["* unavailable_after:2010-06-25T00:00:00Z", "* none", "* noai"],
            ),
            ("a: noindex, b;none, nofollow", &["a noindex", "b none", "a nofollow"]),
            ("a: noindex; nofollow", &["a noindex", "a nofollow"]),
            ("noindex: nofollow", &["* noindex", "* nofollow"]),
            ("\"noindex, nofollow\"", &["* noindex", "* nofollow"]),
            ("noindex nofollow", &["* noindex", "* nofollow"]),
            ("Mozilla/5.0: noindex", &["Mozilla/5.0 noindex"]),
            ("Example Bot: noindex", &["Example Bot noindex"]),
            ("", &[]),
        ] {
            let rules = rules.iter().map(ToString::to_string).collect();
            assert_eq!(shown(value, false), (rules, vec![]), "{value}");
        }
    }

    #[test]
    fn unknown_rules_and_values_are_problems() {
        for (value, rules, problems) in [
            (
                "unavailable_after: someday",
                &[][..],
                &[("rule-date", "unavailable_after: someday")][..],
            ),
            (
                "unavailable_after: Foo, 25 Foo 2010 15:00:00 GMT, noindex",
                &["* noindex"],
                &[("rule-date", "unavailable_after: Foo, 25 Foo 2010 15:00:00 GMT")],
            ),
            (
                "unavailable_after: never, b: noindex",
                &["b noindex"],
                &[("rule-date", "unavailable_after: never")],
            ),
            ("noindex, foo", &["* noindex"], &[("rule-unknown", "foo")]),
            ("noindex;nofollow", &["noindex nofollow"], &[("rule-as-token", "noindex")]),
            (": noindex", &["* noindex"], &[("field-member", ":")]),
            ("max-snippet: -5, none", &["* none"], &[("rule-value", "max-snippet: -5")]),
            (
                "noindex, indexifembedded",
                &["* noindex", "* indexifembedded"],
                &[("rule-only-restricts", "indexifembedded")],
            ),
        ] {
            let problems = problems.iter().map(|(kind, text)| (*kind, (*text).to_owned()));
            let rules = rules.iter().map(ToString::to_string).collect();
            assert_eq!(shown(value, false), (rules, problems.collect()), "{value}");
        }
    }

    #[test]
    fn in_joined_lines_later_rules_of_a_scope_also_address_everyone() {
        for (value, rules) in [
            ("a: noindex, nofollow", &["a noindex", "a nofollow", "* nofollow"][..]),
            ("a: foo, nofollow", &["a nofollow", "* nofollow"]),
            ("noindex, nofollow", &["* noindex", "* nofollow"]),
            ("a: none, b: noai", &["a none", "b noai"]),
        ] {
            assert_eq!(shown(value, true).0, rules, "{value}");
        }
    }

    #[test]
    fn complete_parts_within_the_ceiling_are_read() {
        let value = format!("noindex, a: {}", "nofollow, ".repeat(1_000));
        let directives = read(value.as_bytes(), false);
        assert_eq!(directives.rules.len(), 1 + (limits::FIELD_VALUE - 12) / 10);
        assert_eq!(directives.problems[0].0, ProblemKind::FieldCut);
        let too_long = format!("{}: noindex, b: none", "a".repeat(limits::AGENT_NAME + 1));
        assert_eq!(shown(&too_long, true).0, ["b none"]);
    }

    proptest! {
        #[test]
        fn spans_of_any_bytes_are_within_them(value in prop::collection::vec(any::<u8>(), 0..200), joined: bool) {
            let directives = read(&value, joined);
            for span in directives.rules.iter().map(|it| it.span).chain(directives.problems.iter().map(|it| it.1)) {
                prop_assert!(span.end() <= value.len());
            }
        }

        #[test]
        fn joined_lines_have_at_least_the_same_rules(pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "*", ":", ": ", ",", ", ", ";", "=", "\"", " ", "noindex", "none", "max-snippet",
            "20", "unavailable_after", "Sat, 25 Jun 2010", "2026-01-01", "15:00:00", "robots", "é",
        ]), 0..16)) {
            let value = pieces.concat();
            let alone = read(value.as_bytes(), false);
            let joined = read(value.as_bytes(), true);
            // Joining lines removes no rule.
            prop_assert!(alone.rules.iter().all(|rule| joined.rules.contains(rule)));
        }
    }
}
