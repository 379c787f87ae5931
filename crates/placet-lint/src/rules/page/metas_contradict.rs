//! ## What it finds
//! A usage that ACAP META elements of one page both permit and prohibit to the same crawler for the
//! same purpose, or that the classes of one element do.
//!
//! ## Why it matters
//! The prohibition wins; the permission has no effect.
//!
//! ## Example
//! ```html
//! <meta name="robots" content="ACAP allow-index">
//! <meta name="robots" content="ACAP disallow-index">
//! ```
//! Write instead:
//! ```html
//! <meta name="robots" content="ACAP allow-index">
//! ```
//!
//! ## Fix
//! By hand: delete the one that is not meant.
//!
//! ## Reference
//! - ACAP Part 2 §2.2.8

use placet::statement::{StatementKind, StatementValue};

use crate::finding::{Findings, Severity};
use crate::limits::STATEMENTS;
use crate::rule::{Check, Rule};
use crate::statement::Placed;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "HTM110",
    name: "metas-contradict",
    severity: Severity::Warning,
    source: include_str!("metas_contradict.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for open in view.statements.iter().take(STATEMENTS) {
        let Some(name) = named(open).filter(|_| open.kind() == StatementKind::Permit) else {
            continue;
        };
        let mut others = view.statements.iter().take(STATEMENTS);
        let Some(shut) = others.find(|it| contradicts(it, open)) else { continue };
        let draft = findings
            .at(
                open.span.clone(),
                format!(
                    "this permission has no effect: `{name}` is also prohibited to the same crawlers"
                ),
            )
            .help("delete the one that is not meant");
        if shut.span != open.span {
            draft.also(shut.span.clone(), "prohibits it");
        }
    }
}

/// The usage of an ACAP statement: its standard name, or a name that robots.txt defines.
fn named(statement: &Placed<'_>) -> Option<String> {
    match statement.value() {
        StatementValue::Conditions(_) => statement.usages().next().map(|it| it.to_string()),
        StatementValue::LocalUsage(name) => Some(format!("({name})")),
        _ => None,
    }
}

/// Whether `shut` prohibits the usage that `open` permits, to the same crawlers and for the same part
/// of the page (R-145, A-40). Another rule reports permissions that are not understood.
fn contradicts(shut: &Placed<'_>, open: &Placed<'_>) -> bool {
    let is_same_part = match (shut.element(), open.element()) {
        (Some(_), Some(_)) => shut.span == open.span,
        (one, other) => one == other,
    };
    let purpose = |it: &Placed<'_>| it.purpose().map(str::to_ascii_lowercase);
    is_same_part
        && shut.fault().is_none()
        && shut.kind() == StatementKind::Prohibit
        && named(shut) == named(open)
        && shut.has_addressee_of(open)
        && purpose(shut) == purpose(open)
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
