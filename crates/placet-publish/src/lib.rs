//! What publishers do with what their site says.

pub mod convert;
pub mod format;
pub mod limits;
