//! Signals in the elements of a page.

use super::At;
use crate::syntax::html::Meta;
use crate::syntax::meta::MetaSignal;
use crate::syntax::signals::rsl::RslDocument;
use crate::syntax::signals::tdmrep::Reservations;
use crate::syntax::signals::{FamilyProblem, SignalProblemKind};
use crate::text::limits;
use crate::vocabulary::Family;

/// What elements of a page say about the use of content.
#[derive(Debug, Clone, Default)]
pub(crate) struct ElementSignals {
    /// The values of `tdm-reservation` that count (S-057).
    pub(crate) reservations: Vec<(bool, At)>,
    /// The values of `tdm-policy` in the head, as written.
    pub(crate) policies: Vec<(Box<str>, At)>,
    pub(crate) licenses: Vec<LicenseElement>,
    /// The first `base` of each document that has one: the document, and the `href` as written.
    pub(crate) bases: Vec<(u32, Box<str>)>,
    pub(crate) problems: Vec<FamilyProblem<At>>,
}

/// A `link` to an RSL licence, or a `script` that is one.
#[derive(Debug, Clone)]
pub(crate) struct LicenseElement {
    pub(crate) source: LicenseSource,
    pub(crate) at: At,
    /// It is in the head; in the body it can only restrict (S-067).
    pub(crate) in_head: bool,
}

/// Where the licence is.
#[derive(Debug, Clone)]
pub(crate) enum LicenseSource {
    /// At a reference, as written, of a document of the page.
    Reference(Box<str>, u32),
    /// In the element itself, from this line on.
    Here(Box<RslDocument>, u32),
}

impl ElementSignals {
    /// Whether no element says anything. A `base` alone does not.
    pub(crate) fn is_empty(&self) -> bool {
        self.reservations.is_empty()
            && self.policies.is_empty()
            && self.licenses.is_empty()
            && self.problems.is_empty()
    }

    /// Takes what an element says.
    pub(crate) fn take(&mut self, signal: MetaSignal, meta: &Meta, (document, at): (u32, At)) {
        let scope = |family| FamilyProblem { family, kind: SignalProblemKind::Scope, at };
        match signal {
            MetaSignal::Base => {
                if !self.bases.iter().any(|(of, _)| *of == document) {
                    self.bases.push((document, meta.content.clone()));
                }
            }
            MetaSignal::Reservation | MetaSignal::Policy => {
                if !meta.in_head {
                    self.problem(scope(Some(Family::Tdmrep)));
                }
                self.tdm(signal, meta, at);
            }
            MetaSignal::License | MetaSignal::Document => {
                let is_document = signal == MetaSignal::Document;
                if !is_document && meta.content.trim().is_empty() {
                    return;
                }
                if !meta.in_head {
                    self.problem(scope(Some(Family::Rsl)));
                }
                let source = if is_document {
                    LicenseSource::Here(Box::new(read(meta)), meta.content_line.max(1))
                } else {
                    LicenseSource::Reference(meta.content.clone(), document)
                };
                self.licenses.push(LicenseElement { source, at, in_head: meta.in_head });
            }
        }
    }

    fn problem(&mut self, problem: FamilyProblem<At>) {
        if self.problems.len() < limits::PROBLEMS {
            self.problems.push(problem);
        }
    }

    fn tdm(&mut self, signal: MetaSignal, meta: &Meta, at: At) {
        let family = Some(Family::Tdmrep);
        let problem = |kind| FamilyProblem { family, kind, at };
        let content = meta.content.as_bytes();
        let is_cut = content.len() > limits::FIELD_VALUE;
        if is_cut {
            self.problem(problem(SignalProblemKind::Truncated));
        }
        if signal == MetaSignal::Policy {
            let policy = meta.content.trim();
            if meta.in_head && !policy.is_empty() && !is_cut {
                self.policies.push((policy.into(), at));
            }
            return;
        }
        let end = crate::syntax::quoted::complete(content);
        let read = Reservations::read(content.get(..end).unwrap_or(content));
        for (kind, _) in read.problems {
            self.problem(problem(kind));
        }
        // In the body only a reservation counts.
        let counts = read.values.into_iter().filter(|(reserves, _)| meta.in_head || *reserves);
        self.reservations.extend(counts.map(|(reserves, _)| (reserves, at)));
    }

    /// What two readings of a page say; `moved` gives the place of what the second says.
    pub(crate) fn united(&self, other: &Self, moved: impl Fn(At) -> At, documents: u32) -> Self {
        let mut both = self.clone();
        both.reservations.extend(other.reservations.iter().map(|&(it, at)| (it, moved(at))));
        both.policies.extend(other.policies.iter().map(|(it, at)| (it.clone(), moved(*at))));
        both.licenses.extend(other.licenses.iter().map(|it| {
            let source = match &it.source {
                LicenseSource::Reference(reference, document) => {
                    LicenseSource::Reference(reference.clone(), document + documents)
                }
                source @ LicenseSource::Here(..) => source.clone(),
            };
            LicenseElement { source, at: moved(it.at), in_head: it.in_head }
        }));
        both.bases.extend(other.bases.iter().map(|(of, it)| (of + documents, it.clone())));
        both.problems.extend(other.problems.iter().map(|it| {
            let at = moved(it.at);
            FamilyProblem { at, ..*it }
        }));
        both
    }
}

/// Reads the document that is the text of a script.
#[cfg(feature = "signals")]
fn read(meta: &Meta) -> RslDocument {
    // One that was cut is over the ceiling.
    let ceiling = if meta.content_cut { 0 } else { usize::MAX };
    crate::syntax::signals::rsl::read(meta.content.as_bytes(), ceiling)
}

/// Without a reader of XML no document can be read.
#[cfg(not(feature = "signals"))]
fn read(_: &Meta) -> RslDocument {
    RslDocument::default()
}
