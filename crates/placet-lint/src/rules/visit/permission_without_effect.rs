//! ## What it finds
//! Finds pages and responses that say `index`, `follow`, `all`, or permit something by ACAP, where
//! robots.txt closes it.
//!
//! ## Why it matters
//! A page lifts no conventional rule of robots.txt (A-27), and what a crawler may not crawl it may
//! not use either (A-20), so one of the two does not say what is meant. An ACAP permission in the
//! page takes the place of ACAP fields in robots.txt for its usage (A-25); where it does, nothing is
//! found.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /news/
//!
//! <meta name="robots" content="index">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Allow: /news/
//!
//! <meta name="robots" content="index">
//! ```

use placet::Usage;

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::meeting::{Meeting, closed};
use crate::rule::{Check, Rule};
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX102",
    name: "permission-without-effect",
    severity: Severity::Warning,
    source: include_str!("permission_without_effect.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    // One tag may say several things.
    let mut told = None;
    let of_page = meeting.statements().take(STATEMENTS).filter(|(_, it)| it.element().is_none());
    for (kind, open) in of_page {
        let matters =
            |usage: &Usage| open.rule().is_none() || matches!(usage, Usage::Index | Usage::Follow);
        let mut opens = open.opens().filter(matters).peekable();
        let named = || meeting.caller_named(open.addressee());
        let Some(caller) = opens.peek().and_then(|_| named()) else { continue };
        let mut shut = opens.filter(|&usage| !meeting.permits(&caller, usage));
        let by = |usage| Some((usage, closed(&caller.inquiry, usage, meeting.url())?));
        let Some((usage, by)) = shut.find_map(by) else { continue };
        let place = (kind, open.span.clone());
        if told.as_ref() == Some(&place) {
            continue;
        }
        told = Some(place);
        let what = if caller.enters { format!("`{usage}`") } else { "the page".to_owned() };
        findings
            .at(open.span.clone(), format!("`{open}` is void: robots.txt closes {what}"))
            .within(kind)
            .also_within(Kind::Robots, by, "closes it")
            .help("let robots.txt and the page say the same");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='index, follow'>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\nHTTP/1.1 200\nRobots-Tag: c;all",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-index: /\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='ACAP allow-index'>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-allow-crawl: /\nACAP-disallow-other: /\n\n<meta name=robots content=follow>",
        ],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /c\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\n<meta name=robots content=index>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-index: /\n\n<meta name=robots content='ACAP allow-index'>",
            "https://a.example/b\n\nUser-agent: *\nAllow: /\n\n<meta name=robots content='noindex'>",
        ],
    }
}
