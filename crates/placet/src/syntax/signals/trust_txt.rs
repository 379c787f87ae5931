//! trust.txt: lines `name=value`, of which one variable is a signal (trust.txt Reference Document).

use super::problem::{SignalProblemAt, SignalProblemKind};
use super::without_mark;
use crate::text::{Span, limits};

/// The variable about training.
const VARIABLE: &[u8] = b"datatrainingallowed";

/// A line that sets the variable `datatrainingallowed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Training {
    /// Whether training is allowed.
    pub allows: bool,
    /// The line, counted from 1.
    pub line: u32,
    /// Its bytes, without the blanks around them.
    pub span: Span,
}

/// What a file says about training.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrustTxt {
    /// The lines that say something, in their order.
    pub training: Vec<Training>,
    /// What is wrong, with the line.
    pub problems: Vec<(SignalProblemAt, u32)>,
}

/// Reads a file, up to [`limits::FILE_MIN`] bytes; a line that reaches over them is dropped.
///
/// ```
/// use placet::syntax::signals::trust_txt;
///
/// let read = trust_txt::read(b"member=https://example.org/\nDataTrainingAllowed = no # all\n");
/// assert_eq!((read.training[0].line, read.training[0].allows), (2, false));
/// ```
pub fn read(file: &[u8]) -> TrustTxt {
    let mut out = TrustTxt::default();
    let (text, mark) = without_mark(file);
    let inside = text.get(..limits::FILE_MIN.saturating_sub(mark)).unwrap_or(text);
    let is_cut = inside.len() < text.len();
    let (mut start, mut line) = (0, 0_u32);
    while start < inside.len() {
        let rest = inside.get(start..).unwrap_or_default();
        let found = memchr::memchr2(b'\n', b'\r', rest);
        let len = found.unwrap_or(rest.len());
        let next_is_end = matches!(text.get(start + len), None | Some(b'\n' | b'\r'));
        line = line.saturating_add(1);
        if next_is_end {
            read_line(rest.get(..len).unwrap_or_default(), mark + start, line, &mut out);
        }
        let end = rest.get(len..).unwrap_or_default();
        start += len + if end.starts_with(b"\r\n") { 2 } else { 1 };
    }
    if is_cut {
        let end = Span::new(mark + inside.len(), mark + inside.len());
        out.problems.push(((SignalProblemKind::Truncated, end), line));
    }
    out
}

fn read_line(text: &[u8], start: usize, line: u32, out: &mut TrustTxt) {
    if text.first() == Some(&b'#') {
        return;
    }
    let text = text.split(|&byte| byte == b'#').next().unwrap_or_default();
    let Some(equals) = memchr::memchr(b'=', text) else { return };
    let (name, value) = text.split_at_checked(equals).unwrap_or_default();
    let value = value.get(1..).unwrap_or_default().trim_ascii();
    if !name.trim_ascii().eq_ignore_ascii_case(VARIABLE) {
        return;
    }
    let margin = text.len() - text.trim_ascii_start().len();
    let span = Span::new(start + margin, start + text.trim_ascii_end().len());
    let is = |known: &[&str]| known.iter().any(|it| value.eq_ignore_ascii_case(it.as_bytes()));
    if !is(&["yes", "no"]) {
        out.problems.push(((SignalProblemKind::Value, span), line));
    }
    if is(&["yes", "no", "n", "false", "0"]) {
        out.training.push(Training { allows: is(&["yes"]), line, span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_found_on_its_line() {
        for (text, training, problems) in [
            ("datatrainingallowed=no\n", &[(1, false)][..], 0),
            ("#datatrainingallowed=no\r\n\r\n DATATRAININGALLOWED = Yes # x", &[(3, true)], 0),
            ("a=b\rdatatrainingallowed=0\n", &[(2, false)], 1),
            ("datatrainingallowed=maybe\ndatatrainingallowed=\n", &[], 2),
            ("contact=https://a.example/?datatrainingallowed=no", &[], 0),
            ("\u{FEFF}datatrainingallowed=no", &[(1, false)], 0),
            ("", &[], 0),
        ] {
            let read = read(text.as_bytes());
            let found: Vec<_> = read.training.iter().map(|it| (it.line, it.allows)).collect();
            assert_eq!((found.as_slice(), read.problems.len()), (training, problems), "{text}");
        }
    }

    #[test]
    fn a_line_over_the_ceiling_is_dropped() {
        let filled = |end: &str| format!("{}\n{end}", "#".repeat(limits::FILE_MIN - end.len() - 1));
        let line = "datatrainingallowed=no";
        assert_eq!(read(filled(line).as_bytes()).training.len(), 1);
        assert_eq!(read(format!("{}\nx", filled(line)).as_bytes()).training.len(), 1);
        let cut = read(format!("{}t", filled(line)).as_bytes());
        assert_eq!((cut.training.len(), cut.problems.len()), (0, 1));
    }
}
