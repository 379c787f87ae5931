//! A page, as one crawler sees it.

use std::sync::Arc;

use super::acap::{ElementStatements, Entry, Origin, View, purposes_of};
use crate::policy::{Acap, At, Definitions, PagePolicy, RobotsPolicy, Statement};
use crate::vocabulary::Crawler;

/// A page, as one crawler sees it.
#[derive(Debug)]
pub(crate) struct PageContext {
    pub(crate) policy: PagePolicy,
    /// The statements of its META elements to the crawler, for each purpose.
    pub(crate) views: Vec<View>,
    /// The id of the element asked about.
    pub(crate) element: Option<Box<str>>,
    /// Whether the crawler works on elements.
    pub(crate) elements: bool,
    /// Whether ACAP is read in the page.
    pub(crate) reads_acap: bool,
    /// The definitions of robots.txt, which class attributes may name.
    definitions: Option<Arc<Definitions>>,
}

impl PageContext {
    /// A page, as one crawler sees it. Only the full profile reads ACAP; rules in headers and META
    /// elements bind in every profile (docs/src/law/decision.md).
    pub(crate) fn new(
        policy: PagePolicy,
        crawler: &Crawler,
        site: &RobotsPolicy,
        element: Option<Box<str>>,
    ) -> Self {
        let reads_acap = site.profile().reads_acap();
        let definitions = site.parts.acap().map(|acap| Arc::clone(&acap.definitions));
        let views = purposes_of(crawler)
            .filter(|_| reads_acap)
            .map(|purpose| {
                let source = std::iter::once((Origin::Page, &policy.parts.acap));
                View::new(source, crawler, purpose)
            })
            .collect();
        let elements = crawler.works_on_elements();
        Self { policy, views, element, elements, reads_acap, definitions }
    }

    /// Whether it has ACAP statements that are read.
    pub(super) fn has_acap(&self) -> bool {
        let speaks = |view: &View| !view.entries.is_empty() || !view.elsewhere.is_empty();
        let marks = self.reads_acap && !self.policy.parts.marks.is_empty();
        marks || self.views.iter().any(speaks)
    }

    /// The definitions of the site's robots.txt.
    pub(crate) fn definitions(&self) -> Option<&Definitions> {
        self.definitions.as_deref()
    }

    /// The statements about the element asked about.
    pub(crate) fn says(&self) -> ElementStatements<'_> {
        let parts = &*self.policy.parts;
        let reads_elements = self.elements && self.reads_acap;
        match self.element.as_deref().filter(|_| reads_elements) {
            Some(id) => ElementStatements::new(&parts.marks, self.definitions(), parts.chains(id)),
            None => ElementStatements::default(),
        }
    }

    /// The element that keeps the one asked about out of snippets.
    pub(crate) fn without_snippets(&self) -> Option<At> {
        self.policy.parts.without_snippets(self.element.as_deref()?)
    }

    /// The statement of an entry, where it is in a META element.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        let acap = &self.policy.parts.acap;
        let in_page = entry.origin == Origin::Page;
        in_page.then(|| Some((acap, acap.statements.get(entry.statement as usize)?)))?
    }
}
