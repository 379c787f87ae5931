//! RSL documents (RSL 1.0 §3): what a document says, as types.
//!
//! ```text
//! rsl     = content*
//! content = @url @server? license+ reporting* legal* terms*
//! license = ( permits | prohibits | payment | reporting | legal | terms )*
//! payment = @type? ( standard | custom | amount | accepts )*
//! ```

#[cfg(feature = "signals")]
mod bounded;
#[cfg(feature = "signals")]
mod document;

#[cfg(feature = "signals")]
pub use document::{ELEMENTS, read};

#[cfg(feature = "signals")]
use std::borrow::Cow;

use super::problem::SignalProblemAt;
use crate::pattern::OwnedPattern;
use crate::text::Span;
use crate::vocabulary::{Condition, Usage};

/// What a document says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslDocument {
    /// Whether it is well-formed and an RSL document, below its ceiling.
    pub is_readable: bool,
    /// Why it is not readable, where it was read.
    pub unreadable: Option<Unreadable>,
    /// Whether it has only the parts that RSL knows.
    pub is_conformant: bool,
    /// The `content` elements that have a URL and a licence.
    pub contents: Vec<Content>,
    /// What is wrong, with the line.
    pub problems: Vec<(SignalProblemAt, u32)>,
}

/// Why a document cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is longer than the ceiling.
    TooLong,
    /// It has a document type declaration, or more attributes or namespaces than the ceilings.
    Unbounded,
    /// It is not well-formed XML in UTF-8.
    NotXml,
    /// Its root element is not `rsl` in the namespace of RSL.
    OtherRoot,
}

/// Where an element of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ElementAt {
    /// The line it begins on, counted from 1.
    pub line: u32,
    /// Its bytes, up to the end of its end tag.
    pub span: Span,
}

/// A `content` element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Content {
    /// The value of `url`.
    pub url: Box<str>,
    /// Its licences.
    pub licenses: Vec<License>,
    /// Where it is.
    pub at: ElementAt,
    /// See [`Content::pattern`].
    pattern: Option<OwnedPattern>,
}

impl Content {
    #[cfg(feature = "signals")]
    pub(crate) fn new(url: &str, licenses: Vec<License>, at: ElementAt) -> Self {
        let pattern = path_of(url).map(|path| OwnedPattern::new(path.as_bytes()));
        Self { url: url.into(), licenses, at, pattern }
    }

    /// The pattern of paths that its `url` is about, whatever the authority; none where it is neither a
    /// pattern nor an absolute URL. The empty `url` is about every path (S-071).
    pub(crate) fn pattern(&self) -> Option<&OwnedPattern> {
        self.pattern.as_ref()
    }

    /// Whether its `url` names a site.
    pub(crate) fn has_authority(&self) -> bool {
        !self.url.is_empty() && !self.url.starts_with(['/', '*'])
    }
}

/// The path of a `url`, as written.
#[cfg(feature = "signals")]
fn path_of(url: &str) -> Option<Cow<'_, str>> {
    if url.is_empty() {
        return Some("/".into());
    }
    if url.starts_with(['/', '*']) {
        return Some(url.into());
    }
    let (_, rest) = url.split_once("://")?;
    let path = rest.find(['/', '?', '#']).and_then(|at| rest.get(at..)).unwrap_or_default();
    let path = path.split('#').next().unwrap_or_default();
    let is_rooted = path.starts_with('/');
    Some(if is_rooted { path.into() } else { format!("/{path}").into() })
}

/// A `license` element, with what its `content` sets for all of its licences.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct License {
    /// Where it is.
    pub at: ElementAt,
    /// What it permits; `None` without a list of usages.
    pub permits: Option<Terms>,
    /// What it prohibits; `None` without a list of usages.
    pub prohibits: Option<Terms>,
    /// Its conditions, with the usages that each is set on.
    pub conditions: Vec<(Concern, Condition)>,
}

/// A list of usage tokens: all `permits`, or all `prohibits`, of a licence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// The tokens that are known, each with its element.
    pub tokens: Vec<(UsageToken, ElementAt)>,
    /// The first element of the list.
    pub at: ElementAt,
}

impl Terms {
    /// The narrowest token that covers a subject, if one does.
    pub(crate) fn narrowest(&self, subject: Subject) -> Option<u8> {
        let covering = self.tokens.iter().filter(|(token, _)| token.covers(subject));
        covering.map(|(token, _)| token.class()).max()
    }

    /// Whether it names AI uses and no other that is known (S-074).
    pub fn is_ai_only(&self) -> bool {
        let is_ai = |token: &UsageToken| !matches!(token, UsageToken::All | UsageToken::Search);
        !self.tokens.is_empty() && self.tokens.iter().all(|(token, _)| is_ai(token))
    }
}

/// What a licence is asked about: a usage, or the index of an AI system, which no usage covers
/// (S-080).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    Usage(Usage),
    AiIndex,
}

/// A usage token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UsageToken {
    /// `all`: any automated processing.
    All,
    /// `ai-all`: the three that follow.
    AiAll,
    /// `ai-train`.
    AiTrain,
    /// `ai-input`.
    AiInput,
    /// `ai-index`.
    AiIndex,
    /// `search`.
    Search,
}

impl UsageToken {
    const ALL: [(&'static str, Self); 6] = [
        ("all", Self::All),
        ("ai-all", Self::AiAll),
        ("ai-train", Self::AiTrain),
        ("ai-input", Self::AiInput),
        ("ai-index", Self::AiIndex),
        ("search", Self::Search),
    ];

    /// The token as it is written.
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }

    /// The token of this name, ignoring case (S-077).
    #[cfg(feature = "signals")]
    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|it| it.1)
    }

    /// Whether it covers a subject (S-061).
    pub(crate) fn covers(self, subject: Subject) -> bool {
        let Subject::Usage(usage) = subject else {
            return matches!(self, Self::All | Self::AiAll | Self::AiIndex);
        };
        match self {
            Self::All => true,
            Self::AiAll => matches!(usage, Usage::TrainAi | Usage::AiInput),
            Self::AiTrain => usage == Usage::TrainAi,
            Self::AiInput => usage == Usage::AiInput,
            Self::AiIndex => false,
            Self::Search => is_search(usage),
        }
    }

    /// How narrow it is among those that cover one subject (S-073).
    pub(crate) fn class(self) -> u8 {
        match self {
            Self::All => 0,
            Self::AiAll => 1,
            Self::AiTrain | Self::AiInput | Self::AiIndex | Self::Search => 2,
        }
    }
}

/// Whether RSL's `search` covers a usage (S-061).
pub(crate) fn is_search(usage: Usage) -> bool {
    usage.is_search() || usage.is_thumbnail()
}

/// The usages that a condition of a licence is set on (S-082).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Concern {
    /// All of them.
    All,
    /// `train-ai`.
    Training,
    /// `train-ai` and `ai-input`.
    AiUse,
}

impl Concern {
    pub(crate) fn includes(self, usage: Usage) -> bool {
        match self {
            Self::All => true,
            Self::Training => usage == Usage::TrainAi,
            Self::AiUse => matches!(usage, Usage::TrainAi | Usage::AiInput),
        }
    }
}
