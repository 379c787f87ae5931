//! From fields to statements: which field belongs to which record, and what names refer to.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use memchr::memmem;

use super::define::{Constituent, conditions, lossy};
use super::{
    Acap, AcapPattern, AcapRecord, Action, ActionKind, Definitions, Fault, LineKind, Purpose,
    RecordLine, Reference, Resources, Statement,
};
use super::{form, set};
use crate::syntax::acap;
use crate::syntax::acap::{Field, Named, UsageName};
use crate::text::{ProblemKind, Span, limits};
use crate::vocabulary::{Condition, RuleKind, Usage};

/// An ACAP field with its position, not yet parsed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AcapLine {
    pub(crate) key: Span,
    pub(crate) value: Span,
    pub(crate) line: u32,
}

/// A field with its position.
#[derive(Debug)]
struct FieldLine {
    field: Field,
    line: u32,
    /// The whole field, from its key on.
    span: Span,
}

impl FieldLine {
    fn read(text: &[u8], line: &AcapLine) -> Self {
        let end = line.value.end().max(line.key.end());
        Self {
            field: acap::read(text, line.key, line.value),
            line: line.line,
            span: Span::new(line.key.start(), end),
        }
    }
}

/// Lowers the ACAP fields of a file, in order, and reports their problems to `problem`.
pub(crate) fn lower(
    text: &[u8],
    lines: &[AcapLine],
    outer: Option<Arc<Definitions>>,
    problem: &mut dyn FnMut(ProblemKind, Span, u32),
) -> Acap {
    form::tell(text, lines, problem);
    let lines: Vec<FieldLine> = lines.iter().map(|line| FieldLine::read(text, line)).collect();
    let definitions = Definitions::gather(text, lines.iter().map(|line| &line.field), outer);
    let acap = Acap {
        overflows: definitions.overflows,
        definitions: Arc::new(definitions),
        version: version(text, &lines),
        ..Acap::default()
    };
    let mut lower =
        Lower { text, acap, purposes: 0, run: Run::Crawlers, sets: HashMap::new(), problem };
    for line in &lines {
        lower.line(line);
    }
    let acap = &mut lower.acap;
    // Without an ACAP record no conventional records are ignored.
    acap.ignores_conventional &= !acap.records.is_empty();
    lower.acap
}

/// The state after the fields so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    /// Crawler fields: one more joins them.
    Crawlers,
    /// Usage-purpose fields: one more joins them.
    Purposes,
    /// Other fields of a record.
    Fields,
}

struct Lower<'l> {
    text: &'l [u8],
    acap: Acap,
    /// One more than the index of the sub-record's purposes; 0 outside sub-records.
    purposes: u32,
    run: Run,
    /// Where the patterns of a set are, once it has been used.
    sets: HashMap<Box<str>, Range<u32>>,
    problem: &'l mut dyn FnMut(ProblemKind, Span, u32),
}

impl Lower<'_> {
    fn line(&mut self, line: &FieldLine) {
        match &line.field {
            Field::Crawler(name) => self.crawler(*name, line.line),
            Field::UsagePurpose(purpose) => self.purpose(*purpose, line),
            Field::PermissionsReference(target) => {
                // One that names nothing refers to nothing.
                self.acap.refers |= !target.is_empty();
                if let Some(record) = self.record(line).filter(|_| !target.is_empty()) {
                    let target = lossy(self.text, *target).into();
                    let reference = Reference { record, target, line: line.line, span: line.span };
                    self.acap.references.push(reference);
                }
            }
            Field::Permission { allows, usage, resources, qualifiers } => {
                if let Some(record) = self.record(line) {
                    self.permission(line, record, *allows, *usage, resources, qualifiers);
                }
            }
            Field::RequestTakeDown(path) => self.action(ActionKind::TakeDown, *path, line),
            Field::RequestReCrawl(path) => self.action(ActionKind::ReCrawl, *path, line),
            Field::IgnoreConventionalRecords => {
                // After the first record it is not honoured, which is the safe choice.
                if self.acap.records.is_empty() {
                    self.acap.ignores_conventional = true;
                } else {
                    (self.problem)(ProblemKind::AcapMisplaced, line.span, line.line);
                }
            }
            Field::Version(_) => {}
            Field::QualifiedUsage { .. }
            | Field::CompositeUsage { .. }
            | Field::ResourceSet { .. } => {
                if !self.acap.records.is_empty() {
                    (self.problem)(ProblemKind::AcapMisplaced, line.span, line.line);
                }
            }
            Field::Unknown => (self.problem)(ProblemKind::AcapUnknown, line.span, line.line),
        }
    }

    /// A crawler field after another field of a record begins the next one; definitions,
    /// directives and unknown fields do not count.
    fn crawler(&mut self, name: Span, line: u32) {
        if self.run != Run::Crawlers || self.acap.records.is_empty() {
            self.acap.records.push(AcapRecord::default());
            self.run = Run::Crawlers;
            self.purposes = 0;
        }
        let name = lossy(self.text, name);
        let record = narrow(self.acap.records.len().saturating_sub(1));
        self.acap.lines.push(RecordLine { record, line, kind: LineKind::Crawler });
        if let Some(record) = self.acap.records.last_mut() {
            if name == "*" {
                record.any = true;
            } else {
                record.names.push(name.into());
            }
        }
    }

    /// The current record, after one of its fields; a field before the first record belongs to
    /// none.
    fn record(&mut self, line: &FieldLine) -> Option<u32> {
        let kind = match line.field {
            Field::UsagePurpose(_) => LineKind::SubRecord,
            _ if self.purposes > 0 => LineKind::SubRecord,
            _ => LineKind::General,
        };
        self.run = Run::Fields;
        let Some(last) = self.acap.records.len().checked_sub(1) else {
            self.run = Run::Crawlers;
            (self.problem)(ProblemKind::AcapOutsideRecord, line.span, line.line);
            return None;
        };
        let record = narrow(last);
        self.acap.lines.push(RecordLine { record, line: line.line, kind });
        Some(record)
    }

    fn purpose(&mut self, purpose: Span, line: &FieldLine) {
        let joins = self.run == Run::Purposes;
        if self.record(line).is_none() {
            return;
        }
        self.run = Run::Purposes;
        let purpose = Purpose::new(&lossy(self.text, purpose));
        if joins && let Some(purposes) = self.acap.purposes.last_mut() {
            purposes.push(purpose);
        } else {
            self.acap.purposes.push(vec![purpose]);
            self.purposes = narrow(self.acap.purposes.len());
        }
    }

    fn action(&mut self, kind: ActionKind, path: Span, line: &FieldLine) {
        if let Some(record) = self.record(line) {
            let path = lossy(self.text, path).into();
            self.acap.actions.push(Action { record, kind, path, line: line.line, span: line.span });
        }
    }

    fn permission(
        &mut self,
        line: &FieldLine,
        record: u32,
        allows: bool,
        usage: UsageName,
        resources: &[Span],
        qualifiers: &[Named],
    ) {
        if resources.is_empty() {
            return (self.problem)(ProblemKind::AcapEmpty, line.span, line.line);
        }
        if self.acap.overflows {
            return;
        }
        let mut constituents = match usage {
            UsageName::Standard(name) => match Usage::of_acap(&lossy(self.text, name)) {
                Some(usage) => {
                    let conditions = conditions(self.text, usage, qualifiers, false);
                    vec![Constituent { usage, conditions }]
                }
                None => return (self.problem)(ProblemKind::AcapUnknown, line.span, line.line),
            },
            UsageName::Local(name) => match self.acap.definitions.usage(&lossy(self.text, name)) {
                Some(local) => local.constituents.clone(),
                None => return (self.problem)(ProblemKind::AcapUndefined, line.span, line.line),
            },
        };
        let adds = matches!(usage, UsageName::Local(_)) && !qualifiers.is_empty();
        let fault = match usage {
            _ if adds && !self.is_of_0_2() => Some(Fault::QualifiedLocalUsage),
            _ if resources.len() > 1 => Some(Fault::SecondResource),
            _ => None,
        };
        for Constituent { usage, conditions } in &mut constituents {
            // A prohibition is one whatever follows it.
            let conditions = match (allows, fault) {
                (false, _) => Ok(Vec::new()),
                (true, Some(fault)) => Err(fault),
                (true, None) => std::mem::replace(conditions, Ok(Vec::new())),
            };
            // By the grammar of 0.2 a local usage takes qualifiers too: they add to those of its
            // definition.
            let conditions = conditions.and_then(|mut all| {
                if adds && allows {
                    all.extend(self::conditions(self.text, *usage, qualifiers, false)?);
                }
                Ok(all)
            });
            // In a permission only the first of several is a resource.
            let count = if allows { 1 } else { resources.len() };
            for resource in resources.iter().take(count) {
                self.statement(line, record, allows, *usage, conditions.clone(), *resource);
            }
        }
    }

    /// Whether the file declares version 0.2.
    fn is_of_0_2(&self) -> bool {
        self.acap.version.as_deref() == Some("0.2")
    }

    fn statement(
        &mut self,
        line: &FieldLine,
        record: u32,
        allows: bool,
        usage: Usage,
        conditions: Result<Vec<Condition>, Fault>,
        resource: Span,
    ) {
        let (kind, fault, conditions) = match conditions {
            Ok(conditions) if allows => (RuleKind::Allow, None, conditions),
            Ok(_) => (RuleKind::Disallow, None, Vec::new()),
            Err(fault) => {
                (self.problem)(ProblemKind::AcapNotUnderstood, line.span, line.line);
                (RuleKind::Disallow, Some(fault), Vec::new())
            }
        };
        let Some(resources) = self.resources(resource, kind, line) else { return };
        if self.acap.statements.len() >= limits::ACAP_STATEMENTS {
            self.acap.overflows = true;
            return;
        }
        let from = narrow(self.acap.conditions.len());
        self.acap.conditions.extend(conditions);
        self.acap.statements.push(Statement {
            record,
            purposes: self.purposes,
            usage,
            kind,
            fault,
            resources,
            conditions: from..narrow(self.acap.conditions.len()),
            line: line.line,
            span: line.span,
        });
    }

    /// The patterns of a resource specification. For a set that is not defined, a
    /// permission is about nothing and a prohibition about everything; the same is true of one
    /// inside a set.
    fn resources(&mut self, written: Span, kind: RuleKind, line: &FieldLine) -> Option<Resources> {
        let text = lossy(self.text, written);
        let from = self.acap.patterns.len();
        let Some(name) = set::name_in(&text) else {
            self.acap.patterns.push(AcapPattern::new(written.of(self.text)));
            return Some(Resources::Patterns(range(from, self.acap.patterns.len())));
        };
        let set = self.acap.definitions.set(name);
        if set.is_none_or(|set| set.is_partial) {
            (self.problem)(ProblemKind::AcapUndefined, line.span, line.line);
            if kind == RuleKind::Disallow {
                return Some(Resources::Everything);
            }
        }
        let patterns = set.map(|set| &set.patterns).filter(|patterns| !patterns.is_empty())?;
        let places = self.sets.entry(name.to_ascii_lowercase().into()).or_insert_with(|| {
            self.acap.patterns.extend(patterns.iter().cloned());
            range(from, self.acap.patterns.len())
        });
        Some(Resources::Patterns(places.clone()))
    }
}

/// The version that a file declares: in its last version field, else in a comment.
fn version(text: &[u8], lines: &[FieldLine]) -> Option<Box<str>> {
    let fields = lines.iter().rev().find_map(|line| match line.field {
        Field::Version(version) => Some(lossy(text, version).into()),
        _ => None,
    });
    fields.or_else(|| version_comment(text))
}

/// The version that a comment `##ACAP version=1.0` declares; met with one to three `#`. A
/// comment that only mentions it declares nothing.
fn version_comment(text: &[u8]) -> Option<Box<str>> {
    const DECLARES: &[u8] = b"ACAP version=";
    memmem::find(text, DECLARES)?;
    let version = text.split(|byte| matches!(byte, b'\n' | b'\r')).find_map(|line| {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii_start();
        let marks = line.iter().take_while(|&&byte| byte == b'#').count();
        let comment = line.get(marks..).filter(|_| marks > 0)?;
        comment.trim_ascii_start().strip_prefix(DECLARES)
    })?;
    let end = version.iter().position(u8::is_ascii_whitespace).unwrap_or(version.len());
    Some(String::from_utf8_lossy(version.get(..end).unwrap_or_default()).into())
}

fn range(from: usize, to: usize) -> Range<u32> {
    narrow(from)..narrow(to)
}

/// A count of things in a file of bounded size.
fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
