//! The names of the laws and of their results.

pub use crate::evaluate::Matched;
pub use crate::law::{
    Contradiction, GroupChoice, Law, Outcome, ReasonCode, Section, SignalEffect, SignalOutcome,
    Unchecked,
};
