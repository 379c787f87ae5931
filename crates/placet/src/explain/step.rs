//! How it came to that: law by law, each with what the answer was behind it.

use super::aside::{self, Aside};
use crate::evaluate::decision::Decision;
use crate::evaluate::inquiry::Inquiry;
use crate::law::combine::{Hearing, Ruling};
use crate::law::ground::Ground;
use crate::law::order::Law;
use crate::pattern::Target;
use crate::vocabulary::{Occasion, Usage};

/// A decision with every step that led to it, and all that was said and had no part in it.
///
/// ```
/// use placet::{Agent, Law, Occasion, RobotsPolicy, Usage};
///
/// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\nDisallow: /search\n");
/// let crawler = site.ask(&Agent::new("ExampleBot"));
/// let target = crawler.target("/drafts/42")?;
/// let explained = crawler.explain(Usage::Index, &target, &Occasion::new());
///
/// let laws: Vec<Law> = explained.steps().iter().map(|step| step.law()).collect();
/// assert_eq!(laws, Law::ALL);
/// assert_eq!(explained.aside()[0].text(), "Disallow: /search");
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
#[derive(Debug, Clone)]
pub struct Explanation {
    decision: Decision,
    steps: Vec<Step>,
    aside: Vec<Aside>,
    unlisted: usize,
}

/// What one law left of the answers.
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

    /// The answers behind it: about the usages that the one asked for depends on, then about that
    /// one. None where the law is about none of them.
    ///
    /// [`Law::Access`] and [`Law::Acap`] each answer for themselves; from [`Law::Crawl`] on each law
    /// finds what those before it left.
    pub fn answers(&self) -> &[Decision] {
        &self.answers
    }
}

impl Explanation {
    /// The decision.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The laws that were applied, in their order. Behind a robots.txt that cannot be reached
    /// there are none, nor for a URL that the robots.txt does not speak for.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was said and had no part: in robots.txt, in the files it refers to, in the page.
    ///
    /// No more than [`limits::ASIDE`](crate::text::limits::ASIDE) are listed.
    pub fn aside(&self) -> &[Aside] {
        &self.aside
    }

    /// How many more had no part.
    pub fn aside_unlisted(&self) -> usize {
        self.unlisted
    }
}

impl Inquiry {
    /// The decision on a use of a target on an occasion, law by law.
    pub fn explain(&self, usage: Usage, target: &Target<'_>, occasion: &Occasion) -> Explanation {
        let suited = match self.suited(target) {
            Ok(suited) => suited,
            Err(ground) => {
                let decision = self.bar(usage, target, ground);
                return Explanation { decision, steps: Vec::new(), aside: Vec::new(), unlisted: 0 };
            }
        };
        let (target, occasion) = (&*suited, &self.occasion(occasion));
        let decision = self.decide_suited(usage, target, occasion);
        let needed = needed(usage);
        let mut steps = Vec::new();
        for law in Law::ALL {
            let hearing = Hearing::until(law, self, target, occasion);
            let answer = |rulings: Vec<Ruling>| Decision::new(self, target, rulings);
            let answers = match law {
                Law::Dependence => vec![decision.clone()],
                Law::Availability => vec![answer(hearing.so_far(usage))],
                // Conventional records speak of crawling alone.
                Law::Access | Law::Crawl => vec![answer(hearing.so_far(Usage::Crawl))],
                _ => needed.iter().map(|&it| answer(hearing.so_far(it))).collect(),
            };
            steps.push(Step { law, answers });
            if decision.ground() == Ground::Unreachable {
                break;
            }
        }
        let rulings = steps.iter().flat_map(|step| &step.answers).flat_map(Decision::rulings);
        let (aside, unlisted) = aside::aside(self, target, &needed, rulings);
        Explanation { decision, steps, aside, unlisted }
    }
}

/// The usages that an answer depends on, and the one asked for (docs/decision.md step 7).
pub(super) fn needed(usage: Usage) -> Vec<Usage> {
    let mut needed = vec![Usage::Crawl];
    needed.extend(usage.shows_copy().then_some(Usage::Preserve));
    needed.extend((usage != Usage::Crawl).then_some(usage));
    needed
}
