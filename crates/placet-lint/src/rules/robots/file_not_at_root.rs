//! ## What it finds
//! A robots.txt that is served at another path than `/robots.txt`.
//!
//! ## Why it matters
//! Crawlers request `/robots.txt` of each host and no other path, so they do not find this file.
//!
//! ## Example
//! `https://example.com/news/robots.txt`
//!
//! Write instead: `https://example.com/robots.txt`
//!
//! ## Fix
//! By hand: serve the file at `/robots.txt`, or copy its rules to the file there.
//!
//! ## Reference
//! - [RFC 9309 §2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3)

use url::Url;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB130",
    name: "file-not-at-root",
    severity: Severity::Error,
    source: include_str!("file_not_at_root.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if !view.origin.starts_with("http") {
        return;
    }
    let Ok(url) = Url::parse(view.origin) else { return };
    let folders = url.path().split('/').filter(|it| !it.is_empty()).count();
    if folders > 1 && matches!(url.scheme(), "http" | "https") {
        let message = format!(
            "crawlers do not find this file: they request `/robots.txt`, not `{}`",
            url.path()
        );
        findings.at(0..0, message).help("serve the file at `/robots.txt`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\n"],
    }
}
