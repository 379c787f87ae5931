//! Properties of every conversion: source and result decide the same, unless a loss is listed.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "test code may stop at once, and says what it went through"
)]

mod answers;
mod page;
mod real;
mod rules;
mod shown;
