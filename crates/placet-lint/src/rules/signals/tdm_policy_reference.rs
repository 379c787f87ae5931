//! ## What it finds
//! Values of `tdm-policy` in a header field or META element that are not absolute https URLs.
//!
//! ## Why it matters
//! The protocol asks for a URL. Programs differ in what they take a relative one to be relative to, and
//! what is fetched without TLS can be replaced on its way.
//!
//! ## Example
//! ```html
//! <title>News</title>
//! <meta name="tdm-reservation" content="1">
//! <meta name="tdm-policy" content="/tdm-policy.json">
//! ```
//! Write instead:
//! ```html
//! <title>News</title>
//! <meta name="tdm-reservation" content="1">
//! <meta name="tdm-policy" content="https://example.com/tdm-policy.json">
//! ```
//!
//! ## Fix
//! By hand: write the whole URL.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use std::ops::Range;

use placet::signals::Family;

use super::table::tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::{Kind, field_lines};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG204",
    name: "tdm-policy-reference",
    severity: Severity::Warning,
    source: include_str!("tdm_policy_reference.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut look = |value: &str, span: Range<usize>| {
        if let Some(wrong) = wrong(value) {
            findings
                .at(span, format!("crawlers may not find this policy: {wrong}"))
                .help("write an absolute URL that begins with `https://`");
        }
    };
    if view.kind == Kind::Fields && view.reads(Family::Tdmrep) {
        for line in field_lines(view.text).filter(|it| it.name.eq_ignore_ascii_case("tdm-policy")) {
            let span = line.start..line.start + line.value.len();
            look(&String::from_utf8_lossy(line.value), span);
        }
    }
    for element in &view.signals().elements {
        if element.name.trim().eq_ignore_ascii_case("tdm-policy") {
            look(&element.content, tag(element));
        }
    }
}

/// Why a reference to a policy or a licence is not one that every program finds.
pub(super) fn wrong(value: &str) -> Option<&'static str> {
    let value = value.trim();
    let begins = |scheme: &str| {
        value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if value.is_empty() {
        Some("the URL is empty")
    } else if begins("http://") {
        Some("the URL begins with `http://`, not with `https://`")
    } else if !begins("https://") {
        Some("it is not an absolute URL")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<title>a</title><meta name=tdm-policy content=/p>",
            "HTTP/1.1 200\ntdm-policy: http://a.example/p\nTdm-Policy: p\n",
        ],
        silent: [
            "<title>a</title><meta name=tdm-policy content=https://a.example/p>",
            "HTTP/1.1 200\ntdm-policy: https://a.example/p\n",
        ],
    }
}
