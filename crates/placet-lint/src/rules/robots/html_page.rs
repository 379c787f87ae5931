//! ## What it finds
//! Finds pages of HTML where a robots.txt should be.
//!
//! ## Why it matters
//! The server sent an error page, a log-in form or its front page with status 200. Crawlers look for
//! records in it and find none, so that everything is open.
//!
//! ## Example
//! ```robots
//! <!DOCTYPE html>
//! <title>Not found</title>
//! ```
//! Write instead: a robots.txt, or status 404 where there is none (RFC 9309 §2.3.1.3, F-33).

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB115",
    name: "html-page",
    severity: Severity::Error,
    source: include_str!("html_page.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.is_page {
        let start = view.text.iter().position(|&byte| byte == b'<').unwrap_or(0);
        findings
            .at(start..start + 1, "this is a page of HTML, not a robots.txt")
            .help("serve a robots.txt here, or status 404 where there is none");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<!DOCTYPE html>\n<p>User-agent: *\n", "\n  <html>\n"],
        silent: ["User-agent: *\nDisallow: /<p>\n", "# < 3 robots\nUser-agent: *\n"],
    }
}
