//! ## What it finds
//! Finds a robots.txt that is served from elsewhere than `/robots.txt`.
//!
//! ## Why it matters
//! A site has one such file, at the root of its host (RFC 9309 §2.3, F-30). No crawler asks for
//! another.
//!
//! ## Example
//! `https://example.com/news/robots.txt`
//!
//! Write instead: `https://example.com/robots.txt`

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
        let message = format!("crawlers ask for `/robots.txt`, not `{}`", url.path());
        findings.at(0..0, message);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /a\n"],
        silent: ["User-agent: *\nDisallow: /a\n"],
    }
}
