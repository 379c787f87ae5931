//! What publishers do with what their site says.

pub mod format;
