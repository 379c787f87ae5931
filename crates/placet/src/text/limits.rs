//! Every ceiling of the engine, with its reason.
//!
//! All input is hostile. Each number below bounds time or memory for some input that a site could
//! serve; together with the fact that every stage is one pass over its input they bound the whole.

/// How much of a robots.txt is read unless the caller asks for more: 500 KiB.
///
/// RFC 9309 §2.5 asks for at least this much, so it is also the least that can be asked for.
pub const FILE_MIN: usize = 500 * 1024;

/// The most a caller can ask to be read of one robots.txt: 512 MiB.
///
/// Percent-encoding makes three bytes of one, and twice the bytes of a pattern must fit 32 bits
/// (a rule's rank is its length and its kind in one number).
pub const FILE_MAX: usize = 512 * 1024 * 1024;

/// How much of a line Google's parser keeps (its buffer is 2,083 × 8 bytes with a final NUL).
pub const GOOGLE_LINE: usize = 2_083 * 8 - 1;

/// How many times a byte order mark may have been taken for text and encoded again (F-01).
///
/// Files have been seen that were encoded twice; each time more doubles what is looked for.
pub const MARK_ENCODED: usize = 3;

/// How many bytes of a robots.txt without a byte order mark tell whether it is UTF-16 or UTF-32.
///
/// The first records and comments of a file are as good as all of them.
pub const ENCODING_SAMPLE: usize = 1_024;

/// How many problems of one file are kept; the rest are counted.
///
/// A megabyte of HTML served as robots.txt has a problem on every line, and the first few thousand
/// say all there is to say.
pub const PROBLEMS: usize = 4_096;

/// How many rules are tried one after the other before an index is built for them.
///
/// Trying so few costs less than looking them up.
pub const RULES_UNINDEXED: usize = 4;

/// How many wildcard patterns are tried one after the other before keys are looked for.
pub const FLOATING_UNFILED: usize = 6;

/// How many different keys of wildcard patterns are followed up on one path.
///
/// A path that holds more than this was made to hold them; then every pattern is tried once
/// instead, which costs no more than having no index.
pub const KEYS_FOLLOWED: usize = 64;

/// How many steps may be taken to compare two patterns where one of them has two forms.
///
/// A step is one pattern position looked at on one byte. Patterns of a few hundred bytes take some
/// ten thousand.
pub const PATTERN_STEPS: u64 = 1 << 20;

/// How many statements the ACAP fields of one file may be expanded to.
///
/// A composite usage of thousands of parts, used thousands of times, would take all memory. No
/// honest file comes near; what lies beyond is not understood, so every usage is prohibited to
/// every crawler (ACAP 1.0 §2.4.5).
pub const ACAP_STATEMENTS: usize = 1 << 18;

/// How many members of resource sets are looked at to write out the sets that sets name.
///
/// Each set that names others is written out by itself, and what it leads to counts every time: a
/// chain of thousands of sets would take all memory. Where no set names another nothing counts.
/// What lies beyond is not understood, so every usage is prohibited to every crawler (ACAP 1.0
/// §2.4.5).
pub const ACAP_SET_MEMBERS: usize = 1 << 16;

/// How many resources that conditions name are asked about to answer one question.
///
/// A permission names two at most, but thousands of permissions can be equally narrow, and each
/// resource is a question of its own. Beyond that it is not known whether the conditions can be
/// met, so the usage is prohibited.
pub const CONDITION_RESOURCES: usize = 16;

/// How many names of elements, taken from conditions, are looked for in a page.
pub const PAGE_WANTED: usize = 256;

/// How many steps may be taken to find the [`Extent`](crate::extent::Extent) of one crawler.
///
/// A step is one pattern position looked at on one byte, or eight statements weighed. Real files
/// need a few thousand, with ACAP some ten thousand; files made of many overlapping wildcards can
/// need exponentially many, and are left undetermined.
pub const EXTENT_STEPS: u64 = 32_000_000;

/// How many of them may be taken for all crawlers of one file together (see
/// [`Extents`](crate::extent::Extents)).
///
/// A file can hold some hundred groups that are each as hard as one can be.
pub const EXTENTS_STEPS: u64 = 1 << 29;

/// How many steps may be taken to find out which crawlers of one file hear the same.
///
/// A step is one line or record that may address a crawler, or an eighth of one ACAP name. Each of
/// fifteen thousand names is compared with each other in some seconds; a file of 500 KiB can hold
/// twice as many.
pub const EXTENTS_HEARING_STEPS: u64 = 1 << 31;

/// How many steps may be taken to find out what [changes](crate::compare::Changes) between two files, for
/// all crawlers together.
///
/// A step is one pattern position looked at on one byte, or one statement weighed. Files of
/// thousands of rules need some millions; files made of many overlapping wildcards can need
/// exponentially many, and are left undetermined.
pub const CHANGE_STEPS: u64 = 1 << 27;

/// How many of them may be spent on one changed statement: what they find out is held in memory.
pub const CHANGE_STEPS_EACH: u64 = 1 << 25;

/// How many of them may be spent on whether a change takes in all of its pattern.
pub const CHANGE_STEPS_MEASURE: u64 = 1 << 16;

/// How many audiences two files are compared for: crawlers to whom both say the same are one.
///
/// A file can name tens of thousands of crawlers, each with a merged group of its own.
pub const CHANGE_CRAWLERS: usize = 2048;

/// How many steps may be taken to find out which crawlers hear the same.
///
/// A step is one line or record that may address a crawler. Files that name three thousand
/// crawlers need some ten millions.
pub const CHANGE_HEARING_STEPS: u64 = 1 << 26;

/// How many changes are kept for crawlers that are answered alike.
pub const CHANGES: usize = 1 << 14;

/// How much of a field value, or of the content of a META element, is read: 8 KiB.
///
/// The Robots-Tag draft §3.1.1 and §4 ask for at least this much (T-06, T-14). It also bounds what a
/// value can say: a member takes two bytes and a rule four, so there are at most 4,096 members
/// and 2,048 rules, each for at most two addressees.
pub const FIELD_VALUE: usize = 8 * 1024;

/// The longest name that a field or a META element can address, in bytes.
///
/// No crawler has a longer one, and every rule keeps the name it is for: without this ceiling
/// 8 KiB could take megabytes.
pub const ADDRESSEE: usize = 256;

/// The longest text, in bytes, that is tried as a date where nothing marks its end.
///
/// The longest form, with the weekday and month spelt out and a comment behind, has about 60.
pub const DATE: usize = 80;

/// How much of a tdmrep.json or an RSL document is read: 512,000 bytes. A longer one counts as
/// unreadable (signals-law S-115), since what is cut could be what permits or prohibits.
pub const SIGNAL_FILE: usize = 512_000;

/// How many attributes an element of an RSL document may have. RSL has five; a parser compares each
/// with each, so with more the document counts as unreadable.
pub const XML_ATTRIBUTES: usize = 256;

/// How often `xmlns` may occur in an RSL document. Each element that declares a namespace gets a copy
/// of all that are in scope, so with more the document counts as unreadable.
pub const XML_NAMESPACES: usize = 256;

/// How many RSL documents are evaluated for one question. A robots.txt or a page can refer to
/// thousands; of those beyond the ceiling one stands for all, with the condition that its licence is
/// needed.
pub const LICENSES: usize = 64;

/// How deeply the elements of a page may be nested: 512, as in browsers.
///
/// Many steps of HTML's tree construction go through all open elements. Behind a deeper one the
/// page is not read.
pub const PAGE_DEPTH: usize = 512;

/// How many bytes of one attribute value are kept: 64 KiB.
///
/// At least 8 KiB of a META element's content must be read (T-14), and no class attribute that
/// someone wrote comes near.
pub const VALUE: usize = 64 * 1024;

/// How many bytes of a page that arrives in chunks are held while its encoding may still change:
/// 256 KiB.
///
/// A `meta` that names another encoding than the one a page was begun in has the page read anew
/// (HTML §13.2.3.4). It stands in the head, near the beginning, on every page that someone wrote.
/// Where more came before it and not all encodings read that alike, the page is not read behind it.
pub const PAGE_HELD: usize = 256 * 1024;

/// How many bytes of a tag are kept as written, for people to look at.
pub const TAG_TEXT: usize = 1_024;

/// How many attributes of a formatting element are compared with those of others.
///
/// They are compared each with each (the "Noah's Ark clause" of HTML §13.2.4.3).
pub const ATTRIBUTES_COMPARED: usize = 64;

/// How many class tokens of one element are kept.
pub const CLASS_TOKENS: usize = 256;

/// How many META elements of one page are kept. Behind more the page is not read.
pub const METAS: usize = 1 << 14;

/// How many marked elements of one page are kept. Behind more the page is not read.
pub const MARKED: usize = 1 << 16;

/// How many ids of one page are kept.
pub const PAGE_IDS: usize = 1 << 16;

/// How many elements with one id are looked at one by one where that id is asked about.
///
/// An id should be that of one element only. With more, whatever the page says of any element is
/// taken to be said of it.
pub const SAME_ID: usize = 64;

/// How many tags are listed of one page, where tags are asked for by name.
pub const TAGS: usize = 1 << 16;

/// How many attributes of a listed tag are kept. Each is compared with those before it.
pub const TAG_ATTRIBUTES: usize = 64;

/// How many bytes of metas, class tokens, ids and listed tags are kept of one page: 16 MiB.
pub const PAGE_KEPT: usize = 16 * 1024 * 1024;

/// How many formatting elements may be active on a page. Behind more the page is not read.
///
/// No more can be open than elements can; but templates in tables can leave some behind.
pub const FORMATTING: usize = 4_096;

/// How many copies of formatting elements may be made on one page.
///
/// A few bytes can make HTML's tree construction copy hundreds of elements (HTML §13.2.4.3). Behind
/// more the page is not read.
pub const COPIES: u32 = 1 << 20;

/// How many elements of which different things are said are each asked about, to find those that
/// are closed where the page is open. Any others that say something count as closed.
pub const ELEMENTS_ANSWERED: usize = 64;

/// How many statements about the usage that were not read are listed for a decision.
pub const NOT_READ: usize = 1_000;

/// How many statements that did not apply are listed where a decision is explained.
///
/// Files written by people have at most tens of thousands of rules, and nobody reads that far.
pub const NOT_APPLIED: usize = 10_000;
