//! Every ceiling of the linter, with its reason.
//!
//! All input is hostile. Reading is bounded by the engine's own [ceilings](placet::limits); these
//! bound what is done on top of it, so that every file is linted in time linear in its length and
//! a constant.

/// How many rules are compared for one file, each crawler's rules counted anew.
///
/// A file can name thousands of crawlers in one large group and each again in one of its own; the
/// rules over the ceiling are not compared. Real files have a few thousand rules.
pub const RULES_COMPARED: usize = 1 << 18;

/// How many pairs of patterns, at least one of them with a wildcard, are compared for one file.
///
/// A pair costs a few nanoseconds if the patterns begin differently, and real files need less than a
/// tenth of this. Rules over the ceiling are not compared.
pub const PAIRS_COMPARED: usize = 1 << 21;

/// How many patterns are compared between the conventional rules and the ACAP fields of a file.
///
/// Each costs two decisions. Only the first difference is reported, and most files that differ do so
/// early.
pub const DRIFT_PATTERNS: usize = 512;

/// How many groups are checked for what they leave open.
///
/// Each check costs a pass over all `User-agent` lines.
pub const GROUPS_ASKED: usize = 64;

/// How many ACAP fields for everything are compared with one for a part, for one usage and crawler.
///
/// All of them are equivalent; the first that overlaps is reported.
pub const FIELDS_AGAINST: usize = 8;

/// How many patterns of one file are expanded from the names of resource sets and local usages.
///
/// One field can name a set of thousands of patterns, and thousands of fields that set; patterns over
/// the ceiling are not compared. Real files have a few hundred.
pub const EXPANDED: usize = 1 << 16;

/// How many qualifiers of one ACAP field are read; each is compared with those before it.
pub const QUALIFIERS: usize = 64;

/// How many statements of a page are compared with each other; real pages have a few dozen at most.
pub const STATEMENTS: usize = 512;

/// How many of the crawlers that a robots.txt names are checked for one page.
///
/// Each is checked for every resource of the page.
pub const CRAWLERS_ASKED: usize = 64;

/// How many resources of a page are checked.
pub const RESOURCES: usize = 1_024;

/// The longest URL of a resource that is read; servers accept no longer ones.
pub const REFERENCE: usize = 8 * 1024;

/// How many records with signals are compared with each other and with the rules of their group.
///
/// Each is compared with every other of its group; real files have a few.
pub const SIGNALS_COMPARED: usize = 128;

/// How many pairs of one statement about signals are compared; the vocabularies have four keys.
pub const PAIRS_READ: usize = 64;

/// How many crawlers are asked whether signals contradict each other, each on
/// [`SIGNAL_PATHS`] paths.
pub const SIGNAL_CRAWLERS: usize = 16;

/// How many paths each crawler is asked about.
pub const SIGNAL_PATHS: usize = 8;

/// How many rules of a tdmrep.json are compared with those before them.
pub const TDM_RULES: usize = 256;

/// How many rules one comment can silence.
pub const SUPPRESSED: usize = 64;

/// In how many letters an unknown word may differ from a known one to be similar to it.
pub const SIMILAR: usize = 2;

/// The longest word that is compared with known ones.
pub const SIMILAR_WORD: usize = 40;

/// How many steps all comparisons of a file with its fixed forms may take;
/// [`placet::limits::CHANGE_STEPS`] bounds one comparison.
///
/// One comparison of a real file takes a few million at most. After that many steps, a fix is
/// applied only if the file keeps its groups, rules and records one by one.
pub const PROOF_STEPS: u64 = placet::limits::CHANGE_STEPS;

/// How many forms of one file are compared with it.
///
/// If all fixes together change a decision, ever smaller parts of them are tried: two for each
/// halving, which finds a few harmful ones among thousands.
pub const PROOFS: usize = 64;

/// How often a file is fixed and linted again.
///
/// A fix can make another one possible that overlapped it; no chain of rules is this long.
pub const FIX_ROUNDS: usize = 16;

/// How many characters of a fixed line are kept for the report.
pub const LINE_SHOWN: usize = 160;

/// How many characters of the file are quoted in one message.
pub const QUOTED: usize = 60;
