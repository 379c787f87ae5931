//! Shared by the fuzz targets: questions to ask a policy.

pub mod questions;
pub mod signals;
