//! ## What it finds
//! ACAP patterns that end in the name of a folder without its slash, if another field of the file
//! shows that it is a folder.
//!
//! ## Why it matters
//! A pattern is a prefix: `/news` also matches `/newsletter`. ACAP writes folders with a slash at
//! the end.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /news
//! ACAP-allow-crawl: /news/today/
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: *
//! ACAP-disallow-crawl: /news/
//! ACAP-allow-crawl: /news/today/
//! ```
//!
//! ## Fix
//! By hand: write `/` after the name of the folder.
//!
//! ## Reference
//! - ACAP 1.0, change 1.2

use super::table::folded;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ACA321",
    name: "directory-without-slash",
    severity: Severity::Note,
    source: include_str!("directory_without_slash.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let patterns = || {
        let resources = view.acap().permissions().filter_map(|it| it.resources.first().copied());
        resources.filter_map(|it| Some((it, folded(view, it)?)))
    };
    let mut sorted: Vec<String> = patterns().map(|(_, pattern)| pattern).collect();
    sorted.sort_unstable();
    for (resource, pattern) in patterns() {
        if pattern.ends_with(['/', '*', '$']) || pattern.contains(['?', '*']) {
            continue;
        }
        let below = format!("{pattern}/");
        let at = sorted.partition_point(|it| *it < below);
        if sorted.get(at).is_some_and(|it| it.starts_with(&below)) {
            let quoted = view.quote(resource.range());
            findings
                .at(
                    resource.range(),
                    format!(
                        "this field matches more than the folder: `{}x`, for example",
                        quoted.trim_matches('`')
                    ),
                )
                .help(format!("write a `/` after {quoted}"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["ACAP-crawler: *\nACAP-disallow-crawl: /news\nACAP-allow-crawl: /News/today/\n"],
        silent: ["ACAP-crawler: *\nACAP-disallow-crawl: /news/\nACAP-allow-crawl: /news/today/\nACAP-allow-crawl: /new\n"],
    }
}
