//! What a conversion cannot keep.

use std::fmt;

use serde::Serialize;

/// Something that the source says and the result does not, or that another law reads otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// What kind of thing it is.
    pub kind: LossKind,
    /// The line of the source it stands on, counted from 1; none where it is about all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The words of the source, where they can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is lost, and why.
    pub why: String,
    /// A question that is answered otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
}

/// What kind of thing is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LossKind {
    /// A usage that the other form has no word for.
    Usage,
    /// Conditions of a permission.
    Condition,
    /// What is said for some purposes only.
    Purpose,
    /// Another file that crawlers are referred to.
    Reference,
    /// A wish about a resource.
    Request,
    /// A record that the other form does not have.
    Record,
    /// A name that the other form does not admit, or by which one of the two addresses crawlers of
    /// longer names as well.
    Name,
    /// A pattern that cannot be written there.
    Pattern,
    /// The case of letters: ACAP does not tell it apart, RFC 9309 does.
    Case,
    /// What a law decides otherwise, and nothing that could be written changes.
    Law,
    /// A rule or an element that was not understood, and had no effect before.
    NotUnderstood,
    /// What is said of a part of a page.
    Element,
    /// The result is longer than all crawlers read.
    Length,
    /// Whether the result decides as the source does could not be found out within the engine's
    /// ceilings.
    Unknown,
}

/// A question that is answered otherwise before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The crawler that asks whether it may crawl.
    pub agent: ExampleCrawler,
    /// The URL it asks about, as a path.
    pub url: String,
    /// Whether it may, by the source.
    pub before: bool,
    /// Whether it may, by the result.
    pub after: bool,
}

/// A crawler by what the file says of its name.
///
/// In JSON it is the name, `*` for one that is not named, or `bot-*` for one whose name goes on from
/// `bot`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a file names a crawler, begins its name, or does not")]
pub enum ExampleCrawler {
    /// The file names it so.
    Named(String),
    /// Any that the file does not name.
    Unnamed,
    /// Any that the file does not name, whose name is one of the file with a `-` and more behind it.
    Longer(String),
}

impl Serialize for ExampleCrawler {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(name) => serializer.serialize_str(name),
            Self::Unnamed => serializer.serialize_str("*"),
            Self::Longer(name) => serializer.collect_str(&format_args!("{name}-*")),
        }
    }
}

/// As the subject of a sentence.
impl fmt::Display for ExampleCrawler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Unnamed => f.write_str("a crawler that the file does not name"),
            Self::Longer(name) => {
                write!(f, "a crawler whose name begins with {name}- and is not in the file")
            }
        }
    }
}

impl Example {
    pub(super) fn new(agent: &ExampleCrawler, url: &str, opens: bool) -> Self {
        Self { agent: agent.clone(), url: url.to_owned(), before: !opens, after: opens }
    }

    /// Whether the result permits what the source prohibits.
    pub fn opens(&self) -> bool {
        self.after && !self.before
    }
}

impl Loss {
    pub(super) fn new(kind: LossKind, line: Option<usize>, why: impl Into<String>) -> Self {
        Self { kind, line, text: None, why: why.into(), example: None }
    }

    pub(super) fn of(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    pub(super) fn shown_by(mut self, example: Example) -> Self {
        self.example = Some(example);
        self
    }
}

/// As a line for people: where, what and why.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(text) = &self.text {
            write!(f, "{text}: ")?;
        }
        f.write_str(&self.why)?;
        let Some(Example { agent, url, before, .. }) = &self.example else { return Ok(()) };
        if *before {
            write!(f, "; {agent} may crawl {url} by the source, not by the result")
        } else {
            write!(f, "; {agent} may not crawl {url} by the source, but by the result")
        }
    }
}
