//! The laws for pages, written from the specification alone.
//!
//! Statement by statement, without an eye for speed, and from the data: nothing is parsed here but
//! qualifiers. T-, R- and A-numbers stand where the rule is obeyed.

mod acap;
mod element;
mod fact;
mod restriction;
mod said;
mod steps;

pub(crate) use steps::{Law, Outcome, decide};
