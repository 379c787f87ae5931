//! The statements and problems of a page.

use std::fmt::Write;

use placet::PagePolicy;
use placet::page::{PageProblem, PageStatement};
use placet::statement::Source;
use placet_fetch::Lifetime;
use serde::Serialize;

use crate::json;
use crate::screen::shown;
use crate::signals::Overview;
use crate::table::table;

/// The statements and problems of a page, as JSON.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<Overview>,
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
    /// The statements of a page; `lifetime` if it is known when the response was received.
    pub fn new(page: &PagePolicy, lifetime: Option<&Lifetime>) -> Self {
        Self {
            encoding: page.encoding(),
            unread_body: page.unread_body().map(str::to_owned),
            acap_version: page.acap_version().map(str::to_owned),
            lifetime: lifetime.map(fresh),
            statements: page.statements().map(|it| statement(&it)).collect(),
            problems: page.problems().map(|it| problem(&it)).collect(),
            signals: None,
        }
    }

    /// Adds what its signals say.
    #[must_use]
    pub fn with_signals(self, signals: Option<Overview>) -> Self {
        Self { signals, ..self }
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

/// Until when the statements are fresh: an RFC 3339 timestamp, or `until-recrawled`.
fn fresh(lifetime: &Lifetime) -> String {
    match lifetime {
        Lifetime::Fresh { until } => json::timestamp(*until).unwrap_or_default(),
        _ => "until-recrawled".to_owned(),
    }
}

/// Renders the statements as a table that ends in a newline, at most `width` wide. `name` is the name
/// of the page.
pub fn text(
    page: &PagePolicy,
    lifetime: Option<&Lifetime>,
    name: &str,
    width: Option<u16>,
) -> String {
    let mut text = String::new();
    let statements: Vec<PageStatement<'_>> = page.statements().collect();
    if statements.is_empty() {
        text.push_str("The page has no statements for crawlers.\n");
    } else {
        let rows = statements.iter().map(|it| row(it, name));
        text += &table(["location", "crawler", "statement", "applies to"], rows, width);
    }
    let mut facts = Vec::new();
    facts.extend(page.encoding().map(|encoding| format!("encoding {encoding}")));
    facts.extend(
        page.unread_body().map(|it| format!("body not read, because {} is not HTML", shown(it))),
    );
    facts.extend(page.acap_version().map(|version| format!("ACAP version {}", shown(version))));
    facts.extend(lifetime.map(|lifetime| match lifetime {
        Lifetime::Fresh { .. } => format!("fresh until {}", fresh(lifetime)),
        _ => "valid until the page is crawled again".to_owned(),
    }));
    if !facts.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", facts.join("; "));
    }
    let problems: Vec<PageProblem<'_>> = page.problems().collect();
    if !problems.is_empty() {
        text.push_str("\nproblems\n");
    }
    for problem in problems {
        let location = location(&problem.source(), name, problem.line(), problem.column());
        let _ = writeln!(text, "  {location}  {}: {}", problem.kind(), shown(&problem.text()));
    }
    text
}

fn row(statement: &PageStatement<'_>, name: &str) -> [String; 4] {
    let crawler = statement.addressee().map_or_else(|| "all".to_owned(), shown);
    let crawler = match statement.purpose() {
        None => crawler,
        Some(purpose) => format!("{crawler}, for {}", shown(purpose)),
    };
    let applies_to = match statement.element() {
        None => "the page".to_owned(),
        Some((tag, None)) => format!("<{}>", shown(tag)),
        Some((tag, Some(id))) => format!("<{} id={}>", shown(tag), shown(id)),
    };
    let says = match statement.fault() {
        None => statement.to_string(),
        Some(fault) => format!("{statement} (not understood: {})", fault.message()),
    };
    let location = location(&statement.source(), name, statement.line(), statement.column());
    [location, crawler, shown(&says), applies_to]
}

fn location(source: &Source, name: &str, line: usize, column: usize) -> String {
    let source = if *source == Source::Page { name } else { source.name() };
    format!("{}:{line}:{column}", shown(source))
}
