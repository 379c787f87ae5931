//! Quoted strings in field values, and the ceiling on the length of a value.

use std::borrow::Cow;

use crate::syntax::rule::Directives;
use crate::text::{ProblemKind, Span, limits};

/// Replaces every byte of the quoted strings in `text` with a quote, so that a search in the result
/// finds only what is outside of them.
///
/// Strings are those of RFC 9651 §4.2.5, with `\` before an escaped character, and display strings
/// (§4.2.10), without. A quote that is never closed starts no string, and neither do quotes after
/// it.
pub(crate) fn mask(text: &[u8]) -> Cow<'_, [u8]> {
    mask_strings(text, false)
}

/// Same as [`mask`], with `to_the_end` also for a string that is never closed.
fn mask_strings(text: &[u8], to_the_end: bool) -> Cow<'_, [u8]> {
    let mut masked = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(open) = find(text, at, b"\"") {
        let display = text.get(..open).is_some_and(|before| before.ends_with(b"%"));
        let end = match closing(text, open + 1, display) {
            Some(close) => close + 1,
            None if to_the_end => text.len(),
            None => break,
        };
        if let Some(string) = masked.to_mut().get_mut(open..end) {
            string.fill(b'"');
        }
        at = end;
    }
    masked
}

/// The index of the quote that closes a string.
fn closing(text: &[u8], mut at: usize, display: bool) -> Option<usize> {
    loop {
        match text.get(at)? {
            b'"' => return Some(at),
            b'\\' if !display => at += 2,
            _ => at += 1,
        }
    }
}

/// The index of the first of the bytes `wanted` at or after `at`.
pub(crate) fn find(text: &[u8], at: usize, wanted: &[u8]) -> Option<usize> {
    let found = text.get(at..)?.iter().position(|byte| wanted.contains(byte))?;
    Some(at + found)
}

/// Returns the part of a field value that is within the ceiling: all of it, or its complete
/// members.
///
/// A member is complete if its comma, outside a string, or the end of the value is within the
/// ceiling or directly after it (Robots-Tag draft §3.1.1, T-06). A cut is reported.
pub(crate) fn cut<'t>(value: &'t [u8], out: &mut Directives) -> &'t [u8] {
    let end = complete(value);
    if end < value.len() {
        report_cut(value, end, out);
    }
    value.get(..end).unwrap_or(value)
}

/// How many bytes of a field value lie inside the ceiling and are complete members.
pub(crate) fn complete(value: &[u8]) -> usize {
    if value.len() <= limits::FIELD_VALUE {
        return value.len();
    }
    let examined = value.get(..=limits::FIELD_VALUE).unwrap_or(value);
    mask_strings(examined, true).iter().rposition(|&byte| byte == b',').unwrap_or(0)
}

/// Reports that the value is not read from `end` on.
pub(crate) fn report_cut(value: &[u8], end: usize, out: &mut Directives) {
    out.problem(ProblemKind::FieldCut, Span::new(end, value.len().min(limits::FILE_MAX)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_masked() {
        for (text, masked) in [
            (r#"a;b="x,y", c"#, r#"a;b=""""", c"#),
            (r#""\",";x"#, r#"""""";x"#),
            (r#"%"\",x"#, r#"%""",x"#),
            (r#""a", "b, c"#, r#"""", "b, c"#),
            ("a, b", "a, b"),
        ] {
            assert_eq!(String::from_utf8_lossy(&mask(text.as_bytes())), masked, "{text}");
        }
    }

    #[test]
    fn only_complete_members_are_within_the_ceiling() {
        let cut_at = |value: &str| {
            let mut out = Directives::default();
            let inside = cut(value.as_bytes(), &mut out).len();
            assert_eq!(out.problems.is_empty(), inside == value.len());
            inside
        };
        let filled = |len: usize, end: &str| format!("a,{}{end}", "b".repeat(len - 2));
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE, "")), limits::FIELD_VALUE);
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE, ",c")), limits::FIELD_VALUE);
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE, ",")), limits::FIELD_VALUE);
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE, " ,c")), 1);
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE + 1, ",c")), 1);
        assert_eq!(cut_at(&filled(limits::FIELD_VALUE - 1, ",c")), limits::FIELD_VALUE - 1);
        let string = format!("a,\"{}\",b", "x".repeat(limits::FIELD_VALUE - 4));
        assert_eq!(cut_at(&string), limits::FIELD_VALUE);
        assert_eq!(cut_at(&"b".repeat(limits::FIELD_VALUE + 1)), 0);
        // The string may continue after the ceiling.
        assert_eq!(cut_at(&format!("a,\"{}", ",".repeat(limits::FIELD_VALUE))), 1);
    }
}
