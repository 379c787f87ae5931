//! Every ceiling of the linter, with its reason.
//!
//! All input is hostile. Reading is bounded by the engine's own [ceilings](placet::limits); these
//! bound what is done on top of it, so that every file is linted in time linear in its length and
//! a constant.

/// How many rules are compared for one file, each crawler's rules counted anew.
///
/// A file can name thousands of crawlers in one large group and each again in one of its own; then
/// the last of them are left unjudged. Real files have a few thousand rules.
pub const RULES_COMPARED: usize = 1 << 18;

/// How many pairs of patterns, at least one of them with a wildcard, are compared for one file.
///
/// A pair costs a few nanoseconds where the patterns begin differently, and real files need less
/// than a tenth of this. What is left when it is reached is left unjudged.
pub const PAIRS_COMPARED: usize = 1 << 21;

/// How many patterns of a file are asked about for differences between its two halves.
///
/// Each is asked about twice with reasons; the first difference is told, and most files that
/// differ do so early.
pub const DRIFT_PATTERNS: usize = 512;

/// How many groups are asked about for what they leave open.
///
/// Each question costs a pass over all `User-agent` lines.
pub const GROUPS_ASKED: usize = 64;

/// How many ACAP fields on everything are compared with one on a part, for one usage and crawler.
///
/// All of them say the same; the first that meets it is reported.
pub const FIELDS_AGAINST: usize = 8;

/// How many patterns of one file are written out from the names of resource sets and local usages.
///
/// One field can name a set of thousands of patterns, and thousands of fields that set; what is left
/// when this is reached is left unjudged. Real files have a few hundred.
pub const EXPANDED: usize = 1 << 16;

/// How many qualifiers of one ACAP field are looked at; each is compared with those before it.
pub const QUALIFIERS: usize = 64;

/// How many statements of a page are compared with each other; more than a few dozen are no page's.
pub const STATEMENTS: usize = 512;

/// How many of the crawlers that a robots.txt names are asked about for one page.
///
/// Each is asked about every resource of the page.
pub const CRAWLERS_ASKED: usize = 64;

/// How many resources of a page are asked about.
pub const RESOURCES: usize = 1_024;

/// The longest reference to a resource that is looked at; servers take no longer ones.
pub const REFERENCE: usize = 8 * 1024;

/// How many rules one comment can silence.
pub const SUPPRESSED: usize = 64;

/// The most letters by which an unknown word may differ from a known one to be taken for it.
pub const NEAR: usize = 2;

/// The longest word for which a known one is looked for.
pub const NEAR_WORD: usize = 40;

/// How many steps may be spent on comparing a file with its fixed forms; what
/// [`placet::limits::CHANGE_STEPS`] bounds is one comparison.
///
/// One comparison of a real file takes a few million at most. When the steps are spent, a fix is
/// applied only where the file keeps its groups, rules and records one by one.
pub const PROOF_STEPS: u64 = placet::limits::CHANGE_STEPS;

/// How many forms of one file are compared with it.
///
/// Where all fixes together change something, ever smaller parts of them are tried: two for each
/// halving, so this finds a few that do the harm among thousands.
pub const PROOFS: usize = 64;

/// How often a file is fixed and linted again.
///
/// A fix can make room for another that overlapped it; no chain of rules is this long.
pub const FIX_ROUNDS: usize = 16;

/// How many characters of a line that was fixed are kept to be shown.
pub const LINE_SHOWN: usize = 160;

/// How many characters of the file are quoted in one message.
pub const QUOTED: usize = 60;
