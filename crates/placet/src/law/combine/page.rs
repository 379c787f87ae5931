//! What the page lays over the ruling (docs/decision.md steps 4 and 5).

use super::{Base, HeardPart, Hearing, Ruling};
use crate::law::ground::Ground;
use crate::law::restriction;
use crate::law::restriction::Effect;
use crate::policy::Mark;
use crate::vocabulary::{Usage, Verdict};

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
}
