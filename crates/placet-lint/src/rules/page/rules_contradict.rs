//! ## What it does
//! Finds rules that contradict each other: `index` and `noindex`, `follow` and `nofollow`, `archive`
//! and `noarchive`, `snippet` and `nosnippet`, `all` and any of these.
//!
//! ## Why is this bad
//! Rules only restrict, so the one that restricts holds (T-03, T-04), whatever was meant.
//!
//! ## Example
//! ```http
//! X-Robots-Tag: index, noindex
//! ```
//! Use instead:
//! ```http
//! X-Robots-Tag: noindex
//! ```

use crate::finding::{Findings, Severity};
use crate::rule::Rule;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "T110",
    name: "rules-contradict",
    severity: Severity::Warning,
    source: include_str!("rules_contradict.rs"),
    check,
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let closes = |open: &str, what: &str| match open {
        "index" => matches!(what, "noindex" | "none"),
        "follow" => matches!(what, "nofollow" | "none"),
        "archive" => matches!(what, "noarchive" | "nocache"),
        "snippet" => what == "nosnippet",
        "all" => matches!(what, "noindex" | "nofollow" | "none" | "noarchive" | "nosnippet"),
        _ => false,
    };
    let restricting: Vec<_> =
        view.statements.iter().filter(|it| it.what.starts_with("no")).take(FEW).collect();
    for open in view.statements.iter().take(FEW) {
        let against =
            restricting.iter().find(|it| it.to == open.to && closes(&open.what, &it.what));
        let Some(against) = against else { continue };
        let draft = findings.at(
            open.span.clone(),
            format!("`{}` does not lift `{}`, which holds", open.what, against.what),
        );
        if against.span != open.span {
            draft.also(against.span.clone(), "this one");
        }
    }
}

/// How many rules are compared; more than a few dozen are no page's.
const FEW: usize = 512;

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["X-Robots-Tag: index, noindex\n", "Robots-Tag: *;all\nX-Robots-Tag: none\n"],
        silent: ["X-Robots-Tag: index, nofollow\n", "X-Robots-Tag: a: index, b: noindex\n"],
    }
}
