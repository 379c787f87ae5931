//! What a fix did to a file.

use std::fmt;

use crate::finding::{Edit, Fix};
use crate::limits::{LINE_SHOWN, QUOTED};
use crate::render::place::Places;
use crate::rule::Rule;

/// A finding that was fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The first line that was changed, counted from 1 in the file as it was before all fixes.
    pub line: usize,
    /// What that line said before this fix; of a long line, the part around the change. What cannot
    /// be seen is escaped.
    pub before: String,
    /// What it says afterwards, which can be several lines; none where it was removed.
    pub after: Option<String>,
    /// How many further lines this fix changed.
    pub more: usize,
}

impl Applied {
    /// What `fix` does to a text, where `numbers` has for every line its number at first.
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
            before: shown(&before, is_cut),
            after: (is_cut || !after.is_empty()).then(|| shown(&after, is_cut)),
            more: others.len(),
        }
    }
}

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, line, before, after, more } = self;
        write!(f, "line {line}: {} {}: `{before}` → ", rule.code(), rule.name())?;
        match after {
            Some(after) => write!(f, "`{after}`")?,
            None => f.write_str("removed")?,
        }
        match more {
            0 => Ok(()),
            1 => f.write_str(", and 1 more line"),
            more => write!(f, ", and {more} more lines"),
        }
    }
}

/// Adds what stands in `start..end`, no more than can be shown.
fn copy(text: &[u8], start: usize, end: usize, to: &mut Vec<u8>) {
    // A character has at most four bytes.
    let end = end.min(start.saturating_add(4 * LINE_SHOWN));
    to.extend_from_slice(text.get(start..end).unwrap_or_default());
}

/// The text on one line, cut where it is long, with escapes for what cannot be seen.
fn shown(text: &[u8], is_cut: bool) -> String {
    let mut shown = String::from(if is_cut { "…" } else { "" });
    let text = String::from_utf8_lossy(text);
    let mut chars = text.chars();
    for c in chars.by_ref().take(LINE_SHOWN) {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            c if c.is_control() || c.is_whitespace() && c != ' ' || c == '\u{FEFF}' => {
                shown.extend(c.escape_unicode());
            }
            c => shown.push(c),
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, edits: Vec<Edit>) -> String {
        let rule = crate::find("R112").unwrap();
        let places = Places::new(text.as_bytes());
        let numbers: Vec<usize> = (1..10).collect();
        Applied::new(rule, &Fix::safe_all("", edits), text.as_bytes(), &places, &numbers)
            .to_string()
            .replace("R112 bare-carriage-return: ", "")
    }

    #[test]
    fn what_is_changed_is_seen() {
        let replace = Edit::replace;
        assert_eq!(told("a\nbcd\n", vec![replace(3..4, "x")]), "line 2: `bcd` → `bxd`");
        assert_eq!(told("a\rb\r", vec![replace(1..2, "\n")]), "line 1: `a\\r` → `a\\n`");
        assert_eq!(told("a\nb\n", vec![Edit::delete(2..4)]), "line 2: `b` → removed");
        assert_eq!(told("\u{A0}b", vec![Edit::delete(0..2)]), "line 1: `\\u{a0}b` → `b`");
        assert_eq!(
            told("a\nb\nc", vec![replace(0..1, "x"), replace(2..3, "y"), replace(4..5, "z")]),
            "line 1: `a` → `x`, and 2 more lines"
        );
        let long = "é".repeat(600);
        let cut = told(&long, vec![replace(600..602, "x")]);
        assert!(cut.contains("…") && cut.contains('x') && cut.len() < 1_000, "{cut}");
    }
}
