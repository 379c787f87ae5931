//! Questions without a URL: how much is closed, and what changes between two files.

mod addressed;
mod change;
mod extent;
mod paths;
mod signal_patterns;

pub use change::{Audience, Change, Changes, Compare, Effect, Member, Unfinished};
pub use extent::{Closed, Extent, ExtentLine, Extents};
