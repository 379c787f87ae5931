//! The public view of the tables of a page.

use std::borrow::Cow;
use std::fmt;

use super::{At, Mark, Named, PageParts, Restriction};
use crate::policy::acap::{Purpose, Statement};
use crate::policy::{Source, StatementKind, StatementValue};
use crate::syntax::markup::Position;
use crate::syntax::rule::{Addressee, RuleEffect};
use crate::text::{ProblemKind, Span};
use crate::vocabulary::{RuleKind, Usage};

/// A statement of a page: a rule, or an ACAP permission or prohibition. It is shown as `noindex`,
/// `allow-index time-limit=30-days`, `disallow-present`, `allow-(name)`.
#[derive(Clone, Copy)]
pub struct PageStatement<'p> {
    parts: &'p PageParts,
    what: What<'p>,
}

#[derive(Clone, Copy)]
enum What<'p> {
    Rule(&'p Restriction),
    Meta(&'p Statement),
    Mark(&'p Mark),
    /// `data-nosnippet` on an element.
    NoSnippet(At),
}

impl What<'_> {
    fn is_about(self, usage: Usage) -> bool {
        match self {
            Self::Rule(Restriction { rule, .. }) => {
                rule.effect(usage).is_some() || rule.means_open(usage)
            }
            Self::Meta(statement) => statement.usage == usage,
            Self::Mark(Mark { names: Named::Usage(own), .. }) => *own == usage,
            Self::Mark(Mark { names: Named::Local(_), .. }) => false,
            Self::NoSnippet(_) => usage.is_snippet(),
        }
    }
}

/// All statements: rules in fields, then those of the documents in order.
pub(super) fn statements(parts: &PageParts) -> impl Iterator<Item = PageStatement<'_>> {
    let rules = parts.restrictions.iter().map(What::Rule);
    let metas = parts.acap.statements.iter().map(What::Meta);
    let marks = parts.marks.iter().map(What::Mark);
    let hidden = (0..).zip(&parts.documents).flat_map(|(document, of)| {
        let marked = (0..).zip(&of.elements).filter(|(_, element)| element.nosnippet);
        marked.map(move |(element, _)| What::NoSnippet(At::Element { document, element }))
    });
    let all = rules.chain(metas).chain(marks).chain(hidden);
    let all = all.map(|what| PageStatement { parts, what });
    let mut all: Vec<PageStatement<'_>> = all.collect();
    all.sort_by_key(|statement| match statement.at() {
        At::Field { line, span } => (0, line, span.start()),
        at => match parts.place(at) {
            Some(place) => (1 + at.document(), place.line, place.span.start()),
            None => (u32::MAX, 0, 0),
        },
    });
    all.into_iter()
}

impl<'p> PageStatement<'p> {
    fn at(&self) -> At {
        match self.what {
            What::Rule(restriction) => restriction.at,
            What::Meta(statement) => self.parts.meta_at(statement),
            What::Mark(mark) => At::Element { document: mark.document, element: mark.element },
            What::NoSnippet(at) => at,
        }
    }

    /// What it does to the usages that it is about.
    pub fn kind(&self) -> StatementKind {
        match self.what {
            What::Rule(Restriction { rule, .. }) => {
                let prohibits = |usage| rule.effect(usage) == Some(RuleEffect::Prohibits);
                if Usage::ALL.into_iter().any(prohibits) {
                    StatementKind::Prohibit
                } else {
                    StatementKind::Other
                }
            }
            What::Meta(statement) => statement.kind.into(),
            What::Mark(mark) => mark.kind.into(),
            What::NoSnippet(_) => StatementKind::Prohibit,
        }
    }

    /// The usages that it is about, in the order of [`Usage::ALL`]: those that it affects, or that
    /// a rule without effect [describes as open](crate::page::PageRule::means_open). Empty where it
    /// names a [local usage](StatementValue::LocalUsage), which robots.txt defines.
    pub fn usages(&self) -> impl Iterator<Item = Usage> + use<'p> {
        let what = self.what;
        Usage::ALL.into_iter().filter(move |&usage| what.is_about(usage))
    }

    /// Whether it permits the usage.
    pub fn permits(&self, usage: Usage) -> bool {
        self.kind() == StatementKind::Permit && self.what.is_about(usage)
    }

    /// Whether it prohibits the usage.
    pub fn prohibits(&self, usage: Usage) -> bool {
        self.kind() == StatementKind::Prohibit && self.what.is_about(usage)
    }

    /// Its value.
    pub fn value(&self) -> StatementValue<'p> {
        match self.what {
            What::Rule(restriction) => StatementValue::Rule(restriction.rule),
            What::Meta(statement) => {
                StatementValue::Conditions(self.parts.acap.conditions_of(statement))
            }
            What::Mark(Mark { names: Named::Usage(_), .. }) => StatementValue::Conditions(&[]),
            What::Mark(Mark { names: Named::Local(name), .. }) => StatementValue::LocalUsage(name),
            What::NoSnippet(_) => StatementValue::NoSnippet,
        }
    }

    /// Where it is.
    pub fn source(&self) -> Source {
        self.parts.source(self.at())
    }

    /// The line of the page, or its number among the field lines of that name, counted from 1.
    pub fn line(&self) -> usize {
        self.parts.line(self.at())
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.parts.column(self.at())
    }

    /// Its span in the value of the field line; in HTML, the span of the tag in the page.
    pub fn span(&self) -> Span {
        self.parts.span_in_source(self.at())
    }

    /// The field value or the tag that contains it, as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.parts.text(self.at()))
    }

    /// The crawler that it addresses; `None` where it addresses all.
    pub fn addressee(&self) -> Option<&'p str> {
        match self.what {
            What::Rule(Restriction { addressee: Addressee::Crawler(name), .. }) => Some(name),
            What::Rule(_) | What::Mark(_) | What::NoSnippet(_) => None,
            What::Meta(statement) => {
                let record = self.parts.acap.records.get(statement.record as usize)?;
                record.names.first().map(|name| &**name)
            }
        }
    }

    /// Its purpose; `None` where it is for all.
    pub fn purpose(&self) -> Option<&'p str> {
        let What::Meta(statement) = self.what else { return None };
        let place = (statement.purposes as usize).checked_sub(1)?;
        self.parts.acap.purposes.get(place)?.first().map(Purpose::text)
    }

    /// The element it is about, by tag name and id; `None` where it is about the page.
    pub fn element(&self) -> Option<(&'p str, Option<&'p str>)> {
        let At::Element { document, element } = self.at() else { return None };
        let document = self.parts.documents.get(document as usize)?;
        let element = document.elements.get(element as usize)?;
        Some((&element.tag, element.id.as_deref()))
    }

    /// Why it is not understood, so that it is read as a prohibition.
    pub fn fault(&self) -> Option<crate::policy::Fault> {
        match self.what {
            What::Rule(_) | What::NoSnippet(_) => None,
            What::Meta(statement) => statement.fault,
            What::Mark(mark) => mark.fault,
        }
    }
}

impl fmt::Display for PageStatement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |kind| if kind == RuleKind::Allow { "allow" } else { "disallow" };
        match self.what {
            What::Rule(restriction) => return restriction.rule.fmt(f),
            What::NoSnippet(_) => return f.write_str("data-nosnippet"),
            What::Meta(statement) => write!(f, "{}-{}", word(statement.kind), statement.usage)?,
            What::Mark(mark) => match &mark.names {
                Named::Usage(usage) => write!(f, "{}-{usage}", word(mark.kind))?,
                Named::Local(name) => write!(f, "{}-({name})", word(mark.kind))?,
            },
        }
        if let What::Meta(statement) = self.what {
            for condition in self.parts.acap.conditions_of(statement) {
                write!(f, " {condition}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PageStatement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {self}", self.source(), self.line())
    }
}

/// A problem in a field or a page.
#[derive(Clone, Copy)]
pub struct PageProblem<'p> {
    pub(super) parts: &'p PageParts,
    pub(super) kind: ProblemKind,
    pub(super) at: At,
}

impl<'p> PageProblem<'p> {
    /// What is wrong.
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// Where it is.
    pub fn source(&self) -> Source {
        self.parts.source(self.at)
    }

    /// The line of the page, or its number among the field lines of that name, counted from 1.
    pub fn line(&self) -> usize {
        self.parts.line(self.at)
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.parts.column(self.at)
    }

    /// Its span in the value of the field line; in HTML, the span of the tag in the page.
    pub fn span(&self) -> Span {
        self.parts.span_in_source(self.at)
    }

    /// The bytes concerned, as text; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.parts.span(self.at).of(self.parts.text(self.at)))
    }
}

impl fmt::Display for PageProblem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.source(), self.line(), self.column(), self.kind)
    }
}

impl fmt::Debug for PageProblem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PageParts {
    /// Where the META element of a statement is.
    pub(crate) fn meta_at(&self, statement: &Statement) -> At {
        let at = self.metas.get(statement.record as usize).copied();
        at.unwrap_or(At::Cut { document: 0 })
    }

    /// The position of the tag that contains something; `None` for fields.
    fn place(&self, at: At) -> Option<&Position> {
        let document = self.documents.get(at.document() as usize);
        match at {
            At::Field { .. } => None,
            At::Meta { meta, .. } => Some(&document?.metas.get(meta as usize)?.position),
            At::Element { element, .. } => {
                Some(&document?.elements.get(element as usize)?.position)
            }
            At::Cut { .. } => document?.cut.as_ref(),
            At::Shortened { .. } => document?.shortened.as_ref(),
        }
    }

    /// The source that contains something.
    pub(crate) fn source(&self, at: At) -> Source {
        if let At::Field { line, .. } = at
            && let Some(field) = self.fields.get(line as usize)
        {
            return Source::Header(field.name.clone());
        }
        let document = self.documents.get(at.document() as usize);
        if document.is_some_and(|document| document.rendered) {
            Source::RenderedPage
        } else {
            Source::Page
        }
    }

    /// The element that contains something, if there is one.
    pub(crate) fn element(&self, at: At) -> Option<&crate::syntax::markup::Element> {
        let At::Element { document, element } = at else { return None };
        self.documents.get(document as usize)?.elements.get(element as usize)
    }

    /// Its line, counted from 1; for a field its number among the lines of that name.
    pub(crate) fn line(&self, at: At) -> usize {
        match at {
            At::Field { line, .. } => {
                self.fields.get(line as usize).map_or(1, |field| field.number as usize)
            }
            _ => self.place(at).map_or(1, |place| place.line as usize),
        }
    }

    /// Its column, counted in bytes from 1.
    pub(crate) fn column(&self, at: At) -> usize {
        match at {
            At::Field { span, .. } => span.start() + 1,
            _ => self.place(at).map_or(1, |place| place.column as usize),
        }
    }

    /// The field value or the tag that contains it.
    pub(crate) fn text(&self, at: At) -> &[u8] {
        let document = self.documents.get(at.document() as usize);
        let text = match at {
            At::Field { line, .. } => self.fields.get(line as usize).map(|field| &*field.value),
            At::Meta { meta, .. } => {
                document.and_then(|it| it.metas.get(meta as usize)).map(|it| it.text.as_bytes())
            }
            At::Element { element, .. } => document
                .and_then(|it| it.elements.get(element as usize))
                .map(|it| it.text.as_bytes()),
            At::Cut { .. } | At::Shortened { .. } => None,
        };
        text.unwrap_or_default()
    }

    /// The text of a script.
    pub(crate) fn script(&self, at: At) -> &[u8] {
        let At::Meta { document, meta } = at else { return &[] };
        let document = self.documents.get(document as usize);
        let meta = document.and_then(|document| document.metas.get(meta as usize));
        meta.map_or(&[], |meta| meta.content.as_bytes())
    }

    /// Its span in the value of the field line, or in the page.
    fn span_in_source(&self, at: At) -> Span {
        match at {
            At::Field { span, .. } => span,
            _ => self.place(at).map(|place| place.span).unwrap_or_default(),
        }
    }

    /// Its span in that text.
    pub(crate) fn span(&self, at: At) -> Span {
        match at {
            At::Field { span, .. } => span,
            _ => Span::new(0, self.text(at).len()),
        }
    }
}
