//! Every ceiling of this crate, with its reason.
//!
//! All input is hostile. Reading is bounded by the engine's own [ceilings](placet::limits); these
//! bound the work of this crate.

/// How many expectations one table may have, counting every crawler with every URL.
///
/// A few lines can name thousands of crawlers and thousands of URLs. No real file needs more.
pub const EXPECTATIONS: usize = 100_000;

/// How many expectations a generated set has.
///
/// Each is decided with reasons, which examines every rule of its crawler; and a person has to read
/// them.
pub const EXPECTATIONS_FIRST: usize = 4_000;

/// How many steps the comparison of the patterns of one file may take when it is converted.
///
/// A step compares one position of a pattern with one position of another. Real files take up to some
/// millions; comparing the patterns of a hostile file could take hours.
pub const PATTERN_STEPS: u64 = 100_000_000;

/// How many fields one file may be converted to.
///
/// A longer file is not readable for people, nor would all crawlers read it to its end.
pub const FIELDS: usize = 20_000;

/// How many fields a conversion may have per rule before permissions are no longer repeated inside
/// shorter prohibitions.
///
/// A rule that is longer than others but not narrower is repeated for each of them, and rules of
/// higher precedence for those. A few real files in a thousand exceed this.
pub const FIELDS_EACH: usize = 8;

/// How many fields a conversion may always have before it is shortened.
pub const FIELDS_FEW: usize = 128;

/// How many pairs of contradicting patterns are kept for one file.
pub const PAIRS: usize = 1 << 20;

/// How many `*` a written pattern may have in a row.
///
/// They distinguish patterns that match the same paths; each takes part in every comparison.
pub const STARS: usize = 64;

/// How many steps may be taken to compare a conversion with its source, for all crawlers and URLs.
///
/// Most files need some ten thousand. Many overlapping wildcards can need exponentially many; then
/// the result is reported as incomplete.
pub const COMPARE_STEPS: u64 = 1 << 21;

/// How many kinds of paths are distinguished when signals are written.
///
/// Each is a combination of patterns that match; `n` patterns with wildcards can have 2ⁿ of them.
/// With more, one path of each pattern and of each two is tried, and the result says so.
pub const PATH_KINDS: usize = 512;

/// How many steps the search for a path of one kind may take.
pub const WITNESS_STEPS: u64 = 100_000;

/// How many kinds of paths, counted for each crawler, are decided when signals are written.
pub const SIGNAL_ANSWERS: usize = 100_000;
