//! The records, header lines and elements of a file that are signals.

use std::ops::Range;

use placet::pattern::{OwnedPattern, Pattern};
use placet::robots::Record;
use placet::signals::{Family, SignalProblemKind};
use placet::syntax::html::{self, Meta, Settings};
use placet::syntax::robots::Key;
use placet::syntax::signals::aipref::{self, Preferences};
use placet::syntax::signals::content_signal::{self, SignalKey, Signals, Stated};

use crate::finding::{Applicability, Fix};
use crate::limits::PAIRS_READ;
use crate::subject::{Kind, field_lines};
use crate::view::View;

/// The signals of a file, in its order.
#[derive(Debug, Default)]
pub(crate) struct SignalTable {
    /// Records of a robots.txt, or lines of a header.
    pub(crate) rows: Vec<SignalRow>,
    /// Elements of a page: `meta`, `link` and `script`.
    pub(crate) elements: Vec<Meta>,
}

/// A record or a header line.
#[derive(Debug)]
pub(crate) struct SignalRow {
    pub(crate) key: Key,
    /// Its group; `None` before the first, and for a header line.
    pub(crate) group: Option<usize>,
    /// Its line, counted from 1; 0 for a header line.
    pub(crate) line: usize,
    /// Key and value.
    pub(crate) span: Range<usize>,
    /// The path that the value begins with.
    pub(crate) path: Option<Range<usize>>,
    /// The value after the path.
    pub(crate) statement: Range<usize>,
    pub(crate) content: RowContent,
}

/// What a row states.
#[derive(Debug)]
pub(crate) enum RowContent {
    Usage(Preferences),
    Signal(Signals),
    /// A reference to a licence, or a pattern.
    Value,
}

/// A key with its value, as written between two commas.
pub(crate) struct Pair {
    /// In lower case.
    pub(crate) key: String,
    pub(crate) span: Range<usize>,
    /// The value, after `=`.
    pub(crate) value: Option<Range<usize>>,
}

impl SignalTable {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let mut table = Self::default();
        match view.kind {
            Kind::Robots => view.records.iter().for_each(|record| table.record(view, record)),
            Kind::Fields => table.header(view),
            Kind::Page => {
                let mut settings = Settings::default();
                settings.for_crawlers = true;
                table.elements = html::read(view.text, settings).metas;
                table.elements.retain(|it| family(it).is_some_and(|it| view.reads(it)));
            }
            _ => {}
        }
        table
    }

    fn record(&mut self, view: &View<'_>, record: &Record<'_>) {
        let key = record.kind();
        let is_read = family_of(key).is_some_and(|family| view.reads(family));
        let Some(syntax) = view.syntax(record.line()).filter(|_| is_read) else { return };
        let span = view.record(record.line());
        self.add(view, (key, record.group(), record.line()), span, syntax.value.range());
    }

    fn header(&mut self, view: &View<'_>) {
        for line in field_lines(view.text) {
            let is = |name: &str| line.name.eq_ignore_ascii_case(name);
            let key = match () {
                () if is("content-usage") => Key::ContentUsage,
                () if is("content-signal") => Key::ContentSignal,
                () => continue,
            };
            let value = line.start..line.start + line.value.len();
            if family_of(key).is_some_and(|family| view.reads(family)) && !line.value.is_empty() {
                self.add(view, (key, None, 0), value.clone(), value);
            }
        }
    }

    fn add(
        &mut self,
        view: &View<'_>,
        (key, group, line): (Key, Option<usize>, usize),
        span: Range<usize>,
        value: Range<usize>,
    ) {
        let starts: &[u8] = match key {
            _ if line == 0 => b"",
            Key::ContentUsage => b"/",
            Key::ContentSignal => b"/*",
            _ => b"",
        };
        let text = view.of(value.clone());
        let has_path = text.first().is_some_and(|first| starts.contains(first));
        let end = text.iter().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(text.len());
        let rest = text.get(end..).unwrap_or_default();
        let (path, statement) = if has_path {
            let start = value.end - rest.trim_ascii_start().len();
            (Some(value.start..value.start + end), start..value.end)
        } else {
            (None, value)
        };
        let content = match key {
            Key::ContentUsage => RowContent::Usage(aipref::read(view.of(statement.clone()))),
            Key::ContentSignal => {
                RowContent::Signal(content_signal::read(view.of(statement.clone())))
            }
            _ => RowContent::Value,
        };
        self.rows.push(SignalRow { key, group, line, span, path, statement, content });
    }

    /// The rows with this key.
    pub(crate) fn of(&self, key: Key) -> impl Iterator<Item = &SignalRow> {
        self.rows.iter().filter(move |row| row.key == key)
    }

    /// The problems of this kind in statements with this key, each with its row and span.
    pub(crate) fn problems(
        &self,
        key: Key,
        kind: SignalProblemKind,
    ) -> impl Iterator<Item = (&SignalRow, Range<usize>)> {
        self.of(key).flat_map(move |row| {
            let problems = row.problems().iter().filter(move |it| it.0 == kind);
            problems.map(move |it| (row, row.at(it.1.range())))
        })
    }
}

impl SignalRow {
    /// What is wrong with its statement.
    pub(crate) fn problems(&self) -> &[placet::syntax::signals::SignalProblemAt] {
        match &self.content {
            RowContent::Usage(read) => &read.problems,
            RowContent::Signal(read) => &read.problems,
            RowContent::Value => &[],
        }
    }

    /// A span of the statement as one of the file.
    pub(crate) fn at(&self, span: Range<usize>) -> Range<usize> {
        self.statement.start + span.start..self.statement.start + span.end
    }

    /// What it says about each key that it states: the key, and whether it allows.
    pub(crate) fn answers(&self) -> Vec<(&'static str, bool)> {
        match &self.content {
            RowContent::Usage(read) => {
                read.preferences.iter().map(|it| (it.label.name(), it.allows)).collect()
            }
            RowContent::Signal(read) => {
                let answers = read.stated.iter().filter_map(|(stated, _)| answer(*stated));
                answers.collect()
            }
            RowContent::Value => match self.key {
                Key::AllowAiTraining => vec![("train-ai", true)],
                Key::DisallowAiTraining => vec![("train-ai", false)],
                _ => Vec::new(),
            },
        }
    }

    /// The pattern of its path.
    pub(crate) fn pattern(&self, view: &View<'_>) -> Option<OwnedPattern> {
        let path = match self.key {
            Key::AllowAiTraining | Key::DisallowAiTraining => Some(self.statement.clone()),
            _ => self.path.clone(),
        };
        path.map(|path| OwnedPattern::new(view.of(path)))
    }

    /// The pairs of its statement, as commas separate them, and semicolons in `Content-Signal`. In
    /// `Content-Usage`, a pair includes its parameters, which follow semicolons (RFC 9651 §3.2).
    ///
    /// # Limits
    /// No more than [`PAIRS_READ`].
    pub(crate) fn pairs(&self, view: &View<'_>) -> Vec<Pair> {
        let mut start = self.statement.start;
        let has_parameters = self.key == Key::ContentUsage;
        let separates = |byte: &u8| *byte == b',' || *byte == b';' && !has_parameters;
        let parts = view.of(self.statement.clone()).split(separates);
        let pairs = parts.filter_map(|part| {
            let margin = part.len() - part.trim_ascii_start().len();
            let span = start + margin..start + margin + part.trim_ascii().len();
            start += part.len() + 1;
            let text = view.of(span.clone()).split(|byte| *byte == b';').next().unwrap_or_default();
            let equals = text.iter().position(|&byte| byte == b'=');
            let key = text.get(..equals.unwrap_or(text.len())).unwrap_or_default().trim_ascii();
            let value = equals.map(|at| {
                let (value, end) =
                    (text.get(at + 1..).unwrap_or_default(), text.trim_ascii_end().len());
                let start = span.start + text.len() - value.trim_ascii_start().len();
                start..(span.start + end).max(start)
            });
            let key = String::from_utf8_lossy(key).to_ascii_lowercase();
            (!span.is_empty()).then_some(Pair { key, span, value })
        });
        pairs.take(PAIRS_READ).collect()
    }
}

/// The answer that a pair of `Content-Signal` states.
pub(crate) fn answer(stated: Stated) -> Option<(&'static str, bool)> {
    match stated {
        Stated::Answer(SignalKey::Search, allows) => Some(("search", allows)),
        Stated::Answer(SignalKey::AiInput, allows) => Some(("ai-input", allows)),
        Stated::Answer(SignalKey::AiTrain, allows) => Some(("ai-train", allows)),
        _ => None,
    }
}

/// A pattern, or the one that matches everything.
pub(crate) fn or_everything(pattern: Option<&OwnedPattern>) -> Pattern<'_> {
    pattern.map_or(Pattern::EVERYTHING, OwnedPattern::pattern)
}

/// A fix that changes no decision of placet. It is safe in a robots.txt, where that is proved.
pub(crate) fn kept(view: &View<'_>, mut fix: Fix) -> Fix {
    let is_proved = view.kind == Kind::Robots && fix.applicability == Applicability::Safe;
    fix.applicability = if is_proved { Applicability::Safe } else { Applicability::Unsafe };
    fix
}

/// The crawlers that a group is for.
pub(crate) fn crawlers(view: &View<'_>, group: usize) -> String {
    let agents = view.agents_of(group);
    let Some(first) = agents.first() else { return "no crawler".to_owned() };
    if view.is_global(group) {
        return "all crawlers without a group".to_owned();
    }
    let name = view.quote(first.span().range());
    match agents.len() {
        1 => name,
        2 => format!("{name} and 1 other crawler"),
        count => format!("{name} and {} other crawlers", count - 1),
    }
}

/// The family that reads records with a key.
pub(crate) fn family_of(key: Key) -> Option<Family> {
    match key {
        Key::ContentUsage => Some(Family::Aipref),
        Key::ContentSignal => Some(Family::ContentSignal),
        Key::License => Some(Family::Rsl),
        Key::AllowAiTraining | Key::DisallowAiTraining => Some(Family::AiTraining),
        _ => None,
    }
}

/// The family that reads an element of a page.
fn family(element: &Meta) -> Option<Family> {
    if element.name.trim().eq_ignore_ascii_case("tdm-reservation")
        || element.name.trim().eq_ignore_ascii_case("tdm-policy")
    {
        return Some(Family::Tdmrep);
    }
    (is_link(element) || is_script(element)).then_some(Family::Rsl)
}

/// Whether it is a `link` to a licence.
pub(crate) fn is_link(element: &Meta) -> bool {
    is_tag(element, "<link")
}

/// Whether it is a `script` with a licence.
pub(crate) fn is_script(element: &Meta) -> bool {
    is_tag(element, "<script")
}

fn is_tag(element: &Meta, start: &str) -> bool {
    let written = element.text.get(..start.len());
    written.is_some_and(|written| written.eq_ignore_ascii_case(start))
}

/// Where the tag of an element is.
pub(crate) fn tag(element: &Meta) -> Range<usize> {
    element.position.span.range()
}
