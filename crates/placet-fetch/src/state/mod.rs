//! What holds, why, and until when.

mod conclude;
mod retry_after;
mod standing;

pub(crate) use conclude::{Attempt, Good};
pub use standing::{Cause, Standing};
