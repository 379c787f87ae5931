//! What a conversion loses.

use std::fmt;

use serde::Serialize;

use crate::signals::SignalLoss;

/// A statement that the result does not express, or a decision that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The kind of loss.
    pub kind: LossKind,
    /// The line of the source, counted from 1; `None` if it is about the whole source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The text of the source, if it can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is lost, and why.
    pub why: String,
    /// A question with a different answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
    /// The usages, crawlers and paths, if it is about signals.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub signal: Option<SignalLoss>,
}

/// The kind of a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LossKind {
    /// A usage that the other language does not have.
    Usage,
    /// Conditions of a permission.
    Condition,
    /// A statement for some purposes only.
    Purpose,
    /// A reference to another file.
    Reference,
    /// A request about a resource.
    Request,
    /// A record that the other language does not have.
    Record,
    /// A name that the other language does not allow, or that addresses crawlers with longer names in
    /// one of the two.
    Name,
    /// A pattern that cannot be written there.
    Pattern,
    /// The case of letters: ACAP ignores it, RFC 9309 does not.
    Case,
    /// A decision that the other law always makes differently.
    Law,
    /// A rule or an element that was not understood and had no effect.
    NotUnderstood,
    /// A statement about a part of a page.
    Element,
    /// The result is longer than all crawlers read.
    Length,
    /// The comparison of result and source exceeded the engine's ceilings.
    Unknown,
}

/// A question that source and result answer differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The crawler that asks whether it may crawl.
    pub agent: ExampleCrawler,
    /// The URL it asks about, as a path.
    pub url: String,
    /// Whether the source permits it.
    pub before: bool,
    /// Whether the result permits it.
    pub after: bool,
}

/// A crawler, by whether the file names it.
///
/// In JSON it is the name, `*` for one that is not named, or `bot-*` for one whose name goes on from
/// `bot`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a file names a crawler, begins its name, or does not")]
pub enum ExampleCrawler {
    /// A crawler that the file names.
    Named(String),
    /// Any that the file does not name.
    Unnamed,
    /// Any that the file does not name, whose name is one in the file followed by `-` and more.
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
                write!(
                    f,
                    "a crawler that the file does not name and whose name begins with {name}-"
                )
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
    pub(crate) fn new(kind: LossKind, line: Option<usize>, why: impl Into<String>) -> Self {
        Self { kind, line, text: None, why: why.into(), example: None, signal: None }
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

/// One line: where, what and why.
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
            write!(f, "; the source allows {agent} to crawl {url}, the result does not")
        } else {
            write!(f, "; the result allows {agent} to crawl {url}, the source does not")
        }
    }
}
