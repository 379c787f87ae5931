//! Where something is, and what is wrong with it, in every grammar.

pub use crate::text::{Problem, ProblemKind, Span};
