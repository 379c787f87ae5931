//! Whether all readers understand the rules of a file in the same way.

use placet::syntax::robots::{Content, Key, Lines};
use placet::{ProblemKind, Profile, Span, limits};

use crate::view::View;

/// Whether every [profile](placet::Profile) gives the file the same groups, and the same patterns to
/// their rules: what is proved of them in one then holds in all.
///
/// Triplets and what is not ASCII have other normal forms, and so other lengths, with Google's
/// matcher (F-22); names that are no product tokens are cut in other ways (F-11); keys are known there
/// by how they begin (F-07) and later byte order marks are not skipped (F-01); long lines and NUL are
/// cut by some.
pub(super) fn are_read_alike(view: &View<'_>) -> bool {
    let is_alike = |kind| {
        !matches!(
            kind,
            ProblemKind::AgentUnnamed
                | ProblemKind::AgentNotToken
                | ProblemKind::NotAscii
                | ProblemKind::Nul
        )
    };
    view.problems.iter().all(|problem| is_alike(problem.kind()))
        && view.lines.iter().all(|line| line.span.len() <= limits::GOOGLE_LINE)
        && Lines::new(view.text, Profile::Google)
            .zip(&view.lines)
            .all(|(google, line)| counts(google.content) == counts(line.content))
        && view.rules.iter().all(|row| {
            let written = row.rule.span().of(view.text);
            row.rule.normal_form() == Some(written) && !written.contains(&b'%')
        })
}

/// What counts of a line: the record, where it is one of a group, and its value.
fn counts(content: Content) -> Option<(Key, Span)> {
    match content {
        Content::Record(record)
            if matches!(record.kind, Key::UserAgent | Key::Allow | Key::Disallow) =>
        {
            Some((record.kind, record.value))
        }
        _ => None,
    }
}
