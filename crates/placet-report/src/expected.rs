//! Expectations that are not met, one function per format.

use std::fmt::Write as _;

use placet::Decision;
use placet::explain::Reason;
use placet::statement::Source;
use serde::Serialize;

use crate::evidence::{Basis, visible};
use crate::format::Format;
use crate::json::Check;
use crate::screen::shown;
use crate::sentence;
use crate::text::{self, Context, SourceNames, Style};
use crate::workflow::{data, property};

/// The result of testing one file or site.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Tested {
    /// The name of the file or site.
    pub name: String,
    /// Whether it is a local file.
    pub is_file: bool,
    /// How many expectations there are.
    pub expectations: usize,
    /// The expectations that are not met.
    pub unmet: Vec<Unmet>,
    /// What the reader should know about the sources.
    pub notes: Vec<String>,
}

/// An expectation that is not met.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Unmet {
    /// The decision.
    pub decision: Decision,
    /// The names of its sources.
    pub names: SourceNames,
    /// What the table expects.
    pub expected: String,
    /// The name of the table.
    pub table: String,
    /// The line of the table.
    pub line: usize,
}

impl Unmet {
    fn location(&self) -> String {
        format!("{}:{}", self.table, self.line)
    }

    /// The decision and the expectation in one sentence.
    fn sentence(&self) -> String {
        let decision = &self.decision;
        let mut text = visible(&sentence::answer(decision, None));
        let conditions: Vec<String> =
            decision.conditions().iter().map(ToString::to_string).collect();
        if !conditions.is_empty() {
            let _ = write!(text, " on condition {}", shown(&conditions.join(", ")));
        }
        let _ = write!(text, ", but {} expects {}", shown(&self.location()), shown(&self.expected));
        text
    }

    /// The last statement that decides and has a location.
    fn deciding(&self) -> Option<Reason<'_>> {
        self.decision.reasons().filter(|it| it.decides() && it.line().is_some()).last()
    }
}

/// Renders the results as text that ends in a newline unless it is empty.
///
/// Only [`Format::Text`] has colours and obeys `width`.
pub fn render(tested: &[Tested], format: Format, style: Style, width: Option<u16>) -> String {
    match format {
        Format::Text => {
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
        let expects = format!("{} expects {}", unmet.location(), shown(&unmet.expected));
        let notes = [&[expects], &*tested.notes].concat();
        let context = Context { names: &unmet.names, notes: &notes, advice: &[], unknown: None };
        shown_all += &text::decision(&unmet.decision, &context, style, width);
        shown_all.push('\n');
    }
    shown_all + &summary(tested)
}

fn concise(tested: &Tested) -> String {
    let mut text = String::new();
    for unmet in &tested.unmet {
        let (location, reason) = unmet.deciding().map_or_else(
            || (shown(&tested.name), unmet.decision.code().message().to_owned()),
            |reason| {
                let source = shown(unmet.names.name(reason.source()));
                let (line, column) = (reason.line().unwrap_or(1), reason.column().unwrap_or(1));
                (format!("{source}:{line}:{column}"), shown(reason.text().unwrap_or_default()))
            },
        );
        let _ = writeln!(text, "{location}: {}: {reason}", unmet.sentence());
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
    // Strings and numbers always serialize.
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

/// Workflow commands that annotate the deciding line of the tested file, or the line of the table if
/// the decision has none.
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
