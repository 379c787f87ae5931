//! From bytes to trees, one grammar a folder. Nothing here knows what a line is good for.

pub mod acap;
pub mod html;
pub(crate) mod meta;
pub(crate) mod quoted;
pub mod robots;
pub mod robots_meta;
pub mod robots_tag;
pub mod rule;
pub mod signals;
pub mod x_robots_tag;

mod text;

pub use text::{Problem, ProblemKind, Span};
