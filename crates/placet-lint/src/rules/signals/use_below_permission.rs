//! ## What it finds
//! `Content-Signal` with `use=immediate` and a permission that needs more than that.
//!
//! ## Why it matters
//! `use=immediate` lets crawlers store nothing. `search=yes` and `ai-train=yes` in the same statement have
//! no effect.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, use=immediate
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, use=reference
//! Allow: /
//! ```
//!
//! ## Fix
//! By hand: raise the level of `use`, or write `no`.
//!
//! ## Reference
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::condition::UseLevel;
use placet::syntax::robots::Key;
use placet::syntax::signals::content_signal::Stated;

use super::table::{RowContent, answer};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG117",
    name: "use-below-permission",
    severity: Severity::Warning,
    source: include_str!("use_below_permission.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.signals().of(Key::ContentSignal) {
        let RowContent::Signal(read) = &row.content else { continue };
        let level = read.stated.iter().find(|it| it.0 == Stated::Use(UseLevel::Immediate));
        let Some((_, level)) = level else { continue };
        for (stated, span) in &read.stated {
            let Some((key @ ("search" | "ai-train"), true)) = answer(*stated) else { continue };
            let level = row.at(level.range());
            findings
                .at(
                    row.at(span.range()),
                    format!(
                        "`{key}=yes` has no effect: `use=immediate` lets crawlers store nothing"
                    ),
                )
                .also(level, "refuses it")
                .help(format!("write `use=reference` or `use=full`, or `{key}=no`"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=yes, ai-train=yes, use=immediate\n",
            "HTTP/1.1 200\nContent-Signal: use=immediate, search=yes\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: search=yes, use=reference\nContent-Signal: ai-input=yes, ai-train=no, use=immediate\n",
        ],
    }
}
