//! Shared by the tests of all crates. It does not use the engine, so that the engine's own unit tests
//! can use it, and so that both do not share mistakes.
//!
//! ```
//! use placet_testing::{Random, short_paths};
//!
//! let (mut one, mut other) = (Random::new(7), Random::new(7));
//! assert_eq!(one.text(&["a", "b"], 8), other.text(&["a", "b"], 8));
//! assert!(short_paths(&["a", "/"], 2).contains(&"/a/".to_owned()));
//! ```
//!
//! - [`Random`]: reproducible random numbers;
//! - [`Redis`]: a Redis server;
//! - [`runs`]: the length of a test run;
//! - [`skip`]: reports a test as skipped;
//! - [`short_paths`], [`short_texts`]: every path, or text, of a few pieces;
//! - [`pattern`]: path patterns, matched and compared naively;
//! - [`reference`](mod@reference): choosing groups and deciding by RFC 9309, and as Google's matcher
//!   does.
//!
//! There are no features. It is not published.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "test code may panic"
)]

pub mod pattern;
pub mod reference;

mod paths;
mod random;
mod redis;
mod runs;
mod skip;

pub use paths::{short_paths, short_texts};
pub use random::Random;
pub use redis::Redis;
pub use runs::runs;
pub use skip::skip;
