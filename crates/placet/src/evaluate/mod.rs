//! Questions and their answers: runs the laws for one crawler and one site.

pub(crate) mod agent_policy;
mod closed;
pub(crate) mod decision;
mod evaluation;

pub use agent_policy::AgentPolicy;
pub use decision::{Decision, Matched};
#[cfg(feature = "html")]
pub(crate) use evaluation::Evaluation;
pub(crate) use evaluation::Snapshot;
