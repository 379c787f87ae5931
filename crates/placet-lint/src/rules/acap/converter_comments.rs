//! ## What it finds
//! Comments of the converter of the-acap.org, which wrote below each ACAP field the conventional
//! line it came from.
//!
//! ## Why it matters
//! The comments repeat the fields. Editing a comment changes nothing.
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
//! Unsafe: removes the comments. No decision changes, but a person may have written or kept them.

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
    // A single one may be a note of the author.
    let (Some(&first), true) = (left.first(), left.len() > 1) else { return };
    let edits = left.iter().map(|&line| Edit::delete(view.whole_line(line))).collect();
    findings
        .at(
            view.line_content(first),
            format!(
                "editing these {} comments changes nothing: they repeat the ACAP fields above them",
                left.len()
            ),
        )
        .help("delete them, or keep the conventional rules as real lines")
        .fix(Fix::risky_all("remove the comments", edits));
}

/// Whether a line is a comment with the conventional form of a field.
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
