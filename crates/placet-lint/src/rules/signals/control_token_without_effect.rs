//! ## What it finds
//! `Crawl-delay`, `Request-rate`, `Visit-time` and signals in groups for `Google-Extended` and
//! `Applebot-Extended` only.
//!
//! ## Why it matters
//! These names never crawl: they control what Google and Apple do with what their crawlers fetched, by
//! `Allow` and `Disallow` alone. The record has no effect.
//!
//! ## Example
//! ```robots
//! User-agent: Google-Extended
//! Disallow: /
//! Crawl-delay: 10
//! ```
//! Write instead:
//! ```robots
//! User-agent: Google-Extended
//! Disallow: /
//! ```
//!
//! ## Fix
//! By hand: remove the record, or move it to the group of the crawler.
//!
//! ## Reference
//! - [Google's crawlers](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)
//! - [About Applebot](https://support.apple.com/119829)

use placet::signals::Family;
use placet::syntax::robots::Key;

use super::table::family_of;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG120",
    name: "control-token-without-effect",
    severity: Severity::Note,
    source: include_str!("control_token_without_effect.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.kind != Kind::Robots || !view.reads(Family::ControlToken) {
        return;
    }
    for record in &view.records {
        let kind = record.kind();
        let is_pace = matches!(kind, Key::CrawlDelay | Key::RequestRate | Key::VisitTime);
        // A licence is for the whole site, too.
        let is_signal = family_of(kind).is_some() && kind != Key::License;
        let Some(group) = record.group().filter(|_| is_pace || is_signal) else { continue };
        let agents = view.agents_of(group);
        let is_control = |name: &str| {
            ["google-extended", "applebot-extended"].iter().any(|it| it.eq_ignore_ascii_case(name))
        };
        let Some(first) = agents.first() else { continue };
        if agents.iter().all(|line| is_control(&line.value())) {
            let name = view.quote(first.span().range());
            findings
                .at(
                    view.record(record.line()),
                    format!("this record has no effect: {name} never crawls"),
                )
                .also(first.record().range(), "controls what another crawler fetched")
                .help("remove it, or move it to the group of the crawler");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: Google-Extended\nUser-agent: Applebot-Extended\nCrawl-delay: 10\nContent-Signal: ai-train=no\nDisallow: /\n",
        ],
        silent: [
            "User-agent: Google-Extended\nUser-agent: GPTBot\nCrawl-delay: 10\nDisallow: /\nUser-agent: Applebot-Extended\nDisallow: /\n\nLicense: https://a.example/l\nSitemap: https://a.example/s\n",
        ],
    }
}
