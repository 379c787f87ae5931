//! What holds for every conversion: before and after decide the same, unless a loss is told.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

mod page;
mod real;
mod rules;
mod shown;
