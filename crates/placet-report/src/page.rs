//! What a page says, to whom, and what is wrong with it.

use std::fmt::Write;

use placet::PagePolicy;
use placet::page::{PageProblem, PageStatement};
use placet::statement::Source;
use placet_fetch::Lifetime;
use serde::Serialize;

use crate::json;
use crate::screen::shown;
use crate::table::table;

/// What a page says.
#[derive(Debug, Serialize)]
pub struct Page {
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acap_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lifetime: Option<String>,
    statements: Vec<Statement>,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct Statement {
    source: String,
    line: usize,
    column: usize,
    addressee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<Element>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    text: String,
}

#[derive(Debug, Serialize)]
struct Element {
    tag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

#[derive(Debug, Serialize)]
struct Problem {
    source: String,
    line: usize,
    column: usize,
    kind: &'static str,
    message: String,
    text: String,
}

impl Page {
    /// What a page says; `lifetime` where it is known when the response was received.
    pub fn new(page: &PagePolicy, lifetime: Option<&Lifetime>) -> Self {
        Self {
            encoding: page.encoding(),
            unread_body: page.unread_body().map(str::to_owned),
            acap_version: page.acap_version().map(str::to_owned),
            lifetime: lifetime.map(fresh),
            statements: page.statements().map(|it| statement(&it)).collect(),
            problems: page.problems().map(|it| problem(&it)).collect(),
        }
    }
}

fn statement(statement: &PageStatement<'_>) -> Statement {
    Statement {
        source: statement.source().to_string(),
        line: statement.line(),
        column: statement.column(),
        addressee: statement.addressee().map(str::to_owned),
        purpose: statement.purpose().map(str::to_owned),
        says: statement.to_string(),
        element: statement
            .element()
            .map(|(tag, id)| Element { tag: tag.to_owned(), id: id.map(str::to_owned) }),
        fault: statement.fault().map(placet::acap::Fault::message),
        text: statement.text().into_owned(),
    }
}

fn problem(problem: &PageProblem<'_>) -> Problem {
    Problem {
        source: problem.source().to_string(),
        line: problem.line(),
        column: problem.column(),
        kind: problem.kind().name(),
        message: problem.kind().to_string(),
        text: problem.text().into_owned(),
    }
}

/// Until when what a page says is fresh, in RFC 3339, or that it holds until the page is crawled
/// again.
fn fresh(lifetime: &Lifetime) -> String {
    match lifetime {
        Lifetime::Fresh { until } => json::shown(*until).unwrap_or_default(),
        _ => "until-recrawled".to_owned(),
    }
}

/// What a page says as a table, ending in a line end. `width` bounds it; `origin` names the page.
pub fn text(
    page: &PagePolicy,
    lifetime: Option<&Lifetime>,
    origin: &str,
    width: Option<u16>,
) -> String {
    let mut text = String::new();
    let statements: Vec<PageStatement<'_>> = page.statements().collect();
    if statements.is_empty() {
        text.push_str("The page says nothing to crawlers.\n");
    } else {
        let rows = statements.iter().map(|it| row(it, origin));
        text += &table(["where", "to", "says", "of"], rows, width);
    }
    let mut facts = Vec::new();
    facts.extend(page.encoding().map(|encoding| format!("read as {encoding}")));
    facts.extend(page.unread_body().map(|it| format!("not read: {} is not HTML", shown(it))));
    facts.extend(page.acap_version().map(|version| format!("ACAP version {}", shown(version))));
    facts.extend(lifetime.map(|lifetime| match lifetime {
        Lifetime::Fresh { .. } => format!("fresh until {}", fresh(lifetime)),
        _ => "holds until the page is crawled again".to_owned(),
    }));
    if !facts.is_empty() {
        // A string takes all that is written to it.
        let _ = writeln!(text, "\n{}", facts.join("; "));
    }
    let problems: Vec<PageProblem<'_>> = page.problems().collect();
    if !problems.is_empty() {
        text.push_str("\nProblems\n");
    }
    for problem in problems {
        let place = place(&problem.source(), origin, problem.line(), problem.column());
        let _ = writeln!(text, "  {place}  {}: {}", problem.kind(), shown(&problem.text()));
    }
    text
}

fn row(statement: &PageStatement<'_>, origin: &str) -> [String; 4] {
    let to = match (statement.addressee(), statement.purpose()) {
        (None, None) => "everyone".to_owned(),
        (None, Some(purpose)) => format!("everyone, for {}", shown(purpose)),
        (Some(name), None) => shown(name),
        (Some(name), Some(purpose)) => format!("{}, for {}", shown(name), shown(purpose)),
    };
    let of = match statement.element() {
        None => "the page".to_owned(),
        Some((tag, None)) => format!("<{}>", shown(tag)),
        Some((tag, Some(id))) => format!("<{} id={}>", shown(tag), shown(id)),
    };
    let says = match statement.fault() {
        None => statement.to_string(),
        Some(fault) => format!("{statement} (not understood: {})", fault.message()),
    };
    let place = place(&statement.source(), origin, statement.line(), statement.column());
    [place, to, shown(&says), of]
}

fn place(source: &Source, origin: &str, line: usize, column: usize) -> String {
    let source = if *source == Source::Page { origin } else { source.name() };
    format!("{}:{line}:{column}", shown(source))
}
