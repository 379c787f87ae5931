//! What the page lays over the ruling (docs/decision.md steps 4 and 5).

use std::ops::Range;

use super::{Base, HeardPart, Hearing, Ruling};
use crate::decide::PageAsked;
use crate::decision::Verdict;
use crate::law::acap::{self, ElementSays, Said};
use crate::law::ground::Ground;
use crate::law::restriction::{self, Effect};
use crate::policy::{At, Mark, PageDocument};
use crate::usage::Usage;

impl Hearing<'_> {
    /// To a crawler that does not work on elements, whatever is said of one about a usage prohibits
    /// that usage for the page (Part 2 §2.2.6, R-150).
    pub(super) fn coarsen(&self, ruling: &mut Ruling) {
        let Some(page) = self.inquiry.page_asked() else { return };
        if self.inquiry.crawler().works_on_elements() || !page.reads_acap {
            return;
        }
        let silent = !ruling
            .statements
            .iter()
            .any(|heard| matches!(heard.part, HeardPart::Matches { as_other: false, .. }));
        let usage = Some(ruling.usage).filter(|usage| usage.is_acap());
        let other = silent.then_some(Usage::Other);
        let levels = [usage, ruling.usage.general(), other];
        let says = |level: Usage, mark: &Mark| mark.about(level, page.definitions()).is_some();
        let marks: Vec<u32> = (0..)
            .zip(&page.policy.parts.marks)
            .filter(|(_, mark)| levels.into_iter().flatten().any(|level| says(level, mark)))
            .map(|(place, _)| place)
            .collect();
        if !marks.is_empty() {
            ruling.prohibit(Ground::ElementLevel);
            ruling.marks.extend(marks.into_iter().map(|mark| (mark, true)));
        }
    }

    /// Lays the rules of header and META over the ruling: all that bind the crawler, united. They
    /// can prohibit and add conditions, never permit (T-03, T-04, T-12, A-27).
    pub(super) fn restrict(&self, ruling: &mut Ruling) {
        let Some(page) = self.inquiry.page_asked() else { return };
        let restrictions = (0..).zip(&page.policy.parts.restrictions);
        for (place, restriction) in restrictions.filter(|(_, it)| it.binds(self.inquiry.agent())) {
            let permitted = ruling.verdict == Verdict::Permit;
            let profile = self.inquiry.policy().profile();
            match restriction::effect(&restriction.rule, ruling.usage, profile) {
                None => continue,
                Some(Effect::Prohibits) if permitted => ruling.prohibit(Ground::Restricted),
                Some(Effect::Adds(condition)) if permitted => {
                    // No longer is nothing said.
                    if matches!(ruling.ground, Ground::Silence | Ground::Unavailable) {
                        ruling.ground = Ground::Conditioned;
                    }
                    self.add(ruling, &condition, Base::Page);
                }
                Some(_) => {}
            }
            let decided = permitted && ruling.verdict == Verdict::Prohibit;
            ruling.restrictions.push((place, decided));
        }
        if restriction::is_snippet(ruling.usage)
            && ruling.verdict == Verdict::Permit
            && let Some(at) = page.without_snippets()
        {
            ruling.prohibit(Ground::Restricted);
            ruling.without_snippets = Some(at);
        }
    }

    /// The elements that are closed to a usage that the page permits: those whose own class tokens
    /// prohibit it, or what it depends on; and for snippets those marked `data-nosnippet`. Where an
    /// element was asked about, those that lie in it, or could.
    pub(crate) fn closed_elements(&self, usage: Usage) -> Vec<At> {
        let Some(page) = self.inquiry.page_asked() else { return Vec::new() };
        let reads = page.elements && page.reads_acap;
        let mut needed = vec![usage];
        needed.extend((usage != Usage::Crawl).then_some(Usage::Crawl));
        needed.extend(usage.shows_copy().then_some(Usage::Preserve));
        let mut found = Vec::new();
        for (at, document) in (0..).zip(&page.policy.parts.documents) {
            let mut closed = vec![false; document.elements.len()];
            if restriction::is_snippet(usage) {
                for (closed, element) in closed.iter_mut().zip(&document.elements) {
                    *closed = element.nosnippet;
                }
            }
            for &usage in needed.iter().filter(|_| reads) {
                self.close(page, document, usage, &mut closed);
            }
            let inside = page.element.as_deref().map(|id| document.inside(id));
            let lies_inside = |element: usize| {
                inside.as_ref().is_none_or(|it| it.get(element).copied().unwrap_or_default())
            };
            let elements =
                (0..).zip(closed).filter(|&(element, closed)| closed && lies_inside(element));
            found.extend(elements.filter_map(|(element, _)| {
                Some(At::Element { document: at, element: u32::try_from(element).ok()? })
            }));
        }
        found
    }

    /// Notes which elements of a document are closed to one usage that the page permits.
    fn close(&self, page: &PageAsked, document: &PageDocument, usage: Usage, closed: &mut [bool]) {
        let says = |element: usize| {
            let range = document.marks.get(element).cloned().unwrap_or_default();
            ElementSays::new(&page.policy.parts.marks, page.definitions(), [vec![range]])
        };
        let own = |element: usize| says(element).about(usage).filter(|_| usage.is_acap());
        // Where nothing is said of the usage, `other` is consulted, if it is for the page.
        let mut spoken_of: Option<Vec<bool>> = None;
        let mut consulted: Option<bool> = None;
        for (element, closed) in (0..).zip(closed) {
            if document.marks.get(element).is_none_or(Range::is_empty) {
                continue;
            }
            *closed |= match own(element) {
                Some(said) => said.verdict() == Verdict::Prohibit || self.fails(usage, &said),
                None => {
                    let other = says(element).about(Usage::Other);
                    let closes = other.is_some_and(|said| said.verdict() == Verdict::Prohibit);
                    let spoken_of = spoken_of
                        .get_or_insert_with(|| document.under(|element| own(element).is_some()));
                    closes
                        && !spoken_of.get(element).copied().unwrap_or_default()
                        && *consulted.get_or_insert_with(|| {
                            let says = says(element);
                            self.fields.iter().any(|fields| {
                                acap::answer(usage, fields, &says).verdict == Verdict::Prohibit
                            })
                        })
                }
            };
        }
    }

    /// Whether a condition on which an element permits a usage fails.
    fn fails(&self, usage: Usage, said: &Said) -> bool {
        let mut ruling = Ruling::new(usage);
        for condition in &said.conditions {
            self.add(&mut ruling, condition, Base::Root);
        }
        ruling.verdict == Verdict::Prohibit
    }
}
