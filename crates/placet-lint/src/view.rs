//! A file, prepared for the rules.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use placet::robots::{AgentLine, Record};
use placet::signals::{Families, Family};
use placet::statement::Source;
use placet::syntax::html::{self, Meta, Settings};
use placet::syntax::robots::{self as syntax, Content, Key, Line, Lines};
use placet::syntax::signals::rsl::RslDocument;
use placet::syntax::signals::tdmrep::TdmFile;
use placet::syntax::signals::trust_txt::TrustTxt;
use placet::syntax::{Problem, ProblemKind, Span};
use placet::{PagePolicy, Profile, RobotsPolicy};

use crate::byte_set::ByteSet;
use crate::effect::Effects;
use crate::effect::sets::names;
use crate::finding::Applicability;
use crate::limits;
use crate::rules::acap::table::AcapTable;
use crate::rules::signals::table::SignalTable;
use crate::statement::Placed;
use crate::subject::{Kind, SignalText, Subject};

/// A file, prepared for the rules. All spans are of [`text`](View::text).
pub(crate) struct View<'s> {
    pub(crate) origin: &'s str,
    pub(crate) kind: Kind,
    /// The families of signals that are read.
    pub(crate) families: Families,
    /// What a file of signals contains.
    pub(crate) signal_text: &'s SignalText,
    /// The part that the engine read.
    pub(crate) text: &'s [u8],
    /// The part after that.
    pub(crate) unread: &'s [u8],
    pub(crate) policy: &'s RobotsPolicy,
    /// Whether it is an HTML page in place of a robots.txt.
    pub(crate) is_page: bool,
    pub(crate) lines: Vec<Line>,
    googles_lines: OnceCell<bool>,
    pub(crate) problems: Vec<Problem<'s>>,
    /// All `User-agent` lines.
    pub(crate) agents: Vec<AgentLine<'s>>,
    pub(crate) groups: Vec<Block>,
    /// The rules of all groups.
    pub(crate) rules: Vec<RuleRow<'s>>,
    /// Which bytes the pattern of each rule contains.
    bytes: Vec<ByteSet>,
    /// All other records, including ACAP fields.
    pub(crate) records: Vec<Record<'s>>,
    /// The policy of a page or header.
    pub(crate) page: Option<&'s PagePolicy>,
    /// The problems of a page or header.
    pub(crate) page_problems: Vec<(ProblemKind, Range<usize>)>,
    /// The statements of a page or header.
    pub(crate) statements: Vec<Placed<'s>>,
    /// The media type of the file, if it is known.
    pub(crate) media_type: Option<&'s str>,
    acap_metas: OnceCell<Vec<Meta>>,
    names: OnceCell<Vec<[Option<String>; 2]>>,
    effects: OnceCell<Effects>,
    acap: OnceCell<AcapTable>,
    signals: OnceCell<SignalTable>,
}

/// A group: its `User-agent` lines and rules by their places.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) agents: Range<usize>,
    pub(crate) rules: Range<usize>,
    /// Whether it is for `*`, all crawlers that no group names.
    pub(crate) is_global: bool,
}

/// A rule with its group.
#[derive(Clone, Copy)]
pub(crate) struct RuleRow<'s> {
    pub(crate) rule: placet::robots::Rule<'s>,
    pub(crate) group: usize,
}

impl<'s> View<'s> {
    pub(crate) fn new(subject: &'s Subject<'_>, families: Families) -> Self {
        let policy = subject.policy();
        let is_robots = subject.kind().has_records();
        // Spans of decoded text are not those of the file, so only the encoding is reported.
        let is_wide = policy.encoding().is_wide();
        let text = if is_robots && !is_wide { policy.text() } else { subject.text() };
        let unread = subject.text().get(text.len()..).unwrap_or_default();
        let mut view = Self {
            origin: subject.origin(),
            kind: subject.kind(),
            families,
            signal_text: subject.signals(),
            text,
            unread,
            policy,
            is_page: subject.kind() == Kind::Robots && syntax::is_markup(text),
            lines: Vec::new(),
            googles_lines: OnceCell::new(),
            problems: Vec::new(),
            agents: Vec::new(),
            groups: Vec::new(),
            rules: Vec::new(),
            bytes: Vec::new(),
            records: Vec::new(),
            page: subject.page_policy(),
            page_problems: Vec::new(),
            statements: Vec::new(),
            media_type: subject.media_type(),
            acap_metas: OnceCell::new(),
            names: OnceCell::new(),
            effects: OnceCell::new(),
            acap: OnceCell::new(),
            signals: OnceCell::new(),
        };
        if let Some(page) = subject.page_policy() {
            view.fill_page(subject, page);
        } else if is_robots && !view.is_page && !is_wide {
            view.fill();
        }
        view
    }

    fn fill_page(&mut self, subject: &Subject<'_>, page: &'s PagePolicy) {
        let len = self.text.len();
        // A span is relative to the value of a header line, or to the page.
        let placed = |source: Source, line: usize, span: Span| {
            let value = match source {
                Source::Header(name) => subject.value(name.as_str(), line).unwrap_or(0),
                _ => 0,
            };
            (value + span.start()).min(len)..(value + span.end()).min(len)
        };
        for it in page.problems() {
            let span = placed(it.source(), it.line(), it.span());
            self.page_problems.push((it.kind(), span));
        }
        for it in page.statements() {
            let span = placed(it.source(), it.line(), it.span());
            self.statements.push(Placed::new(it, span));
        }
    }

    /// The problems of this kind in a page or header.
    pub(crate) fn page_problems_of(&self, kind: ProblemKind) -> impl Iterator<Item = Range<usize>> {
        self.page_problems.iter().filter(move |it| it.0 == kind).map(|it| it.1.clone())
    }

    /// The ACAP META elements in the head of a page (Part 2 §2.2.1, R-141).
    pub(crate) fn acap_metas(&self) -> &[Meta] {
        let is_acap = |meta: &Meta| {
            let word = meta.content.split_ascii_whitespace().next();
            meta.in_head && word.is_some_and(|word| word.eq_ignore_ascii_case("acap"))
        };
        self.acap_metas.get_or_init(|| {
            let metas = html::read(self.text, Settings::default()).metas;
            metas.into_iter().filter(is_acap).collect()
        })
    }

    fn fill(&mut self) {
        self.lines.reserve(self.text.len() / 24);
        let goes_on = self.unread.first().is_some_and(|byte| !matches!(byte, b'\n' | b'\r'));
        let lines = if goes_on {
            Lines::unfinished(self.text, Profile::Full)
        } else {
            Lines::new(self.text, Profile::Full)
        };
        self.lines.extend(lines);
        self.rules.reserve(self.lines.len());
        self.problems.extend(self.policy.problems());
        self.records.extend(self.policy.records());
        for group in self.policy.groups() {
            let (agents, rules) = (self.agents.len(), self.rules.len());
            self.agents.extend(group.agents());
            let index = group.index();
            self.rules.extend(group.rules().map(|rule| RuleRow { rule, group: index }));
            let lines = self.agents.get(agents..).unwrap_or_default();
            let is_global = lines.iter().any(AgentLine::is_global);
            self.groups.push(Block {
                agents: agents..self.agents.len(),
                rules: rules..self.rules.len(),
                is_global,
            });
        }
        let text = self.text;
        self.bytes.extend(self.rules.iter().map(|row| ByteSet::of(row.rule.span().of(text))));
    }

    /// The problems of this kind in a robots.txt.
    pub(crate) fn problems_of(&self, kind: ProblemKind) -> impl Iterator<Item = &Problem<'s>> {
        self.problems.iter().filter(move |problem| problem.kind() == kind)
    }

    /// The bytes of a span.
    pub(crate) fn of(&self, span: Range<usize>) -> &'s [u8] {
        self.text.get(span).unwrap_or_default()
    }

    /// The line that contains an offset, counted from 0.
    pub(crate) fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.span.end() <= offset).min(self.last_line())
    }

    fn last_line(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// The span of a line, counted from 1, with its line end.
    pub(crate) fn whole_line(&self, number: usize) -> Range<usize> {
        let line = number.checked_sub(1).and_then(|at| self.lines.get(at));
        line.map_or(0..0, |line| line.span.range())
    }

    /// Whether the removal of a line without effect is safe: the line has no comment, and Google's
    /// matcher finds the same lines, so that the line separates no other rules for it.
    pub(crate) fn removal(&self, number: usize) -> Applicability {
        let has_comment = self.of(self.whole_line(number)).contains(&b'#');
        let is_safe = !has_comment && self.has_googles_lines();
        if is_safe { Applicability::Safe } else { Applicability::Unsafe }
    }

    /// Whether Google's matcher finds the same `User-agent` lines and rules: it cuts long lines,
    /// compares how keys begin (F-07) and does not skip a byte order mark on a later line (F-01).
    pub(crate) fn has_googles_lines(&self) -> bool {
        *self.googles_lines.get_or_init(|| {
            let googles = Lines::new(self.text, Profile::Google);
            let googles = googles.map(|line| rule_or_agent(line.content));
            self.lines.iter().map(|line| rule_or_agent(line.content)).eq(googles)
        })
    }

    /// The span of a line, counted from 1, without its line end and surrounding white space.
    pub(crate) fn line_content(&self, number: usize) -> Range<usize> {
        let span = self.whole_line(number);
        let text = self.of(span.clone());
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let Some(first) = text.iter().position(|byte| !is_blank(byte)) else {
            return span.start..span.start;
        };
        let last = text.iter().rposition(|byte| !is_blank(byte)).unwrap_or(first);
        span.start + first..span.start + last + 1
    }

    /// The record on a line, counted from 1, if it has one.
    pub(crate) fn syntax(&self, number: usize) -> Option<syntax::Record> {
        match number.checked_sub(1).and_then(|at| self.lines.get(at))?.content {
            Content::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The span of the record on a line, counted from 1, without a comment; of the content of a line
    /// without a record.
    pub(crate) fn record(&self, number: usize) -> Range<usize> {
        match self.syntax(number) {
            Some(record) => {
                let end = record.value.end().max(record.key.end());
                // The span of an empty value is at the end of the line's content.
                let end = if record.value.is_empty() { self.colon(record) } else { end };
                record.key.start()..end
            }
            None => self.line_content(number),
        }
    }

    /// The offset after the colon of a record without a value.
    fn colon(&self, record: syntax::Record) -> usize {
        let rest = self.text.get(record.key.end()..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        record.key.end() + if rest.get(blanks) == Some(&b':') { blanks + 1 } else { 0 }
    }

    /// The text of a span, quoted for a message.
    pub(crate) fn quote(&self, span: Range<usize>) -> String {
        quote(self.of(span))
    }

    /// The `User-agent` lines of a group.
    pub(crate) fn agents_of(&self, group: usize) -> &[AgentLine<'s>] {
        let block = self.groups.get(group);
        block.and_then(|block| self.agents.get(block.agents.clone())).unwrap_or_default()
    }

    /// Whether a group is for `*`, all crawlers that no group names.
    pub(crate) fn is_global(&self, group: usize) -> bool {
        self.groups.get(group).is_some_and(|block| block.is_global)
    }

    /// The rules whose patterns contain some of these bytes, each with its pattern and span.
    pub(crate) fn rules_with(
        &self,
        bytes: ByteSet,
    ) -> impl Iterator<Item = (&RuleRow<'s>, &'s [u8], Range<usize>)> {
        let with = self.bytes.iter().enumerate().filter(move |(_, own)| own.intersects(bytes));
        with.filter_map(|(at, _)| {
            let row = self.rules.get(at)?;
            let span = row.rule.span().range();
            Some((row, self.of(span.clone()), span))
        })
    }

    /// Which bytes the pattern of a rule contains, by its place.
    pub(crate) fn bytes_of(&self, rule: usize) -> ByteSet {
        self.bytes.get(rule).copied().unwrap_or_default()
    }

    /// The rules of a group.
    pub(crate) fn rules_of(&self, group: usize) -> &[RuleRow<'s>] {
        let block = self.groups.get(group);
        block.and_then(|block| self.rules.get(block.rules.clone())).unwrap_or_default()
    }

    /// The [names](names) that each `User-agent` line addresses.
    pub(crate) fn names(&self) -> &[[Option<String>; 2]] {
        self.names.get_or_init(|| self.agents.iter().map(names).collect())
    }

    /// The effect of each conventional rule.
    pub(crate) fn effects(&self) -> &Effects {
        self.effects.get_or_init(|| Effects::new(self))
    }

    /// The ACAP fields; most files have none.
    pub(crate) fn acap(&self) -> &AcapTable {
        self.acap.get_or_init(|| AcapTable::new(self))
    }

    /// The records, header lines and elements that are signals; most files have none.
    pub(crate) fn signals(&self) -> &SignalTable {
        self.signals.get_or_init(|| SignalTable::new(self))
    }

    /// The tdmrep.json that the file is, if that family is read.
    pub(crate) fn tdmrep(&self) -> Option<&'s TdmFile> {
        match self.signal_text {
            SignalText::Tdmrep(file) => Some(file).filter(|_| self.reads(Family::Tdmrep)),
            _ => None,
        }
    }

    /// The RSL document that the file is, if that family is read.
    pub(crate) fn rsl(&self) -> Option<&'s RslDocument> {
        match self.signal_text {
            SignalText::Rsl(document, _) => Some(document).filter(|_| self.reads(Family::Rsl)),
            _ => None,
        }
    }

    /// The trust.txt that the file is, if that family is read.
    pub(crate) fn trust_txt(&self) -> Option<&'s TrustTxt> {
        match self.signal_text {
            SignalText::TrustTxt(file) => Some(file).filter(|_| self.reads(Family::TrustTxt)),
            _ => None,
        }
    }

    /// Whether the signals of a family are read.
    pub(crate) fn reads(&self, family: Family) -> bool {
        self.families.contains(family)
    }
}

/// Quotes text of the file for a message: in backticks, without control characters, and cut if long.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let shown = bytes.get(..limits::QUOTED * 4).unwrap_or(bytes);
    let text = String::from_utf8_lossy(shown);
    let mut quoted: String = text
        .chars()
        .take(limits::QUOTED)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if text.chars().nth(limits::QUOTED).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

/// Text with invalid UTF-8 replaced.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The kind of a rule or `User-agent` line and the span of its value; `None` for other lines.
fn rule_or_agent(content: Content) -> Option<(Key, usize, usize)> {
    let Content::Record(record) = content else { return None };
    let counts = matches!(record.kind, Key::UserAgent | Key::Allow | Key::Disallow);
    let value = record.value;
    // Where an empty value is makes no difference.
    let start = if value.is_empty() { value.end() } else { value.start() };
    counts.then_some((record.kind, start, value.end()))
}
