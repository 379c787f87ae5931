//! Questions and their answers: one crawler before one site, and the decision.

pub(crate) mod decision;
pub(crate) mod inquiry;

pub use decision::{Decision, Matched, Outcome};
pub use inquiry::Inquiry;
