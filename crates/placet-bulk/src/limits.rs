//! Every limit of this crate, with its reason.

/// How many bytes of a body are read: what the engine reads by default (RFC 9309 §2.5), and one more to
/// show that the file is longer.
pub const BODY: usize = placet::limits::FILE_MIN + 1;

/// How many captures one worker takes at a time. A row group of the table `access` then has about a
/// hundred thousand rows, which readers of Parquet handle well.
pub const CHUNK_CAPTURES: usize = 2_048;

/// How many bytes of bodies one worker takes at a time, with at least one capture: memory is bounded
/// by this, whatever the sizes of the files.
pub const CHUNK_BYTES: usize = 8 << 20;

/// How many bytes the rows of one batch have, before it is handed over. One capture can exceed it by
/// the rows of one file, which the size of a file bounds.
pub const BATCH_BYTES: usize = 32 << 20;

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

/// How many bytes of an input are kept, to go back and find the next record after a damaged one.
pub const LOOKBACK: usize = 1 << 20;

/// How many damaged places of one input become rows. An input with more is not what its name says,
/// and searching it for the next good record could take longer than reading it.
pub const DAMAGED: usize = 1_000;

/// How many bytes the header of a WARC record or of an HTTP response may have. Real ones have a few
/// kilobytes; servers refuse more than 64 KiB.
pub const HEADER: usize = 64 << 10;

/// How many bytes of a WARC record are kept: its headers, and the part of the body that is used. Codings
/// make a body shorter, hardly ever longer.
pub const RECORD: usize = 2 * HEADER + BODY + (64 << 10);

/// How many bytes a line of JSON may have: a body of [`BODY`] bytes with every byte escaped, and as
/// much for the other columns.
pub const LINE: usize = 8 << 20;

/// How many bytes one column of a row group of Parquet may have before compression: the reader keeps a
/// page of it in memory, whose size is known only when it is read.
pub const PARQUET_COLUMN: i64 = 1 << 30;

/// How many rows of Parquet are read at once: bodies of [`BODY`] bytes then take 32 MB.
pub const PARQUET_ROWS: usize = 64;

/// How many captures the files of one part have by default: a few hundred megabytes at most, so that
/// little work is lost if an audit is interrupted, and few files are made.
pub const PART_CAPTURES: u64 = 65_536;

/// How many rows a tally of a summary may have: the crawlers of an audit ([`AGENTS`]), or families,
/// usages and crawlers together. Tables with more were not made by an audit.
pub const TALLY_ROWS: usize = 100_000;

/// How many bytes the values that identify a row of a tally may have together.
pub const TALLY_KEY: usize = 4_096;

/// How many verdicts of each crawler a summary counts: an audit can have a thousand, too many to read in
/// one report.
pub const TALLY_VERDICTS: usize = 32;

/// How many rows of a tally a page shows; JSON has all.
pub const SHOWN_ROWS: usize = 100;

/// How many changed sites a comparison lists of each kind, with the number of all.
pub const LISTED: usize = 200;

/// How many bytes of sites a comparison keeps of each audit. With more sites it reads the tables several
/// times and compares a part of the sites each time.
pub const COMPARED_BYTES: u64 = 96 << 20;
