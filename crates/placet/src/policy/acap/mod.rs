//! The ACAP statements of a robots.txt, with all names resolved.

mod define;
mod form;
mod lower;
mod purpose;
mod record;
mod set;
mod view;

use std::ops::Range;
use std::sync::Arc;

use crate::pattern::{Pattern, normalise};
use crate::text::Span;
use crate::vocabulary::{Agent, Condition, RuleKind, Usage};

pub(crate) use define::{Constituent, Definitions, conditions};
pub(crate) use lower::{AcapLine, lower};
pub(crate) use purpose::Purpose;
pub use record::AcapRecordView;
pub(crate) use record::records;
pub use view::AcapStatement;
pub(crate) use view::statements;

/// The ACAP statements of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Acap {
    pub(crate) records: Vec<AcapRecord>,
    /// The lines of the fields of records, in their order.
    pub(crate) lines: Vec<RecordLine>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) patterns: Vec<AcapPattern>,
    pub(crate) conditions: Vec<Condition>,
    /// The purposes of sub-records.
    pub(crate) purposes: Vec<Vec<Purpose>>,
    pub(crate) references: Vec<Reference>,
    /// There is a reference somewhere, even outside records.
    pub(crate) refers: bool,
    pub(crate) actions: Vec<Action>,
    pub(crate) definitions: Arc<Definitions>,
    /// Conventional records are not for crawlers that read ACAP.
    pub(crate) ignores_conventional: bool,
    /// The file has more statements than are kept, so nothing is permitted.
    pub(crate) overflows: bool,
    /// The version the file declares.
    pub(crate) version: Option<Box<str>>,
}

impl Acap {
    /// The number of bytes on the heap, without the definitions.
    pub(crate) fn heap_size(&self) -> usize {
        let names = self.records.iter().flat_map(|record| &record.names);
        let patterns = self.patterns.iter().map(|it| {
            it.cased.len() + it.folded.len() + it.in_query.as_ref().map_or(0, |bytes| bytes.len())
        });
        size_of::<Self>()
            + self.records.capacity() * size_of::<AcapRecord>()
            + self.lines.capacity() * size_of::<RecordLine>()
            + self.statements.capacity() * size_of::<Statement>()
            + self.patterns.capacity() * size_of::<AcapPattern>()
            + self.conditions.capacity() * size_of::<Condition>()
            + names.map(|name| name.len()).sum::<usize>()
            + patterns.sum::<usize>()
    }

    /// The conditions of a statement.
    pub(crate) fn conditions_of(&self, statement: &Statement) -> &[Condition] {
        let range = &statement.conditions;
        self.conditions.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// The patterns of a statement; `None` where it is about everything.
    pub(crate) fn patterns_of(&self, statement: &Statement) -> Option<&[AcapPattern]> {
        match &statement.resources {
            Resources::Everything | Resources::Page => None,
            Resources::Patterns(range) => {
                let range = range.start as usize..range.end as usize;
                Some(self.patterns.get(range).unwrap_or_default())
            }
        }
    }
}

/// A record: whom it addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AcapRecord {
    pub(crate) names: Vec<Box<str>>,
    pub(crate) any: bool,
}

/// A line of a record (ACAP 1.0 §2.3). Lines with definitions, directives and unknown fields belong to
/// no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordLine {
    pub(crate) record: u32,
    pub(crate) line: u32,
    pub(crate) kind: LineKind,
}

/// Which part of its record a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// It names a crawler.
    Crawler,
    /// It is a field for all purposes.
    General,
    /// It is a field of a sub-record, or the purpose of one.
    SubRecord,
}

/// A permission or prohibition of one usage, with local usages expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) record: u32,
    /// One more than its index in `purposes`; 0 for a general field.
    pub(crate) purposes: u32,
    pub(crate) usage: Usage,
    /// Its effect: a permission that is not understood is a prohibition.
    pub(crate) kind: RuleKind,
    pub(crate) fault: Option<Fault>,
    pub(crate) resources: Resources,
    pub(crate) conditions: Range<u32>,
    pub(crate) line: u32,
    /// The whole field.
    pub(crate) span: Span,
}

/// Which resources a statement is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resources {
    /// Those that one of these patterns matches, by index.
    Patterns(Range<u32>),
    /// All: a prohibition on a set that is not defined.
    Everything,
    /// The page that contains the statement.
    Page,
}

/// Why a permission is not understood, so that it is read as a prohibition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// It has a qualifier that no document defines.
    UnknownQualifier,
    /// The value of a qualifier is not defined in any document.
    InvalidValue,
    /// The qualifier is not allowed for the usage.
    InvalidCombination,
    /// A qualifier occurs twice.
    RepeatedQualifier,
    /// A second resource is in the place of a qualifier.
    SecondResource,
    /// A local usage has qualifiers.
    QualifiedLocalUsage,
    /// A META element, or a class token, is not one permission or prohibition.
    NotOneExpression,
}

impl Fault {
    /// What is wrong, in a few words.
    pub const fn message(self) -> &'static str {
        match self {
            Self::UnknownQualifier => "it carries a qualifier that ACAP does not know",
            Self::InvalidValue => "a qualifier has a value that ACAP does not know",
            Self::InvalidCombination => "a qualifier does not go with this usage",
            Self::RepeatedQualifier => "a qualifier appears twice",
            Self::SecondResource => "it names more than one resource",
            Self::QualifiedLocalUsage => "a local usage takes no qualifiers of its own",
            Self::NotOneExpression => "it is not one permission or prohibition",
        }
    }
}

/// A file that a record refers its crawlers to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) record: u32,
    pub(crate) target: Arc<str>,
    pub(crate) line: u32,
    pub(crate) span: Span,
}

/// Why a file that a record refers to cannot be used with the referring file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// There is none, or it could not be reached.
    Missing,
    /// It is not a robots.txt but HTML, XML, or text without a record.
    NoRobotsTxt,
    /// It refers to further files, for any crawler.
    Refers,
    /// It has more statements than are kept.
    TooMuch,
}

impl Unfit {
    /// The same in a few words, for people.
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Self::Missing => "the file could not be read",
            Self::NoRobotsTxt => "the file is no robots.txt",
            Self::Refers => "the file refers to further files",
            Self::TooMuch => "the file says more than is kept",
        }
    }
}

/// A requested action for one resource. It changes no permission.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) record: u32,
    pub(crate) kind: ActionKind,
    pub(crate) path: Box<str>,
    pub(crate) line: u32,
    pub(crate) span: Span,
}

/// The requested action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ActionKind {
    /// Erase all copies and index entries soon (ACAP 1.0 §2.6.1).
    TakeDown,
    /// Crawl it again soon (ACAP 1.0 §2.6.2).
    ReCrawl,
}

impl ActionKind {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TakeDown => "take-down",
            Self::ReCrawl => "re-crawl",
        }
    }
}

/// A resource path pattern (§2.8): in normal form, with a leading `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AcapPattern {
    /// As conventional patterns are compared with it: with case.
    pub(crate) cased: Box<[u8]>,
    /// As it is matched: in lower case.
    folded: Box<[u8]>,
    /// The same after the first `?`, where that differs.
    in_query: Option<Box<[u8]>>,
    /// As its scope is compared, in lower case too, where that differs.
    scope: Option<Box<[u8]>>,
}

impl AcapPattern {
    pub(crate) fn new(written: &[u8]) -> Self {
        let mut rooted = Vec::with_capacity(written.len() + 1);
        if written.first() != Some(&b'/') {
            rooted.push(b'/');
        }
        rooted.extend_from_slice(written);
        let scope = normalise::scope(&rooted);
        let (bytes, in_query) = match normalise::pattern(&rooted) {
            Some(normal) => (normal.bytes, normal.in_query),
            None => (rooted, None),
        };
        Self {
            folded: bytes.to_ascii_lowercase().into(),
            in_query: in_query.map(|bytes| bytes.to_ascii_lowercase().into()),
            scope: (scope != bytes).then(|| scope.to_ascii_lowercase().into()),
            cased: bytes.into(),
        }
    }

    /// As its scope is compared with that of another.
    pub(crate) fn scope(&self) -> &[u8] {
        self.scope.as_deref().unwrap_or(&self.folded)
    }

    /// A conventional pattern as it is compared with the cased form: one that begins with `*`
    /// matches the same with a `/` before it.
    pub(crate) fn of_rule(pattern: Pattern<'_>) -> Box<[u8]> {
        let slash: &[u8] = if pattern.body().first() == Some(&b'/') { b"" } else { b"/" };
        let anchor: &[u8] = if pattern.is_anchored() { b"$" } else { b"" };
        [slash, pattern.body(), anchor].concat().into()
    }

    /// For matching with the folded form of a target.
    pub(crate) fn pattern(&self) -> Pattern<'_> {
        Pattern::new(&self.folded, self.in_query.as_deref(), 0)
    }
}

impl AcapRecord {
    /// Whether it addresses the crawler, and whether by name.
    pub(crate) fn addresses(&self, agent: &Agent) -> Option<Addressed> {
        if self.names.iter().any(|name| names(name, agent)) {
            Some(Addressed::ByName)
        } else {
            self.any.then_some(Addressed::AsAny)
        }
    }
}

/// How a record addresses a crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addressed {
    ByName,
    AsAny,
}

/// Whether a crawler field names the crawler, ignoring case: it is the token; or the token
/// begins with it, followed by neither letter nor digit; or it contains the token and is in the
/// `User-Agent` field.
fn names(name: &str, agent: &Agent) -> bool {
    let (name, token) = (name.to_ascii_lowercase(), agent.name().to_ascii_lowercase());
    if name.is_empty() || token.is_empty() {
        return false;
    }
    let begins = token
        .strip_prefix(name.as_str())
        .is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_alphanumeric()));
    let field = agent.user_agent().to_ascii_lowercase();
    begins || (name.contains(&token) && field.contains(&name))
}
