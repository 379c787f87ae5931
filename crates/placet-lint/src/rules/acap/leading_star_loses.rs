//! ## What it finds
//! A pattern that begins with `*` in a permission while everything is prohibited, or in a
//! prohibition while everything is permitted, for the same usage and crawlers.
//!
//! ## Why it matters
//! ACAP compares patterns from the left, and `/` is narrower than `*`. Read literally, the field
//! for `/` wins and the one for `*.pdf` has no effect. placet reads `*.pdf` as `/*.pdf`, which is
//! narrower than `/`; other programs may not.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present: /
//! ACAP-allow-present: *.pdf
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-present: /
//! ACAP-allow-present: /*.pdf
//! ```
//!
//! ## Fix
//! Safe: inserts the `/`, as placet reads the pattern.
//!
//! ## Reference
//! - ACAP 1.0 §2.4.5

use std::collections::{HashMap, HashSet};

use placet::pattern::Pattern;

use super::expanded::{Expanded, expanded};
use super::table::folded;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::limits::FIELDS_AGAINST;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA317",
    name: "leading-star-loses",
    severity: Severity::Warning,
    source: include_str!("leading_star_loses.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let all = expanded(view);
    let text = |it: &Expanded<'_>| view.of(it.pattern.range());
    // Patterns that are narrower by ACAP's wording and broader as placet reads them (A-15).
    let mut wide: HashMap<_, Vec<Expanded<'_>>> = HashMap::new();
    for it in all.iter().filter(|it| matches!(text(it), [b'/'] | [b'/', b'*' | b'$', ..])) {
        let those = wide.entry((it.addressees, it.usage, it.allows)).or_default();
        if those.len() < FIELDS_AGAINST {
            those.push(*it);
        }
    }
    let mut reported = HashSet::new();
    for it in all.iter().filter(|it| text(it).starts_with(b"*")) {
        let Some(those) = wide.get(&(it.addressees, it.usage, !it.allows)) else { continue };
        let Some(against) = those.iter().find(|other| overlap(view, it, other)) else { continue };
        if !reported.insert(it.pattern.start()) {
            continue;
        }
        let (this, other) = if it.allows {
            ("this permission", "prohibits it everywhere")
        } else {
            ("this prohibition", "permits it everywhere")
        };
        let quoted = view.quote(against.pattern.range());
        findings
            .at(
                it.pattern.range(),
                format!(
                    "some programs ignore {this} of `{}`: a pattern that begins with `*` loses to \
                     {quoted}",
                    it.usage
                ),
            )
            .also(against.row.span.clone(), other)
            .fix(Fix::safe("begin the pattern with `/`", Edit::insert(it.pattern.start(), "/")));
    }
}

/// Whether some path is matched by the patterns of both.
fn overlap(view: &View<'_>, one: &Expanded<'_>, other: &Expanded<'_>) -> bool {
    let (Some(one), Some(other)) = (folded(view, one.pattern), folded(view, other.pattern)) else {
        return false;
    };
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let patterns = Pattern::from_normal_form(one).zip(Pattern::from_normal_form(other));
    patterns.is_some_and(|(one, other)| one.overlaps(&other))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-index: *.pdf\n",
            "ACAP-crawler: *\nACAP-disallow-present: /\nACAP-allow-present: *.pdf\n",
            "ACAP-resource-set: images *.gif /i/\nACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-index: the-acap:resource-set:images\n",
            "ACAP-qualified-usage: q index time-limit=3-days\nACAP-crawler: *\nACAP-disallow-index: /*\nACAP-allow-(q): *.pdf$\n",
        ],
        silent: [
            "ACAP-crawler: *\nACAP-allow-index: /\nACAP-disallow-index: /*.pdf\nACAP-disallow-crawl: *.gif\n",
            "ACAP-crawler: *\nACAP-allow-index: /$\nACAP-disallow-index: *.pdf\n",
            "ACAP-crawler: *\nACAP-allow-index: /news/\nACAP-disallow-index: *.pdf\n",
            "ACAP-crawler: *\nACAP-allow-index: /\nACAP-crawler: b\nACAP-disallow-index: *.pdf\n",
        ],
    }
}
