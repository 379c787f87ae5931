//! Whether it is clear what the author of a rule meant.
//!
//! Taking a rule out that has no effect changes no answer, but it takes away what the author wrote.
//! Where that may have been meant otherwise, it has to be looked at first.

use placet::pattern::Pattern;
use placet::syntax::robots::Record;

use crate::view::{RuleRow, View};

/// The lines of a file with which something is wrong, in order.
#[derive(Debug, Default)]
pub(super) struct Unclear(Vec<usize>);

impl Unclear {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut lines: Vec<usize> =
            view.problems.iter().map(placet::syntax::Problem::line).collect();
        lines.sort_unstable();
        Self(lines)
    }

    /// Whether a rule means what its line says: the key is spelt right and has its colon, and the
    /// pattern is one word that no comment cuts short.
    pub(super) fn holds(&self, view: &View<'_>, rule: &RuleRow<'_>) -> bool {
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

/// Whether a rule for `wide` was plainly meant to take in all of `narrow`: it is a folder or file
/// above it, or the same with a final `*` more or less.
///
/// `/a` also matches `/about`, which is often more than its author thinks, and a rule for
/// everything is what sites have that are closed for a while: the narrow ones still say what to
/// close once they open again. Wildcards reach further than one sees.
pub(super) fn takes_in(wide: &[u8], narrow: &[u8]) -> bool {
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
    fn a_folder_takes_in_what_is_below_it() {
        for (wide, narrow) in [
            ("/a/", "/a/b"),
            ("/a", "/a/"),
            ("/a", "/a?b"),
            ("/a", "/a$"),
            ("/a", "/a*"),
            ("/a*", "/a"),
            ("/a/*", "/a/b/*.c"),
        ] {
            assert!(takes_in(wide.as_bytes(), narrow.as_bytes()), "{wide} {narrow}");
        }
        for (wide, narrow) in [
            ("/a", "/about"),
            ("/", "/a"),
            ("/*", "/a"),
            ("*", "/a"),
            ("/*.php", "/a.php"),
            ("/a$", "/a$"),
        ] {
            assert!(!takes_in(wide.as_bytes(), narrow.as_bytes()), "{wide} {narrow}");
        }
    }
}
