//! What a decision does not cover: time limits that were not checked, closed elements, lines that
//! were not weighed, a body that was not read.

use placet::Decision;
use placet::explain::{NotApplied, NotAppliedReason, ReasonCode};
use placet::page::ClosedElement;
use serde::Serialize;

use crate::json::shown as moment;
use crate::screen::shown;
use crate::text::Origins;

/// How many lines or elements one note lists; the JSON has all.
const LISTED: usize = 6;

/// What a decision does not cover, a note each.
pub(crate) fn notes(decision: &Decision, origins: &Origins) -> Vec<String> {
    let mut notes = Vec::new();
    for unchecked in decision.unchecked() {
        notes.push(format!("not checked: {} {unchecked}", unchecked.condition()));
    }
    if decision.is_partial() {
        let closed = decision.closed_elements().map(|it| element(&it, origins));
        notes.push(format!(
            "this holds for a part of the page only; these elements are closed: {}",
            list(closed.collect())
        ));
    }
    let not_applied = decision.not_applied();
    let of = |reason: NotAppliedReason| -> Vec<String> {
        let of = not_applied.iter().filter(|it| it.reason() == reason);
        of.map(|it| line(it, origins)).collect()
    };
    let signals = of(NotAppliedReason::Signal);
    let by_profile = of(NotAppliedReason::OtherProfile);
    if !signals.is_empty() {
        notes.push(format!(
            "not weighed, because these families of signals are switched off: {}",
            list(signals)
        ));
    }
    if !by_profile.is_empty() {
        notes.push(format!(
            "not weighed, because the profile {} does not read ACAP or signals: {}",
            decision.profile(),
            list(by_profile)
        ));
    }
    notes.extend(decision.absent().map(|it| format!("the page has no such element: {it}")));
    if let Some(media_type) = decision.page().and_then(placet::PagePolicy::unread_body) {
        let media_type = shown(media_type);
        notes.push(format!("the body of the page is {media_type}, not HTML, so it was not read"));
    }
    notes
}

/// The section that decided and what it says.
pub(crate) fn ground(decision: &Decision) -> String {
    format!("{}: {}", decision.citation(), law(decision))
}

/// What the section that decided says. That nothing is said is said only where nothing is.
pub(crate) fn law(decision: &Decision) -> &'static str {
    if decision.code() == ReasonCode::Silence && !decision.not_applied().is_empty() {
        "nothing that was weighed speaks about it, and silence permits"
    } else {
        decision.citation().message()
    }
}

fn line(statement: &NotApplied, origins: &Origins) -> String {
    let source = shown(origins.name(statement.source()));
    format!("{source}:{} {}", statement.line(), shown(statement.text()))
}

fn element(closed: &ClosedElement<'_>, origins: &Origins) -> String {
    let source = closed.source();
    let source = shown(origins.name(&source));
    let place = format!("{source}:{}:{}", closed.line(), closed.column());
    match closed.element() {
        (tag, Some(id)) => format!("<{} id={}> at {place}", shown(tag), shown(id)),
        (tag, None) => format!("<{}> at {place}", shown(tag)),
    }
}

fn list(all: Vec<String>) -> String {
    let more = all.len().saturating_sub(LISTED);
    let listed: Vec<String> = all.into_iter().take(LISTED).collect();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    listed.join("; ") + &more
}

/// The same for programs.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Caveats {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unchecked: Vec<Unchecked>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed_elements: Vec<Closed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unweighed: Vec<NotWeighedLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_body: Option<String>,
}

#[derive(Debug, Serialize)]
struct Unchecked {
    condition: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
    message: String,
}

#[derive(Debug, Serialize)]
struct Closed {
    source: String,
    line: usize,
    column: usize,
    tag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    text: String,
}

#[derive(Debug, Serialize)]
struct NotWeighedLine {
    source: String,
    line: usize,
    column: usize,
    text: String,
    why: &'static str,
}

impl Caveats {
    pub(crate) fn new(decision: &Decision) -> Self {
        Self {
            unchecked: decision.unchecked().iter().map(unchecked).collect(),
            partial: decision.is_partial(),
            closed_elements: decision.closed_elements().map(|it| closed(&it)).collect(),
            unweighed: decision.not_applied().iter().map(not_weighed).collect(),
            unread_body: decision.page().and_then(|it| it.unread_body()).map(str::to_owned),
        }
    }
}

fn unchecked(unchecked: &placet::explain::Unchecked) -> Unchecked {
    Unchecked {
        condition: unchecked.condition().to_string(),
        ends: unchecked.ends().and_then(moment),
        message: unchecked.to_string(),
    }
}

fn closed(closed: &ClosedElement<'_>) -> Closed {
    let (tag, id) = closed.element();
    Closed {
        source: closed.source().to_string(),
        line: closed.line(),
        column: closed.column(),
        tag: tag.to_owned(),
        id: id.map(str::to_owned),
        text: closed.text().into_owned(),
    }
}

fn not_weighed(statement: &NotApplied) -> NotWeighedLine {
    NotWeighedLine {
        source: statement.source().to_string(),
        line: statement.line(),
        column: statement.column(),
        text: statement.text().to_owned(),
        why: match statement.reason() {
            NotAppliedReason::OtherProfile => "profile",
            reason => reason.name(),
        },
    }
}
