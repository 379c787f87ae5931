//! Whether all profiles read the rules of a file in the same way.

use placet::syntax::ProblemKind;

use crate::view::View;

/// Whether every [profile](placet::Profile) finds the same groups, and the same patterns in their
/// rules, so that a proof for one of them is valid for all.
///
/// Google's matcher may find [other lines](View::has_googles_lines); percent-encoded characters and
/// characters outside ASCII have other normal forms, and so other lengths, there (F-22); it cuts names
/// that are not product tokens in other ways (F-11).
pub(super) fn profiles_agree(view: &View<'_>) -> bool {
    let agrees = |kind| {
        !matches!(
            kind,
            ProblemKind::AgentUnnamed | ProblemKind::AgentNotToken | ProblemKind::NotAscii
        )
    };
    view.problems.iter().all(|problem| agrees(problem.kind()))
        && view.rules.iter().all(|row| {
            let written = row.rule.span().of(view.text);
            row.rule.normal_form() == Some(written) && !written.contains(&b'%')
        })
        && view.has_googles_lines()
}
