//! Running the laws for one question.

use crate::law::acap::ElementStatements;
use crate::law::order::{LAWS, depend, needed};
use crate::law::signals::Sources;
use crate::law::{Law, Question, ReasonCode, Ruling, Statements};
use crate::pattern::Target;
use crate::vocabulary::{Usage, Verdict};

/// One question, with the statements about it, which are found once for all usages.
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

    /// What families of signals read for the question, where signals are read.
    pub(super) fn sources(&self) -> Option<Sources<'q>> {
        Sources::new(&self.question, &self.statements)
    }

    pub(super) fn statements(&self) -> &Statements<'q> {
        &self.statements
    }

    /// Changes the element asked about.
    pub(crate) fn set_element(&mut self, says: ElementStatements<'q>) {
        self.statements.set_element(says);
    }

    /// The rulings on a usage: the last one decides, those before it led to it.
    pub(crate) fn rule(&self, usage: Usage) -> Vec<Ruling> {
        let mut rulings = self.at_once(&needed(usage), &[usage]);
        if let Some(mut last) = rulings.pop() {
            rulings.clear();
            rulings.extend(last.take_needed());
            rulings.push(last);
        }
        rulings
    }

    /// The verdict alone.
    pub(crate) fn verdict(&self, usage: Usage) -> Verdict {
        let rulings = self.at_once(&needed(usage), &[usage]);
        rulings.last().map_or(Verdict::Prohibit, |ruling| ruling.verdict)
    }

    /// The rulings on each of these usages; those that several depend on are made once.
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
        let mut rulings = self.at_once(&all, usages);
        let of = move |(place, usage): (usize, &Usage)| {
            let at = rulings.iter().position(|it| it.usage == *usage)?;
            let again = usages.get(place + 1..).is_some_and(|rest| rest.contains(usage));
            Some(if again { rulings.get(at)?.clone() } else { rulings.swap_remove(at) })
        };
        usages.iter().enumerate().filter_map(of).map(Ruling::unrolled)
    }

    /// The rulings on a usage and on those that it needs, after each law.
    pub(crate) fn trace(&self, usage: Usage) -> Vec<Snapshot> {
        let mut trace = Vec::new();
        let mut rulings: Vec<Ruling> = needed(usage).into_iter().map(Ruling::new).collect();
        self.apply(&mut rulings, |law, rulings| {
            trace.push(Snapshot { law, rulings: rulings.to_vec() });
        });
        trace
    }

    /// The rulings after the last law, made one after the other. A ruling on keeping a copy or on
    /// mining is needed only where the page may be crawled, unless the question is about that.
    fn at_once(&self, usages: &[Usage], asked: &[Usage]) -> Vec<Ruling> {
        let mut rulings: Vec<Ruling> = Vec::with_capacity(usages.len());
        for &usage in usages {
            let closed = rulings.first().is_some_and(|it| it.verdict == Verdict::Prohibit);
            if closed && usage != Usage::Crawl && !asked.contains(&usage) {
                continue;
            }
            rulings.push(Ruling::new(usage));
            let Some(ruling) = rulings.last_mut() else { break };
            ruling.at_once = true;
            self.apply(std::slice::from_mut(ruling), |_, _| {});
        }
        depend(&self.question, &self.statements, &mut rulings);
        rulings
    }

    /// Applies the laws in order. Stops after the first where the file cannot be reached.
    fn apply(&self, rulings: &mut [Ruling], mut record: impl FnMut(Law, &[Ruling])) {
        for &(law, apply) in &LAWS {
            apply(&self.question, &self.statements, rulings);
            record(law, rulings);
            if rulings.first().is_some_and(|it| it.code == ReasonCode::Unreachable) {
                break;
            }
        }
    }
}

/// The ruling on a usage before its conditions are checked against the facts.
pub(super) fn before_facts(
    question: &Question<'_>,
    statements: &Statements<'_>,
    usage: Usage,
) -> Ruling {
    let mut ruling = Ruling::new(usage);
    for (_, apply) in LAWS.into_iter().take_while(|(law, _)| *law != Law::Facts) {
        apply(question, statements, std::slice::from_mut(&mut ruling));
        if ruling.is_settled() {
            break;
        }
    }
    ruling
}

/// The ruling on crawling another URL of the site, where it prohibits. The statements of the page
/// do not count, because they are about another URL.
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
