//! What was wrong with a text, and where.

use std::borrow::Cow;
use std::fmt;

use crate::source::Span;

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

    /// The octets concerned.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line it stands on, counted from 1.
    pub fn line(&self) -> usize {
        self.line as usize
    }

    /// The column it begins at, counted in octets from 1.
    pub fn column(&self) -> usize {
        self.span.column(self.text)
    }

    /// The octets concerned, as text; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        String::from_utf8_lossy(self.span.of(self.text))
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line(), self.column(), self.kind)
    }
}

/// The kinds of problem a robots.txt, a response field or a page can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A byte order mark begins the file, whole or cut short. It is skipped (F-01).
    ByteOrderMark,
    /// A line is neither blank nor a record. It is passed over (RFC 9309 §2.3.1.5).
    Unreadable,
    /// A key is spelt in a way the standard does not know but deployed parsers accept (F-07).
    LenientKey,
    /// The colon is missing; the white space stands in for it (F-07).
    MissingColon,
    /// A NUL octet ends the content of its line (F-06).
    Nul,
    /// Octets above 127 stand in a rule or name; a rule's are percent-encoded (F-06).
    NotAscii,
    /// A rule stands before the first `User-agent` line, so it belongs to no group (F-04).
    RuleOutsideGroup,
    /// A pattern begins with neither `/` nor `*`, so it matches nothing (F-27).
    PatternWithoutSlash,
    /// A `User-agent` line names nobody (F-03).
    AgentUnnamed,
    /// A `User-agent` value holds more than a product token can; only its beginning is
    /// compared with other names (F-11).
    AgentNotToken,
    /// A `Crawl-delay` is no number of seconds, so it asks for nothing.
    CrawlDelayUnreadable,
    /// A conventional rule stands in an ACAP record, where it is not read (ACAP 1.0 §2.9.2).
    RuleInAcapRecord,
    /// An ACAP field is not in the case that the documents have, or has no space behind its colon.
    /// It is read all the same.
    AcapStyle,
    /// An ACAP field has white space before its colon, or other white space than the documents
    /// know. It is read all the same.
    AcapBlank,
    /// An ACAP field does not end in CRLF. It is read all the same; told once a file.
    AcapLineEnd,
    /// An ACAP field, or the usage it names, is none that the documents have; it has no effect
    ///
    AcapUnknown,
    /// An ACAP permission is not understood, so it is read as a prohibition.
    AcapNotUnderstood,
    /// An ACAP field names a usage or a resource set that is not defined.
    AcapUndefined,
    /// An ACAP field stands before the first `ACAP-crawler` field, so it addresses nobody.
    AcapOutsideRecord,
    /// An ACAP definition or directive stands behind the first record.
    AcapMisplaced,
    /// An ACAP permission or prohibition names no resource; it has no effect.
    AcapEmpty,
    /// A `Robots-Tag` value is no structured list, so it is read member by member (T-07).
    FieldLenient,
    /// A member of a `Robots-Tag` value, or a part of one, cannot be understood (T-07).
    FieldMember,
    /// A field value, or the content of a META element, is longer than the ceiling; what is complete
    /// inside it is honoured (T-06, T-14).
    FieldCut,
    /// The field is `X-Robots-Tag`, the old name of `Robots-Tag` (T-08).
    FieldDeprecated,
    /// A word that is a rule stands where `Robots-Tag` has a product token, so it addresses a crawler
    /// of that name (T-01).
    RuleAsToken,
    /// A rule is none that is known; it has no effect (T-05).
    RuleUnknown,
    /// The value of a rule cannot be understood, so the rule has no effect (T-05).
    RuleValue,
    /// The date of `unavailable_after` cannot be read, so the rule has no effect.
    RuleDate,
    /// `indexifembedded` stands beside `noindex`; rules only restrict, so it lifts nothing (T-03).
    RuleOnlyRestricts,
    /// A META element with rules stands in the body, where it does not count (T-11).
    MetaInBody,
    /// The content of an ACAP META element is not one permission, prohibition or version (R-142,
    ///
    MetaMalformed,
    /// An ACAP META element uses a feature of 1.1 without a version declared, so it is ignored
    ///
    MetaUnversioned,
    /// A class token begins with `the-acap:` but is no permission or prohibition of a known usage
    ///
    ElementUnknown,
    /// A ceiling on pages was met; what lies behind is not read.
    PageCut,
    /// The line is longer than Google's parser keeps; the rest of it is not read.
    LineCut,
    /// The line reaches over the ceiling on the file, so it is dropped (F-08).
    LineDropped,
    /// The file is longer than the ceiling; what lies behind is not read (F-08).
    FileCut,
}

impl ProblemKind {
    /// A stable name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::Unreadable => "unreadable",
            Self::LenientKey => "lenient-key",
            Self::MissingColon => "missing-colon",
            Self::Nul => "nul",
            Self::NotAscii => "not-ascii",
            Self::RuleOutsideGroup => "rule-outside-group",
            Self::PatternWithoutSlash => "pattern-without-slash",
            Self::AgentUnnamed => "agent-unnamed",
            Self::AgentNotToken => "agent-not-token",
            Self::CrawlDelayUnreadable => "crawl-delay-unreadable",
            Self::RuleInAcapRecord => "rule-in-acap-record",
            Self::AcapStyle => "acap-style",
            Self::AcapBlank => "acap-blank",
            Self::AcapLineEnd => "acap-line-end",
            Self::AcapUnknown => "acap-unknown",
            Self::AcapNotUnderstood => "acap-not-understood",
            Self::AcapUndefined => "acap-undefined",
            Self::AcapOutsideRecord => "acap-outside-record",
            Self::AcapMisplaced => "acap-misplaced",
            Self::AcapEmpty => "acap-empty",
            Self::FieldLenient => "field-lenient",
            Self::FieldMember => "field-member",
            Self::FieldCut => "field-cut",
            Self::FieldDeprecated => "field-deprecated",
            Self::RuleAsToken => "rule-as-token",
            Self::RuleUnknown => "rule-unknown",
            Self::RuleValue => "rule-value",
            Self::RuleDate => "rule-date",
            Self::RuleOnlyRestricts => "rule-only-restricts",
            Self::MetaInBody => "meta-in-body",
            Self::MetaMalformed => "meta-malformed",
            Self::MetaUnversioned => "meta-unversioned",
            Self::ElementUnknown => "element-unknown",
            Self::PageCut => "page-cut",
            Self::LineCut => "line-cut",
            Self::LineDropped => "line-dropped",
            Self::FileCut => "file-cut",
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteOrderMark => "a byte order mark begins the file; it is skipped",
            Self::Unreadable => "neither blank nor a record; the line is passed over",
            Self::LenientKey => "misspelt key, read as the one most likely meant",
            Self::MissingColon => "the colon is missing; the white space is read in its place",
            Self::Nul => "a NUL octet ends the content of this line",
            Self::NotAscii => "octets above 127; write them percent-encoded",
            Self::RuleOutsideGroup => "a rule before the first user-agent line applies to nobody",
            Self::PatternWithoutSlash => "a pattern without a leading / or * matches nothing",
            Self::AgentUnnamed => "this user-agent line names nobody",
            Self::AgentNotToken => {
                "a product token has only letters, _ and -; the rest is not compared"
            }
            Self::CrawlDelayUnreadable => "not a number of seconds; it asks for nothing",
            Self::RuleInAcapRecord => "a conventional rule inside an ACAP record is not read",
            Self::AcapStyle => "ACAP writes `ACAP-` in capitals and a space behind the colon",
            Self::AcapBlank => "ACAP knows only spaces and tabs, and none before the colon",
            Self::AcapLineEnd => "ACAP fields end in CRLF",
            Self::AcapUnknown => "no ACAP document has this field or usage; it has no effect",
            Self::AcapNotUnderstood => {
                "the permission is not understood, so it is read as a prohibition"
            }
            Self::AcapUndefined => "the name is not defined",
            Self::AcapOutsideRecord => "a field before the first ACAP-crawler addresses nobody",
            Self::AcapMisplaced => "definitions and directives stand before the first record",
            Self::AcapEmpty => "the field names no resource; it has no effect",
            Self::FieldLenient => {
                "no structured list; what can be understood is read member by member"
            }
            Self::FieldMember => "this part cannot be understood; it is passed over",
            Self::FieldCut => "longer than the ceiling; what is not complete inside it is not read",
            Self::FieldDeprecated => "`X-Robots-Tag` is deprecated; write `Robots-Tag`",
            Self::RuleAsToken => "a product token is expected here; write `*;` before a rule",
            Self::RuleUnknown => "no known rule; it has no effect",
            Self::RuleValue => "the value cannot be understood; the rule has no effect",
            Self::RuleDate => "the date cannot be read; the rule has no effect",
            Self::RuleOnlyRestricts => "rules only restrict; this lifts nothing",
            Self::MetaInBody => "a META element in the body is not obeyed",
            Self::MetaMalformed => {
                "not one permission, prohibition or version; the first usage it names is prohibited"
            }
            Self::MetaUnversioned => {
                "a feature of ACAP 1.1 needs `ACAP Version 1.1`; the element is ignored"
            }
            Self::ElementUnknown => "no permission or prohibition of a known usage",
            Self::PageCut => "a ceiling on pages was met; the rest is not read",
            Self::LineCut => "the line is longer than 16,663 octets; the rest is not read",
            Self::LineDropped => "the line reaches over the ceiling on the file; it is dropped",
            Self::FileCut => "the file is longer than the ceiling; the rest is not read",
        })
    }
}
