//! From fields and markup to statements.

use super::field_signals::FieldSignals;
use super::header::HEADERS;
use super::mark::{self, Named};
use super::{At, Document, FieldLine, PageParts, Restriction};
use crate::policy::acap::{AcapRecord, Fault, Purpose, Resources, Statement, conditions};
use crate::syntax::acap::{self, MetaPermission};
use crate::syntax::markup::{Element, Markup, Meta};
use crate::syntax::meta::MetaStatement;
use crate::syntax::rule::{Addressee, Directives};
use crate::text::{ProblemKind, Span, limits};
use crate::vocabulary::{Qualifier, RuleKind, Usage};

/// Lowers a page: its field lines, then its documents, each with whether it is the page as scripts
/// left it.
pub(super) fn lower(
    fields: Vec<FieldLine>,
    joined: bool,
    documents: Vec<(bool, Markup)>,
) -> PageParts {
    let mut lower = Lower { parts: PageParts { fields, ..PageParts::default() } };
    lower.fields(joined);
    lower.parts.acap.version = version(documents.iter().flat_map(|(_, markup)| &markup.metas));
    for (document, (rendered, markup)) in (0..).zip(documents) {
        lower.document(document, rendered, markup);
    }
    lower.parts
}

/// The highest version that META elements in the head declare, to any crawler.
fn version<'m>(metas: impl Iterator<Item = &'m Meta>) -> Option<Box<str>> {
    metas
        .filter(|meta| meta.in_head)
        .filter_map(|meta| meta.content.get(meta.statement.as_ref()?.version()?.range()))
        .max_by_key(|text| numbers(text))
        .map(Into::into)
}

pub(super) fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|part| part.parse().unwrap_or(u64::MAX)).collect()
}

struct Lower {
    parts: PageParts,
}

impl Lower {
    fn fields(&mut self, joined: bool) {
        let fields = std::mem::take(&mut self.parts.fields);
        let mut read: Vec<(u32, Directives)> = Vec::new();
        for header in HEADERS {
            let own = (0..).zip(&fields).filter(|(_, field)| field.name.is(header.name));
            let (lines, values): (Vec<u32>, Vec<&[u8]>) =
                own.map(|(line, field)| (line, &*field.value)).unzip();
            read.extend(lines.into_iter().zip((header.read)(&values, joined)));
        }
        read.sort_by_key(|(line, _)| *line);
        self.parts.field_signals = FieldSignals::read(&fields);
        self.parts.fields = fields;
        for (line, read) in read {
            self.take(read, |span| At::Field { line, span });
        }
    }

    /// Adds rules, each at the position that `at` returns.
    fn take(&mut self, read: Directives, at: impl Fn(Span) -> At) {
        for (kind, span) in read.problems {
            self.problem(kind, at(span));
        }
        self.parts.restrictions.extend(read.rules.into_iter().map(|directive| Restriction {
            at: at(directive.span),
            addressee: directive.addressee,
            rule: directive.rule,
        }));
    }

    fn problem(&mut self, kind: ProblemKind, at: At) {
        if self.parts.problems.len() < limits::PROBLEMS {
            self.parts.problems.push((kind, at));
        }
    }

    fn document(&mut self, document: u32, rendered: bool, markup: Markup) {
        let mut kept = Document {
            rendered,
            encoding: markup.encoding,
            ids: markup.ids,
            ids_overflow: markup.ids_overflow,
            cut: markup.cut,
            shortened: markup.shortened,
            sought: markup.selectors,
            ..Document::default()
        };
        for mut meta in markup.metas {
            let Some(says) = meta.statement.take() else { continue };
            let place = u32::try_from(kept.metas.len()).unwrap_or(u32::MAX);
            self.meta(At::Meta { document, meta: place }, &meta, says);
            kept.metas.push(meta);
        }
        for (place, element) in (0..).zip(&markup.elements) {
            let from = self.parts.marks.len();
            self.element(document, place, element);
            kept.marks.push(from..self.parts.marks.len());
            kept.parents.push(element.parent);
        }
        kept.elements = markup.elements;
        if kept.shortened.is_some() {
            self.problem(ProblemKind::FieldCut, At::Shortened { document });
        }
        if kept.cut.is_some() {
            self.problem(ProblemKind::PageCut, At::Cut { document });
        }
        self.parts.documents.push(kept);
    }

    /// Adds the statement of a META element.
    fn meta(&mut self, at: At, meta: &Meta, says: MetaStatement) {
        match says {
            MetaStatement::Signal(signal) => {
                return self.parts.element_signals.take(signal, meta, (at.document(), at));
            }
            MetaStatement::Misnamed { .. } => self.problem(ProblemKind::MetaNamedAcap, at),
            MetaStatement::Acap { .. } | MetaStatement::Rules(_) => {}
        }
        if !meta.in_head {
            return self.problem(ProblemKind::MetaInBody, at);
        }
        if meta.content_cut {
            self.problem(ProblemKind::FieldCut, at);
        }
        match says {
            MetaStatement::Acap { to, read } => match *read {
                acap::Meta::Version(_) => {}
                acap::Meta::Malformed => self.problem(ProblemKind::MetaMalformed, at),
                acap::Meta::Permission(read) => {
                    let (names, any) = match to {
                        Addressee::Everyone => (Vec::new(), true),
                        Addressee::Crawler(name) => (vec![name], false),
                    };
                    self.permission(at, AcapRecord { names, any }, meta, &read);
                }
            },
            MetaStatement::Rules(rules) => self.take(rules, |_| at),
            MetaStatement::Signal(_) | MetaStatement::Misnamed { .. } => {}
        }
    }

    fn permission(&mut self, at: At, record: AcapRecord, meta: &Meta, read: &MetaPermission) {
        let text = meta.content.as_bytes();
        let known = |span: Span| meta.content.get(span.range()).and_then(Usage::of_acap);
        // Of several expressions the first whose usage is known counts.
        let mut first =
            std::iter::once((read.allows, read.usage)).chain(read.others.iter().copied());
        let Some((allows, usage)) =
            first.find_map(|(allows, written)| Some((allows, known(written)?)))
        else {
            return self.problem(ProblemKind::AcapUnknown, at);
        };
        if !self.has_version_1_1() && allows && has_feature_of_1_1(&meta.content, read) {
            return self.problem(ProblemKind::MetaUnversioned, at);
        }
        let conditions = if !allows {
            // A prohibition is one whatever follows it.
            Ok(Vec::new())
        } else if read.stray || meta.content_cut {
            Err(Fault::NotOneExpression)
        } else {
            conditions(text, usage, &read.qualifiers, true)
        };
        let (kind, fault, conditions) = match conditions {
            Ok(conditions) if allows => (RuleKind::Allow, None, conditions),
            Ok(_) => (RuleKind::Disallow, None, Vec::new()),
            Err(fault) => (RuleKind::Disallow, Some(fault), Vec::new()),
        };
        match fault {
            Some(Fault::NotOneExpression) => self.problem(ProblemKind::MetaMalformed, at),
            Some(_) => self.problem(ProblemKind::AcapNotUnderstood, at),
            None if read.stray => self.problem(ProblemKind::MetaMalformed, at),
            None => {}
        }
        // A purpose before several expressions may not be a purpose.
        let purpose = read.purpose.filter(|_| !read.stray);
        let acap = &mut self.parts.acap;
        let purposes =
            purpose.and_then(|span| meta.content.get(span.range())).map_or(0, |written| {
                acap.purposes.push(vec![Purpose::new(written)]);
                place(acap.purposes.len())
            });
        let from = place(acap.conditions.len());
        acap.conditions.extend(conditions);
        acap.statements.push(Statement {
            record: place(acap.records.len()),
            purposes,
            usage,
            kind,
            fault,
            resources: Resources::Page,
            conditions: from..place(acap.conditions.len()),
            line: meta.position.line,
            span: meta.position.span,
        });
        acap.records.push(record);
        self.parts.metas.push(at);
    }

    fn has_version_1_1(&self) -> bool {
        let declared = self.parts.acap.version.as_deref().map(numbers);
        declared.is_some_and(|declared| declared >= vec![1, 1])
    }

    fn element(&mut self, document: u32, element: u32, read: &Element) {
        let from = self.parts.marks.len();
        self.parts.marks.extend(mark::marks(document, element, read));
        let marks = self.parts.marks.get(from..).unwrap_or_default();
        let understood = marks.iter().filter(|mark| mark.fault.is_none()).count();
        let local = marks.iter().any(|mark| matches!(mark.names, Named::Local(_)));
        if understood < read.tokens.len() {
            self.problem(ProblemKind::ElementUnknown, At::Element { document, element });
        }
        if local {
            self.problem(ProblemKind::ElementLocal, At::Element { document, element });
        }
    }
}

/// Whether it has a qualifier that only 1.1 defines.
fn has_feature_of_1_1(content: &str, read: &MetaPermission) -> bool {
    read.qualifiers.iter().any(|written| {
        let qualifier = content.get(written.name.range()).and_then(Qualifier::of_acap);
        matches!(qualifier, Some(Qualifier::TargetCondition | Qualifier::Ref))
    })
}

/// A count of things in a page of bounded size.
fn place(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
