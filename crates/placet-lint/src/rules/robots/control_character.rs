//! ## What it finds
//! Control characters and other invisible characters in patterns and crawler names.
//!
//! ## Why it matters
//! An editor does not show them, and no URL and no crawler's name contains them, so the line does
//! not match what it seems to match. They usually come from text copied from a web page or a word
//! processor, or from a file saved in the wrong encoding.
//!
//! ## Example
//! A zero-width space before `drafts` in `Disallow: /drafts/`.
//!
//! Write instead: the same line, retyped.
//!
//! ## Fix
//! Unsafe: deletes the characters; the line matches other URLs or crawlers after the fix.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)

use std::ops::Range;

use crate::byte_set::ByteSet;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::rules::acap::table::FieldRow;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB132",
    name: "control-character",
    severity: Severity::Error,
    source: include_str!("control_character.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for (_, value, span) in view.rules_with(ByteSet::HIDDEN) {
        report(value, span, "this rule does not match the URLs that it seems to match", findings);
    }
    for line in &view.agents {
        let span = line.span().range();
        report(
            view.of(span.clone()),
            span,
            "no crawler recognises its name in this line",
            findings,
        );
    }
    for pattern in view.acap().fields.iter().flat_map(FieldRow::patterns) {
        let effect = "this field does not match the URLs that it seems to match";
        report(view.of(pattern.range()), pattern.range(), effect, findings);
    }
}

fn report(value: &[u8], span: Range<usize>, effect: &str, findings: &mut Findings) {
    if !ByteSet::of(value).intersects(ByteSet::HIDDEN) {
        return;
    }
    let (mut first, mut shown) = (None, Vec::with_capacity(value.len()));
    for part in value.utf8_chunks() {
        for c in part.valid().chars() {
            if is_hidden(c) {
                first.get_or_insert((shown.len(), c));
            } else {
                shown.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        shown.extend_from_slice(part.invalid());
    }
    let Some((at, c)) = first else { return };
    let place = span.start + at..span.start + at + c.len_utf8();
    let message = format!("{effect}: it contains the invisible character U+{:04X}", u32::from(c));
    let draft = findings.at(place, message);
    if matches!(c, '\u{80}'..='\u{9F}') {
        // No keyboard has these: they are letters, decoded in the wrong encoding.
        draft.help(
            "the line was saved in the wrong encoding: retype it, and save the file as UTF-8",
        );
    } else {
        draft
            .help("delete the character, or retype the line")
            .fix(Fix::risky("delete the invisible characters", Edit::replace(span, shown)));
    }
}

/// Whether a character is invisible: control characters except the tab, and those that only join,
/// separate or direct others (Unicode's category Cf, as far as text contains it). NUL has its own
/// rule.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\0'))
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\u{7}b\nAllow: /\u{200B}drafts/\u{7F}\n",
            "User-agent: Google\u{AD}bot\nDisallow: /i\u{C5}\u{9F}/\n",
            b"User-agent: *\nDisallow: /\xE9\x01\n",
            "ACAP-crawler: *\nACAP-disallow-crawl: /a\u{1}\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /a\tb\nDisallow: /caf\u{E9}/\u{2014}\n# \u{7}\n",
            b"User-agent: *\nDisallow: /\xC2\xE2\xEF\n",
            b"User-agent: *\nDisallow: /a\0b\n",
        ],
    }
}
