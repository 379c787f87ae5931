//! What was heard: robots.txt, the files it refers to, the fields of the response, the page.

use placet::robots::Availability;
use placet::syntax::robots::Key;
use placet::{Crawler, Decision, PagePolicy};
use serde::Serialize;

use crate::text::Origins;

/// A place where the site spoke, or could have.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    /// What it is called.
    pub(super) name: String,
    /// How much it holds.
    pub(super) holds: String,
}

/// All sources of a decision, in the order in which they are heard.
pub(super) fn sources(decision: &Decision, origins: &Origins) -> Vec<Source> {
    let policy = decision.policy();
    let robots = match policy.availability() {
        Availability::Unavailable => "there is none".to_owned(),
        Availability::Unreachable => "could not be reached".to_owned(),
        Availability::Read if is_absent(decision, origins) => ABSENT.to_owned(),
        Availability::Read => robots(decision),
    };
    let mut sources = vec![Source {
        name: origins.name(&placet::statement::Source::RobotsTxt).to_owned(),
        holds: robots,
    }];
    let crawler = Crawler::new(decision.agent().clone());
    sources.extend(policy.references(&crawler).map(|path| Source {
        name: path.to_owned(),
        holds: "a file that robots.txt refers the crawler to".to_owned(),
    }));
    match decision.page() {
        Some(page) => sources.extend(of_page(page, origins)),
        None => {
            sources.push(Source { name: "page".to_owned(), holds: "none was heard".to_owned() });
        }
    }
    sources
}

/// What is said of a robots.txt that nobody gave.
pub(super) const ABSENT: &str = "none was given, so the site is taken to say nothing";

/// Whether no robots.txt was given: none has a name, and there is no text of one.
pub(super) fn is_absent(decision: &Decision, origins: &Origins) -> bool {
    origins.robots.is_none() && decision.policy().text().is_empty()
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

/// The fields that say something, then the documents.
fn of_page(page: &PagePolicy, origins: &Origins) -> Vec<Source> {
    let mut counts: Vec<(placet::statement::Source, usize)> = Vec::new();
    for statement in page.statements() {
        let source = statement.source();
        match counts.iter_mut().find(|(of, _)| *of == source) {
            Some((_, count)) => *count += 1,
            None => counts.push((source, 1)),
        }
    }
    if page.encoding().is_some()
        && !counts.iter().any(|(of, _)| *of == placet::statement::Source::Page)
    {
        counts.push((placet::statement::Source::Page, 0));
    }
    let source =
        |name: &str, count| Source { name: name.to_owned(), holds: counted(count, "statement") };
    if counts.is_empty() {
        return vec![source("fields of the response", 0)];
    }
    counts.iter().map(|(of, count)| source(origins.name(of), *count)).collect()
}

/// A number of things.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
