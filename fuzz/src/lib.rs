//! What the fuzz targets share: a second, naive reading of the specification, and questions to
//! ask a policy.

pub mod questions;
pub mod reference;
