//! Input text: positions in it, problems with it, and how much of it is read.

pub mod limits;
pub(crate) mod problem;
pub(crate) mod scan;
pub(crate) mod span;

pub use problem::{Problem, ProblemKind};
pub use span::Span;
