//! The `Robots-Tag` field (Robots-Tag draft §3.1.1): a List of RFC 9651 whose members are product
//! tokens, and their parameters rules.
//!
//! ```text
//! Robots-Tag = sf-list
//! member     = ( sf-token / sf-string ) *( ";" *SP rule [ "=" bare-item ] )
//! ```
//!
//! Structured parsing rejects a whole list for one bad member. Because every rule only restricts
//! (T-03), a value that it rejects is read member by member all the same (T-07).

mod member;

#[cfg(test)]
mod tests;

use sfv::Parser;
use sfv::visitor::Ignored;

pub(super) use member::Member;

use super::quoted;
use super::rule::Directives;
use crate::problem::ProblemKind;
use crate::source::Span;

/// What one line of the field says.
///
/// Of a value longer than [`limits::FIELD_VALUE`](crate::limits::FIELD_VALUE), the members that are
/// complete inside the ceiling are read (T-06).
///
/// ```
/// use placet::syntax::robots_tag;
/// use placet::syntax::rule::Addressee;
///
/// let said = robots_tag::read(b"*;nosnippet, ExampleBot;noindex;max-image-preview=none");
/// assert_eq!(said.rules.len(), 3);
/// assert_eq!(said.rules[1].addressee, Addressee::Crawler("ExampleBot".into()));
/// assert_eq!(said.rules[2].rule.to_string(), "max-image-preview:none");
/// assert!(said.problems.is_empty());
/// ```
pub fn read(value: &[u8]) -> Directives {
    let mut out = Directives::default();
    let text = quoted::cut(value, &mut out);
    if !is_list(text) {
        out.problem(ProblemKind::FieldLenient, Span::new(0, text.len()));
    }
    let mask = quoted::mask(text);
    let mut at = 0;
    while at < text.len() {
        let member = Member::read(text, &mask, at);
        member.say(text, &mut out);
        at = member.end() + 1;
    }
    out.tell_of_lifting();
    out
}

/// Whether a value is a List; white space around it is no part of it (RFC 9110 §5.5).
fn is_list(text: &[u8]) -> bool {
    let is_blank = |octet: &u8| matches!(octet, b' ' | b'\t');
    let start = text.iter().position(|octet| !is_blank(octet)).unwrap_or(text.len());
    let end = text.iter().rposition(|octet| !is_blank(octet)).map_or(start, |at| at + 1);
    let text = text.get(start..end).unwrap_or_default();
    Parser::new(text).parse_list_with_visitor(Ignored).is_ok()
}
