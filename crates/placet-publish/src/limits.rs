//! Every ceiling of this crate, with its reason.
//!
//! All input is hostile. Reading is bounded by the engine's own [ceilings](placet::limits); these
//! bound what is done on top of it.

/// How many expectations one table may come to, every crawler with every URL.
///
/// A few lines can name thousands of crawlers and thousands of URLs. Who expects more of one file
/// has better words for it.
pub const EXPECTATIONS: usize = 100_000;

/// How many expectations a first set has.
///
/// Each is decided with reasons, which takes a look at every rule of its crawler; and someone has
/// to read them.
pub const EXPECTATIONS_FIRST: usize = 4_000;
