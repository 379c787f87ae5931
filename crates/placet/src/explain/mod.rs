//! Views of a decision: the statements that took part, the result of each law, the statements that
//! did not apply, and the part of a page that is permitted.
//!
//! | question | answered by |
//! |---|---|
//! | What settled the decision? | [`ReasonCode`] |
//! | What became of a statement that took part? | [`Outcome`] |
//! | Why did a statement not apply? | [`NotAppliedReason`] |
//! | Which groups apply to the crawler? | [`GroupChoice`] |
//! | What sort of statement is it? | [`ReasonKind`] |

mod cite;
mod closed;
mod law;
mod not_applied;
mod page;
#[cfg(feature = "html")]
mod permitted;
mod reason;
mod reasons;
mod signals;
mod step;

pub use cite::Citation;
pub use closed::ClosedElement;
pub use law::{
    Contradiction, GroupChoice, Law, Matched, Outcome, ReasonCode, Section, SignalEffect,
    SignalOutcome, Unchecked,
};
pub use not_applied::{NotApplied, NotAppliedReason};
#[cfg(feature = "html")]
pub use permitted::Permitted;
pub use reason::{Reason, ReasonKind};
pub use signals::{FamilyDecision, SignalProblem, SignalStatement};
pub use step::{Explanation, Step};
