//! Tools for publishers of robots.txt and other crawler policies.
//!
//! - [`mod@format`]: one stable form, with the same meaning in every profile.
//! - [`convert`]: the same policy in another language, and what is lost.
//! - [`expect`]: expectations of a policy, and whether they are met.

pub mod convert;
pub mod expect;
pub mod format;
pub mod limits;
