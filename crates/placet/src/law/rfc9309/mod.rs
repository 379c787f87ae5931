//! RFC 9309: which groups apply to a crawler, and which of their rules decides.

mod access;
mod choice;
mod conventional;

pub(crate) use access::{Access, MatchedPart, longest};
pub use choice::GroupChoice;
pub(crate) use choice::addressing;
pub(crate) use conventional::{Conventional, patterns};
