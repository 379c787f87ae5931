//! ## What it finds
//! Paths that the conventional rules for `*` close and the ACAP fields for `*` open, or the
//! reverse. One path is reported for each direction.
//!
//! ## Why it matters
//! A crawler that reads ACAP may crawl a path only if both permit it, so a permission in one part
//! has no effect. All other crawlers read only the conventional rules. Most likely one part was
//! edited and the other forgotten.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! Disallow: /private/
//!
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /drafts/
//! ACAP-disallow-crawl: /private/
//! ```
//!
//! ## Fix
//! By hand: close the same paths in both parts.
//!
//! ## Reference
//! - ACAP 1.0 §2.9
//! - [How placet reads it](https://github.com/placet/placet/blob/main/docs/src/law/readings.md)

use placet::pattern::Pattern;
use placet::syntax::acap::Field;
use placet::{Agent, AgentPolicy, Profile, RobotsPolicy, Target, Usage};
use std::ops::Range;

use super::table::rooted;
use crate::finding::{Findings, Severity};
use crate::limits::DRIFT_PATTERNS;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA501",
    name: "acap-disagrees-with-rules",
    severity: Severity::Warning,
    source: include_str!("acap_disagrees_with_rules.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = view.acap();
    let replaces_rules = |field: &Field| {
        matches!(field, Field::IgnoreConventionalRecords | Field::PermissionsReference(_))
    };
    // Without an ACAP field about crawling for `*` there is nothing to compare.
    let fields: Vec<_> = table
        .permissions()
        .filter(|it| it.usage(view) == Some(Usage::Crawl) && !it.row.in_sub_record)
        .filter(|it| it.row.record.is_some_and(|record| table.is_any(record)))
        .collect();
    let conventional = || view.rules.iter().filter(|row| view.is_global(row.group));
    if fields.is_empty()
        || conventional().next().is_none()
        || table.fields.iter().any(|row| replaces_rules(&row.field))
    {
        return;
    }
    let agent = Agent::new("placet-lint");
    let rules =
        RobotsPolicy::builder().profile(Profile::Rfc9309).parse(view.text).for_agent(&agent);
    let acap = acap_alone(view).for_agent(&agent);
    let of_rules = conventional().filter_map(|row| {
        let pattern = Pattern::from_normal_form(row.rule.normal_form()?)?;
        Some((pattern.example(), row.rule.record().range()))
    });
    let of_fields = fields.iter().filter_map(|it| {
        let pattern = rooted(view, *it.resources.first()?)?;
        Some((Pattern::from_normal_form(pattern.as_bytes())?.example(), it.row.span.clone()))
    });
    let mut reported = [false, false];
    let asked = of_rules.take(DRIFT_PATTERNS).chain(of_fields.take(DRIFT_PATTERNS));
    for (path, place) in asked {
        report(&rules, &acap, &path, place, &mut reported, findings);
    }
}

fn report(
    rules: &AgentPolicy,
    acap: &AgentPolicy,
    path: &str,
    place: Range<usize>,
    reported: &mut [bool; 2],
    findings: &mut Findings,
) {
    let Ok(target) = Target::new(path, Profile::Full) else { return };
    let [by_rules, by_acap] = reported;
    let permitted = [rules, acap].map(|policy| policy.verdict(&target).is_permit());
    let (reported, message, help) = match permitted {
        [false, true] => (
            by_rules,
            format!("`{path}` is closed to all crawlers, although the ACAP fields permit it"),
            "add an `ACAP-disallow-crawl` field for it, or delete the `Disallow`",
        ),
        [true, false] => (
            by_acap,
            format!("`{path}` is closed only to crawlers that read ACAP: no `Disallow` closes it"),
            "add a `Disallow` for it, or delete the ACAP field",
        ),
        _ => return,
    };
    if !std::mem::replace(reported, true) {
        findings.at(place, message).help(help);
    }
}

/// The ACAP fields of the file without the rest of it.
fn acap_alone(view: &View<'_>) -> RobotsPolicy {
    let mut text = Vec::new();
    for row in &view.acap().fields {
        text.extend_from_slice(view.of(row.span.clone()));
        text.push(b'\n');
    }
    RobotsPolicy::parse(&text)
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallow: /a\nDisallow: /b\nACAP-crawler: *\nACAP-disallow-crawl: /a\nACAP-disallow-crawl: /c\n",
        ],
        silent: [
            "User-agent: *\nDisallow: /A\nACAP-crawler: *\nACAP-disallow-crawl: /A\n",
            "ACAP-ignore-conventional-records\nUser-agent: *\nDisallow: /b\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            "User-agent: b\nDisallow: /b\nACAP-crawler: *\nACAP-disallow-crawl: /a\n",
        ],
    }
}
