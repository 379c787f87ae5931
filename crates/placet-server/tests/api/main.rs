//! Asks a running server.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "test code may stop at once"
)]

mod answers;
mod decide;
mod fleet;
mod live;
mod openapi;
mod safety;
mod support;
