//! A site, a page and a question, as data.

/// Everything that one comparison is about.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) robots: Robots,
    pub(crate) page: Page,
    pub(crate) question: Question,
}

/// A robots.txt. Each rule and each field is in its own group or record: groups and records for the
/// same crawler are merged anyway.
#[derive(Debug, Clone, Default)]
pub(crate) struct Robots {
    /// Whether it has `ACAP-ignore-conventional-records`.
    pub(crate) ignores_conventional: bool,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) lines: Vec<Line>,
    pub(crate) fields: Vec<Field>,
}

/// A local usage: qualified if it has one part with qualifiers, else composite.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    /// Usages, each with its qualifiers.
    pub(crate) parts: Vec<(String, Vec<String>)>,
}

/// A conventional rule.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) user_agent: String,
    pub(crate) allow: bool,
    pub(crate) pattern: String,
}

/// An ACAP field.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) crawler: String,
    /// Those of its sub-record; none for a general field.
    pub(crate) purposes: Vec<String>,
    pub(crate) permit: bool,
    pub(crate) usage: String,
    /// A pattern; `None` is a set that is not defined.
    pub(crate) pattern: Option<String>,
    pub(crate) qualifiers: Vec<String>,
}

/// The headers and the HTML of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    pub(crate) headers: Vec<Header>,
    /// As sent.
    pub(crate) html: Option<Document>,
    /// After scripts ran.
    pub(crate) rendered: Option<Document>,
}

impl Page {
    /// The forms of the page that are known.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &Document> {
        self.html.iter().chain(&self.rendered)
    }
}

/// A field line.
#[derive(Debug, Clone)]
pub(crate) enum Header {
    /// `Robots-Tag`: addressees (`*` is everyone), each with its rules.
    New(Vec<(String, Vec<Rule>)>),
    /// `X-Robots-Tag`: the scope, if it has one, and the rules in it.
    Old(Option<String>, Vec<Rule>),
}

/// A rule of header or meta.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rule {
    /// One that takes no value.
    Word(&'static str),
    /// One that does, and the value.
    Number(&'static str, i64),
    MaxImagePreview(&'static str),
    /// `unavailable_after`.
    UnavailableAfter(Date),
}

/// A time, and how it can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) rfc3339: &'static str,
    pub(crate) rfc822: &'static str,
    /// Which of the two the page writes.
    pub(crate) is_old: bool,
}

/// An HTML document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    pub(crate) metas: Vec<Meta>,
    /// The elements of the body, parents before their children.
    pub(crate) elements: Vec<Element>,
}

/// A META element.
#[derive(Debug, Clone)]
pub(crate) struct Meta {
    pub(crate) name: String,
    /// Whether it is in the body, where it has no effect (T-11).
    pub(crate) in_body: bool,
    /// Whether its words are written in the other case.
    pub(crate) loud: bool,
    pub(crate) content: Content,
}

/// The content of a META element.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Rules(Vec<Rule>),
    /// `ACAP [purpose] allow-usage [qualifiers]`; other words may be among them.
    Statement {
        purpose: Option<String>,
        permit: bool,
        usage: String,
        qualifiers: Vec<String>,
    },
    /// Two expressions, and the text between them.
    Several {
        purpose: Option<String>,
        first: (bool, String),
        between: &'static str,
        second: (bool, String),
    },
    /// `ACAP Version n.m`.
    Version(&'static str),
    /// Text after `ACAP` that has no effect.
    Nothing(&'static str),
}

/// An element of the body.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    /// The index of its parent; `None` is the body.
    pub(crate) parent: Option<usize>,
    pub(crate) tag: &'static str,
    pub(crate) id: Option<&'static str>,
    pub(crate) tokens: Vec<Token>,
}

/// A word of a class attribute.
#[derive(Debug, Clone)]
pub(crate) enum Token {
    /// `the-acap:allow-usage`.
    Statement {
        permit: bool,
        usage: String,
        /// Whether it is written in upper case.
        loud: bool,
    },
    Word(&'static str),
}

/// What a crawler asks.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// A product token or a `User-Agent` string.
    pub(crate) agent: String,
    pub(crate) purposes: Vec<String>,
    pub(crate) usage: String,
    /// An absolute URL, or a path.
    pub(crate) url: String,
    /// The id of the element it is about.
    pub(crate) element: Option<&'static str>,
    /// Whether the crawler works on elements.
    pub(crate) element_level: bool,
    /// Whether ACAP and signals are read: profile `full`, and not `rfc9309`.
    pub(crate) is_full: bool,
    /// In seconds since 1970-01-01T00:00:00Z.
    pub(crate) now: Option<i64>,
    pub(crate) crawled: Option<i64>,
    pub(crate) recrawled: bool,
    /// Types of conditions that it can honour, and that it cannot.
    pub(crate) honours: Vec<String>,
    pub(crate) cannot: Vec<String>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) allowed: bool,
    /// As `type=value`, sorted, without duplicates; empty if it is prohibited.
    pub(crate) conditions: Vec<String>,
}
