//! ## What it finds
//! Finds the comments that the converter of the-acap.org left behind: below each ACAP field the line
//! it was made from.
//!
//! ## Why it matters
//! They say everything twice, and the second time in a way nobody reads. Who edits the comment changes
//! nothing.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! # User-agent: *
//! ACAP-disallow-crawl: /drafts/
//! # Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: no answer changes, but what a person wrote or kept is not removed unseen.

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA503",
    name: "converter-comments",
    severity: Severity::Note,
    source: include_str!("converter_comments.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut left = Vec::new();
    for row in &view.acap().fields {
        let line = row.line + 1;
        if is_leftover(view.of(view.line_content(line)), view.of(row.span.clone())) {
            left.push(line);
        }
    }
    // One or two may be notes of the author's own.
    let (Some(&first), true) = (left.first(), left.len() > 1) else { return };
    let edits = left.iter().map(|&line| Edit::delete(view.whole_line(line))).collect();
    findings
        .at(
            view.line_content(first),
            format!("{} comments repeat the ACAP fields above them", left.len()),
        )
        .fix(Fix::risky_all("take them out", edits));
}

/// Whether a line is the conventional record that a field says again.
fn is_leftover(line: &[u8], field: &[u8]) -> bool {
    let Some(comment) = line.strip_prefix(b"#") else { return false };
    let halves = |text: &[u8]| {
        let colon = text.iter().position(|&byte| byte == b':')?;
        let (key, value) = text.split_at_checked(colon)?;
        let value = value.get(1..).unwrap_or_default().trim_ascii().to_vec();
        Some((key.trim_ascii().to_ascii_lowercase(), value))
    };
    let (Some((key, value)), Some((field, same))) = (halves(comment), halves(field)) else {
        return false;
    };
    let made = match &*key {
        b"user-agent" => &b"acap-crawler"[..],
        b"disallow" => b"acap-disallow-crawl",
        b"allow" => b"acap-allow-crawl",
        _ => return false,
    };
    field == made && value == same
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\n# User-agent: *\nACAP-disallow-crawl: /a\n# Disallow: /a\n"],
        silent: ["ACAP-crawler: *\n# Disallow: /b\nACAP-disallow-crawl: /a\n# Disallow: /a\n"],
    }
}
