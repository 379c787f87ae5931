//! A statement that took part in a decision, and its part in it.

use std::fmt;

use std::borrow::Cow;

use super::Citation;
use crate::law::{AcapOutcome, GroupChoice, Law, Outcome, ReasonCode};
use crate::policy::Source;
use crate::text::Span;
use crate::vocabulary::{Condition, Usage};

/// A statement that took part in a decision, or the fact that nothing was said.
#[derive(Debug, Clone)]
pub struct Reason<'d> {
    pub(super) part: Part,
    /// The usage it is about; another than the one asked for where that depends on it.
    pub(super) usage: Usage,
    /// It decided the usage it is about, on this ground.
    pub(super) ground: Option<ReasonCode>,
    /// What the ruling that it took part in rests on.
    pub(super) citation: Option<Citation>,
    pub(super) place: Option<Place<'d>>,
    pub(super) bytes: Option<usize>,
    /// The conditions that it sets.
    pub(super) sets: Vec<Condition>,
    /// The resource it is about, where that is not the one asked about.
    pub(super) resource: Option<&'d str>,
    pub(super) why: String,
}

/// Where a statement is.
#[derive(Debug, Clone)]
pub(super) struct Place<'d> {
    pub(super) source: Source,
    pub(super) whole: &'d [u8],
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) span: Span,
    pub(super) text: Cow<'d, str>,
}

/// The part a statement has in a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// It made its conventional group apply to the crawler.
    Group(GroupChoice),
    /// It is a conventional rule that matched, and this became of it.
    Rule(Outcome),
    /// It is an ACAP field that matched, and this became of it.
    Field(AcapOutcome),
    /// It is an ACAP field for a purpose that the crawler does not state.
    OtherPurpose,
    /// It is said of an element of the page.
    Element,
    /// It is a rule in header or META about the usage.
    Restriction,
    /// It refers to a file that cannot be read.
    Reference,
    /// It takes the conventional records of its file away from crawlers that read ACAP.
    Directive,
    /// No statement decided.
    Silence(ReasonCode),
}

impl Part {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group(_) => "group",
            Self::Rule(outcome) => outcome.name(),
            Self::Field(fate) => fate.name(),
            Self::OtherPurpose => "other-purpose",
            Self::Element => "element",
            Self::Restriction => "restriction",
            Self::Reference => "reference",
            Self::Directive => "directive",
            Self::Silence(_) => "silence",
        }
    }
}

impl<'d> Reason<'d> {
    /// A statement that sets no condition and did not decide.
    pub(super) fn new(part: Part, usage: Usage, why: String) -> Self {
        Self {
            part,
            usage,
            ground: None,
            citation: None,
            place: None,
            bytes: None,
            sets: Vec::new(),
            resource: None,
            why,
        }
    }

    /// Its part in the decision.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The usage it is about: the one asked for, or one that it depends on.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The law it is heard by; where no statement decided, the one that silence is judged by.
    pub fn law(&self) -> Law {
        match self.part {
            Part::Group(_) | Part::Rule(_) => Law::Access,
            Part::Field(_) | Part::OtherPurpose if self.is_of_page() => Law::Page,
            Part::Field(_) | Part::OtherPurpose | Part::Reference => Law::Acap,
            Part::Element => Law::Page,
            Part::Restriction => Law::Restrictions,
            Part::Directive => Law::Crawl,
            Part::Silence(ground) => ground.by(),
        }
    }

    /// The ground on which it decided about that usage; none where it did not.
    pub fn ground(&self) -> Option<ReasonCode> {
        self.ground
    }

    /// The passage that it decided by; none where it did not.
    pub fn citation(&self) -> Option<Citation> {
        self.citation.filter(|_| self.decides())
    }

    /// Whether it decided.
    pub fn decides(&self) -> bool {
        self.ground.is_some()
    }

    /// Where it is; the robots.txt where no statement decided.
    pub fn source(&self) -> &Source {
        self.place.as_ref().map_or(&Source::RobotsTxt, |place| &place.source)
    }

    /// The text it stands in: that of the whole file, the value of the field, the tag.
    pub fn source_text(&self) -> Option<&'d [u8]> {
        self.place.as_ref().map(|place| place.whole)
    }

    /// Whether it stands in the page or a field of its response, not in robots.txt.
    pub fn is_of_page(&self) -> bool {
        self.source().is_of_page()
    }

    /// The line of its file or page, or which of the field lines of that name it is, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.column)
    }

    /// Where it stands in [that text](Reason::source_text).
    pub fn span(&self) -> Option<Span> {
        self.place.as_ref().map(|place| place.span)
    }

    /// The statement as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> Option<&str> {
        self.place.as_ref().map(|place| &*place.text)
    }

    /// The bytes that counted when rules were compared (RFC 9309 §2.2.2).
    pub fn bytes(&self) -> Option<usize> {
        self.bytes
    }

    /// The conditions of the decision that it sets.
    pub fn sets(&self) -> &[Condition] {
        &self.sets
    }

    /// The path of the resource it is about, where that is not the one asked about: one that a
    /// condition needs (ACAP 1.0 §2.5.3.2, A-46).
    pub fn resource(&self) -> Option<&'d str> {
        self.resource
    }

    /// The part in a few words, for people.
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl Reason<'_> {
    /// Whether there is a statement to show, with its line.
    pub(crate) fn is_written(&self) -> bool {
        self.line().is_some() && self.text().is_some_and(|text| !text.is_empty())
    }
}

impl fmt::Display for Reason<'_> {
    /// The statement with its source and line, `robots.txt:2 Disallow: /drafts/`; what decides where
    /// nothing is said, if there is no statement.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line(), self.text()) {
            (Some(line), Some(text)) if !text.is_empty() => {
                write!(f, "{}:{line} {text}", self.source())
            }
            _ => f.write_str(self.why()),
        }
    }
}
