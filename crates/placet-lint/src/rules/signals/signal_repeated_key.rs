//! ## What it finds
//! Keys that one `Content-Usage` or `Content-Signal` statement contains more than once.
//!
//! ## Why it matters
//! Only one of the values counts. In `Content-Usage` that is the last one, even if an earlier one
//! refuses. For `Content-Signal` no document says which one; placet takes the refusal.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n, search=y, train-ai=y
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n, search=y
//! Allow: /
//! ```
//!
//! ## Fix
//! Safe in a robots.txt, if both values are the same: removes one. By hand otherwise.
//!
//! ## Reference
//! - [RFC 9651 §4.2.2](https://www.rfc-editor.org/rfc/rfc9651#section-4.2.2)
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::syntax::robots::Key;

use super::table::{Pair, RowContent, SignalRow, kept};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG109",
    name: "signal-repeated-key",
    severity: Severity::Warning,
    source: include_str!("signal_repeated_key.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.signals().rows {
        let is_read = match &row.content {
            RowContent::Usage(read) => read.parses,
            RowContent::Signal(_) => true,
            RowContent::Value => false,
        };
        if is_read {
            repeated(view, row, findings);
        }
    }
}

fn repeated(view: &View<'_>, row: &SignalRow, findings: &mut Findings) {
    let pairs = row.pairs(view);
    let value =
        |pair: &Pair| pair.value.as_ref().map(|it| view.of(it.clone()).to_ascii_lowercase());
    for (place, pair) in pairs.iter().enumerate() {
        // The nearest one: without this pair, its value counts.
        let earlier = pairs.iter().take(place).rfind(|it| it.key == pair.key && it.value.is_some());
        let Some(earlier) = earlier.filter(|_| pair.value.is_some()) else { continue };
        let is_same = value(earlier) == value(pair);
        let counts = match row.key {
            _ if is_same => "the value is the same",
            Key::ContentUsage => "this value counts, because it is the last",
            _ => "crawlers differ in which value counts; placet takes the refusal",
        };
        let quoted = view.quote(pair.span.start..pair.span.start + pair.key.len());
        let draft = findings
            .at(pair.span.clone(), format!("{quoted} is repeated: {counts}"))
            .also(earlier.span.clone(), "the key is already here")
            .help("keep one of the two");
        let before = pairs.get(place.saturating_sub(1)).map(|it| it.span.end);
        if let Some(before) = before.filter(|_| is_same) {
            let edit = Edit::delete(before..pair.span.end);
            draft.fix(kept(view, Fix::safe("remove the repeated pair", edit)));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: train-ai=n, train-ai=y\nContent-Signal: search=yes, search=yes, ai-train=no, ai-train=yes\nDisallow: /a\n",
            "HTTP/1.1 200\nContent-Usage: train-ai=y, train-ai=y\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n, search=y\nContent-Signal: ai-train=no\nContent-Signal: ai-train=no\n",
            "User-agent: *\nContent-Usage: ai=n; train-ai=n, train-ai=n\n",
        ],
    }
}
