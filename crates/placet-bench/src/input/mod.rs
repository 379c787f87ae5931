//! Input for the contenders.

mod corpus;
mod rules;
mod synthetic;

pub(crate) use corpus::{Corpus, Summary, Text};
pub(crate) use rules::{Question, questions, rules};
