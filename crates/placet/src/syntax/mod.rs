//! Parsers: from bytes to trees, one grammar per folder. This layer does not interpret what it
//! reads.

pub mod acap;
#[cfg(feature = "html")]
pub mod html;
#[cfg_attr(
    not(feature = "html"),
    allow(unreachable_pub, reason = "the types of HTML are public with the feature")
)]
pub(crate) mod markup;
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
