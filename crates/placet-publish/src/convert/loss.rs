//! What a conversion cannot keep.

use std::fmt;

use placet::Verdict;
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
}

/// A question that is answered otherwise before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The crawler that asks whether it may crawl.
    pub agent: String,
    /// The URL it asks about, as a path.
    pub url: String,
    /// Whether it may, by the source.
    pub before: bool,
    /// Whether it may, by the result.
    pub after: bool,
}

impl Example {
    pub(super) fn new(agent: &str, url: &str, before: Verdict, after: Verdict) -> Self {
        let (before, after) = (before.is_permit(), after.is_permit());
        Self { agent: agent.to_owned(), url: url.to_owned(), before, after }
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
