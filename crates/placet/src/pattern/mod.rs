//! Path patterns (RFC 9309 §2.2.2, §2.2.3): bringing them to one form, matching one, and
//! matching many at once.

pub(crate) mod index;
pub(crate) mod matcher;
pub(crate) mod normalise;
pub(crate) mod reading;
pub(crate) mod scope;
pub(crate) mod target;

pub(crate) use index::Index;
pub(crate) use matcher::Pattern;
pub use target::{InvalidUrl, Target};
