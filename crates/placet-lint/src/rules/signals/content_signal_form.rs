//! ## What it finds
//! `Content-Signal` in a form that the policy does not have: semicolons or spaces between pairs, spaces
//! around `=`, a colon in place of `=`, values in quotes, a value that is missing.
//!
//! ## Why it matters
//! placet reads the record. Other programs may ignore all or a part of it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes; ai-train = no
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=no
//! Allow: /
//! ```
//!
//! ## Fix
//! Safe in a robots.txt, if the record has no other problem: writes what placet reads with commas.
//!
//! ## Reference
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;
use placet::syntax::signals::content_signal::{Signals, Stated};

use super::table::{RowContent, answer, kept};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG108",
    name: "content-signal-form",
    severity: Severity::Warning,
    source: include_str!("content_signal_form.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.signals().of(Key::ContentSignal) {
        let RowContent::Signal(read) = &row.content else { continue };
        let is_lenient = |kind: SignalProblemKind| kind == SignalProblemKind::Lenient;
        if !read.problems.iter().any(|it| is_lenient(it.0)) {
            continue;
        }
        let draft = findings
            .at(
                row.statement.clone(),
                "some crawlers ignore this record: it is not a list of `key=value` with commas",
            )
            .help("write pairs such as `search=yes, ai-train=no`");
        let is_alone = read.problems.iter().all(|it| is_lenient(it.0));
        if is_alone && !read.stated.is_empty() {
            let edit = Edit::replace(row.statement.clone(), written(read));
            draft.fix(kept(view, Fix::safe("separate the pairs with commas", edit)));
        }
    }
}

/// What a value states, in the form of the policy.
fn written(read: &Signals) -> String {
    let pairs = read.stated.iter().filter_map(|(stated, _)| match stated {
        Stated::Use(level) => Some(format!("use={}", level.name())),
        stated => answer(*stated)
            .map(|(key, allows)| format!("{key}={}", if allows { "yes" } else { "no" })),
    });
    pairs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=yes; ai-train = no\nDisallow: /a\n",
            "User-agent: *\nContent-Signal: /b search=yes ai-train=no use=reference\nDisallow: /a\n",
            "User-agent: *\nContent-Signal: ai-train: no, gold=yes\nDisallow: /a\n",
            "HTTP/1.1 200\nContent-Signal: ai-train=\"no\"\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: search=yes,ai-train=no , use=full\n",
        ],
    }
}
