//! The names of the laws and of their results.

pub use crate::evaluate::Matched;
pub use crate::law::{GroupChoice, Law, Outcome, ReasonCode, Section, Unchecked};
