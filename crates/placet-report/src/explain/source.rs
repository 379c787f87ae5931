//! The sources of a decision: robots.txt, the files it refers to, header fields, the page, files with
//! signals.

use placet::robots::Availability;
use placet::syntax::robots::Key;
use placet::{Crawler, Decision, PagePolicy};
use serde::Serialize;

use crate::text::SourceNames;

/// A source, whether it has statements or not.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = SourceSummary))]
pub(super) struct Source {
    /// Its name.
    pub(super) name: String,
    /// A summary of its contents.
    #[serde(rename = "holds")]
    pub(super) summary: String,
}

/// All sources of a decision, in the order in which the laws read them.
pub(super) fn sources(decision: &Decision, names: &SourceNames) -> Vec<Source> {
    let policy = decision.policy();
    let robots = match policy.availability() {
        Availability::Unavailable => "unavailable".to_owned(),
        Availability::Unreachable => "unreachable".to_owned(),
        Availability::Read if is_absent(decision, names) => ABSENT.to_owned(),
        Availability::Read => robots(decision),
    };
    let mut sources = vec![Source {
        name: names.name(&placet::statement::Source::RobotsTxt).to_owned(),
        summary: robots,
    }];
    let crawler = Crawler::new(decision.agent().clone());
    sources.extend(policy.references(&crawler).map(|path| Source {
        name: path.to_owned(),
        summary: "a file that robots.txt refers the crawler to".to_owned(),
    }));
    match decision.page() {
        Some(page) => sources.extend(of_page(page, names)),
        None => {
            sources.push(Source { name: "page".to_owned(), summary: "not read".to_owned() });
        }
    }
    sources.extend(decision.signal_files().map(|(file, len)| Source {
        name: file.to_string(),
        summary: len.map_or_else(|| "unavailable".to_owned(), |len| counted(len, "byte")),
    }));
    sources
}

/// The summary of a robots.txt that was neither given nor fetched.
pub(super) const ABSENT: &str = "not given, so the site is treated as having no statements";

/// Whether no robots.txt was given: it has no name and no text.
pub(super) fn is_absent(decision: &Decision, names: &SourceNames) -> bool {
    names.robots.is_none() && decision.policy().text().is_empty()
}

fn robots(decision: &Decision) -> String {
    let policy = decision.policy();
    let groups = policy.groups().count();
    let rules = policy.groups().map(|group| group.rules().count()).sum();
    let fields = policy.records().filter(|record| record.kind() == Key::Acap).count();
    let problems = policy.problems().count() + policy.problems_unlisted();
    let parts = [
        counted(policy.text().len(), "byte"),
        match groups {
            0 => counted(0, "group"),
            _ => format!("{} with {}", counted(groups, "group"), counted(rules, "rule")),
        },
        counted(fields, "ACAP field"),
        counted(problems, "problem"),
    ];
    parts.join(", ")
}

/// The header fields with statements, then the versions of the page.
fn of_page(page: &PagePolicy, names: &SourceNames) -> Vec<Source> {
    let mut counts: Vec<(placet::statement::Source, usize)> = Vec::new();
    for statement in page.statements() {
        let source = statement.source();
        match counts.iter_mut().find(|(it, _)| *it == source) {
            Some((_, count)) => *count += 1,
            None => counts.push((source, 1)),
        }
    }
    if page.encoding().is_some()
        && !counts.iter().any(|(it, _)| *it == placet::statement::Source::Page)
    {
        counts.push((placet::statement::Source::Page, 0));
    }
    let source =
        |name: &str, count| Source { name: name.to_owned(), summary: counted(count, "statement") };
    if counts.is_empty() {
        return vec![source("response header", 0)];
    }
    counts.iter().map(|(it, count)| source(names.name(it), *count)).collect()
}

/// A number with its noun: `no rules`, `1 rule`, `2 rules`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        0 => format!("no {thing}s"),
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
