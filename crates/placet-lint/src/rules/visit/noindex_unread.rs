//! ## What it finds
//! Finds `noindex` on a page that robots.txt keeps from being read.
//!
//! ## Why it matters
//! What a crawler may not fetch it cannot obey: the page can still be listed by its URL, when others
//! link to it. A crawler that is kept from the whole site by name is left aside, since the rule may
//! be meant for the others.
//!
//! ## Example
//! ```visit
//! https://example.com/drafts/1
//!
//! User-agent: *
//! Disallow: /drafts/
//!
//! <meta name="robots" content="noindex">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/drafts/1
//!
//! User-agent: *
//! Disallow:
//!
//! <meta name="robots" content="noindex">
//! ```

use placet::Usage;

use crate::finding::{Findings, Severity};
use crate::meeting::{Caller, Meeting, closed};
use crate::rule::{Check, Rule};
use crate::statement::Placed;
use crate::subject::Kind;

pub(crate) const RULE: Rule = Rule {
    code: "MIX101",
    name: "noindex-unread",
    severity: Severity::Error,
    source: include_str!("noindex_unread.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    let keeps_out = |it: &Placed<'_>| it.prohibits(Usage::Index) && it.element().is_none();
    for (kind, shut) in meeting.statements().filter(|(_, it)| keeps_out(it)) {
        let named = shut.addressee().and_then(|name| meeting.caller_named(Some(name)));
        let kept_out = match &named {
            Some(caller) => (!caller.enters).then_some(caller),
            None => kept_out(meeting, shut),
        };
        let Some(caller) = kept_out else { continue };
        let Some(by) = closed(&caller.inquiry, Usage::Crawl, meeting.url()) else { continue };
        let who = if caller.is_any() { "crawlers" } else { &*caller.name };
        findings
            .at(
                shut.span.clone(),
                format!("`{shut}` is never read: robots.txt keeps {who} from the page"),
            )
            .within(kind)
            .also_within(Kind::Robots, by, "closes the page")
            .help("open the page in robots.txt for as long as it is to be kept out of indexes");
    }
}

/// One of those that something is said to all of, and that may not read it.
fn kept_out<'m>(meeting: &'m Meeting<'_>, shut: &Placed<'_>) -> Option<&'m Caller> {
    let mut callers = meeting.callers().iter().filter(|_| shut.addressee().is_none());
    callers.find(|it| !it.enters && (it.is_any() || it.is_kept_from_part()))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content='noindex'>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /\n\nHTTP/1.1 200\nRobots-Tag: *;none",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=c content=noindex>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nACAP-crawler: *\nACAP-disallow-crawl: /\n\n<meta name=robots content='ACAP disallow-index'>",
        ],
        silent: [
            "https://a.example/c\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<meta name=robots content=nosnippet>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /\n\n<meta name=robots content=noindex>",
            "https://a.example/b\n\nUser-agent: c\nDisallow: /b\n\n<meta name=d content=noindex>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /b\n\n<p class=the-acap:disallow-index>x",
        ],
    }
}
