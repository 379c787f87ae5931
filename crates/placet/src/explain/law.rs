//! What the laws and their evaluation say in an explanation.

pub use crate::evaluate::Matched;
pub use crate::law::{AcapOutcome, GroupChoice, Law, Outcome, ReasonCode, Unchecked};
