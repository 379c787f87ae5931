//! placet.

use std::hint::black_box;

use placet::{Agent, Inquiry, RobotsPolicy, Verdict};

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
        "every agent, with lines and problems"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(RobotsPolicy::parse(&text.octets));
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Some(Box::new(RobotsPolicy::parse(&text.octets).ask(agent())))
    }
}

impl Answers for Inquiry {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        let permits = |question: &&Question| {
            let verdict = self.target(&question.path).map(|target| self.verdict(&target));
            verdict == Ok(Verdict::Permit)
        };
        questions.iter().filter(permits).count()
    }
}
