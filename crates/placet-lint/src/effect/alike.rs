//! Whether all readers understand the rules of a file in the same way.

use placet::syntax::ProblemKind;

use crate::view::View;

/// Whether every [profile](placet::Profile) gives the file the same groups, and the same patterns to
/// their rules: what is proved of them in one then holds in all.
///
/// Google's matcher finds its [own lines](View::has_googles_lines); triplets and what is not ASCII
/// have other normal forms, and so other lengths, there (F-22); names that are no product tokens are
/// cut in other ways (F-11).
pub(super) fn are_read_alike(view: &View<'_>) -> bool {
    let is_alike = |kind| {
        !matches!(
            kind,
            ProblemKind::AgentUnnamed | ProblemKind::AgentNotToken | ProblemKind::NotAscii
        )
    };
    view.problems.iter().all(|problem| is_alike(problem.kind()))
        && view.rules.iter().all(|row| {
            let written = row.rule.span().of(view.text);
            row.rule.normal_form() == Some(written) && !written.contains(&b'%')
        })
        && view.has_googles_lines()
}
