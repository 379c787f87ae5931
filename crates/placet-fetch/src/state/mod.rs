//! What holds, why, and until when.

mod cache_control;
mod conclude;
mod freshness;
mod standing;

pub(crate) use conclude::{Attempt, Good};
pub use standing::{Cause, Standing};
