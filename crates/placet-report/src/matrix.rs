//! The decisions about all usages of one URL.

use std::fmt::Write as _;

use placet::explain::Reason;
use placet::{Decision, Usage};
use serde::Serialize;

use crate::caveat;
use crate::evidence::Basis;
use crate::json::Answer;
use crate::screen::shown;
use crate::sentence;
use crate::table::table;
use crate::text::{Context, SourceNames};
use crate::unknown::UNKNOWN;

/// The decisions about all usages of one URL, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Matrix<'d> {
    agent: &'d str,
    target: &'d str,
    usages: Vec<Row<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
    #[serde(flatten)]
    basis: Basis,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Row<'d> {
    usage: &'static str,
    #[serde(flatten)]
    answer: Answer<'d>,
}

impl<'d> Matrix<'d> {
    /// Decisions about one URL, with the files that they are based on.
    pub fn new(decisions: &'d [Decision], basis: Basis) -> Self {
        let first = decisions.first();
        let row = |decision: &'d Decision| Row {
            usage: decision.usage().name(),
            answer: Answer::new(None, decision).or_unknown(basis.unknown.as_ref(), decision),
        };
        Self {
            unknown: decisions.iter().find_map(|decision| basis.unknown(decision)),
            agent: first.map_or("", |decision| decision.agent().name()),
            target: first.map_or("", Decision::target),
            usages: decisions.iter().map(row).collect(),
            basis,
        }
    }
}

/// Renders decisions as a table that ends in a newline, at most `width` wide.
pub fn text(decisions: &[Decision], context: &Context<'_>, width: Option<u16>) -> String {
    let rows = in_order(decisions).map(|decision| row(decision, context));
    let title = decisions.first().map(|decision| {
        format!("{}, {}\n", shown(sentence::agent(decision)), shown(decision.target()))
    });
    let table = table(["usage", "verdict", "conditions", "reason"], rows, width);
    let mut text = title.unwrap_or_default() + &table;
    let garbled = decisions.first().and_then(Decision::garbled).map(|it| it.to_string());
    let caveats = caveats(decisions, context.names);
    let contradictions: Vec<String> = contradictions(decisions).collect();
    let of_sources = context.notes.iter().filter(|note| garbled.as_ref() != Some(note));
    let notes = garbled.iter().chain(&contradictions).chain(&caveats).chain(of_sources);
    let notes: Vec<String> = notes.cloned().collect();
    write_notes(&mut text, &notes);
    text
}

/// The decisions in the order of the table: crawling, then what people look for first, then the rest.
fn in_order(decisions: &[Decision]) -> impl Iterator<Item = &Decision> {
    let mut ordered: Vec<&Decision> = decisions.iter().collect();
    ordered.sort_by_key(|decision| match decision.usage() {
        Usage::Crawl => 0,
        Usage::Mine | Usage::TrainAi | Usage::AiInput => 1,
        _ => 2,
    });
    ordered.into_iter()
}

/// The families of signals that contradict each other, a note for each that allows something.
fn contradictions(decisions: &[Decision]) -> impl Iterator<Item = String> {
    decisions.iter().flat_map(|decision| {
        let notes = crate::advice::contradictions(decision.contradictions());
        notes.into_iter().map(|note| format!("{}: {note}", decision.usage()))
    })
}

/// Renders decisions about one usage of several URLs for several crawlers as a table that ends in a
/// newline, at most `width` wide.
pub fn several(answers: &[(&Decision, Context<'_>)], width: Option<u16>) -> String {
    let rows = answers.iter().map(|(decision, context)| {
        let (agent, url) = (shown(sentence::agent(decision)), shown(decision.target()));
        let [_, verdict, conditions, reason] = row(decision, context);
        [agent, url, verdict, conditions, reason]
    });
    let mut text = table(["crawler", "URL", "verdict", "conditions", "reason"], rows, width);
    let mut notes: Vec<String> = Vec::new();
    for (decision, context) in answers {
        let garbled = decision.garbled().map(|it| it.to_string());
        let of_sources = context.advice.iter().chain(context.notes).cloned();
        let caveats = caveat::notes(decision, context.names);
        for note in garbled.into_iter().chain(caveats).chain(of_sources) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    write_notes(&mut text, &notes);
    text
}

fn write_notes(text: &mut String, notes: &[String]) {
    for (at, note) in notes.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}note: {note}");
    }
}

/// A decision as a row: usage, verdict, conditions, reason.
fn row(decision: &Decision, context: &Context<'_>) -> [String; 4] {
    let usage = decision.usage().name().to_owned();
    if let Some(unknown) = context.unknown(decision) {
        return [usage, UNKNOWN.to_owned(), "-".to_owned(), shown(unknown.reason())];
    }
    let conditions: Vec<String> = decision.conditions().iter().map(ToString::to_string).collect();
    let part = if decision.is_partial() { " in part" } else { "" };
    [
        usage,
        format!("{}{part}", decision.verdict()),
        if conditions.is_empty() { "-".to_owned() } else { shown(&conditions.join(", ")) },
        reason(decision, context.names),
    ]
}

/// What the decisions do not cover, with the usages concerned.
fn caveats(decisions: &[Decision], names: &SourceNames) -> Vec<String> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for decision in decisions {
        for note in caveat::notes(decision, names) {
            match all.iter_mut().find(|(same, _)| *same == note) {
                Some((_, usages)) => usages.push(decision.usage().name()),
                None => all.push((note, vec![decision.usage().name()])),
            }
        }
    }
    let shown = |(note, usages): (String, Vec<&str>)| {
        let is_of_all = usages.len() == decisions.len();
        if is_of_all { note } else { format!("{}: {note}", usages.join(", ")) }
    };
    all.into_iter().map(shown).collect()
}

/// The line that decides, or the section if no line does.
fn reason(decision: &Decision, names: &SourceNames) -> String {
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    let deciding = reasons.iter().rfind(|reason| reason.decides() && reason.line().is_some());
    let line = deciding.and_then(|reason| {
        let location = format!("{}:{}", shown(names.name(reason.source())), reason.line()?);
        Some(format!("{location} {}", shown(reason.text()?)))
    });
    match line {
        Some(line) if deciding.is_some_and(|it| it.usage() != decision.usage()) => {
            format!("{}: {line}", caveat::law(decision))
        }
        Some(line) => line,
        None => caveat::law(decision).to_owned(),
    }
}
