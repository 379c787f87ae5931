//! Applies fixes.

use placet::RobotsPolicy;

use crate::applied::Applied;
use crate::config::Config;
use crate::engine::lint;
use crate::finding::{Applicability, Edit, Finding, Fix};
use crate::limits::FIX_ROUNDS;
use crate::place::Places;
use crate::proof::Proof;
use crate::rule::Rule;
use crate::splice::Spliced;
use crate::subject::Subject;

/// A file with its fixes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The bytes of the file.
    pub text: Vec<u8>,
    /// The fixes, in the order in which they were applied.
    pub applied: Vec<Applied>,
}

/// Applies the fixes of findings to their file: the safe ones, or all if `most` is
/// [`Applicability::Unsafe`].
///
/// If fixes overlap, only the first is applied.
///
/// If only safe fixes are applied, the file before and after is compared with
/// [`placet::compare::Compare`] in every profile. A fix that changes a decision, or that cannot be
/// compared within the [ceilings](crate::limits), is not applied.
pub fn apply(subject: &Subject<'_>, findings: &[Finding], most: Applicability) -> Fixed {
    let lines = numbers(subject.text());
    round(subject.text(), findings, most, Proof::new(subject).as_mut(), &lines).0
}

/// Lints a file and applies fixes as [`apply`] does, until none is left. Each round is compared with
/// the one before, so that safe fixes together change no decision.
///
/// # Limits
/// At most [`FIX_ROUNDS`] rounds.
pub fn fix(subject: &Subject<'_>, config: &Config, most: Applicability) -> Fixed {
    let mut proof = Proof::new(subject);
    let mut fixed = Fixed { text: subject.text().to_vec(), applied: Vec::new() };
    let mut lines = numbers(subject.text());
    for _ in 0..FIX_ROUNDS {
        let subject = subject.with_text(&fixed.text);
        let report = lint(&subject, config);
        let (mut next, moved) =
            round(subject.text(), report.findings(), most, proof.as_mut(), &lines);
        if next.applied.is_empty() {
            break;
        }
        lines = moved;
        fixed.applied.append(&mut next.applied);
        fixed.text = next.text;
    }
    fixed
}

/// The line numbers of a text.
fn numbers(text: &[u8]) -> Vec<usize> {
    (1..).zip(Places::new(text).starts()).map(|(number, _)| number).collect()
}

/// A fix with its rule.
#[derive(Clone, Copy)]
struct Wanted<'f> {
    rule: &'static Rule,
    fix: &'f Fix,
}

/// Applies fixes once. `lines` has for each line its number in the file before all fixes; the same
/// is returned for the result.
fn round(
    text: &[u8],
    findings: &[Finding],
    most: Applicability,
    proof: Option<&mut Proof>,
    lines: &[usize],
) -> (Fixed, Vec<usize>) {
    let mut wanted: Vec<Wanted<'_>> = findings
        .iter()
        .filter_map(|it| Some(Wanted { rule: it.rule, fix: it.fix()? }))
        .filter(|it| it.fix.applicability <= most && !it.fix.edits.is_empty())
        .collect();
    wanted.sort_by_key(|it| it.fix.edits.first().map(|edit| (edit.span.start, edit.span.end)));
    without_overlaps(&mut wanted);
    let mut chosen = Vec::new();
    match (most, proof) {
        (Applicability::Unsafe, _) => chosen = keeping_groups(text, wanted),
        (Applicability::Safe, Some(proof)) => add_proved(text, &mut chosen, &wanted, proof),
        (Applicability::Safe, None) => {}
    }
    let places = Places::new(text);
    let applied =
        chosen.iter().map(|it| Applied::new(it.rule, it.fix, text, &places, lines)).collect();
    let spliced = splice(text, &chosen);
    let lines = spliced.lines(&places, lines);
    (Fixed { text: spliced.text, applied }, lines)
}

fn splice(text: &[u8], fixes: &[Wanted<'_>]) -> Spliced {
    Spliced::new(text, fixes.iter().flat_map(|it| &it.fix.edits))
}

/// Removes fixes that overlap an earlier one.
fn without_overlaps(wanted: &mut Vec<Wanted<'_>>) {
    let mut before: Option<&Edit> = None;
    wanted.retain(|it| {
        let (Some(first), Some(last)) = (it.fix.edits.first(), it.fix.edits.last()) else {
            return false;
        };
        let is_free = before.is_none_or(|before| {
            // The result of two edits at one place would depend on their order.
            let is_next = !before.span.is_empty() && !first.span.is_empty();
            first.span.start > before.span.end || first.span.start == before.span.end && is_next
        });
        if is_free {
            before = Some(last);
        }
        is_free
    });
}

/// Adds those of `more` that, together with those chosen before, are proved to change no decision:
/// all of them, or each half by itself.
fn add_proved<'f>(
    text: &[u8],
    chosen: &mut Vec<Wanted<'f>>,
    more: &[Wanted<'f>],
    proof: &mut Proof,
) {
    let before = chosen.len();
    chosen.extend_from_slice(more);
    if more.is_empty() || proof.change(&splice(text, chosen).text) {
        return;
    }
    chosen.truncate(before);
    if more.len() > 1 {
        let (first, second) = more.split_at(more.len() / 2);
        add_proved(text, chosen, first, proof);
        add_proved(text, chosen, second, proof);
    }
}

/// All fixes, or only the first if all together change the number of groups: rules without effect
/// separate two groups as long as one of them is left.
fn keeping_groups<'f>(text: &[u8], mut wanted: Vec<Wanted<'f>>) -> Vec<Wanted<'f>> {
    let groups = |text: &[u8]| RobotsPolicy::parse(text).groups().count();
    if wanted.len() > 1 && groups(text) != groups(&splice(text, &wanted).text) {
        wanted.truncate(1);
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &[u8], most: Applicability) -> Fixed {
        fix(&Subject::new("robots.txt", text), &Config::default(), most)
    }

    #[test]
    fn fixes_are_applied_until_none_is_left() {
        let text = b"\xEF\xBB\xBFUseragent *\nDissalow: /a\nDisallow: /a\nDisallow: /b\n";
        let safe = fixed(text, Applicability::Safe);
        assert_eq!(safe.text, b"User-agent: *\nDisallow: /a\nDisallow: /b\n");
        let codes: Vec<_> = safe.applied.iter().map(|it| (it.line, it.rule.code())).collect();
        assert_eq!(
            codes,
            [(1, "ROB111"), (1, "ROB103"), (2, "ROB103"), (1, "ROB104"), (3, "ROB301")]
        );
    }

    #[test]
    fn unsafe_fixes_are_applied_only_on_request() {
        let text = b"User-agent: *\nDisallow: private\n";
        let safe = fixed(text, Applicability::Safe);
        assert_eq!((&*safe.text, safe.applied.len()), (&text[..], 0));
        let all = fixed(text, Applicability::Unsafe);
        assert_eq!(all.text, b"User-agent: *\nDisallow: /private\n");
    }

    /// A rule that wrongly calls its fix safe does no harm: only the other fixes are applied.
    #[test]
    fn a_fix_that_is_not_proved_is_not_applied() {
        let text = b"Useragent: *\nDisallow: /a\nDisallow: /b\nDissallow: /c\nUser-agent: d\n";
        let subject = Subject::new("robots.txt", text);
        let mut findings = lint(&subject, &Config::default()).findings().to_vec();
        let rule = crate::find("duplicate-rule").unwrap();
        let mut wrong = crate::finding::Findings::new(rule, crate::Severity::Note);
        for (start, end) in [(13, 26), (26, 39)] {
            let edit = Edit { span: start..end, content: Vec::new() };
            wrong.at(start..end, "").fix(Fix::safe("remove the line", edit));
        }
        findings.append(&mut wrong.list);
        let done = apply(&subject, &findings, Applicability::Safe);
        let expected = b"User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\nUser-agent: d\n";
        assert_eq!(String::from_utf8_lossy(&done.text), String::from_utf8_lossy(expected));
        assert_eq!(done.applied.len(), 2);
    }

    #[test]
    fn nothing_is_fixed_safely_in_a_file_that_is_cut() {
        let mut text = b"Useragent: *\nDisallow: /a\n".to_vec();
        text.resize(placet::limits::FILE_MIN + 1, b'#');
        assert_eq!(fixed(&text, Applicability::Safe).applied, []);
    }

    #[test]
    fn lines_are_counted_before_all_fixes() {
        let text = b"User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: /a/\nDissallow: /z\n\
                     Disallow: /z/y\n";
        let lines = fixed(text, Applicability::Safe).applied;
        let lines: Vec<_> = lines.iter().map(|it| (it.line, it.rule.code())).collect();
        assert_eq!(lines, [(3, "ROB301"), (4, "ROB304"), (5, "ROB103"), (6, "ROB304")]);
    }
}
