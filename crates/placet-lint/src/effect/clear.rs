//! Whether it is clear what the author of a rule meant.
//!
//! Removing a rule without effect changes no decision, but it removes what the author wrote. If the
//! author may have meant something else, a person has to review it first.

use placet::pattern::Pattern;
use placet::syntax::robots::Record;

use crate::view::{RuleRow, View};

/// The lines of a file with problems, in order.
#[derive(Debug, Default)]
pub(super) struct Unclear(Vec<usize>);

impl Unclear {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut lines: Vec<usize> =
            view.problems.iter().map(placet::syntax::Problem::line).collect();
        lines.sort_unstable();
        Self(lines)
    }

    /// Whether the meaning of a rule is unclear: its line has a problem, the key is misspelt or has no
    /// colon, or the pattern is not one word or is cut short by a comment.
    pub(super) fn contains(&self, view: &View<'_>, rule: &RuleRow<'_>) -> bool {
        let line = rule.rule.line();
        let is_plain = view.syntax(line).is_some_and(|record: Record| {
            let value = view.of(record.value.range());
            let cut = view.text.get(record.value.end()) == Some(&b'#');
            record.well_spelled
                && record.colon
                && !cut
                && !value.iter().any(u8::is_ascii_whitespace)
        });
        !is_plain || self.0.binary_search(&line).is_ok()
    }
}

/// Whether the author of a rule for `wide` clearly meant it to cover `narrow`: it is a folder or file
/// that contains it, or they differ in a final `*` only.
///
/// `/a` also matches `/about`, which its author often does not expect. Sites that are closed for some
/// time have a rule for everything, and keep the narrow ones for when they open again. Wildcards match
/// more than is obvious.
pub(super) fn is_inside(narrow: &[u8], wide: &[u8]) -> bool {
    let stars = wide.iter().rev().take_while(|&&byte| byte == b'*').count();
    let folder = wide.get(..wide.len() - stars).unwrap_or_default();
    let is_folder =
        Pattern::from_normal_form(folder).is_some_and(|it| it.is_prefix() && !it.is_everything());
    let rest = narrow.strip_prefix(folder).filter(|_| is_folder);
    rest.is_some_and(|rest| {
        folder.ends_with(b"/") || matches!(rest.first(), None | Some(b'/' | b'?' | b'*' | b'$'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_a_folder_are_inside() {
        for (wide, narrow) in [
            ("/a/", "/a/b"),
            ("/a", "/a/"),
            ("/a", "/a?b"),
            ("/a", "/a$"),
            ("/a", "/a*"),
            ("/a*", "/a"),
            ("/a/*", "/a/b/*.c"),
        ] {
            assert!(is_inside(narrow.as_bytes(), wide.as_bytes()), "{wide} {narrow}");
        }
        for (wide, narrow) in [
            ("/a", "/about"),
            ("/", "/a"),
            ("/*", "/a"),
            ("*", "/a"),
            ("/*.php", "/a.php"),
            ("/a$", "/a$"),
        ] {
            assert!(!is_inside(narrow.as_bytes(), wide.as_bytes()), "{wide} {narrow}");
        }
    }
}
