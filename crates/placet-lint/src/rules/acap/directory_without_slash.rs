//! ## What it finds
//! Finds ACAP patterns that end in the name of a directory without its slash, where another field of
//! the file shows that it is one.
//!
//! ## Why it matters
//! A pattern is a prefix: `/news` matches `/newsletter` too. Directories are written with a trailing
//! slash (R-073).
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
            findings
                .at(resource.range(), "a directory is written with its slash; this matches more")
                .help(format!(
                    "it also matches `{}x`",
                    view.quote(resource.range()).trim_matches('`')
                ));
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
