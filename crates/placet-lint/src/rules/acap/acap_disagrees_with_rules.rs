//! ## What it finds
//! Finds paths that the conventional rules for `*` and the ACAP fields for any crawler answer
//! differently, one in each direction.
//!
//! ## Why it matters
//! Both must permit (A-24), so that the more open half is void for crawlers that read ACAP, and the
//! ACAP half for all others. Most likely one half was edited and the other forgotten.
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
    let says = |field: &Field| {
        matches!(field, Field::IgnoreConventionalRecords | Field::PermissionsReference(_))
    };
    // Without a field on crawling for any crawler there is nothing to compare.
    let fields: Vec<_> = table
        .permissions()
        .filter(|it| it.usage(view) == Some(Usage::Crawl) && !it.row.in_sub_record)
        .filter(|it| it.row.record.is_some_and(|record| table.is_any(record)))
        .collect();
    let conventional = || view.rules.iter().filter(|row| view.is_global(row.group));
    if fields.is_empty()
        || conventional().next().is_none()
        || table.fields.iter().any(|row| says(&row.field))
    {
        return;
    }
    let agent = Agent::new("placet-lint");
    let ours = RobotsPolicy::builder().profile(Profile::Rfc9309).parse(view.text).for_agent(&agent);
    let theirs = acap_alone(view).for_agent(&agent);
    let of_rules = conventional().filter_map(|row| {
        let pattern = Pattern::from_normal_form(row.rule.normal_form()?)?;
        Some((pattern.example(), row.rule.record().range()))
    });
    let of_fields = fields.iter().filter_map(|it| {
        let pattern = rooted(view, *it.resources.first()?)?;
        Some((Pattern::from_normal_form(pattern.as_bytes())?.example(), it.row.span.clone()))
    });
    let mut told = [false, false];
    let asked = of_rules.take(DRIFT_PATTERNS).chain(of_fields.take(DRIFT_PATTERNS));
    for (path, place) in asked {
        tell(&ours, &theirs, &path, place, &mut told, findings);
    }
}

fn tell(
    ours: &AgentPolicy,
    theirs: &AgentPolicy,
    path: &str,
    place: Range<usize>,
    told: &mut [bool; 2],
    findings: &mut Findings,
) {
    let Ok(target) = Target::new(path, Profile::Full) else { return };
    let open = ours.verdict(&target).is_permit();
    let [conventional, acap] = told;
    let (told, closed, free) = match (open, theirs.verdict(&target).is_permit()) {
        (false, true) => (conventional, "conventional", "ACAP"),
        (true, false) => (acap, "ACAP", "conventional"),
        _ => return,
    };
    if !std::mem::replace(told, true) {
        findings
            .at(
                place,
                format!("`{path}` is closed by the {closed} part and open by the {free} part"),
            )
            .help("both must permit; let the two parts say the same");
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
