//! ## What it finds
//! Finds files with ACAP whose first line is not `##ACAP version=1.0`.
//!
//! ## Why it matters
//! The line is recommended as the very first (R-025), so that readers know what is to come. A line
//! further down, or with another number of `#`, may not be found.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! ##ACAP version=1.0
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: no answer changes, but which version was meant only the author knows. Offered where there
//! is none in the file.

use memchr::memmem;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA109",
    name: "missing-version-line",
    severity: Severity::Note,
    source: include_str!("missing_version_line.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(field) = view.acap().fields.first() else { return };
    let mark = view.text.strip_prefix(b"\xEF\xBB\xBF").map_or(0, |_| 3);
    let text = view.text.get(mark..).unwrap_or_default();
    if text.starts_with(b"##ACAP version=") {
        return;
    }
    match memmem::find(view.text, b"ACAP version=") {
        Some(at) => {
            let line = view.line_index(at) + 1;
            let version = view.policy.acap_version().unwrap_or("1.0");
            let message = match line {
                1 => {
                    "readers may not find the version: the line does not begin with exactly two `#`"
                }
                _ => "readers may not find the version: its place is the first line of the file",
            };
            findings
                .at(view.line_content(line), message)
                .help(format!("begin the file with `##ACAP version={version}`"));
        }
        // By its field (1.1).
        None if view.policy.acap_version().is_some() => {}
        None => {
            findings
                .at(field.span.clone(), "the file declares no version of ACAP")
                .help("begin it with `##ACAP version=1.0`")
                .fix(Fix::risky("put the line in", Edit::insert(mark, "##ACAP version=1.0\n")));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "# a\n##ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "###ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
        ],
        silent: ["##ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a\n", "ACAP-version: 1.1\nACAP-crawler: *\nACAP-disallow-crawl: /a\n", "User-agent: *\n"],
    }
}
