//! What the tests of all crates share. It does not depend on the engine, so that the engine's own
//! unit tests can use it, and so that it shares none of its mistakes.
//!
//! ```
//! use placet_testing::{Random, short_paths};
//!
//! let (mut one, mut other) = (Random::new(7), Random::new(7));
//! assert_eq!(one.text(&["a", "b"], 8), other.text(&["a", "b"], 8));
//! assert!(short_paths(&["a", "/"], 2).contains(&"/a/".to_owned()));
//! ```
//!
//! # What is in it
//! - [`Random`]: chance that can be repeated;
//! - [`skip`]: says that a test cannot be run here, so that it is counted;
//! - [`short_paths`], [`short_texts`]: every path, or text, of a few pieces;
//! - [`pattern`]: patterns of paths, matched and compared without care for speed;
//! - [`reference`](mod@reference): choosing groups and deciding by RFC 9309, and as Google's matcher
//!   does.
//!
//! There are no features. It is not published.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "what only tests use may stop at once"
)]

pub mod pattern;
pub mod reference;

mod paths;
mod random;
mod skip;

pub use paths::{short_paths, short_texts};
pub use random::Random;
pub use skip::skip;
