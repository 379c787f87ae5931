//! Running the laws for one question.

use crate::law::acap::ElementSays;
use crate::law::order::{LAWS, needed};
use crate::law::{Law, Question, ReasonCode, Ruling, Statements};
use crate::pattern::Target;
use crate::vocabulary::{Usage, Verdict};

/// One question, with the statements about it: they are found once for all usages.
#[derive(Debug, Clone)]
pub(crate) struct Evaluation<'q> {
    question: Question<'q>,
    statements: Statements<'q>,
}

/// The rulings after one law: on the usages that the one asked for depends on, then on that one.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) law: Law,
    pub(crate) rulings: Vec<Ruling>,
}

impl<'q> Evaluation<'q> {
    pub(super) fn new(question: Question<'q>, statements: Statements<'q>) -> Self {
        Self { question, statements }
    }

    pub(super) fn statements(&self) -> &Statements<'q> {
        &self.statements
    }

    /// Asks about another element of the page from here on.
    pub(crate) fn set_element(&mut self, says: ElementSays<'q>) {
        self.statements.set_element(says);
    }

    /// The rulings on a usage: the last one holds, those before it led there.
    pub(crate) fn rule(&self, usage: Usage) -> Vec<Ruling> {
        let rulings = self.run(needed(usage), true, |_, _| {});
        rulings.into_iter().next_back().map_or_else(Vec::new, Ruling::unrolled)
    }

    /// The verdict alone.
    pub(crate) fn verdict(&self, usage: Usage) -> Verdict {
        let rulings = self.run(needed(usage), true, |_, _| {});
        rulings.last().map_or(Verdict::Prohibit, |ruling| ruling.verdict)
    }

    /// The rulings on each of these usages; those on which several depend are made once.
    pub(crate) fn rule_all<'u>(
        &self,
        usages: &'u [Usage],
    ) -> impl Iterator<Item = Vec<Ruling>> + use<'u> {
        let mut all: Vec<Usage> = Vec::with_capacity(usages.len() + 2);
        for usage in usages.iter().flat_map(|&usage| needed(usage)) {
            if !all.contains(&usage) {
                all.push(usage);
            }
        }
        let rulings = self.run(all.into_iter(), true, |_, _| {});
        let of = move |usage: &Usage| rulings.iter().find(|it| it.usage == *usage).cloned();
        usages.iter().filter_map(of).map(Ruling::unrolled)
    }

    /// The rulings on a usage and on those that it needs, after each law.
    pub(crate) fn trace(&self, usage: Usage) -> Vec<Snapshot> {
        let mut trace = Vec::new();
        self.run(needed(usage), false, |law, rulings| {
            trace.push(Snapshot { law, rulings: rulings.to_vec() });
        });
        trace
    }

    /// Applies the laws in their order. With `holds_facts` conditions are held against the facts as
    /// they are added, which [`Law::Facts`] would do after the laws that add them.
    fn run(
        &self,
        usages: impl Iterator<Item = Usage>,
        holds_facts: bool,
        mut record: impl FnMut(Law, &[Ruling]),
    ) -> Vec<Ruling> {
        let new = |usage| Ruling { holds_facts, ..Ruling::new(usage) };
        let mut rulings: Vec<Ruling> = usages.map(new).collect();
        for (law, apply) in LAWS {
            apply(&self.question, &self.statements, &mut rulings);
            record(law, &rulings);
            if rulings.first().is_some_and(|it| it.ground == ReasonCode::Unreachable) {
                break;
            }
        }
        rulings
    }
}

/// The ruling on crawling a URL of the site, where that prohibits. What a page says of itself is not
/// asked: it is not that page.
pub(super) fn closed(
    question: &Question<'_>,
    statements: &Statements<'_>,
    url: &str,
) -> Option<Ruling> {
    let target = Target::new(url, statements.profile).ok()?;
    let statements = statements.of_site(question.crawler, &target);
    let question = Question { target: &target, ..*question };
    let crawl = Evaluation::new(question, statements).rule(Usage::Crawl).pop()?;
    let resource = Some(target.to_string().into());
    (crawl.verdict == Verdict::Prohibit).then_some(Ruling { resource, ..crawl })
}
