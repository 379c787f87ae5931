//! ## What it finds
//! Finds control characters and other invisible characters in patterns and names.
//!
//! ## Why it matters
//! They do not show in an editor, and no URL and no crawler's name contains them, so the line does
//! not match what it seems to. The grammar excludes control characters (RFC 9309 §2.2). They are
//! mostly copied from a web page or a word processor along with the text, or are left of letters that
//! were saved in the wrong encoding.
//!
//! ## Example
//! A zero-width space before `drafts` in `Disallow: /drafts/`.
//!
//! Write instead: the line typed anew.
//!
//! ## Fix
//! Unsafe: the line matches something else afterwards.

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
        tell(value, span, "the rule does not match the URLs that it seems to", findings);
    }
    for line in &view.agents {
        let span = line.span().range();
        tell(view.of(span.clone()), span, "no crawler recognises its name here", findings);
    }
    for pattern in view.acap().fields.iter().flat_map(FieldRow::patterns) {
        let message = "the field does not match the URLs that it seems to";
        tell(view.of(pattern.range()), pattern.range(), message, findings);
    }
}

fn tell(value: &[u8], span: Range<usize>, effect: &str, findings: &mut Findings) {
    if !ByteSet::of(value).meets(ByteSet::HIDDEN) {
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
        // Nobody types these: they are letters, decoded in the wrong way.
        draft.help("the line was saved in a wrong encoding: type it anew, and save it as UTF-8");
    } else {
        draft
            .help("delete the character, or type the line anew")
            .fix(Fix::risky("delete invisible characters", Edit::replace(span, shown)));
    }
}

/// Whether a character does not show: controls but for the tab, and what only joins, separates or
/// directs others (Unicode's category Cf, as far as it is met in text). NUL has its own rule.
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
