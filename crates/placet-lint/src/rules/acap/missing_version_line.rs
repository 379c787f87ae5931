//! ## What it finds
//! Files with ACAP fields whose first line is not a version line such as `##ACAP version=1.0`.
//!
//! ## Why it matters
//! ACAP recommends the line as the first of the file, so that programs know which features follow.
//! Programs may not find it further down, or with another number of `#`.
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
//! Unsafe: inserts `##ACAP version=1.0` if the file has no version line. No decision changes, but
//! only the author knows which version is meant.
//!
//! ## Reference
//! - ACAP 1.0 §2.9.3

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
                    "programs may not find the version: the line does not begin with exactly two `#`"
                }
                _ => "programs may not find the version: it is not on the first line of the file",
            };
            findings
                .at(view.line_content(line), message)
                .help(format!("begin the file with `##ACAP version={version}`"));
        }
        // The field of version 1.1 declares it.
        None if view.policy.acap_version().is_some() => {}
        None => {
            findings
                .at(
                    field.span.clone(),
                    "programs cannot know which ACAP features to expect: the file declares no version",
                )
                .help("begin the file with `##ACAP version=1.0`")
                .fix(Fix::risky("insert the line", Edit::insert(mark, "##ACAP version=1.0\n")));
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
