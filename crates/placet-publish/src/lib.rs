//! What publishers do with what their site says.
//!
//! - [`expect`]: what it is meant to say, kept beside it and checked.

pub mod expect;
pub mod limits;
