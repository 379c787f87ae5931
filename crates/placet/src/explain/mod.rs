//! Views of a decision: the statements that took part, the laws one by one, what did not apply, and
//! the part of a page that is left.

mod cite;
mod closed;
mod law;
mod not_applied;
mod page;
mod permitted;
mod reason;
mod reasons;
mod step;
mod unweighed;

pub use cite::Citation;
pub use closed::ClosedElement;
pub use law::{AcapOutcome, GroupChoice, Law, Matched, Outcome, ReasonCode, Unchecked};
pub use not_applied::{NotApplied, NotAppliedReason};
pub use permitted::Permitted;
pub use reason::{Part, Reason};
pub use step::{Explanation, Step};
pub use unweighed::{NotWeighed, Unweighed};
