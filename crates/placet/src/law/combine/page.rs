//! What the page lays over the ruling (docs/decision.md steps 4 and 5).

use super::{HeardPart, Hearing, Ruling};
use crate::decide::PageAsked;
use crate::decision::Verdict;
use crate::law::acap::{self, ElementSays};
use crate::law::ground::Ground;
use crate::law::restriction::{self, Effect};
use crate::policy::{At, PageDocument, RuleKind};
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
        let marks: Vec<u32> = (0..)
            .zip(&page.policy.parts.marks)
            .filter(|(_, mark)| {
                [usage, ruling.usage.general()].contains(&Some(mark.usage))
                    || (silent && mark.usage == Usage::Other)
            })
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
                    self.add(ruling, &condition);
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
    pub(crate) fn closed(&self, usage: Usage) -> Vec<At> {
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
        let marks = &page.policy.parts.marks;
        let says = |element: usize, of: Usage| {
            let range = document.marks.get(element).cloned().unwrap_or_default();
            acap::said_on(of, marks.get(range).unwrap_or_default())
        };
        let own = |element: usize| says(element, usage).filter(|_| usage.is_acap());
        // Where nothing is said of the usage, `other` is consulted, if it is for the page.
        let mut spoken_of: Option<Vec<bool>> = None;
        let mut consulted: Option<bool> = None;
        for (element, closed) in (0..).zip(closed) {
            *closed |= match own(element) {
                Some(kind) => kind == RuleKind::Disallow,
                None if says(element, Usage::Other) != Some(RuleKind::Disallow) => false,
                None => {
                    let spoken_of = spoken_of
                        .get_or_insert_with(|| document.under(|element| own(element).is_some()));
                    !spoken_of.get(element).copied().unwrap_or_default()
                        && *consulted.get_or_insert_with(|| {
                            let range = document.marks.get(element).cloned().unwrap_or_default();
                            let says = ElementSays::new(marks, [vec![range]]);
                            self.fields.iter().any(|fields| {
                                acap::answer(usage, fields, &says).verdict == Verdict::Prohibit
                            })
                        })
                }
            };
        }
    }
}
