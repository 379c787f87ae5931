//! The laws for pages, written from the specification alone.
//!
//! They ignore speed and work on the data: only qualifiers are parsed here. T-, R- and A-numbers mark
//! the rules.

mod acap;
mod element;
mod fact;
mod restriction;
mod statement;
mod steps;

pub(crate) use steps::{Law, Outcome, decide};
