//! The state of a file, its cause, and when it expires.

mod conclude;
mod retry_after;
mod standing;

pub(crate) use conclude::{Attempt, Good};
pub use standing::{Cause, Standing};
