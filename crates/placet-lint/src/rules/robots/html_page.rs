//! ## What it finds
//! HTML pages in place of a robots.txt.
//!
//! ## Why it matters
//! The server sent an error page, a login form or its front page with status 200. Crawlers look for
//! records in it, find none, and treat the whole site as open.
//!
//! ## Example
//! ```robots
//! <!DOCTYPE html>
//! <title>Not found</title>
//! ```
//! Write instead: a robots.txt, or respond with status 404 if the site has none.
//!
//! ## Fix
//! By hand: change the configuration of the server.
//!
//! ## Reference
//! - [RFC 9309 §2.3.1.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.3)

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
            .at(
                start..start + 1,
                "the whole site is open to crawlers: this is an HTML page, not a robots.txt",
            )
            .help("serve a robots.txt here, or respond with status 404 if the site has none");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["<!DOCTYPE html>\n<p>User-agent: *\n", "\n  <html>\n"],
        silent: ["User-agent: *\nDisallow: /<p>\n", "# < 3 robots\nUser-agent: *\n"],
    }
}
