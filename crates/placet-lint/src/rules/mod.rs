//! The rules, one a file.

pub(crate) mod acap;
pub(crate) mod page;
pub(crate) mod robots;
pub(crate) mod visit;
