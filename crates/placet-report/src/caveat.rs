//! What a decision does not cover: unchecked time limits, closed elements, statements that were not
//! considered, unknown rules, a body that was not read, a name that lines cannot address.

use placet::error::AgentProblem;
use placet::explain::{NotApplied, NotAppliedReason, ReasonCode};
use placet::page::{ClosedElement, PageProblem};
use placet::syntax::ProblemKind;
use placet::{Decision, Profile};
use placet_lint::similar_rule;
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
    let not_applied = decision.not_applied();
    let lines = |reason: NotAppliedReason| -> Vec<String> {
        let lines = not_applied.iter().filter(|it| it.reason() == reason);
        lines.map(|it| line(it, names)).collect()
    };
    let signals = lines(NotAppliedReason::Signal);
    let by_profile = lines(NotAppliedReason::OtherProfile);
    if !signals.is_empty() {
        notes.push(format!(
            "not considered, because these families of signals are switched off: {}",
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
    let page_problems = || decision.page().into_iter().flat_map(placet::PagePolicy::problems);
    let unknown = page_problems().filter(|it| it.kind() == ProblemKind::RuleUnknown);
    let unknown: Vec<String> = unknown.map(|it| unknown_rule(&it, names)).collect();
    if !unknown.is_empty() {
        notes.push(format!("no effect, because it is not a known rule: {}", list(unknown)));
    }
    for cut in page_problems().filter(|it| is_cut(it.kind())) {
        let source = cut.source();
        let source = shown(names.name(&source));
        notes.push(format!("{source}:{}: {}", cut.line(), cut.kind()));
    }
    notes.extend(decision.agent().problem().map(|problem| of_name(problem, decision.profile())));
    notes
}

/// A rule that no crawler is known to read, and the known one that it is most similar to.
fn unknown_rule(problem: &PageProblem<'_>, names: &SourceNames) -> String {
    let source = problem.source();
    let (source, written) = (shown(names.name(&source)), problem.text());
    let similar = similar_rule(&written).map(|it| format!(" (did you mean {it}?)"));
    format!("{source}:{} {}{}", problem.line(), shown(&written), similar.unwrap_or_default())
}

/// Whether a statement may be in what was not read.
fn is_cut(problem: ProblemKind) -> bool {
    matches!(problem, ProblemKind::FieldCut | ProblemKind::PageCut)
}

/// Which lines can address a crawler with an unusual name.
fn of_name(problem: AgentProblem, profile: Profile) -> String {
    match (problem, profile) {
        (AgentProblem::NotToken { .. }, Profile::Google) => {
            "the name of this crawler is not a product token, which has only letters, _ and -; \
             Google's matcher ignores the rest of a User-agent line, so no line names this crawler"
                .to_owned()
        }
        _ => problem.to_string(),
    }
}

/// The section that decides, and what it states.
pub(crate) fn section(decision: &Decision) -> String {
    format!("{}: {}", decision.citation(), law(decision))
}

/// What the section that decides states. "No statement" is used only if there is really none.
pub(crate) fn law(decision: &Decision) -> &'static str {
    if decision.code() == ReasonCode::Silence && !decision.not_applied().is_empty() {
        "no statement that was considered covers this usage, so it is permitted"
    } else {
        decision.citation().message()
    }
}

fn line(statement: &NotApplied, names: &SourceNames) -> String {
    let source = shown(names.name(statement.source()));
    format!("{source}:{} {}", statement.line(), shown(statement.text()))
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Unchecked {
    condition: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
    message: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
