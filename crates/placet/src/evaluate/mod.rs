//! Questions and their answers: the laws are run for one crawler before one site.

mod closed;
pub(crate) mod decision;
mod evaluation;
pub(crate) mod inquiry;

pub use decision::{Decision, Matched};
pub(crate) use evaluation::{Evaluation, Snapshot};
pub use inquiry::Inquiry;
