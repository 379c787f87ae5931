//! The names of the laws and of what they come to.

pub use crate::evaluate::Matched;
pub use crate::law::{
    Contradiction, GroupChoice, Law, Outcome, ReasonCode, Section, SignalEffect, SignalOutcome,
    Unchecked,
};
