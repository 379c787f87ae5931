//! ## What it finds
//! A usage that is both permitted and prohibited to the same crawlers for the same pattern: in the
//! fields themselves, through resource sets, or through usages that the file defines.
//!
//! ## Why it matters
//! Neither pattern is narrower than the other, so the prohibition wins and the permission has no
//! effect.
//!
//! ## Example
//! ```robots
//! ACAP-resource-set: archive /1990/ /2000/
//! ACAP-crawler: *
//! ACAP-allow-index: /2000/
//! ACAP-disallow-index: the-acap:resource-set:archive
//! ```
//! Write instead:
//! ```robots
//! ACAP-resource-set: archive /1990/
//! ACAP-crawler: *
//! ACAP-allow-index: /2000/
//! ACAP-disallow-index: the-acap:resource-set:archive
//! ```
//!
//! ## Fix
//! By hand: delete one of the two, or make one of the patterns narrower.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.5

use std::collections::{HashMap, HashSet};

use super::expanded::expanded;
use super::table::folded;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA319",
    name: "acap-contradiction",
    severity: Severity::Warning,
    source: include_str!("acap_contradiction.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let (mut first, mut reported) = (HashMap::new(), HashSet::new());
    for it in expanded(view) {
        let Some(pattern) = folded(view, it.pattern) else { continue };
        let usage = it.usage;
        let before = first.entry((it.addressees, usage, pattern)).or_insert(it);
        // Two fields are reported once, however many patterns they share.
        if before.allows == it.allows || !reported.insert((before.row.line, it.row.line)) {
            continue;
        }
        let through = (!it.is_direct()).then(|| (it.pattern.range(), "the pattern in its set"));
        let other = if before.allows { "the permission" } else { "the prohibition" };
        findings
            .at(
                it.row.span.clone(),
                format!(
                    "`{usage}` of {} is prohibited: the file both permits and prohibits it, and the \
                     prohibition wins",
                    view.quote(it.pattern.range())
                ),
            )
            .also(before.row.span.clone(), other)
            .also_at(through)
            .help("delete one of the two, or make one of the patterns narrower");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-allow-index: /a\nACAP-disallow-index: /A\n",
            "ACAP-resource-set: s /a /b\nACAP-crawler: *\nACAP-allow-index: the-acap:resource-set:s\nACAP-disallow-index: /b\n",
            "ACAP-resource-set: s /a\nACAP-resource-set: t the-acap:resource-set:s\nACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:t\nACAP-allow-crawl: /a\n",
            "ACAP-qualified-usage: q index time-limit=3-days\nACAP-composite-usage: c (q) follow\nACAP-crawler: *\nACAP-disallow-index: /a\nACAP-allow-(c): /a\n",
            "ACAP-crawler: b\nACAP-allow-index: /a\nACAP-crawler: B\nACAP-disallow-index: /a\n",
        ],
        silent: [
            "ACAP-crawler: *\nACAP-allow-index: /a\nACAP-disallow-index: /a/\nACAP-disallow-crawl: /a\n",
            "ACAP-resource-set: s /a/ /b\nACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:s\nACAP-allow-index: /a\n",
            "ACAP-resource-set: s the-acap:resource-set:s /b\nACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:s\nACAP-allow-index: /a\n",
            "ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-allow-(q): /a\nACAP-disallow-follow: /a\n",
            "ACAP-crawler: *\nACAP-allow-index: /a\nACAP-crawler: b\nACAP-disallow-index: /a\n",
        ],
    }
}
