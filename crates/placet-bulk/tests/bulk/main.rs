//! Tables are right, whatever the input.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "test code may stop at once, and prints what it ran"
)]

mod inputs;
mod run;
mod table;
mod truth;
