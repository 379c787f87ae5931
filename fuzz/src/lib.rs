//! What the fuzz targets share: questions to ask a policy.

pub mod questions;
