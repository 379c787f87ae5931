//! Every ceiling of the engine, with its reason.
//!
//! All input is hostile. Each constant bounds the time or memory that some input could cost. Every
//! stage makes one pass over its input, so together these ceilings bound the whole engine.

/// How much of a robots.txt is read unless the caller asks for more: 500 KiB.
///
/// RFC 9309 §2.5 requires at least this much, so a caller cannot ask for less.
pub const FILE_MIN: usize = 500 * 1024;

/// The most that a caller can ask to read of one robots.txt: 512 MiB.
///
/// Percent-encoding turns one byte into three, and twice the length of a pattern must fit in 32
/// bits (a rule's rank is its length and its kind in one number).
pub const FILE_MAX: usize = 512 * 1024 * 1024;

/// How many bytes of a line Google's parser keeps (its buffer is 2,083 × 8 bytes with a final NUL).
pub const GOOGLE_LINE: usize = 2_083 * 8 - 1;

/// How many times a byte order mark may have been mistaken for text and encoded again (F-01).
///
/// Real files have a mark that was encoded twice. Each further time doubles the length of the byte
/// sequence to look for.
pub const MARK_ENCODINGS: usize = 3;

/// How many bytes of a robots.txt without a byte order mark are examined for UTF-16 and UTF-32.
///
/// The first records and comments of a file show its encoding as well as the whole file would.
pub const ENCODING_SAMPLE: usize = 1_024;

/// How many problems of one file are kept; the rest are counted.
///
/// A megabyte of HTML served as robots.txt has a problem on every line. The first few thousand are
/// enough to recognise it.
pub const PROBLEMS: usize = 4_096;

/// How many rules are tried one by one before an index is built for them.
///
/// Trying this few is cheaper than a lookup.
pub const RULES_UNINDEXED: usize = 8;

/// How many questions are answered by trying every rule before an index is built for the rules.
///
/// Building an index costs about as much as trying every rule of the same groups this many times.
pub const QUESTIONS_UNINDEXED: u32 = 8;

/// How many patterns are indexed at once. Of more, only those are indexed that begin as the path does
/// that is asked about.
///
/// Indexing as many as these takes about a tenth of a millisecond.
pub const PATTERNS_TOGETHER: usize = 1_024;

/// How long the path of a question may be that is remembered for other crawlers with the same groups.
///
/// It is kept without an allocation. Most paths are shorter.
pub const PATH_REMEMBERED: usize = 64;

/// How many sets of groups of one file keep an index that crawlers share.
///
/// Most files have one set for `*` and a few for named crawlers. The sets are searched linearly, so
/// there are few.
pub const RULE_INDEXES_SHARED: usize = 16;

/// How many wildcard patterns are tried one by one before they are indexed by key.
///
/// Their bytes exclude most of them, so that finding the keys of a path takes longer.
pub const WILDCARDS_UNINDEXED: usize = 8;

/// How many different keys of wildcard patterns are looked up for one path.
///
/// Only a path built for the purpose contains more. All patterns are then tried once, which costs
/// no more than having no index.
pub const KEYS_PER_PATH: usize = 64;

/// How many steps comparing two patterns may take where one of them has two forms.
///
/// A step examines one pattern position for one byte. Patterns of a few hundred bytes take about ten
/// thousand steps.
pub const PATTERN_STEPS: u64 = 1 << 20;

/// How many statements the ACAP fields of one file may expand to.
///
/// A composite usage with thousands of parts, used thousands of times, would exhaust memory. No
/// honest file comes close. A file beyond the ceiling is not understood, so every usage is
/// prohibited to every crawler (ACAP 1.0 §2.4.5).
pub const ACAP_STATEMENTS: usize = 1 << 18;

/// How many members are visited while resource sets that name other sets are expanded.
///
/// Each set that names others is expanded separately, and every member it reaches counts each time:
/// a chain of thousands of sets would exhaust memory. Sets that name no other set cost nothing. A
/// file beyond the ceiling is not understood, so every usage is prohibited to every crawler (ACAP
/// 1.0 §2.4.5).
pub const ACAP_SET_MEMBERS: usize = 1 << 16;

/// How many resources named in conditions are evaluated to answer one question.
///
/// A permission names at most two, but thousands of permissions can be equally narrow, and each
/// resource is a question of its own. Beyond the ceiling the engine cannot know whether the
/// conditions can be met, so the usage is prohibited.
pub const CONDITION_RESOURCES: usize = 16;

/// How many ids and classes named in conditions are looked for in one page.
pub const CONDITION_ELEMENTS: usize = 256;

/// How many steps finding the [`Extent`](crate::extent::Extent) of one crawler may take.
///
/// A step examines one pattern position for one byte, or weighs eight statements. Real files need a
/// few thousand steps, with ACAP about ten thousand; of 3,760 none needs more than 1.2 million, for
/// 19,000 rules. Only files where no single rule covers another, but many wildcards together may,
/// can need exponentially many; their extent is undetermined.
pub const EXTENT_STEPS: u64 = 32_000_000;

/// How many rules with wildcards or anchors are tried one by one on the simplest text of every other
/// rule to find an extent.
///
/// With more, a file of many rules would use up its [steps](EXTENT_STEPS), so an index finds those
/// that match.
pub const EXTENT_WILDCARDS: usize = 256;

/// On how many of the texts that do not settle an extent at once every rule is tried.
///
/// Most files have fewer such texts. After them, an index over the rules costs less.
pub const EXTENT_TRIED: u32 = 32;

/// How many of these steps all crawlers of one file may take together (see
/// [`Extents`](crate::extent::Extents)).
///
/// A file can contain hundreds of groups that each need all of [`EXTENT_STEPS`].
pub const EXTENTS_STEPS: u64 = 1 << 29;

/// How many steps sorting the crawlers of one file into audiences may take.
///
/// A step examines one line or record that may address a crawler, or an eighth of one ACAP name.
/// Comparing fifteen thousand names with each other takes a few seconds; a file of 500 KiB can
/// contain twice as many.
pub const EXTENTS_AUDIENCE_STEPS: u64 = 1 << 31;

/// How many steps finding the [changes](crate::compare::Changes) between two files may take, for all
/// crawlers together.
///
/// A step examines one pattern position for one byte, or weighs one statement. Files with thousands
/// of rules need a few million. Files with many overlapping wildcards can need exponentially many;
/// what changes is then undetermined.
pub const CHANGE_STEPS: u64 = 1 << 27;

/// How many of these steps one changed statement may take, because what they find is kept in memory.
pub const CHANGE_STEPS_EACH: u64 = 1 << 25;

/// How many of these steps may be spent on finding out whether a change affects all of its pattern.
pub const CHANGE_STEPS_MEASURE: u64 = 1 << 16;

/// How many audiences two files are compared for. Crawlers to which each file makes the same
/// statements form one audience.
///
/// A file can name tens of thousands of crawlers, each with a merged group of its own.
pub const CHANGE_CRAWLERS: usize = 2048;

/// How many steps sorting the crawlers of two files into audiences may take.
///
/// A step examines one line or record that may address a crawler. Files that name three thousand
/// crawlers need about ten million.
pub const CHANGE_AUDIENCE_STEPS: u64 = 1 << 26;

/// How many changes are kept for one audience.
pub const CHANGES: usize = 1 << 14;

/// How much of a field value, or of the content of a META element, is read: 8 KiB.
///
/// The Robots-Tag draft §3.1.1 and §4 require at least this much (T-06, T-14). The ceiling also bounds
/// how many rules a value can contain: a member takes at least two bytes and a rule four, so there
/// are at most 4,096 members and 2,048 rules, each for at most two agents.
pub const FIELD_VALUE: usize = 8 * 1024;

/// The longest agent name that a field or a META element can address, in bytes.
///
/// No crawler has a longer name, and every rule keeps the name it is for: without this ceiling a
/// value of 8 KiB could take megabytes.
pub const AGENT_NAME: usize = 256;

/// The longest text, in bytes, that is tried as a date where nothing marks its end.
///
/// The longest form, with weekday and month spelled out and a comment after it, has about 60.
pub const DATE: usize = 80;

/// How much of a tdmrep.json or an RSL document is read: 512,000 bytes. A longer one counts as
/// unreadable (S-115), since what is cut could be what permits or prohibits.
pub const SIGNAL_FILE: usize = 512_000;

/// How many attributes an element of an RSL document may have. RSL has five; a parser compares each
/// with each, so with more the document counts as unreadable.
pub const XML_ATTRIBUTES: usize = 256;

/// How often `xmlns` may occur in an RSL document. Each element that declares a namespace gets a copy
/// of all that are in scope, so with more the document counts as unreadable.
pub const XML_NAMESPACES: usize = 256;

/// How many RSL documents are evaluated for one question. A robots.txt or a page can refer to
/// thousands; of those beyond the ceiling one represents all, with the condition that its licence is
/// needed.
pub const LICENSES: usize = 64;

/// How deeply the elements of a page may be nested: 512, as in browsers.
///
/// Many steps of HTML's tree construction visit all open elements. Reading stops at the first element
/// that is nested more deeply.
pub const PAGE_DEPTH: usize = 512;

/// How many bytes of one attribute value are kept: 64 KiB.
///
/// At least 8 KiB of a META element's content must be read (T-14), and no class attribute written by
/// a person comes close.
pub const ATTRIBUTE_VALUE: usize = 64 * 1024;

/// How many bytes of a page that arrives in chunks are kept, to read them at once when the page ends:
/// 1 MiB.
///
/// Nearly all pages are shorter. Reading at once is faster, because a search shows that most of a page
/// contains nothing that matters.
pub const PAGE_AT_ONCE: usize = 1024 * 1024;

/// How many bytes of a page that arrives in chunks are buffered while its encoding may still change:
/// 256 KiB.
///
/// A `meta` element that declares another encoding than the one in use makes the parser start again
/// (HTML §13.2.3.4). Authors write it in the head, near the start of the page. If more bytes precede
/// it and the two encodings read them differently, reading stops there.
pub const PAGE_BUFFERED: usize = 256 * 1024;

/// How many bytes of a tag are kept as written, to be shown to people.
pub const TAG_TEXT: usize = 1_024;

/// How many attributes of a formatting element are compared with those of others.
///
/// Each is compared with each (the "Noah's Ark clause" of HTML §13.2.4.3).
pub const ATTRIBUTES_COMPARED: usize = 64;

/// How many class tokens of one element are kept.
pub const CLASS_TOKENS: usize = 256;

/// How many META elements of one page are kept. Reading stops at the next one.
pub const METAS: usize = 1 << 14;

/// How many marked elements of one page are kept. Reading stops at the next one.
pub const MARKED_ELEMENTS: usize = 1 << 16;

/// How many ids of one page are kept.
pub const PAGE_IDS: usize = 1 << 16;

/// How many elements with the same id are examined one by one when that id is asked about.
///
/// An id should belong to one element only. Where more elements share it, every statement of the page
/// about any element is taken to be about that id.
pub const SAME_ID: usize = 64;

/// How many tags of one page are listed when tags are asked for by name.
pub const TAGS: usize = 1 << 16;

/// How many attributes of a listed tag are kept. Each is compared with those before it.
pub const TAG_ATTRIBUTES: usize = 64;

/// How many bytes of META elements, class tokens, ids and listed tags are kept of one page: 16 MiB.
pub const PAGE_KEPT: usize = 16 * 1024 * 1024;

/// How many formatting elements may be active on a page. Reading stops at the next one.
///
/// Usually no more can be active than can be open, but templates in tables can leave some active.
pub const FORMATTING: usize = 4_096;

/// How many copies of formatting elements may be made on one page. Reading stops after that.
///
/// A few bytes can make HTML's tree construction copy hundreds of elements (HTML §13.2.4.3).
pub const FORMATTING_COPIES: u32 = 1 << 20;

/// How many elements with different statements are evaluated one by one, to find those that are
/// closed on a page that is open. All others with a statement count as closed.
pub const ELEMENTS_ANSWERED: usize = 64;

/// How many statements about the usage that were not read are listed for a decision.
pub const NOT_READ: usize = 1_000;

/// How many statements that did not apply to a decision are listed in its explanation.
///
/// Files written by people have at most tens of thousands of rules, and no one reads a longer list.
pub const NOT_APPLIED: usize = 10_000;
