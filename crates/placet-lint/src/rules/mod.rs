//! The rules, one per file.

pub(crate) mod acap;
pub(crate) mod page;
pub(crate) mod robots;
pub(crate) mod signals;
pub(crate) mod visit;
