//! A decision step by step: each law, and the answer after it.

use super::not_applied::{NotApplied, not_applied};
use crate::evaluate::{AgentPolicy, Decision, Snapshot};
use crate::law::order::needed;
use crate::law::{Law, Ruling};
use crate::pattern::Target;
use crate::vocabulary::{AskedAt, Usage};

/// A decision with every step that led to it, and the statements that did not apply.
///
/// ```
/// use placet::explain::Law;
/// use placet::{Agent, AskedAt, RobotsPolicy, Usage};
///
/// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\nDisallow: /search\n");
/// let crawler = site.for_agent(&Agent::new("ExampleBot"));
/// let target = crawler.target("/drafts/42")?;
/// let explained = crawler.explain(Usage::Index, &target, &AskedAt::new());
///
/// let laws: Vec<Law> = explained.steps().iter().map(|step| step.law()).collect();
/// assert_eq!(laws, Law::ALL);
/// assert_eq!(explained.not_applied()[0].text(), "Disallow: /search");
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
#[derive(Debug, Clone)]
pub struct Explanation {
    decision: Decision,
    steps: Vec<Step>,
    not_applied: Vec<NotApplied>,
    unlisted: usize,
}

/// The answers after one law.
#[derive(Debug, Clone)]
pub struct Step {
    law: Law,
    answers: Vec<Decision>,
}

impl Step {
    /// The law.
    pub fn law(&self) -> Law {
        self.law
    }

    /// The answers after this law: about the usages that the one asked for depends on, then about
    /// that one. Empty where the law is about none of them.
    ///
    /// [`Law::Access`] and [`Law::Acap`] answer independently; from [`Law::Crawl`] on each law
    /// changes the answers of those before it.
    pub fn answers(&self) -> &[Decision] {
        &self.answers
    }
}

impl Explanation {
    /// The decision.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The laws that were applied, in order. There are none where the robots.txt cannot be reached,
    /// nor for a URL of another site.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The statements that did not apply: of robots.txt, of the files it refers to, of the page.
    ///
    /// At most [`limits::NOT_APPLIED`](crate::limits::NOT_APPLIED) are listed. Signals that this
    /// version does not read are listed by [`Decision::not_applied`].
    pub fn not_applied(&self) -> &[NotApplied] {
        &self.not_applied
    }

    /// How many more did not apply.
    pub fn not_applied_unlisted(&self) -> usize {
        self.unlisted
    }
}

impl AgentPolicy {
    /// Decides about a usage of a target, and records each law.
    pub fn explain(&self, usage: Usage, target: &Target<'_>, asked_at: &AskedAt) -> Explanation {
        let suited = match self.suited(target) {
            Ok(suited) => suited,
            Err(code) => {
                let decision = self.bar(usage, target, code);
                let (steps, not_applied) = (Vec::new(), Vec::new());
                return Explanation { decision, steps, not_applied, unlisted: 0 };
            }
        };
        let (target, asked_at) = (&*suited, &self.asked_at(asked_at));
        let evaluation = self.evaluation(target, asked_at);
        let mut trace = evaluation.trace(usage);
        let last = trace.last_mut().and_then(|it| it.rulings.pop());
        let rulings = last.map_or_else(Vec::new, Ruling::unrolled);
        let decision = self.decision(target, rulings, Some(&evaluation));
        let step = |Snapshot { law, rulings }| {
            let answer = |mut ruling: Ruling| {
                // This is the answer of ACAP alone.
                ruling.accesses.retain(|_| law != Law::Acap);
                self.decision(target, ruling.unrolled(), None)
            };
            let about = |it: &Ruling| match law {
                Law::Availability => it.usage == usage,
                // Conventional records are about crawling only.
                Law::Access | Law::Crawl => it.usage == Usage::Crawl,
                _ => true,
            };
            Step { law, answers: rulings.into_iter().filter(about).map(answer).collect() }
        };
        let after = trace.pop().map(|it| Step { law: it.law, answers: vec![decision.clone()] });
        let steps: Vec<Step> = trace.into_iter().map(step).chain(after).collect();
        let needed = needed(usage);
        let rulings = steps.iter().flat_map(|step| &step.answers).flat_map(Decision::rulings);
        let (not_applied, unlisted) = not_applied(self, target, &needed, rulings);
        Explanation { decision, steps, not_applied, unlisted }
    }
}
