//! The change that a fix made.

use crate::finding::{Edit, Fix};
use crate::limits::{LINE_SHOWN, QUOTED};
use crate::place::Places;
use crate::rule::Rule;

/// A finding that was fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The first line that was changed, counted from 1 in the file before all fixes.
    pub line: usize,
    /// That line before this fix; of a long line, the part around the change.
    pub before: Vec<u8>,
    /// The line after the fix, which can be several lines; `None` if it was removed.
    pub after: Option<Vec<u8>>,
    /// Whether the beginning of the line is left out.
    pub is_cut: bool,
    /// How many further lines this fix changed.
    pub more: usize,
}

impl Applied {
    /// What `fix` changes in a text; `numbers` has for each line its number before all fixes.
    pub(crate) fn new(
        rule: &'static Rule,
        fix: &Fix,
        text: &[u8],
        places: &Places<'_>,
        numbers: &[usize],
    ) -> Self {
        let line = |edit: &Edit| places.line(edit.span.start);
        let first = fix.edits.first().map_or(0, line);
        let on_line = fix.edits.iter().take_while(|edit| line(edit) == first);
        let mut others: Vec<usize> = fix.edits.iter().map(line).filter(|&it| it != first).collect();
        others.dedup();
        let content = places.content(first);
        let changed = fix.edits.first().map_or(content.start, |edit| edit.span.start);
        let start = content.start.max(changed.saturating_sub(QUOTED));
        let is_cut = start > content.start;
        let mut after = Vec::new();
        let (mut at, mut end) = (start, content.end);
        for edit in on_line.take(LINE_SHOWN) {
            copy(text, at, edit.span.start, &mut after);
            after.extend(edit.content.iter().take(4 * LINE_SHOWN));
            at = edit.span.end;
            if !edit.content.is_empty() {
                // The end of a line that is replaced is part of the change.
                end = end.max(at);
            }
        }
        copy(text, at, content.end, &mut after);
        let mut before = Vec::new();
        copy(text, start, end, &mut before);
        Self {
            rule,
            line: numbers.get(first).copied().unwrap_or(1),
            before,
            after: (is_cut || !after.is_empty()).then_some(after),
            is_cut,
            more: others.len(),
        }
    }
}

/// Appends `start..end`, but no more than a report shows.
fn copy(text: &[u8], start: usize, end: usize, to: &mut Vec<u8>) {
    // A character has at most four bytes.
    let end = end.min(start.saturating_add(4 * LINE_SHOWN));
    to.extend_from_slice(text.get(start..end).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, edits: Vec<Edit>) -> Applied {
        let rule = crate::find("ROB112").unwrap();
        let places = Places::new(text.as_bytes());
        let numbers: Vec<usize> = (1..10).collect();
        Applied::new(rule, &Fix::safe_all("", edits), text.as_bytes(), &places, &numbers)
    }

    #[test]
    fn a_change_is_recorded_with_its_line() {
        let replace = Edit::replace;
        for (text, edits, line, before, after, more) in [
            ("a\nbcd\n", vec![replace(3..4, "x")], 2, "bcd", Some("bxd"), 0),
            ("a\rb\r", vec![replace(1..2, "\n")], 1, "a\r", Some("a\n"), 0),
            ("a\nb\n", vec![Edit::delete(2..4)], 2, "b", None, 0),
            (
                "a\nb\nc",
                vec![replace(0..1, "x"), replace(2..3, "y"), replace(4..5, "z")],
                1,
                "a",
                Some("x"),
                2,
            ),
        ] {
            let it = applied(text, edits);
            let (was, is) = (String::from_utf8(it.before), it.after.map(String::from_utf8));
            assert_eq!((it.line, it.more, it.is_cut), (line, more, false), "{text:?}");
            assert_eq!((was.as_deref(), is), (Ok(before), after.map(|it| Ok(it.to_owned()))));
        }
        let it = applied(&"é".repeat(600), vec![Edit::replace(600..602, "x")]);
        assert!(it.is_cut && it.after.is_some_and(|after| after.contains(&b'x')));
        assert!(it.before.len() < 1_000);
    }
}
