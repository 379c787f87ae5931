//! ## What it finds
//! A robots.txt that the server sends with a media type other than `text/plain`.
//!
//! ## Why it matters
//! RFC 9309 requires `text/plain`. Some crawlers do not read a robots.txt that is sent as a web
//! page or a download, and then treat the whole site as open.
//!
//! ## Example
//! ```visit
//! https://example.com/ text/html; charset=utf-8
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```visit
//! https://example.com/ text/plain; charset=utf-8
//!
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! By hand: configure the server to send `Content-Type: text/plain; charset=utf-8`.
//!
//! ## Reference
//! - [RFC 9309 §2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3)

use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::quote;

pub(crate) const RULE: Rule = Rule {
    code: "MIX108",
    name: "wrong-media-type",
    severity: Severity::Warning,
    source: include_str!("wrong_media_type.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(view) = &context.robots else { return };
    let Some(kind) = view.media_type.filter(|kind| *kind != "text/plain") else { return };
    let line = view.line_content(1);
    findings
        .at(
            line,
            format!(
                "some crawlers do not read this robots.txt: the server sends it as {}, not as \
                 `text/plain`",
                quote(kind.as_bytes())
            ),
        )
        .within(context.place(Kind::Robots))
        .help("configure the server to send `Content-Type: text/plain; charset=utf-8`");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/ text/html\n\nUser-agent: *\nDisallow: /a\n",
            "https://a.example/ application/octet-stream; a=b\n\nUser-agent: *\n",
        ],
        silent: [
            "https://a.example/ text/plain\n\nUser-agent: *\n",
            "https://a.example/ Text/Plain ; charset=UTF-8\n\nUser-agent: *\n",
            "https://a.example/\n\nUser-agent: *\n",
        ],
    }
}
