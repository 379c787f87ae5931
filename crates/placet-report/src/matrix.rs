//! All usages at once.

use std::fmt::Write as _;

use placet::{Decision, Reason};
use serde::Serialize;

use crate::evidence::Basis;
use crate::json::Answer;
use crate::screen::shown;
use crate::table::table;
use crate::text::Beside;
use crate::unknown::UNKNOWN;

/// The decisions on all usages of one URL.
#[derive(Debug, Serialize)]
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
struct Row<'d> {
    usage: &'static str,
    #[serde(flatten)]
    answer: Answer<'d>,
}

impl<'d> Matrix<'d> {
    /// The matrix of decisions about one URL, with what they were made from.
    pub fn new(decisions: &'d [Decision], basis: Basis) -> Self {
        let first = decisions.first();
        let row = |decision: &'d Decision| Row {
            usage: decision.usage().name(),
            answer: Answer::new(None, decision).unless(basis.unknown.as_ref(), decision),
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

/// The matrix as a table, ending in a line end. `width` bounds it.
pub fn text(decisions: &[Decision], beside: &Beside<'_>, width: Option<u16>) -> String {
    let rows = decisions.iter().map(|decision| {
        let usage = decision.usage().name().to_owned();
        if let Some(unknown) = beside.unknown(decision) {
            return [usage, UNKNOWN.to_owned(), "-".to_owned(), shown(unknown.why())];
        }
        let conditions: Vec<String> =
            decision.conditions().iter().map(ToString::to_string).collect();
        [
            usage,
            decision.verdict().name().to_owned(),
            if conditions.is_empty() { "-".to_owned() } else { shown(&conditions.join(", ")) },
            because(decision),
        ]
    });
    let title = decisions.first().map(|decision| {
        format!("{} and {}\n", shown(decision.agent().name()), shown(decision.target()))
    });
    let table = table(["usage", "verdict", "on condition", "because of"], rows, width);
    let mut text = title.unwrap_or_default() + &table;
    let garbled =
        decisions.first().and_then(|decision| decision.garbled()).map(|it| it.to_string());
    let told = beside.told.iter().filter(|note| garbled.as_ref() != Some(note));
    for (at, note) in garbled.iter().chain(told).enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        // A string takes all that is written to it.
        let _ = writeln!(text, "{gap}note: {note}");
    }
    text
}

/// The line that decided, or what did.
fn because(decision: &Decision) -> String {
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    let deciding = reasons.iter().rfind(|reason| reason.decides() && reason.line().is_some());
    let line = deciding.and_then(|reason| {
        let place = format!("{}:{}", shown(reason.source()), reason.line()?);
        Some(format!("{place} {}", shown(reason.text()?)))
    });
    match line {
        Some(line) if deciding.is_some_and(|it| it.usage() != decision.usage()) => {
            format!("{}: {line}", decision.ground().law())
        }
        Some(line) => line,
        None => decision.ground().law().to_owned(),
    }
}
