//! The `Robots-Tag` field (Robots-Tag draft §3.1.1): a List of RFC 9651 whose members are product
//! tokens with rules as parameters.
//!
//! ```text
//! Robots-Tag = sf-list
//! member     = ( sf-token / sf-string ) *( ";" *SP rule [ "=" bare-item ] )
//! ```
//!
//! Structured parsing rejects the whole list if one member is bad. Because every rule only
//! restricts (T-03), a value that it rejects is still read, member by member (T-07).

mod member;

#[cfg(test)]
mod tests;

use sfv::Parser;
use sfv::visitor::Ignored;

pub(super) use member::Member;

use super::quoted;
use super::rule::Directives;
use crate::text::{ProblemKind, Span};

/// Parses the field of a response that has only one line of it.
///
/// If the value is longer than [`limits::FIELD_VALUE`](crate::text::limits::FIELD_VALUE), only the
/// members that are complete within the ceiling are read (T-06).
///
/// ```
/// use placet::syntax::robots_tag;
/// use placet::syntax::rule::Addressee;
///
/// let directives = robots_tag::read(b"*;nosnippet, ExampleBot;noindex;max-image-preview=none");
/// assert_eq!(directives.rules.len(), 3);
/// assert_eq!(directives.rules[1].addressee, Addressee::Crawler("ExampleBot".into()));
/// assert_eq!(directives.rules[2].rule.to_string(), "max-image-preview:none");
/// assert!(directives.problems.is_empty());
/// ```
pub fn read(value: &[u8]) -> Directives {
    read_lines(&[value]).pop().unwrap_or_default()
}

/// Parses the field of a response that has several lines of it. Returns the rules and problems of
/// each line.
///
/// All lines form one list (RFC 9651 §4.2): a member may begin on one line and end on the next, and
/// is then reported on the first. If together they are not a list, each line is read by itself,
/// member by member (T-07). The lines that are not a list are reported; if each alone is one, all
/// are.
pub fn read_lines(values: &[&[u8]]) -> Vec<Directives> {
    let mut lines: Vec<Directives> = values.iter().map(|_| Directives::default()).collect();
    let texts: Vec<&[u8]> =
        values.iter().zip(&mut lines).map(|(value, out)| quoted::cut(value, out)).collect();
    let joined = texts.join(&b", "[..]);
    if is_list(&joined) {
        let mut all = Directives::default();
        members(&joined, &mut all);
        all.report_no_lifting();
        distribute(all, &texts, &mut lines);
        return lines;
    }
    let is_wrong = |text: &[u8]| !is_list(text) || text.trim_ascii().is_empty();
    let some_wrong = texts.iter().any(|text| is_wrong(text));
    for (text, out) in texts.iter().zip(&mut lines) {
        if is_wrong(text) || !some_wrong {
            out.problem(ProblemKind::FieldLenient, Span::new(0, text.len()));
        }
        members(text, out);
        out.report_no_lifting();
    }
    lines
}

/// Adds the rules of all members to `out`.
fn members(text: &[u8], out: &mut Directives) {
    let mask = quoted::mask(text);
    let mut at = 0;
    while at < text.len() {
        let member = Member::read(text, &mask, at);
        member.add_to(text, out);
        at = member.end() + 1;
    }
}

/// Distributes what was found in joined lines to the lines on which it begins.
fn distribute(all: Directives, texts: &[&[u8]], lines: &mut [Directives]) {
    let mut starts = Vec::with_capacity(texts.len());
    let mut start = 0;
    for text in texts {
        starts.push(start);
        start += text.len() + 2;
    }
    // A span that begins between two lines belongs to the second.
    let locate = |span: Span| {
        let line = starts.partition_point(|&start| start <= span.start()).saturating_sub(1);
        let (start, len) = (starts.get(line).copied()?, texts.get(line)?.len());
        let within = |at: usize| at.saturating_sub(start).min(len);
        Some((line, Span::new(within(span.start()), within(span.end()))))
    };
    for mut directive in all.rules {
        if let Some((line, span)) = locate(directive.span)
            && let Some(out) = lines.get_mut(line)
        {
            directive.span = span;
            out.rules.push(directive);
        }
    }
    for (kind, span) in all.problems {
        if let Some((line, span)) = locate(span)
            && let Some(out) = lines.get_mut(line)
        {
            out.problem(kind, span);
        }
    }
}

/// Whether a value is a List. White space around it is not part of the value (RFC 9110 §5.5).
fn is_list(text: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(start, |at| at + 1);
    let text = text.get(start..end).unwrap_or_default();
    Parser::new(text).parse_list_with_visitor(Ignored).is_ok()
}
