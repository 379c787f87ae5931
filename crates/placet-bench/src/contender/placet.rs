//! placet.

use std::hint::black_box;

use placet::{Agent, AgentPolicy, RobotsPolicy, Verdict};

use super::{AGENT, Answers, Contender};
use crate::input::{Question, Text};

pub(crate) struct Placet;

/// The crawler that asks.
pub(crate) fn agent() -> Agent {
    Agent::new(AGENT)
}

impl Contender for Placet {
    fn name(&self) -> &'static str {
        "placet"
    }

    fn gives(&self) -> &'static str {
        "every agent, with lines"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(RobotsPolicy::parse(&text.bytes));
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Some(Box::new(RobotsPolicy::parse(&text.bytes).for_agent(agent())))
    }
}

/// placet, including what decisions do not need: records before the first group, and the problems of
/// the file.
pub(crate) struct PlacetAllRead;

impl Contender for PlacetAllRead {
    fn name(&self) -> &'static str {
        "placet, everything read"
    }

    fn gives(&self) -> &'static str {
        "the same, problems before the first group too"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(RobotsPolicy::parse(&text.bytes).problems_unlisted());
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Placet.ask(text)
    }
}

impl Answers for AgentPolicy {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        let permits = |question: &&Question| {
            let verdict = self.target(&question.path).map(|target| self.verdict(&target));
            verdict == Ok(Verdict::Permit)
        };
        questions.iter().filter(permits).count()
    }
}
