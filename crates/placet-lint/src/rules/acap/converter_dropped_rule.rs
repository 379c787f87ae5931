//! ## What it finds
//! Crawlers that could crawl everything until the converter of the-acap.org turned their empty
//! `Disallow:` into a comment.
//!
//! ## Why it matters
//! Without a field after it, the `ACAP-crawler` line joins the next record: a crawler that should
//! be free gets the prohibitions of others. At the end of the file the record has no effect.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: examplebot
//! # User-agent: examplebot
//! # Disallow:
//! ACAP-crawler: *
//! # User-agent: *
//! ACAP-disallow-crawl: /
//! # Disallow: /
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: examplebot
//! ACAP-allow-crawl: /
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /
//! ```
//!
//! ## Fix
//! Unsafe: writes `ACAP-allow-crawl: /` in place of the comment; the crawlers above may crawl
//! everything after the fix.
//!
//! ## Reference
//! - ACAP 1.0 §2.3.1

use placet::syntax::acap::Field;
use placet::syntax::robots::Content;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA504",
    name: "converter-dropped-rule",
    severity: Severity::Error,
    source: include_str!("converter_dropped_rule.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    for (at, row) in table.fields.iter().enumerate() {
        let Field::Crawler(_) = row.field else { continue };
        let next = table.fields.get(at + 1);
        // Another crawler field follows, or nothing.
        if next.is_some_and(|next| !matches!(next.field, Field::Crawler(_))) {
            continue;
        }
        let until = next.map_or(view.lines.len(), |next| next.line - 1);
        let between = view.lines.get(row.line..until).unwrap_or_default();
        let comments = between.iter().take_while(|line| line.content == Content::Blank);
        let dropped = comments.into_iter().find(|line| {
            let text = view.of(view.line_content(line.number as usize));
            let comment = text.strip_prefix(b"#").unwrap_or_default().trim_ascii();
            comment.eq_ignore_ascii_case(b"disallow:")
        });
        let Some(dropped) = dropped else { continue };
        let place = view.line_content(dropped.number as usize);
        findings
            .at(
                place.clone(),
                if next.is_some() {
                    "the crawler above gets the fields of the record below: its empty `Disallow:` is \
                     only a comment"
                } else {
                    "the record above has no effect: its empty `Disallow:` is only a comment"
                },
            )
            .also(
                row.span.clone(),
                if next.is_some() { "joins the record below" } else { "has no field" },
            )
            .help("write `ACAP-allow-crawl: /` if the crawler may crawl everything")
            .fix(Fix::risky(
                "write `ACAP-allow-crawl: /`",
                Edit::replace(place, "ACAP-allow-crawl: /"),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: a\n# User-agent: a\n# Disallow:\nACAP-crawler: *\nACAP-disallow-crawl: /\n", "ACAP-crawler: *\n# Disallow:\n"],
        silent: ["ACAP-crawler: a\nACAP-allow-crawl: /\n# Disallow:\nACAP-crawler: *\n# Disallow: /\nACAP-disallow-crawl: /\n"],
    }
}
