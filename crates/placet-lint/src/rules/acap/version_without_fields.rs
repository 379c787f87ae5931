//! ## What it finds
//! Files that declare a version of ACAP and have no ACAP field.
//!
//! ## Why it matters
//! The line announces ACAP records that are not there. They were deleted, or never added.
//!
//! ## Example
//! ```robots
//! ##ACAP version=1.0
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: removes the line. No decision changes, but the line may be the only sign that ACAP
//! fields are missing.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.3

use memchr::memmem;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA110",
    name: "version-without-fields",
    severity: Severity::Note,
    source: include_str!("version_without_fields.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if !view.acap().is_empty() {
        return;
    }
    let Some(at) = memmem::find(view.text, b"#ACAP version=") else { return };
    let line = view.line_index(at) + 1;
    let content = view.line_content(line);
    if view.of(content.clone()).starts_with(b"#") {
        findings
            .at(content, "this line has no effect: the file has no ACAP field")
            .help("add the missing ACAP fields, or delete the line")
            .fix(Fix::risky("remove the line", Edit::delete(view.whole_line(line))));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["##ACAP version=1.0\nUser-agent: *\nDisallow: /a\n"],
        silent: ["##ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n", "# about ACAP\nUser-agent: *\n"],
    }
}
