//! From octets to trees, one grammar a folder. Nothing here knows what a line is good for.

pub(crate) mod acap;
pub mod html;
pub mod robots;
