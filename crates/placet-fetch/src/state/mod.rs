//! What holds, why, and until when.

mod conclude;
mod freshness;
mod standing;

pub(crate) use conclude::{Attempt, Good};
pub use standing::{Cause, Standing};
