//! ## What it finds
//! META elements with the name of a signal that is defined elsewhere: `Content-Usage`, `Content-Signal`,
//! `License` and `AI-PREF`, which are records or header fields, and `noai`, `noimageai` and `noml`, which
//! are values of `robots`.
//!
//! ## Why it matters
//! No crawler is known to read the element.
//!
//! ## Example
//! ```html
//! <title>News</title>
//! <meta name="noai" content="true">
//! ```
//! Write instead:
//! ```html
//! <title>News</title>
//! <meta name="robots" content="noai">
//! ```
//!
//! ## Fix
//! By hand: for `noai` and similar, write `name="robots"` and the word in `content`; send the others as
//! header fields.
//!
//! ## Reference
//! - [draft-ietf-aipref-attach-05](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::syntax::html::{self, Settings};

use super::table::tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG205",
    name: "meta-name-not-read",
    severity: Severity::Warning,
    source: include_str!("meta_name_not_read.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.kind != Kind::Page || view.families.is_empty() {
        return;
    }
    for element in html::read(view.text, Settings::default()).metas {
        let name = element.name.trim().to_ascii_lowercase();
        let help = match &*name {
            "noai" | "noimageai" | "noml" => {
                format!("write `<meta name=\"robots\" content=\"{name}\">`")
            }
            "content-usage" | "content-signal" => {
                "send it as a header field, or write it in robots.txt".to_owned()
            }
            "license" if element.content.contains("rsl") => {
                "write `<link rel=\"license\" type=\"application/rsl+xml\" href=\"…\">`".to_owned()
            }
            "ai-pref" => "send a header field `Content-Usage`".to_owned(),
            _ => continue,
        };
        findings
            .at(
                tag(&element),
                format!(
                    "this element has no effect: crawlers do not read META elements named `{name}`"
                ),
            )
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<title>a</title><meta name=NoAI content=1><meta name=Content-Signal content=\"ai-train=no\"><meta name=AI-PREF content=x>",
        ],
        silent: [
            "<title>a</title><meta name=robots content=noai><meta name=license content=\"CC BY 4.0\"><meta name=tdm-reservation content=1>",
        ],
    }
}
