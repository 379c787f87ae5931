//! From lines to a policy: which line belongs to which group.

use std::sync::{Arc, OnceLock};

use super::acap::{AcapLine, Definitions};
use super::parts::{
    AgentPart, End, GroupPart, Parts, Prelude, ProblemPart, Problems, ReadText, RecordPart,
    RewrittenPart, RulePart,
};
use super::view::seconds;
use crate::pattern::normalise;
use crate::pattern::normalise::NormalPattern;
use crate::syntax::robots::{Content, Encoding, Key, Line, Lines, Record, line_ends};
use crate::syntax::{acap, robots};
use crate::text::{ProblemKind, Span};
use crate::vocabulary::{Profile, agent};

/// Reads a robots.txt without its prelude. ACAP names may also be defined in the referring file.
pub(super) fn lower(
    read: ReadText<'_>,
    profile: Profile,
    outer: Option<Arc<Definitions>>,
) -> Parts {
    let ReadText { text, end, encoding } = read;
    let every_line = profile.behaviour().cuts_lines_as_google;
    let prelude = if every_line { 0 } else { robots::prelude(&text, end != End::CutInLine) };
    let parts = Lower::after(prelude, &text, profile, end).finish(prelude, end, outer);
    Parts { text: text.into(), encoding, ..parts }
}

/// The problems of the lines after the prelude of a text.
pub(super) fn problems(prelude: usize, text: &[u8], profile: Profile, end: End) -> Problems {
    Lower::after(prelude, text, profile, end).problems
}

/// Reads the lines before the first group.
pub(super) fn prelude(text: &[u8], profile: Profile) -> Prelude {
    let mut lower = Lower { text, profile, ..Lower::default() };
    lower.lines(Lines::new(text, profile));
    Prelude { records: lower.records, problems: lower.problems }
}

#[derive(Default)]
struct Lower<'t> {
    text: &'t [u8],
    profile: Profile,
    agents: Vec<AgentPart>,
    groups: Vec<GroupPart>,
    rules: Vec<RulePart>,
    rewritten: Vec<RewrittenPart>,
    records: Vec<RecordPart>,
    problems: Problems,
    acap: Vec<AcapLine>,
    /// An `ACAP-crawler` field is between the last `User-agent` line and here: in ACAP what follows
    /// is part of its record, in the RFC it is not.
    in_acap: bool,
    /// A rule follows the last `User-agent` line, so the next one begins a group.
    closed: bool,
}

impl<'t> Lower<'t> {
    /// Reads all but the prelude.
    fn after(prelude: usize, text: &'t [u8], profile: Profile, end: End) -> Self {
        // A line that continues after the limit is dropped, never cut (F-08).
        let lines = match end {
            End::Whole | End::Cut => Lines::new(text, profile),
            End::CutInLine => Lines::unfinished(text, profile),
        };
        let passed = text.get(..prelude).unwrap_or_default();
        // Where no line is left, its number is not needed.
        let lines_passed = if prelude < text.len() { line_ends(passed) } else { 0 };
        // A good guess for the rules of most files, and never much memory.
        let rules = Vec::with_capacity(((text.len() - passed.len()) / 24).min(4_096));
        let mut lower = Self { text, profile, rules, ..Self::default() };
        lower.lines(lines.skip_lines(prelude, lines_passed));
        lower
    }

    fn lines(&mut self, mut lines: Lines<'_>) {
        while let Some(line) = lines.next() {
            self.line(&line);
            if !matches!(line.content, Content::Record(_)) {
                lines
                    .skip_no_records(|words, line| self.list(ProblemKind::Unreadable, words, line));
            }
            self.plain_rules(&mut lines);
            self.acap_fields(&mut lines);
        }
    }

    #[inline(never)]
    fn problem(&mut self, kind: ProblemKind, span: Span, line: u32) {
        self.list(kind, span, line);
    }

    #[inline]
    fn list(&mut self, kind: ProblemKind, span: Span, line: u32) {
        self.problems.list(ProblemPart { span, line, kind });
    }

    #[inline]
    fn line(&mut self, line: &Line) {
        if line.mark > 0 {
            let start = line.span.start();
            let mark = Span::new(start, start + line.mark);
            self.problem(ProblemKind::ByteOrderMark, mark, line.number);
        }
        if line.nul {
            self.problem(ProblemKind::Nul, line.span, line.number);
        }
        if line.cut {
            self.problem(ProblemKind::LineCut, line.span, line.number);
        }
        match line.content {
            Content::Blank => {}
            Content::Unreadable(span) => self.problem(ProblemKind::Unreadable, span, line.number),
            Content::Unfinished(span) => self.problem(ProblemKind::LineDropped, span, line.number),
            Content::Record(record) => self.record(&record, line.number),
        }
    }

    #[inline]
    fn record(&mut self, record: &Record, line: u32) {
        if !record.well_spelled {
            self.problem(ProblemKind::LenientKey, record.key, line);
        }
        // `ACAP-ignore-conventional-records` has none by its grammar.
        let bare = record.kind == Key::Acap && record.value.is_empty();
        if !record.colon && !bare {
            self.problem(ProblemKind::MissingColon, record.key, line);
        }
        match record.kind {
            Key::UserAgent => self.agent(record, line),
            Key::Allow | Key::Disallow => self.rule(record, line),
            Key::Acap if self.profile.reads_acap() => self.acap(record.key, record.value, line),
            kind => self.other(record, kind, line),
        }
    }

    /// RFC 9309 §2.1: a group is one or more `user-agent` lines and the rules after them; only a
    /// rule separates one run of `user-agent` lines from the next (F-03, F-05).
    fn agent(&mut self, record: &Record, line: u32) {
        let value = record.value;
        self.in_acap = false;
        if self.closed || self.groups.is_empty() {
            self.closed = false;
            let (agents, rules) = (count(self.agents.len()), count(self.rules.len()));
            push(&mut self.groups, GroupPart { agents, rules });
        }
        let group = count(self.groups.len()).saturating_sub(1);
        push(&mut self.agents, AgentPart { value, line, group });
        let name = value.of(self.text);
        if name.is_empty() {
            self.problem(ProblemKind::AgentUnnamed, value, line);
        } else if !agent::is_global(name) && agent::token(name).len() < name.len() {
            self.problem(ProblemKind::AgentNotToken, value, line);
        }
        if !record.plain && !name.is_ascii() {
            self.problem(ProblemKind::NotAscii, value, line);
        }
    }

    /// Reads the following rules of a group that have the most frequent form.
    #[inline]
    fn plain_rules(&mut self, lines: &mut Lines<'_>) {
        if self.groups.is_empty() || self.in_acap {
            return;
        }
        let before = self.rules.len();
        while let Some((allows, value, line)) = lines.plain_rule() {
            self.rules.push(RulePart { value, line, form: u32::from(allows) });
        }
        self.closed |= self.rules.len() > before;
    }

    #[inline]
    fn rule(&mut self, record: &Record, line: u32) {
        let value = record.value;
        if self.in_acap {
            self.problem(ProblemKind::RuleInAcapRecord, value, line);
        }
        if self.groups.is_empty() {
            if !self.in_acap {
                self.problem(ProblemKind::RuleOutsideGroup, value, line);
            }
            return;
        }
        self.closed = true;
        let written = value.of(self.text);
        let normal = if record.plain { None } else { normal_form(written, self.profile) };
        let rewritten = normal.map_or(0, |normal| rewrite(&mut self.rewritten, normal));
        self.rules.push(RulePart {
            value,
            line,
            form: rewritten << 1 | u32::from(record.kind == Key::Allow),
        });

        if !matches!(written.first(), None | Some(b'/' | b'*')) {
            self.problem(ProblemKind::PatternWithoutSlash, value, line);
        }
        if !record.plain && !written.is_ascii() {
            self.problem(ProblemKind::NotAscii, value, line);
        }
    }

    /// ACAP fields are unknown records for conventional rules and change nothing there. They
    /// are parsed later.
    fn acap(&mut self, key: Span, value: Span, line: u32) {
        self.in_acap |= acap::is_crawler(key.of(self.text));
        if self.acap.is_empty() {
            // Where one is, more follow.
            let rest = self.text.len().saturating_sub(key.start());
            self.acap.reserve((rest / 32).min(4_096));
        }
        self.acap.push(AcapLine { key, value, line });
    }

    /// Reads the ACAP fields that follow another one and have the most frequent form.
    #[inline]
    fn acap_fields(&mut self, lines: &mut Lines<'_>) {
        if self.acap.is_empty() {
            return;
        }
        while let Some((key, value, line)) = lines.acap_field() {
            self.in_acap = self.in_acap || acap::is_crawler(key.of(self.text));
            self.acap.push(AcapLine { key, value, line });
        }
    }

    fn other(&mut self, record: &Record, kind: Key, line: u32) {
        if kind == Key::CrawlDelay && seconds(record.value.of(self.text)).is_none() {
            self.problem(ProblemKind::CrawlDelayUnreadable, record.value, line);
        }
        let group = count(self.groups.len());
        let part = RecordPart { key: record.key, value: record.value, line, group, kind };
        push(&mut self.records, part);
    }

    fn finish(self, prelude: usize, end: End, outer: Option<Arc<Definitions>>) -> Parts {
        Parts {
            acap_lines: fitted(self.acap),
            acap: OnceLock::new(),
            signals: OnceLock::new(),
            outer,
            text: Box::default(),
            encoding: Encoding::default(),
            garbled: OnceLock::new(),
            profile: self.profile,
            agents: fitted(self.agents),
            groups: fitted(self.groups),
            rules: fitted(self.rules),
            rewritten: fitted(self.rewritten),
            records: fitted(self.records),
            rule_index: OnceLock::new(),
            problems: OnceLock::from(Problems {
                listed: fitted(self.problems.listed),
                ..self.problems
            }),
            end,
            prelude_len: prelude,
            prelude: OnceLock::new(),
        }
    }
}

/// Adds a row. The first one takes memory for as many as most files have.
#[inline]
fn push<T>(table: &mut Vec<T>, row: T) {
    if table.capacity() == 0 {
        table.reserve(16);
    }
    table.push(row);
}

/// The table without unused capacity, unless that is small.
fn fitted<T>(mut table: Vec<T>) -> Vec<T> {
    if table.capacity() > 16 + 2 * table.len() {
        table.shrink_to_fit();
    }
    table
}

/// The normal form of a pattern that is written in another form.
#[inline]
pub(super) fn normal_form(written: &[u8], profile: Profile) -> Option<NormalPattern> {
    if profile.behaviour().normalises {
        normalise::pattern(written)
    } else {
        normalise::google_pattern(written)
    }
}

/// Keeps a normal form; returns one more than its index.
#[cold]
pub(super) fn rewrite(rewritten: &mut Vec<RewrittenPart>, normal: NormalPattern) -> u32 {
    rewritten.push(RewrittenPart {
        bytes: normal.bytes.into(),
        in_query: normal.in_query.map(Into::into),
        len: count(normal.len),
    });
    count(rewritten.len())
}

/// A count of things that each take at least one byte of a file, so that it fits.
#[expect(clippy::cast_possible_truncation, reason = "no more than FILE_MAX bytes are read")]
pub(super) fn count(things: usize) -> u32 {
    things as u32
}
