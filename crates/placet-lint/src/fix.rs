//! Applying fixes.

use placet::RobotsPolicy;

use crate::config::Config;
use crate::engine::lint;
use crate::finding::{Applicability, Finding, Fix};
use crate::limits::FIX_ROUNDS;
use crate::subject::Subject;

/// A file with its fixes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The octets of the file.
    pub text: Vec<u8>,
    /// How many findings were fixed.
    pub applied: usize,
}

/// Applies the fixes of the findings to the text they were found in, those up to `most`.
///
/// Of fixes that overlap the first is applied; the others are left for the next time. So it is
/// where all together would change which groups there are: rules that are of no use one by one
/// keep two groups apart as long as one of them is left.
pub fn apply(text: &[u8], findings: &[Finding], most: Applicability) -> Fixed {
    let mut wanted: Vec<&Fix> = findings
        .iter()
        .filter_map(Finding::fix)
        .filter(|fix| fix.applicability <= most && !fix.edits.is_empty())
        .collect();
    wanted.sort_by_key(|fix| fix.edits.first().map(|edit| (edit.span.start, edit.span.end)));
    let all = splice(text, &wanted);
    let groups = |text: &[u8]| RobotsPolicy::parse(text).groups().count();
    if all.applied > 1 && groups(text) != groups(&all.text) {
        return splice(text, wanted.get(..1).unwrap_or_default());
    }
    all
}

/// The text with these fixes, of which those that overlap one before them are left out.
fn splice(text: &[u8], fixes: &[&Fix]) -> Fixed {
    let mut spliced = Fixed { text: Vec::with_capacity(text.len()), applied: 0 };
    let mut at = 0;
    let mut touched = None;
    for fix in fixes {
        let start = fix.edits.first().map_or(0, |edit| edit.span.start);
        // Two edits at one place would depend on their order.
        if start < at || touched == Some(start) {
            continue;
        }
        for edit in &fix.edits {
            spliced.text.extend_from_slice(text.get(at..edit.span.start).unwrap_or_default());
            spliced.text.extend_from_slice(&edit.content);
            at = edit.span.end;
            touched = Some(at);
        }
        spliced.applied += 1;
    }
    spliced.text.extend_from_slice(text.get(at..).unwrap_or_default());
    spliced
}

/// Lints a file and applies the fixes, those up to `most`, again and again until there is none
/// left.
///
/// # Limits
/// At most [`FIX_ROUNDS`] times.
pub fn fix(subject: &Subject<'_>, config: &Config, most: Applicability) -> Fixed {
    let mut fixed = Fixed { text: subject.text().to_vec(), applied: 0 };
    for _ in 0..FIX_ROUNDS {
        let subject = subject.with_text(&fixed.text);
        let round = apply(subject.text(), lint(&subject, config).findings(), most);
        if round.applied == 0 {
            break;
        }
        fixed = Fixed { text: round.text, applied: fixed.applied + round.applied };
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_are_applied_until_none_is_left() {
        let text = b"\xEF\xBB\xBFUseragent *\nDissalow: /a\nDisallow: /a\nDisallow: /b\n";
        let safe = fix(&Subject::new("robots.txt", text), &Config::default(), Applicability::Safe);
        assert_eq!(safe.text, b"User-agent: *\nDisallow: /a\nDisallow: /b\n");
        assert_eq!(safe.applied, 5);
    }

    #[test]
    fn unsafe_fixes_are_left_unless_wanted() {
        let text = b"User-agent: *\nDisallow: private\n";
        let config = Config::default();
        let safe = fix(&Subject::new("robots.txt", text), &config, Applicability::Safe);
        assert_eq!((&*safe.text, safe.applied), (&text[..], 0));
        let all = fix(&Subject::new("robots.txt", text), &config, Applicability::Unsafe);
        assert_eq!(all.text, b"User-agent: *\nDisallow: /private\n");
    }
}
