//! Whether all readers understand the rules of a file in the same way.

use placet::syntax::robots::{Content, Key, Lines, Record};
use placet::{ProblemKind, Profile};

use crate::view::View;

/// Whether every [profile](placet::Profile) gives the file the same groups, and the same patterns to
/// their rules: what is proved of them in one then holds in all.
///
/// Google's matcher cuts lines in its own way, knows keys by how they begin (F-07) and skips no later
/// byte order mark (F-01); triplets and what is not ASCII have other normal forms, and so other
/// lengths, there (F-22); names that are no product tokens are cut in other ways (F-11).
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
        && view.lines.iter().map(|line| rule_or_agent(line.content)).eq(Lines::new(
            view.text,
            Profile::Google,
        )
        .map(|line| rule_or_agent(line.content)))
}

/// A line of a group by its kind and where its value stands; none for other lines.
fn rule_or_agent(content: Content) -> Option<(Key, usize, usize)> {
    let Content::Record(Record { kind, value, .. }) = content else { return None };
    let counts = matches!(kind, Key::UserAgent | Key::Allow | Key::Disallow);
    // Where an empty value stands makes no difference.
    let start = if value.is_empty() { value.end() } else { value.start() };
    counts.then_some((kind, start, value.end()))
}
