//! ## What it finds
//! Lines of the header field `Content-Usage` that replace a refusal of an earlier line.
//!
//! ## Why it matters
//! All lines of the field are one statement, in which the last value of a label counts. A line that a
//! proxy or CDN adds can so replace the refusal of the site.
//!
//! ## Example
//! ```http
//! HTTP/1.1 200 OK
//! Content-Usage: train-ai=n
//! Content-Usage: train-ai=y
//! ```
//! Write instead:
//! ```http
//! HTTP/1.1 200 OK
//! Content-Usage: train-ai=n
//! ```
//!
//! ## Fix
//! By hand: send the field once.
//!
//! ## Reference
//! - [draft-ietf-aipref-attach-05 §2](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)
//! - [RFC 9651 §4.2](https://www.rfc-editor.org/rfc/rfc9651#section-4.2)

use std::collections::HashMap;

use placet::syntax::robots::Key;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG201",
    name: "content-usage-replaced",
    severity: Severity::Warning,
    source: include_str!("content_usage_replaced.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    if view.kind != Kind::Fields {
        return;
    }
    let mut refused = HashMap::new();
    for row in view.signals().of(Key::ContentUsage) {
        for pair in row.pairs(view) {
            let is_refusal = pair.value.is_some_and(|value| view.of(value) == b"n");
            if is_refusal {
                refused.entry(pair.key).or_insert(row);
                continue;
            }
            let before = refused.remove(&pair.key).filter(|it| it.span != row.span);
            let Some(before) = before else { continue };
            let label = view.quote(pair.span.start..pair.span.start + pair.key.len());
            findings
                .at(
                    pair.span,
                    format!("this replaces the refusal of {label} above: the last value counts"),
                )
                .also(before.span.clone(), "has no effect")
                .help("send the field once, with the values that count");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "HTTP/1.1 200\nContent-Usage: train-ai=n\nDate: x\ncontent-usage: search=y, train-ai\n",
        ],
        silent: [
            "HTTP/1.1 200\nContent-Usage: train-ai=n\nContent-Usage: search=y, train-ai=n\n",
            "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: train-ai=y\n",
        ],
    }
}
