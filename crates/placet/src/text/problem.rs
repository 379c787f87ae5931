//! What was wrong with a text, and where.

use std::borrow::Cow;
use std::fmt;

use crate::text::Span;

/// Something in a text that its author most likely did not mean.
///
/// A problem is never an error: the text was read all the same, in the way the problem's
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

    /// The line it stands on, counted from 1.
    pub fn line(&self) -> usize {
        self.line as usize
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.span.column(self.text)
    }

    /// The bytes concerned, as text; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.span.of(self.text))
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line(), self.column(), self.kind)
    }
}

/// One table of the kinds: each with what it means, its name for programs, and its message.
macro_rules! kinds {
    ($($(#[$meaning:meta])* $kind:ident, $name:literal, $message:literal;)+) => {
        /// The kinds of problem a robots.txt, a response field or a page can have.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $($(#[$meaning])* $kind,)+
        }

        impl ProblemKind {
            /// All kinds, in their order.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// A stable name for programs.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// What is wrong, and how the text is read all the same.
            const fn message(self) -> &'static str {
                match self {
                    $(Self::$kind => $message,)+
                }
            }
        }
    };
}

kinds! {
    /// A byte order mark begins the file, whole, cut short, or taken for text and encoded again; or a
    /// whole one begins a later line. It is skipped (F-01).
    ByteOrderMark, "byte-order-mark", "a byte order mark begins the line; it is skipped";
    /// The file is in UTF-16 or UTF-32, with or without a byte order mark. It is decoded.
    Wide, "wide-encoding", "the file is in UTF-16 or UTF-32, not UTF-8; it is decoded here, but most crawlers read nothing of it";
    /// The file is in UTF-16 or UTF-32, which Google's matcher does not decode: every line ends at a
    /// NUL.
    WideUnread, "wide-encoding-unread", "the file is in UTF-16 or UTF-32, not UTF-8; Google's matcher reads nothing of it";
    /// A line is neither blank nor a record. It is passed over (RFC 9309 §2.3.1.5).
    Unreadable, "unreadable", "neither blank nor a record; the line is passed over";
    /// A key is spelt in a way the standard does not know but deployed parsers accept (F-07).
    LenientKey, "lenient-key", "misspelt key, read as the one most likely meant";
    /// The colon is missing; the white space stands in for it (F-07).
    MissingColon, "missing-colon", "the colon is missing; the white space is read in its place";
    /// A NUL byte ends the content of its line (F-06).
    Nul, "nul", "a NUL byte ends the content of this line";
    /// Bytes above 127 stand in a rule or name; a rule's are percent-encoded (F-06).
    NotAscii, "not-ascii", "bytes above 127; write them percent-encoded";
    /// A rule stands before the first `User-agent` line, so it belongs to no group (F-04).
    RuleOutsideGroup, "rule-outside-group", "a rule before the first user-agent line applies to nobody";
    /// A pattern begins with neither `/` nor `*`, so it matches nothing (F-27).
    PatternWithoutSlash, "pattern-without-slash", "a pattern without a leading / or * matches nothing";
    /// A `User-agent` line names nobody (F-03).
    AgentUnnamed, "agent-unnamed", "this user-agent line names nobody";
    /// A `User-agent` value holds more than a product token can; only its beginning is
    /// compared with other names (F-11).
    AgentNotToken, "agent-not-token", "a product token has only letters, _ and -; the rest is not compared";
    /// A `Crawl-delay` is no number of seconds, so it asks for nothing.
    CrawlDelayUnreadable, "crawl-delay-unreadable", "not a number of seconds; it asks for nothing";
    /// A conventional rule stands in an ACAP record. ACAP ignores it (ACAP 1.0 §2.9.2); for RFC 9309
    /// it belongs to the group above, if there is one.
    RuleInAcapRecord, "rule-in-acap-record", "a conventional rule inside an ACAP record: ACAP ignores it, RFC 9309 adds it to the group above";
    /// An ACAP field is not in the case that the documents have, or has no space behind its colon.
    /// It is read all the same.
    AcapStyle, "acap-style", "ACAP writes `ACAP-` in capitals and a space behind the colon";
    /// An ACAP field has white space before its colon, or other white space than the documents
    /// know. It is read all the same.
    AcapBlank, "acap-blank", "ACAP knows only spaces and tabs, and none before the colon";
    /// An ACAP field does not end in CRLF. It is read all the same; told once a file.
    AcapLineEnd, "acap-line-end", "ACAP fields end in CRLF";
    /// An ACAP field, or the usage it names, is none that the documents have; it has no effect
    ///
    AcapUnknown, "acap-unknown", "no ACAP document has this field or usage; it has no effect";
    /// An ACAP permission is not understood, so it is read as a prohibition.
    AcapNotUnderstood, "acap-not-understood", "the permission is not understood, so it is read as a prohibition";
    /// An ACAP field names a usage or a resource set that is not defined.
    AcapUndefined, "acap-undefined", "the name is not defined";
    /// An ACAP field stands before the first `ACAP-crawler` field, so it addresses nobody.
    AcapOutsideRecord, "acap-outside-record", "a field before the first ACAP-crawler addresses nobody";
    /// An ACAP definition or directive stands behind the first record.
    AcapMisplaced, "acap-misplaced", "definitions and directives stand before the first record";
    /// An ACAP permission or prohibition names no resource; it has no effect.
    AcapEmpty, "acap-empty", "the field names no resource; it has no effect";
    /// A `Robots-Tag` value is no structured list, so it is read member by member (T-07).
    FieldLenient, "field-lenient", "no structured list; what can be understood is read member by member";
    /// A member of a `Robots-Tag` value, or a part of one, cannot be understood (T-07).
    FieldMember, "field-member", "this part cannot be understood; it is passed over";
    /// A field value, or the content of a META element, is longer than the ceiling; what is complete
    /// inside it is honoured (T-06, T-14).
    FieldCut, "field-cut", "longer than the ceiling; what is not complete inside it is not read";
    /// The field is `X-Robots-Tag`, the old name of `Robots-Tag` (T-08).
    FieldDeprecated, "field-deprecated", "`X-Robots-Tag` is deprecated; write `Robots-Tag`";
    /// A word that is a rule stands where `Robots-Tag` has a product token, so it addresses a crawler
    /// of that name (T-01).
    RuleAsToken, "rule-as-token", "a product token is expected here; write `*;` before a rule";
    /// A rule is none that is known; it has no effect (T-05).
    RuleUnknown, "rule-unknown", "no known rule; it has no effect";
    /// The value of a rule cannot be understood, so the rule has no effect (T-05).
    RuleValue, "rule-value", "the value cannot be understood; the rule has no effect";
    /// The date of `unavailable_after` cannot be read, so the rule has no effect.
    RuleDate, "rule-date", "the date cannot be read; the rule has no effect";
    /// `indexifembedded` stands beside `noindex`; rules only restrict, so it lifts nothing (T-03).
    RuleOnlyRestricts, "rule-only-restricts", "rules only restrict; this lifts nothing";
    /// A META element with rules stands in the body, where it does not count (T-11).
    MetaInBody, "meta-in-body", "a META element in the body is not obeyed";
    /// The content of an ACAP META element is not one permission, prohibition or version (R-142,
    ///
    MetaMalformed, "meta-malformed", "not one permission, prohibition or version; the first usage it names is prohibited";
    /// A META element has the name `ACAP`, where the documents have `robots` or the name of a crawler
    /// and begin the content with `ACAP` (Part 2 §2.2.1). It has no effect.
    MetaNamedAcap, "meta-named-acap", "write `name=\"robots\" content=\"ACAP …\"`; a META element named ACAP has no effect";
    /// An ACAP META element uses a feature of 1.1 without a version declared, so it is ignored
    ///
    MetaUnversioned, "meta-unversioned", "a feature of ACAP 1.1 needs `ACAP Version 1.1`; the element is ignored";
    /// A class token begins with `the-acap:` but is no permission or prohibition of a known usage
    ///
    ElementUnknown, "element-unknown", "no permission or prohibition of a known usage";
    /// A class token names a usage in parentheses, which robots.txt must define: otherwise a
    /// permission grants nothing and a prohibition closes the element (Part 2 §3, A-52).
    ElementLocal, "element-local", "robots.txt must define this usage; otherwise a permission grants nothing and a prohibition closes the element";
    /// A ceiling on pages was met; what lies behind is not read.
    PageCut, "page-cut", "a ceiling on pages was met; the rest is not read";
    /// The line is longer than Google's parser keeps; the rest of it is not read.
    LineCut, "line-cut", "the line is longer than 16,663 bytes; the rest is not read";
    /// The line reaches over the ceiling on the file, so it is dropped (F-08).
    LineDropped, "line-dropped", "the line reaches over the ceiling on the file; it is dropped";
    /// The file is longer than the ceiling; what lies behind is not read (F-08).
    FileCut, "file-cut", "the file is longer than the ceiling; the rest is not read";
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
