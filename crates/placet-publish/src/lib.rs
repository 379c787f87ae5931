//! What publishers do with what their site says.
//!
//! - [`mod@format`]: one stable form for it, which means the same in every profile.
//! - [`convert`]: the same in another language, and what is lost.
//! - [`expect`]: what it is meant to say, kept beside it and checked.

pub mod convert;
pub mod expect;
pub mod format;
pub mod limits;
