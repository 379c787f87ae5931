//! ## What it does
//! Finds a usage that ACAP META elements of one page both permit and prohibit to the same crawler for
//! the same purpose, and elements whose classes do.
//!
//! ## Why is this bad
//! The usage is prohibited (ACAP Part 2 §2.2.8): the permission has no effect.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-index">
//! <meta name="robots" content="ACAP disallow-index">
//! ```
//! Use instead:
//! ```html
//! <meta name="robots" content="ACAP allow-index">
//! ```

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::rule::{Check, Rule};
use crate::said::Said;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "H110",
    name: "metas-contradict",
    severity: Severity::Warning,
    source: include_str!("metas_contradict.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for open in view.statements.iter().take(STATEMENTS) {
        let Some(usage) = open.permits() else { continue };
        let mut others = view.statements.iter().take(STATEMENTS);
        let Some(shut) = others.find(|it| it.contradicts(open, usage)) else { continue };
        let draft = findings
            .at(
                open.span.clone(),
                format!(
                    "this permission has no effect: `{usage}` is prohibited to the same crawlers"
                ),
            )
            .help("delete one of the two");
        if shut.span != open.span {
            draft.also(shut.span.clone(), "prohibits it");
        }
    }
}

impl Said {
    /// Whether it prohibits this usage to those whom the other permits it to, of the same part of the
    /// page (R-145, A-40). A permission that is not understood is reported as such.
    fn contradicts(&self, open: &Self, usage: &str) -> bool {
        let is_same_part = match (self.of_element, open.of_element) {
            (true, true) => self.span == open.span,
            (one, other) => one == other,
        };
        is_same_part
            && self.fault.is_none()
            && self.what.strip_prefix("disallow-") == Some(usage)
            && self.to == open.to
            && self.purpose == open.purpose
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<meta name=robots content='ACAP allow-index'>\n<meta name=robots content='ACAP disallow-index'>",
            "<meta name=b content='ACAP disallow-preserve'>\n<meta name=B content='ACAP allow-preserve time-limit=3-days'>",
            "<meta name=b content='ACAP news allow-index'>\n<meta name=b content='ACAP NEWS disallow-index'>",
            "<title>a</title><p class='the-acap:allow-index the-acap:disallow-index'>b",
        ],
        silent: [
            "<meta name=robots content='ACAP allow-index'>\n<meta name=robots content='ACAP disallow-follow'>",
            "<meta name=robots content='ACAP disallow-index'>\n<meta name=b content='ACAP allow-index'>",
            "<meta name=robots content='ACAP news allow-index'>\n<meta name=robots content='ACAP disallow-index'>",
            "<meta name=robots content='ACAP allow-index'>\n<p class=the-acap:disallow-index>b",
            "<title>a</title><p class=the-acap:allow-index>b<p class=the-acap:disallow-index>c",
            "<meta name=robots content='ACAP allow-index'>\n<meta name=robots content='ACAP allow-index x=y'>",
        ],
    }
}
