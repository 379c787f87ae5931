//! Problems in a text: what is wrong, and where.

use std::borrow::Cow;
use std::fmt;

use crate::text::Span;

/// Something in a text that its author most likely did not mean.
///
/// A problem is never an error. The text is read all the same, in the way that the problem's
/// [`kind`](Problem::kind) describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem<'p> {
    kind: ProblemKind,
    span: Span,
    line: u32,
    text: &'p [u8],
}

impl<'p> Problem<'p> {
    pub(crate) fn new(kind: ProblemKind, span: Span, line: u32, text: &'p [u8]) -> Self {
        Self { kind, span, line, text }
    }

    /// What is wrong.
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The bytes concerned.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line of its first byte, counted from 1.
    pub fn line(&self) -> usize {
        self.line as usize
    }

    /// The column of its first byte, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.span.column(self.text)
    }

    /// The bytes concerned, as text. Invalid UTF-8 is replaced with U+FFFD.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.span.of(self.text))
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line(), self.column(), self.kind)
    }
}

/// Defines the kinds in one table: for each its meaning, its name for programs and its message.
macro_rules! kinds {
    ($($(#[$meaning:meta])* $kind:ident, $name:literal, $message:literal;)+) => {
        /// The kinds of problems that a robots.txt, a response field or a page can have.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $($(#[$meaning])* $kind,)+
        }

        impl ProblemKind {
            /// All kinds, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// A stable name for programs.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// The message for people: what is wrong, and how the text is read.
            const fn message(self) -> &'static str {
                match self {
                    $(Self::$kind => $message,)+
                }
            }
        }
    };
}

kinds! {
    /// A byte order mark begins the file, whole, cut short, or mistaken for text and encoded again; or
    /// a whole one begins a later line. It is skipped (F-01).
    ByteOrderMark, "byte-order-mark", "a byte order mark begins the line; it is skipped";
    /// The file is in UTF-16 or UTF-32, with or without a byte order mark. It is decoded.
    Wide, "wide-encoding", "the file is in UTF-16 or UTF-32; it is decoded here, but most crawlers can read none of it; save it as UTF-8";
    /// The file is in UTF-16 or UTF-32, which Google's matcher does not decode: every line ends at a
    /// NUL.
    WideUnread, "wide-encoding-unread", "the file is in UTF-16 or UTF-32, and Google's matcher can read none of it; save it as UTF-8";
    /// A line is neither blank nor a record. It is ignored (RFC 9309 §2.3.1.5).
    Unreadable, "unreadable", "this line is ignored because it is not a `key: value` record";
    /// A key has a spelling that is not in the standard but that deployed parsers accept (F-07).
    LenientKey, "lenient-key", "the key is misspelled; it is read as the one most likely meant";
    /// The colon is missing; white space is read in its place (F-07).
    MissingColon, "missing-colon", "the colon after the key is missing; the white space is read in its place";
    /// A NUL byte ends the content of its line (F-06).
    Nul, "nul", "the rest of this line is not read because a NUL byte ends it";
    /// A rule or a name contains bytes above 127; those of a rule are percent-encoded (F-06).
    NotAscii, "not-ascii", "this contains characters outside ASCII (such as ö or é); write them percent-encoded";
    /// A rule precedes the first `User-agent` line, so it belongs to no group (F-04).
    RuleOutsideGroup, "rule-outside-group", "this rule applies to no crawler because it is before the first User-agent line";
    /// A pattern begins with neither `/` nor `*`, so it matches nothing (F-27).
    PatternWithoutSlash, "pattern-without-slash", "this pattern matches nothing because it begins with neither / nor *";
    /// A `User-agent` line has no value (F-03).
    AgentUnnamed, "agent-unnamed", "this User-agent line names no crawler";
    /// A `User-agent` value contains characters that a product token cannot have; only the part before
    /// them is compared with other names (F-11).
    AgentNotToken, "agent-not-token", "a product token has only letters, _ and -; the rest of this name is not compared";
    /// The value of `Crawl-delay` is not a number of seconds, so the line has no effect.
    CrawlDelayUnreadable, "crawl-delay-unreadable", "this delay has no effect because it is not a number of seconds";
    /// An ACAP record contains a conventional rule. ACAP ignores it (ACAP 1.0 §2.9.2); under RFC 9309 it
    /// belongs to the group above, if there is one.
    RuleInAcapRecord, "rule-in-acap-record", "ACAP ignores this rule because it is inside an ACAP record; RFC 9309 adds it to the group above";
    /// An ACAP field differs in case from the documents, or has no space after its colon. It is read
    /// all the same.
    AcapStyle, "acap-style", "ACAP writes `ACAP-` in capitals and a space after the colon";
    /// An ACAP field has white space before its colon, or white space other than spaces and tabs. It is
    /// read all the same.
    AcapBlank, "acap-blank", "ACAP allows only spaces and tabs as white space, and none before the colon";
    /// An ACAP field does not end in CRLF. It is read all the same; reported once a file.
    AcapLineEnd, "acap-line-end", "ACAP fields end in CRLF";
    /// No ACAP document has this field or the usage it names; it has no effect.
    AcapUnknown, "acap-unknown", "this has no effect because no ACAP document has such a field or usage";
    /// An ACAP permission is not understood, so it is read as a prohibition.
    AcapNotUnderstood, "acap-not-understood", "this permission is read as a prohibition because it is not understood";
    /// An ACAP field names a usage or a resource set that is not defined.
    AcapUndefined, "acap-undefined", "the file does not define this name";
    /// An ACAP field precedes the first `ACAP-crawler` field, so it addresses no crawler.
    AcapOutsideRecord, "acap-outside-record", "this field addresses no crawler because it is before the first ACAP-crawler field";
    /// An ACAP definition or directive follows the first record.
    AcapMisplaced, "acap-misplaced", "ACAP definitions and directives belong before the first ACAP record";
    /// An ACAP permission or prohibition names no resource; it has no effect.
    AcapEmpty, "acap-empty", "this field has no effect because it names no resource";
    /// A `Robots-Tag` value is not a structured list, so it is read member by member (T-07).
    FieldLenient, "field-lenient", "the value is not a structured list; it is read member by member";
    /// A member of a `Robots-Tag` value, or a part of one, cannot be understood (T-07).
    FieldMember, "field-member", "this part is ignored because it cannot be understood";
    /// A field value, or the content of a META element, is longer than the ceiling; rules that are
    /// complete below it are honoured (T-06, T-14).
    FieldCut, "field-cut", "the value is longer than 8 KiB; rules beyond that are not read";
    /// The field is `X-Robots-Tag`, the old name of `Robots-Tag` (T-08).
    FieldDeprecated, "field-deprecated", "`X-Robots-Tag` is deprecated; write `Robots-Tag`";
    /// The name of a rule is used where `Robots-Tag` has a product token, so it addresses a crawler of
    /// that name (T-01).
    RuleAsToken, "rule-as-token", "this rule is read as the name of a crawler; write `*;` before it";
    /// A rule is not a known one; it has no effect (T-05).
    RuleUnknown, "rule-unknown", "this has no effect because it is not a known rule";
    /// The value of a rule cannot be understood, so the rule has no effect (T-05).
    RuleValue, "rule-value", "this rule has no effect because its value cannot be understood";
    /// The date of `unavailable_after` cannot be read, so the rule has no effect.
    RuleDate, "rule-date", "this rule has no effect because its date cannot be read";
    /// `indexifembedded` accompanies `noindex`; rules only restrict, so it permits nothing (T-03).
    RuleOnlyRestricts, "rule-only-restricts", "this rule has no effect because rules only restrict, so it cannot lift a noindex";
    /// A META element with rules is in the body, where it has no effect (T-11).
    MetaInBody, "meta-in-body", "this META element has no effect because it is in the body, not in the head";
    /// The content of an ACAP META element is not one permission, prohibition or version (R-142,
    ///
    MetaMalformed, "meta-malformed", "the content is not exactly one permission, prohibition or version, so the first usage it names is prohibited";
    /// A META element has the name `ACAP`, where the documents have `robots` or the name of a crawler
    /// and begin the content with `ACAP` (Part 2 §2.2.1). It has no effect.
    MetaNamedAcap, "meta-named-acap", "a META element named ACAP has no effect; write `name=\"robots\" content=\"ACAP …\"`";
    /// An ACAP META element uses a feature of 1.1 without declaring that version, so it is ignored
    ///
    MetaUnversioned, "meta-unversioned", "this META element is ignored because features of ACAP 1.1 need `ACAP Version 1.1`";
    /// A class token begins with `the-acap:` but is not a permission or prohibition of a known usage
    ///
    ElementUnknown, "element-unknown", "this class is not a permission or prohibition of a known usage";
    /// A class token names a usage in parentheses, which robots.txt must define: otherwise a
    /// permission grants nothing and a prohibition closes the element (Part 2 §3, A-52).
    ElementLocal, "element-local", "robots.txt must define this usage; otherwise a permission grants nothing and a prohibition closes the element";
    /// The page reaches a ceiling on pages; the rest is not read.
    PageCut, "page-cut", "the rest of the page is not read because the page reaches a ceiling on pages";
    /// The line is longer than Google's parser keeps; the rest of it is not read.
    LineCut, "line-cut", "the rest of this line is not read because the line is longer than 16,663 bytes";
    /// The line crosses the ceiling on the size of a file, so it is not read (F-08).
    LineDropped, "line-dropped", "this line is not read because it crosses the ceiling on the size of a file";
    /// The file is longer than the ceiling; the rest is not read (F-08).
    FileCut, "file-cut", "the rest of the file is not read because the file is larger than the ceiling";
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
