//! Which elements of a page are closed to a usage that the page itself permits.

use super::evaluation::Evaluation;
use crate::law::PageContext;
use crate::law::acap::ElementStatements;
use crate::policy::{At, Document};
use crate::text::limits;
use crate::vocabulary::{Condition, Usage, Verdict};

/// The verdict of the innermost statement about a usage, and its conditions.
type Stated = Option<(Verdict, Vec<Condition>)>;

impl<'q> Evaluation<'q> {
    /// The elements that are closed to a usage that the page permits: those whose class tokens are
    /// about it, or about a usage that it depends on, and prohibit it; and for snippets those
    /// marked `data-nosnippet`. Where the question is about an element, those that are inside it,
    /// or could be.
    pub(crate) fn closed_elements(&self, usage: Usage) -> Vec<At> {
        let Some(page) = self.statements().page else { return Vec::new() };
        let mut found = Vec::new();
        for (at, document) in (0..).zip(&page.policy.parts.documents) {
            let mut closed = if page.elements && page.reads_acap {
                self.closed_by_acap(page, document, usage)
            } else {
                vec![false; document.elements.len()]
            };
            if usage.is_snippet() {
                for (closed, element) in closed.iter_mut().zip(&document.elements) {
                    *closed |= element.nosnippet;
                }
            }
            let inside = page.element.as_deref().map(|id| document.inside(id));
            let lies_inside = |element: usize| {
                inside.as_ref().is_none_or(|it| it.get(element).copied().unwrap_or_default())
            };
            let closed = (0..).zip(closed).filter(|&(at, closed)| closed && lies_inside(at));
            found.extend(closed.filter_map(|(element, _)| {
                Some(At::Element { document: at, element: u32::try_from(element).ok()? })
            }));
        }
        found
    }

    /// For each element of a document whether its class tokens are about the usage, or about one
    /// that it depends on, and prohibit it.
    fn closed_by_acap(
        &self,
        page: &'q PageContext,
        document: &Document,
        usage: Usage,
    ) -> Vec<bool> {
        let mut levels = vec![usage, Usage::Other];
        levels.extend((usage != Usage::Crawl).then_some(Usage::Crawl));
        levels.extend(usage.shows_copy().then_some(Usage::Preserve));
        let marks = &page.policy.parts.marks;
        let says = |chain| ElementStatements::new(marks, page.definitions(), [chain]);
        let own = |element: usize, level: Usage| -> Stated {
            let range = document.marks.get(element).filter(|range| !range.is_empty())?;
            let stated = says(vec![range.clone()]).about(level)?;
            Some((stated.verdict(), stated.conditions))
        };
        let spoken: Vec<Vec<Stated>> = levels
            .iter()
            .map(|&level| (0..document.marks.len()).map(|element| own(element, level)).collect())
            .collect();
        let nearest: Vec<Vec<Option<usize>>> = spoken
            .iter()
            .map(|stated| {
                document.nearest(|element| stated.get(element).is_some_and(Option::is_some))
            })
            .collect();
        // Elements with the same statements have the same answer.
        let mut known: Vec<(Vec<&Stated>, bool)> = Vec::new();
        let mut other = self.clone();
        let mut closed = vec![false; document.elements.len()];
        for (element, closed) in (0..).zip(&mut closed) {
            let at = |stated: &Vec<Stated>| stated.get(element).is_some_and(Option::is_some);
            if !spoken.iter().any(at) {
                continue;
            }
            let stated = spoken.iter().zip(&nearest).map(|(stated, nearest)| {
                let nearest = nearest.get(element).copied().flatten();
                nearest.and_then(|nearest| stated.get(nearest)).unwrap_or(&None)
            });
            let stated: Vec<&Stated> = stated.collect();
            *closed = match known.iter().find(|(other, _)| *other == stated) {
                Some((_, closed)) => *closed,
                // Safe, and more than any page has that a person wrote.
                None if known.len() >= limits::ELEMENTS_ANSWERED => true,
                None => {
                    let chain = document.chain(element);
                    other.set_element(says(chain));
                    let closed = other.verdict(usage) == Verdict::Prohibit;
                    known.push((stated, closed));
                    closed
                }
            };
        }
        closed
    }
}
