//! Policies written in the languages of signals: source and result answer the same, unless a difference
//! is listed.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod random;
mod shown;
