//! A statement that took part in a decision, and what became of it.

use std::borrow::Cow;
use std::fmt;

use super::Citation;
use crate::law::{Law, Outcome, ReasonCode};
use crate::policy::Source;
use crate::text::Span;
use crate::vocabulary::{Condition, Family, Usage};

/// A statement that took part in a decision, or the fact that no statement decided.
#[derive(Debug, Clone)]
pub struct Reason<'d> {
    pub(super) kind: ReasonKind,
    pub(super) outcome: Outcome,
    /// The usage it is about: the one asked for, or one that it depends on.
    pub(super) usage: Usage,
    /// Why it decided the usage it is about; `None` where it did not.
    pub(super) code: Option<ReasonCode>,
    /// The passage of the ruling that it took part in.
    pub(super) citation: Option<Citation>,
    pub(super) place: Option<Place<'d>>,
    pub(super) bytes: Option<usize>,
    /// The conditions that it sets.
    pub(super) sets: Vec<Condition>,
    /// The resource it is about, where that is not the one asked about.
    pub(super) resource: Option<&'d str>,
    /// The family of a signal.
    pub(super) family: Option<Family>,
    pub(super) message: String,
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

/// What sort of statement a [`Reason`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasonKind {
    /// A `User-agent` line. It makes its group apply to the crawler.
    Group,
    /// An `Allow` or `Disallow` rule.
    Rule,
    /// An ACAP statement of robots.txt, of a file that it refers to, or of a META element.
    Acap,
    /// A class attribute of an element of the page.
    Element,
    /// A rule about the page in a header or META element, or the attribute `data-nosnippet`.
    PageRule,
    /// A signal about the use of content.
    Signal,
    /// An ACAP reference to a file that cannot be read.
    Reference,
    /// The ACAP directive that hides the conventional records of its file from crawlers that read
    /// ACAP.
    Directive,
    /// No statement: the law for the case that no statement decides.
    Silence,
}

impl<'d> Reason<'d> {
    /// A statement that sets no condition and did not decide.
    pub(super) fn new(kind: ReasonKind, outcome: Outcome, usage: Usage, message: String) -> Self {
        Self {
            kind,
            outcome,
            usage,
            code: None,
            citation: None,
            place: None,
            bytes: None,
            sets: Vec::new(),
            resource: None,
            family: None,
            message,
        }
    }

    /// What sort of statement it is.
    pub fn kind(&self) -> ReasonKind {
        self.kind
    }

    /// The family of a signal; `None` for other statements.
    pub fn family(&self) -> Option<Family> {
        self.family
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The usage it is about: the one asked for, or one that it depends on.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The law that weighs it. Where no statement decided, the law that decided.
    pub fn law(&self) -> Law {
        match self.kind {
            ReasonKind::Group | ReasonKind::Rule => Law::Access,
            ReasonKind::Acap if self.is_of_page() => Law::Page,
            ReasonKind::Acap | ReasonKind::Reference => Law::Acap,
            ReasonKind::Element => Law::Page,
            ReasonKind::PageRule => Law::Restrictions,
            ReasonKind::Signal => Law::Signals,
            ReasonKind::Directive => Law::Crawl,
            ReasonKind::Silence => self.code.unwrap_or(ReasonCode::Silence).law(),
        }
    }

    /// Why it decided about that usage; `None` where it did not decide.
    pub fn code(&self) -> Option<ReasonCode> {
        self.code
    }

    /// The passage that it decided by; `None` where it did not decide.
    pub fn citation(&self) -> Option<Citation> {
        self.citation.filter(|_| self.decides())
    }

    /// Whether it decided.
    pub fn decides(&self) -> bool {
        self.code.is_some()
    }

    /// Where it is; the robots.txt where no statement decided.
    pub fn source(&self) -> &Source {
        self.place.as_ref().map_or(&Source::RobotsTxt, |place| &place.source)
    }

    /// The text that contains it: the whole file, the value of the header field, the tag.
    pub fn source_text(&self) -> Option<&'d [u8]> {
        self.place.as_ref().map(|place| place.whole)
    }

    /// Whether it is in the page or in a header field of its response, not in robots.txt.
    pub fn is_of_page(&self) -> bool {
        self.source().is_of_page()
    }

    /// The line of its file or page, or its number among the field lines of that name, counted
    /// from 1.
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.column)
    }

    /// Where it is in [that text](Reason::source_text).
    pub fn span(&self) -> Option<Span> {
        self.place.as_ref().map(|place| place.span)
    }

    /// The statement as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> Option<&str> {
        self.place.as_ref().map(|place| &*place.text)
    }

    /// The number of bytes that rules are compared by (RFC 9309 §2.2.2).
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

    /// What it does to the decision, in a few words for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether there is a statement to show, with its line.
    pub(crate) fn is_written(&self) -> bool {
        self.line().is_some() && self.text().is_some_and(|text| !text.is_empty())
    }
}

impl fmt::Display for Reason<'_> {
    /// The statement with its source and line, `robots.txt:2 Disallow: /drafts/`; the
    /// [message](Reason::message) where there is no statement.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line(), self.text()) {
            (Some(line), Some(text)) if !text.is_empty() => {
                write!(f, "{}:{line} {text}", self.source())
            }
            _ => f.write_str(self.message()),
        }
    }
}
