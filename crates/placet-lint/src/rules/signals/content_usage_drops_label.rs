//! ## What it finds
//! `Content-Usage` records for a path that leave out a usage that a record for a larger part of the site
//! refuses.
//!
//! ## Why it matters
//! Only the record with the longest path counts. It replaces the others whole, so that nothing is stated
//! about the usages that it leaves out.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n
//! Content-Usage: /blog/ search=y
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n
//! Content-Usage: /blog/ train-ai=n, search=y
//! Allow: /
//! ```
//!
//! ## Fix
//! Unsafe: adds the labels that are left out, with the values of the other record.
//!
//! ## Reference
//! - [draft-ietf-aipref-attach-05 §3.1](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-attach-05)

use placet::pattern::OwnedPattern;
use placet::syntax::robots::Key;

use super::table::{RowContent, SignalRow, or_everything};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::limits::SIGNALS_COMPARED;
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG114",
    name: "content-usage-drops-label",
    severity: Severity::Warning,
    source: include_str!("content_usage_drops_label.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let parses = |row: &&SignalRow| match &row.content {
        RowContent::Usage(read) => read.parses,
        _ => false,
    };
    let rows = view.signals().of(Key::ContentUsage).filter(|row| row.group.is_some());
    let rows: Vec<(&SignalRow, Option<OwnedPattern>)> =
        rows.filter(parses).take(SIGNALS_COMPARED).map(|row| (row, row.pattern(view))).collect();
    for (row, pattern) in rows.iter().filter(|it| it.1.is_some()) {
        let own = or_everything(pattern.as_ref());
        let of_group = || rows.iter().filter(|it| it.0.group == row.group);
        // Several records for one path count together.
        let twins = of_group().filter(|it| it.1 == *pattern);
        let stated: Vec<&str> = twins.flat_map(|it| it.0.answers()).map(|it| it.0).collect();
        let wider = of_group().filter(|it| it.1 != *pattern);
        let wider = wider.filter(|it| or_everything(it.1.as_ref()).covers(&own));
        let dropped = wider.flat_map(|it| it.0.answers().into_iter().map(move |says| (it.0, says)));
        let mut dropped = dropped.filter(|(_, (label, allows))| !allows && !stated.contains(label));
        let Some((wide, (label, _))) = dropped.next_back() else { continue };
        let path = row.path.clone().map_or_else(String::new, |path| view.quote(path));
        let comma = if view.of(row.statement.clone()).is_empty() { "" } else { ", " };
        findings
            .at(
                row.span.clone(),
                format!(
                    "nothing refuses `{label}` below {path}: this record replaces the one on line {}",
                    wide.line
                ),
            )
            .also(wide.span.clone(), format!("refuses `{label}` elsewhere"))
            .help(format!("repeat `{label}` here, as `{label}=n` or `{label}=y`"))
            .fix(Fix::risky(
                "repeat the label",
                Edit::insert(row.statement.end, format!("{comma}{label}=n")),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /blog/ search=y\n",
            "User-agent: *\nContent-Usage: /a ai-use=n\nContent-Usage: /a/b train-ai=y\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /blog/ train-ai=y\nContent-Usage: /a search=y\nContent-Usage: /a train-ai=n\n",
            "User-agent: a\nContent-Usage: train-ai=n\nAllow: /\nUser-agent: b\nContent-Usage: /blog/ search=y\nAllow: /\n",
            "User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: /blog/ search=y\n",
        ],
    }
}
