//! Forms that are accepted although the documents do not define them.

use super::AcapLine;
use crate::syntax::acap::has_odd_blank;
use crate::text::{ProblemKind, Span};

/// Reports the form of each field.
pub(super) fn tell(
    text: &[u8],
    lines: &[AcapLine],
    problem: &mut dyn FnMut(ProblemKind, Span, u32),
) {
    for line in lines {
        let (key, value) = (line.key.of(text), line.value.of(text));
        let between = text.get(line.key.end()..line.value.start()).unwrap_or_default();
        // Only one field has no colon, and it should not.
        let colon = between.iter().position(|&byte| byte == b':');
        let spaced = colon.is_none_or(|at| at + 1 < between.len()) || value.is_empty();
        if !key.starts_with(b"ACAP-") || !spaced {
            problem(ProblemKind::AcapStyle, line.key, line.line);
        }
        if colon.is_some_and(|at| at > 0) || !key.is_ascii() || has_odd_blank(value) {
            problem(ProblemKind::AcapBlank, line.key, line.line);
        }
    }
    // One report of a line end is enough for a file.
    let ends_otherwise = |line: &&AcapLine| {
        let rest = text.get(line.value.end()..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        !end.and_then(|end| rest.get(end..)).is_some_and(|rest| rest.starts_with(b"\r\n"))
    };
    if let Some(line) = lines.iter().find(ends_otherwise) {
        problem(ProblemKind::AcapLineEnd, line.key, line.line);
    }
}
