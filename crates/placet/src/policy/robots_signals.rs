//! Signals in robots.txt: which record is for which group, and what it states.

use crate::pattern::OwnedPattern;
use crate::syntax::robots::Key;
use crate::syntax::signals::aipref::{self, Preferences};
use crate::syntax::signals::content_signal::{self, Stated};
use crate::syntax::signals::{FamilyProblem, SignalProblemAt, SignalProblemKind, reference};
use crate::text::{Span, limits};
use crate::vocabulary::Family;

/// The signals of a robots.txt, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct RobotsSignals {
    pub(crate) usages: Vec<UsageRecord>,
    pub(crate) signals: Vec<SignalRecord>,
    pub(crate) licenses: Vec<LicenseRecord>,
    pub(crate) trainings: Vec<TrainingRecord>,
    pub(crate) problems: Vec<FamilyProblem<(u32, Span)>>,
    /// For each `User-agent` line the run that it belongs to where `Content-Usage` ends a run
    /// (S-031).
    pub(crate) runs: Vec<u32>,
}

/// Where a record is, and whom it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordAt {
    pub(crate) line: u32,
    span: Span,
    /// Its group; none before the first.
    pub(crate) group: Option<u32>,
    /// It counts as outside any group, too (S-010, S-011).
    pub(crate) is_outside: bool,
}

impl RecordAt {
    /// Its line, and the bytes of its value.
    pub(crate) fn at(self) -> (u32, Span) {
        (self.line, self.span)
    }
}

/// A `Content-Usage` record.
#[derive(Debug)]
pub(crate) struct UsageRecord {
    pub(crate) at: RecordAt,
    /// The run of `User-agent` lines that it is for; none before the first.
    pub(crate) run: Option<u32>,
    pub(crate) path: Option<OwnedPattern>,
    pub(crate) says: Preferences,
}

/// A `Content-Signal` record.
#[derive(Debug)]
pub(crate) struct SignalRecord {
    pub(crate) at: RecordAt,
    pub(crate) path: Option<OwnedPattern>,
    pub(crate) stated: Vec<Stated>,
}

/// A `License` record that counts.
#[derive(Debug)]
pub(crate) struct LicenseRecord {
    pub(crate) at: RecordAt,
    pub(crate) reference: Box<str>,
}

/// A `DisallowAITraining` or `AllowAITraining` record.
#[derive(Debug)]
pub(crate) struct TrainingRecord {
    pub(crate) at: RecordAt,
    pub(crate) allows: bool,
    pub(crate) pattern: OwnedPattern,
}

/// What a file has, as far as signals depend on it.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    pub(crate) text: &'t [u8],
    /// The line and the group of each `User-agent` line.
    pub(crate) agents: Vec<(u32, u32)>,
    /// The line of the last `User-agent` line or rule, and where its value ends.
    pub(crate) last: Option<(u32, usize)>,
    /// The records that are signals.
    pub(crate) records: Vec<SignalLine>,
    /// The file is longer than the ceiling.
    pub(crate) is_cut: bool,
}

/// A record that is a signal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignalLine {
    pub(crate) kind: Key,
    pub(crate) value: Span,
    pub(crate) line: u32,
    pub(crate) group: Option<u32>,
}

impl RobotsSignals {
    /// Whether records of this key are signals.
    pub(crate) fn reads(key: Key) -> bool {
        matches!(
            key,
            Key::ContentUsage
                | Key::ContentSignal
                | Key::License
                | Key::AllowAiTraining
                | Key::DisallowAiTraining
        )
    }

    /// The signals of a file.
    pub(crate) fn read(lines: &Lines<'_>) -> Self {
        let mut lower = Lower { text: lines.text, apart: apart(lines), out: Self::default() };
        lower.runs(lines);
        for record in &lines.records {
            lower.record(record);
        }
        if lines.is_cut {
            lower.problem(None, SignalProblemKind::Truncated, (1, Span::default()));
        }
        lower.out
    }
}

/// The first blank line after the last `User-agent` line and rule, if there is one: records after it
/// are meant for the site (S-011).
fn apart(lines: &Lines<'_>) -> Option<u32> {
    let (mut line, end) = lines.last?;
    let mut rest = lines.text.get(end..).unwrap_or_default();
    let mut is_first = true;
    loop {
        let end = memchr::memchr2(b'\n', b'\r', rest)?;
        let (text, after) = rest.split_at_checked(end)?;
        if !std::mem::take(&mut is_first) && text.trim_ascii().is_empty() {
            return Some(line);
        }
        rest = after.strip_prefix(b"\r\n").or(after.get(1..)).unwrap_or_default();
        line = line.saturating_add(1);
    }
}

struct Lower<'t> {
    text: &'t [u8],
    apart: Option<u32>,
    out: RobotsSignals,
}

impl Lower<'_> {
    fn problem(&mut self, family: Option<Family>, kind: SignalProblemKind, at: (u32, Span)) {
        if self.out.problems.len() < limits::PROBLEMS {
            self.out.problems.push(FamilyProblem { family, kind, at });
        }
    }

    /// What is wrong in a part of a record that begins at `start` in the file.
    fn problems(&mut self, family: Family, wrong: Vec<SignalProblemAt>, line: u32, start: usize) {
        for (kind, span) in wrong {
            let span = Span::new(start + span.start(), start + span.end());
            self.problem(Some(family), kind, (line, span));
        }
    }

    /// Numbers the runs of `User-agent` lines that `Content-Usage` ends, too, and makes the
    /// `Content-Usage` records.
    fn runs(&mut self, lines: &Lines<'_>) {
        let usages = || lines.records.iter().filter(|it| it.kind == Key::ContentUsage);
        let mut before = usages().peekable();
        let (mut run, mut last) = (0, None);
        for &(line, group) in &lines.agents {
            let mut is_ended = false;
            while before.next_if(|it| it.line < line).is_some() {
                is_ended = true;
            }
            if last.is_some_and(|last| is_ended || last != group) {
                run += 1;
            }
            last = Some(group);
            self.out.runs.push(run);
        }
        // Each record is for the run of the last `User-agent` line before it.
        let mut agents = lines.agents.iter().zip(&self.out.runs).peekable();
        let (mut run, mut wrong) = (None, Vec::new());
        for usage in usages() {
            while let Some((_, next)) = agents.next_if(|(agent, _)| agent.0 < usage.line) {
                run = Some(*next);
            }
            let (path, rest) = parted(self.text, usage.value, b"/");
            let mut says = aipref::read(rest.of(self.text));
            wrong.push((std::mem::take(&mut says.problems), usage.line, rest.start()));
            let at = self.at(usage);
            self.out.usages.push(UsageRecord { at, run, path, says });
        }
        for (wrong, line, start) in wrong {
            self.problems(Family::Aipref, wrong, line, start);
        }
    }

    fn at(&self, record: &SignalLine) -> RecordAt {
        let is_apart = matches!(record.kind, Key::ContentSignal | Key::License)
            && self.apart.is_some_and(|line| record.line > line);
        let is_outside = record.group.is_none() || is_apart;
        RecordAt { line: record.line, span: record.value, group: record.group, is_outside }
    }

    fn record(&mut self, record: &SignalLine) {
        let at = self.at(record);
        let family = match record.kind {
            Key::ContentUsage => Family::Aipref,
            Key::ContentSignal => Family::ContentSignal,
            Key::License => Family::Rsl,
            _ => Family::AiTraining,
        };
        if at.group.is_none() && record.kind != Key::License {
            self.problem(Some(family), SignalProblemKind::OutsideGroup, at.at());
        }
        match record.kind {
            // Made when runs were numbered.
            Key::ContentUsage => {}
            Key::ContentSignal => self.signal(at),
            Key::License => self.license(at),
            kind => self.training(at, kind == Key::AllowAiTraining),
        }
    }

    fn signal(&mut self, at: RecordAt) {
        let (path, rest) = parted(self.text, at.span, b"/*");
        let read = content_signal::read(rest.of(self.text));
        self.problems(Family::ContentSignal, read.problems, at.line, rest.start());
        let stated = read.stated.into_iter().map(|it| it.0).collect();
        self.out.signals.push(SignalRecord { at, path, stated });
    }

    fn license(&mut self, at: RecordAt) {
        let value = String::from_utf8_lossy(at.span.of(self.text));
        let written = value.split([' ', '\t']).next().unwrap_or_default();
        let is_http = reference::is_http(written);
        if written.len() < value.len() || !is_http {
            self.problem(Some(Family::Rsl), SignalProblemKind::Reference, at.at());
        }
        if is_http || written.starts_with('/') {
            let reference = written.into();
            self.out.licenses.push(LicenseRecord { at, reference });
        }
    }

    fn training(&mut self, at: RecordAt, allows: bool) {
        let value = at.span.of(self.text);
        let pattern = OwnedPattern::new(value);
        if pattern.is_void() && !value.is_empty() {
            self.problem(Some(Family::AiTraining), SignalProblemKind::Pattern, at.at());
        }
        self.out.trainings.push(TrainingRecord { at, allows, pattern });
    }
}

/// The path that a value begins with, and the bytes of what follows it (S-026, S-039).
fn parted(text: &[u8], value: Span, begins: &[u8]) -> (Option<OwnedPattern>, Span) {
    let written = value.of(text);
    if !written.first().is_some_and(|first| begins.contains(first)) {
        return (None, value);
    }
    let end = memchr::memchr2(b' ', b'\t', written).unwrap_or(written.len());
    let (path, rest) = written.split_at_checked(end).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let rest = Span::new(value.start() + end + blanks, value.end());
    (Some(OwnedPattern::new(path)), rest)
}
