//! Views of a decision: the statements that took part, the laws one by one, what did not apply, and
//! the part of a page that is left.

mod aside;
mod cite;
mod closed;
mod page;
mod permitted;
mod reason;
mod reasons;
mod step;
mod unchecked;
mod unweighed;

pub use aside::{Aside, Why};
pub use cite::Citation;
pub use closed::ClosedElement;
pub use permitted::Permitted;
pub use reason::{Part, Reason};
pub use step::{Explanation, Step};
pub use unchecked::Unchecked;
pub use unweighed::{NotWeighed, Unweighed};
