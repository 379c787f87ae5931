//! Every limit of this crate, with its reason.

/// How many bytes of a body are read: what the engine reads by default (RFC 9309 §2.5), and one more to
/// show that the file is longer.
pub const BODY: usize = placet::limits::FILE_MIN + 1;

/// How many captures one worker takes at a time. A row group of the default agents then has about a
/// hundred thousand rows, which readers of Parquet handle well.
pub const CHUNK_CAPTURES: usize = 1_024;

/// How many bytes of bodies one worker takes at a time, with at least one capture: memory is bounded
/// by this, whatever the sizes of the files.
pub const CHUNK_BYTES: usize = 4 << 20;

/// How many bytes the rows of one batch have, before it is handed over. One capture can exceed it by
/// the rows of one file, which the size of a file bounds.
pub const BATCH_BYTES: usize = 16 << 20;

/// How many deciding lines the table `access` lists for one crawler. Files with thousands of rules
/// would otherwise repeat them all for each of a hundred crawlers; `line_count` has the number of all.
pub const EXTENT_LINES: usize = 16;

/// How many steps the extents of all crawlers of one file may take together; see
/// [`placet::limits::EXTENTS_STEPS`]. Beyond it the extents of the remaining crawlers are undetermined.
pub const FILE_EXTENT_STEPS: u64 = placet::limits::EXTENTS_STEPS;

/// How many bytes an origin may have. A host name has at most 253 characters.
pub const ORIGIN: usize = 512;

/// How many crawlers one audit may ask about: the rows of one file grow with them.
pub const AGENTS: usize = 10_000;

/// How many verdicts one row of `access` may have: each is a column.
pub const VERDICTS: usize = 1_000;

/// How many bytes a path to ask about may have; longer ones are not in use.
pub const PATH: usize = 2_048;
