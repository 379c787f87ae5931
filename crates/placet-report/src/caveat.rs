//! What a decision does not cover: unchecked time limits, closed elements, statements that were not
//! considered, a body that was not read.

use placet::Decision;
use placet::explain::{NotWeighed, ReasonCode, Unweighed};
use placet::page::ClosedElement;
use serde::Serialize;

use crate::json::timestamp;
use crate::screen::shown;
use crate::text::SourceNames;

/// How many lines or elements one note lists. The JSON lists all.
const LISTED: usize = 6;

/// What a decision does not cover, one note each.
pub(crate) fn notes(decision: &Decision, names: &SourceNames) -> Vec<String> {
    let mut notes = Vec::new();
    for unchecked in decision.unchecked() {
        notes.push(format!("not checked: {} {unchecked}", unchecked.condition()));
    }
    if decision.is_partial() {
        let closed = decision.closed_elements().map(|it| element(&it, names));
        notes.push(format!(
            "this applies to part of the page only; these elements are closed: {}",
            list(closed.collect())
        ));
    }
    let unweighed = decision.unweighed();
    let lines = |why: NotWeighed| -> Vec<String> {
        let lines = unweighed.iter().filter(|it| it.why() == why);
        lines.map(|it| line(it, names)).collect()
    };
    let (signals, by_profile) = (lines(NotWeighed::Signal), lines(NotWeighed::Profile));
    if !signals.is_empty() {
        notes.push(format!(
            "not considered, because placet does not support these signals yet: {}",
            list(signals)
        ));
    }
    if !by_profile.is_empty() {
        notes.push(format!(
            "not considered, because the profile {} does not read ACAP or signals: {}",
            decision.profile(),
            list(by_profile)
        ));
    }
    notes.extend(
        decision.absent().map(|it| format!("the page does not have the element that {it} names")),
    );
    if let Some(media_type) = decision.page().and_then(placet::PagePolicy::unread_body) {
        let media_type = shown(media_type);
        notes.push(format!(
            "the page is {media_type}, not HTML, so only its header fields were read"
        ));
    }
    notes
}

/// The section that decides, and what it states.
pub(crate) fn section(decision: &Decision) -> String {
    format!("{}: {}", decision.citation(), law(decision))
}

/// What the section that decides states. "No statement" is used only if there is really none.
pub(crate) fn law(decision: &Decision) -> &'static str {
    if decision.ground() == ReasonCode::Silence && !decision.unweighed().is_empty() {
        "no statement that was considered covers this usage, so it is permitted"
    } else {
        decision.citation().says()
    }
}

fn line(unweighed: &Unweighed, names: &SourceNames) -> String {
    let source = shown(names.name(unweighed.source()));
    format!("{source}:{} {}", unweighed.line(), shown(unweighed.text()))
}

fn element(closed: &ClosedElement<'_>, names: &SourceNames) -> String {
    let source = closed.source();
    let source = shown(names.name(&source));
    let location = format!("{source}:{}:{}", closed.line(), closed.column());
    match closed.element() {
        (tag, Some(id)) => format!("<{} id={}> at {location}", shown(tag), shown(id)),
        (tag, None) => format!("<{}> at {location}", shown(tag)),
    }
}

fn list(all: Vec<String>) -> String {
    let more = all.len().saturating_sub(LISTED);
    let listed: Vec<String> = all.into_iter().take(LISTED).collect();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    listed.join("; ") + &more
}

/// The same as JSON.
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
            unweighed: decision.unweighed().iter().map(not_weighed).collect(),
            unread_body: decision.page().and_then(|it| it.unread_body()).map(str::to_owned),
        }
    }
}

fn unchecked(unchecked: &placet::explain::Unchecked) -> Unchecked {
    Unchecked {
        condition: unchecked.condition().to_string(),
        ends: unchecked.ends().and_then(timestamp),
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

fn not_weighed(unweighed: &Unweighed) -> NotWeighedLine {
    NotWeighedLine {
        source: unweighed.source().to_string(),
        line: unweighed.line(),
        column: unweighed.column(),
        text: unweighed.text().to_owned(),
        why: unweighed.why().name(),
    }
}
