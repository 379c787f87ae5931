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

/// How many steps the comparison of the patterns of one file may take when it is converted.
///
/// A step is one place of one pattern looked at beside one place of another. Real files take up to
/// some millions; the patterns of a hostile one could be compared for hours.
pub const PATTERN_STEPS: u64 = 100_000_000;

/// How many fields one file may be converted to.
///
/// What lies beyond is no file that a person reads, nor one that all crawlers read to its end.
pub const FIELDS: usize = 20_000;

/// How many fields a file may come to for each of its rules, before permissions are no longer said
/// again inside shorter prohibitions.
///
/// A rule that is longer than others and not narrower is said again before each of them, and heavier
/// rules before those. Of the real files some in a thousand would go beyond.
pub const FIELDS_EACH: usize = 8;

/// How many fields a file may come to in any case, before it is said in short.
pub const FIELDS_FEW: usize = 128;

/// How many pairs of patterns that speak otherwise of one path are kept of one file.
pub const PAIRS: usize = 1 << 20;

/// How many `*` may stand in a row in a pattern that is written.
///
/// They set patterns apart that match the same places; each takes part in every comparison.
pub const STARS: usize = 64;

/// How many steps may be taken to compare a conversion with its source, for all crawlers and URLs.
///
/// Most files need some ten thousand. Many overlapping wildcards can need exponentially many; then
/// what was found is reported, and that it may not be all.
pub const COMPARE_STEPS: u64 = 1 << 21;
