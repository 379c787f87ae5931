//! Expectations that decisions do not meet, one function a format.

use std::fmt::Write as _;

use placet::Decision;
use placet::explain::Reason;
use placet::statement::Source;
use serde::Serialize;

use crate::evidence::Basis;
use crate::json::Check;
use crate::screen::shown;
use crate::text::{self, Beside, Origins, Style};
use crate::workflow::{data, property};

/// What became of the expectations of one file or site.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Tested {
    /// What was tested.
    pub name: String,
    /// Whether it is a file that can be looked at beside the table.
    pub is_file: bool,
    /// How many expectations there are.
    pub expectations: usize,
    /// Those that are not met.
    pub unmet: Vec<Unmet>,
    /// What else is known, a note each.
    pub told: Vec<String>,
}

/// An expectation that is not met.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Unmet {
    /// What was decided.
    pub decision: Decision,
    /// What the sources of its reasons are called.
    pub origins: Origins,
    /// What was expected.
    pub expected: String,
    /// The table that says so.
    pub table: String,
    /// The line of the table.
    pub line: usize,
}

/// How they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Format {
    /// For people: the lines that decided.
    #[default]
    Full,
    /// For people: one line each.
    Concise,
    /// For programs: one JSON array.
    Json,
    /// For programs: a JSON object for each file, on one line.
    Jsonl,
    /// For GitHub Actions: commands that annotate the files.
    Github,
}

impl Format {
    /// Whether people read it, on a terminal.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }
}

impl Unmet {
    fn place(&self) -> String {
        format!("{}:{}", self.table, self.line)
    }

    /// What was decided and expected, in one sentence.
    fn sentence(&self) -> String {
        let decision = &self.decision;
        let may = if decision.verdict().is_permit() { "may" } else { "may not" };
        let who = shown(text::name(decision));
        let mut told = format!("{who} {may} {} {}", decision.usage(), shown(decision.target()));
        let conditions: Vec<String> =
            decision.conditions().iter().map(ToString::to_string).collect();
        if !conditions.is_empty() {
            let _ = write!(told, " on condition {}", shown(&conditions.join(", ")));
        }
        let _ = write!(told, ", but {} expects {}", shown(&self.place()), shown(&self.expected));
        told
    }

    /// The last statement that decided and has a place.
    fn deciding(&self) -> Option<Reason<'_>> {
        self.decision.reasons().filter(|it| it.decides() && it.line().is_some()).last()
    }
}

/// The outcome as text, which ends in a line end unless it is empty.
///
/// Only [`Format::Full`] has colours, and fits a terminal of `width`.
pub fn render(tested: &[Tested], format: Format, style: Style, width: Option<u16>) -> String {
    match format {
        Format::Full => {
            tested.iter().map(|it| full(it, style, width)).collect::<Vec<_>>().join("\n")
        }
        Format::Concise => tested.iter().map(concise).collect(),
        Format::Json => json(tested),
        Format::Jsonl => jsonl(tested),
        Format::Github => tested.iter().map(github).collect(),
    }
}

fn full(tested: &Tested, style: Style, width: Option<u16>) -> String {
    let mut shown_all = String::new();
    for unmet in &tested.unmet {
        let expects = format!("{} expects {}", unmet.place(), shown(&unmet.expected));
        let told = [&[expects], &*tested.told].concat();
        let beside = Beside { origins: &unmet.origins, told: &told, unknown: None };
        shown_all += &text::decision(&unmet.decision, &beside, style, width);
        shown_all.push('\n');
    }
    shown_all + &summary(tested)
}

fn concise(tested: &Tested) -> String {
    let mut text = String::new();
    for unmet in &tested.unmet {
        let place = unmet.deciding().map_or_else(
            || (shown(&tested.name), unmet.decision.code().message().to_owned()),
            |reason| {
                let source = shown(unmet.origins.name(reason.source()));
                let (line, column) = (reason.line().unwrap_or(1), reason.column().unwrap_or(1));
                (format!("{source}:{line}:{column}"), shown(reason.text().unwrap_or_default()))
            },
        );
        let _ = writeln!(text, "{}: {}: {}", place.0, unmet.sentence(), place.1);
    }
    text + &summary(tested)
}

fn summary(tested: &Tested) -> String {
    let (name, all) = (shown(&tested.name), tested.expectations);
    let thing = if all == 1 { "expectation" } else { "expectations" };
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    match tested.unmet.len() {
        0 => format!("{name}: {all} {thing} {} met\n", are(all)),
        unmet => format!("{name}: {unmet} of {all} {thing} {} not met\n", are(unmet)),
    }
}

#[derive(Serialize)]
struct TestedObject<'t> {
    file: &'t str,
    expectations: usize,
    unmet: Vec<UnmetObject<'t>>,
}

#[derive(Serialize)]
struct UnmetObject<'t> {
    table: &'t str,
    line: usize,
    expected: &'t str,
    #[serde(flatten)]
    check: Check<'t>,
}

fn json(tested: &[Tested]) -> String {
    let objects: Vec<TestedObject<'_>> = tested.iter().map(tested_object).collect();
    // Strings and numbers under keys that are strings always are JSON.
    serde_json::to_string_pretty(&objects).unwrap_or_default() + "\n"
}

fn jsonl(tested: &[Tested]) -> String {
    let line = |it| serde_json::to_string(&tested_object(it)).unwrap_or_default() + "\n";
    tested.iter().map(line).collect()
}

fn tested_object(tested: &Tested) -> TestedObject<'_> {
    TestedObject {
        file: &tested.name,
        expectations: tested.expectations,
        unmet: tested.unmet.iter().map(object).collect(),
    }
}

fn object(unmet: &Unmet) -> UnmetObject<'_> {
    UnmetObject {
        table: &unmet.table,
        line: unmet.line,
        expected: &unmet.expected,
        check: Check::new(&unmet.decision, Basis::default()),
    }
}

/// Workflow commands that annotate the line that decided, where it stands in the file tested, else
/// the line of the table.
///
/// ```text
/// ::error file=robots.txt,line=4,col=1,title=placet test::message
/// ```
fn github(tested: &Tested) -> String {
    let mut text = String::new();
    for unmet in &tested.unmet {
        let is_own = |it: &Reason<'_>| tested.is_file && *it.source() == Source::RobotsTxt;
        let reason = unmet.deciding().filter(is_own);
        let (file, line, column) = match &reason {
            Some(it) => (&tested.name, it.line().unwrap_or(1), it.column().unwrap_or(1)),
            None => (&unmet.table, unmet.line, 1),
        };
        let (file, message) = (property(file), data(&unmet.sentence()));
        let _ = writeln!(
            text,
            "::error file={file},line={line},col={column},title=placet test::{message}"
        );
    }
    text
}
