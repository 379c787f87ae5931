//! ## What it finds
//! Finds permissions of resources that may not be crawled.
//!
//! ## Why it matters
//! What may not be crawled may not be indexed, kept or shown either (A-20): the permission is never
//! granted.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-allow-index: /drafts/2024/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-index: /drafts/
//! ACAP-allow-index: /drafts/2024/
//! ```

use placet::pattern::Pattern;
use placet::{Agent, AgentPolicy, RobotsPolicy, Usage};

use super::table::folded;
use crate::finding::{Findings, Severity};
use crate::limits::DRIFT_PATTERNS;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA502",
    name: "permission-without-crawling",
    severity: Severity::Warning,
    source: include_str!("permission_without_crawling.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let crawl = |allows: bool| {
        let fields = table
            .permissions()
            .filter(move |it| it.allows == allows && it.usage(view) == Some(Usage::Crawl));
        fields.filter(|it| !it.row.in_sub_record || it.allows).take(DRIFT_PATTERNS)
    };
    let closing: Vec<_> =
        crawl(false).filter_map(|it| Some((it, folded(view, *it.resources.first()?)?))).collect();
    if closing.is_empty() {
        return;
    }
    // Where a permission cannot be told apart from others, nothing is said.
    let Some(opening) =
        crawl(true).map(|it| folded(view, *it.resources.first()?)).collect::<Option<Vec<String>>>()
    else {
        return;
    };
    let inquiries = inquiries(view.policy);
    let granted = table.permissions().filter(|it| it.allows).take(DRIFT_PATTERNS);
    for it in granted {
        let Some(usage) = it.usage(view).filter(|usage| *usage != Usage::Crawl) else { continue };
        let Some(pattern) = it.resources.first().and_then(|it| folded(view, *it)) else { continue };
        let Some(granted) = Pattern::from_normal_form(pattern.as_bytes()) else { continue };
        let overlaps = |other: &String| {
            let other = Pattern::from_normal_form(other.as_bytes());
            other.is_none_or(|it| it.overlaps(&granted))
        };
        if opening.iter().any(overlaps) {
            continue;
        }
        let closed = closing.iter().find(|(other, pattern)| {
            let applies =
                other.row.record.is_some_and(|at| Some(at) == it.row.record || table.is_any(at));
            let pattern = Pattern::from_normal_form(pattern.as_bytes());
            applies && pattern.is_some_and(|it| it.covers(&granted))
        });
        let Some((closed, _)) = closed else { continue };
        if is_closed(&inquiries, &granted.example()) {
            findings
                .at(
                    it.row.span.clone(),
                    format!("`{usage}` is never granted: it may not be crawled"),
                )
                .also(closed.row.span.clone(), "by this field");
        }
    }
}

/// A crawler that the file names, and one that it does not, before the file.
fn inquiries(policy: &RobotsPolicy) -> Vec<AgentPolicy> {
    let agents = policy.addressees().into_iter().take(1).chain([Agent::new("placet-lint")]);
    agents.map(|agent| policy.for_agent(agent)).collect()
}

/// The engine's word on one path.
fn is_closed(inquiries: &[AgentPolicy], path: &str) -> bool {
    inquiries.iter().any(|inquiry| {
        inquiry.target(path).is_ok_and(|target| !inquiry.verdict(&target).is_permit())
    })
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-allow-index: /A/b\nACAP-allow-present-snippet: /a\n"],
        silent: [
            "ACAP-crawler: *\nACAP-disallow-crawl: /a/b\nACAP-allow-index: /a\n",
            "ACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-allow-crawl: /a/c\nACAP-allow-index: /a/c\n",
            "ACAP-crawler: b\nACAP-disallow-crawl: /a\nACAP-crawler: c\nACAP-allow-index: /a\n",
        ],
    }
}
