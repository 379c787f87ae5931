//! Positions and problems, shared by all grammars.

pub use crate::text::{Problem, ProblemKind, Span};
