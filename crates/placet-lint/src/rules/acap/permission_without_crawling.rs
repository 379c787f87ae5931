//! ## What it finds
//! ACAP permissions for resources that crawlers may not crawl.
//!
//! ## Why it matters
//! What a crawler may not crawl, it may not index, keep or show either. The permission has no
//! effect.
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
//!
//! ## Fix
//! By hand: permit crawling as well, or prohibit the usage instead of crawling.
//!
//! ## Reference
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

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
    // If one of the permissions to crawl cannot be compared, nothing is reported.
    let Some(opening) =
        crawl(true).map(|it| folded(view, *it.resources.first()?)).collect::<Option<Vec<String>>>()
    else {
        return;
    };
    let crawlers = crawlers(view.policy);
    let permissions = table.permissions().filter(|it| it.allows).take(DRIFT_PATTERNS);
    for it in permissions {
        let Some(usage) = it.usage(view).filter(|usage| *usage != Usage::Crawl) else { continue };
        let Some(resource) = it.resources.first() else { continue };
        let Some(pattern) = folded(view, *resource) else { continue };
        let Some(permitted) = Pattern::from_normal_form(pattern.as_bytes()) else { continue };
        let overlaps = |other: &String| {
            let other = Pattern::from_normal_form(other.as_bytes());
            other.is_none_or(|it| it.overlaps(&permitted))
        };
        if opening.iter().any(overlaps) {
            continue;
        }
        let closed = closing.iter().find(|(other, pattern)| {
            let applies =
                other.row.record.is_some_and(|at| Some(at) == it.row.record || table.is_any(at));
            let pattern = Pattern::from_normal_form(pattern.as_bytes());
            applies && pattern.is_some_and(|it| it.covers(&permitted))
        });
        let Some((closed, _)) = closed else { continue };
        if is_closed(&crawlers, &permitted.example()) {
            findings
                .at(
                    it.row.span.clone(),
                    format!(
                        "this permission of `{usage}` has no effect: crawlers may not crawl {}",
                        view.quote(resource.range())
                    ),
                )
                .also(closed.row.span.clone(), "prohibits crawling")
                .help("permit crawling as well, or delete this field");
        }
    }
}

/// The policy for a crawler that the file names, and for one that it does not name.
fn crawlers(policy: &RobotsPolicy) -> Vec<AgentPolicy> {
    let agents = policy.addressees().into_iter().take(1).chain([Agent::new("placet-lint")]);
    agents.map(|agent| policy.for_agent(agent)).collect()
}

/// Whether the engine closes a path to one of the crawlers.
fn is_closed(crawlers: &[AgentPolicy], path: &str) -> bool {
    crawlers.iter().any(|crawler| {
        crawler.target(path).is_ok_and(|target| !crawler.verdict(&target).is_permit())
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
