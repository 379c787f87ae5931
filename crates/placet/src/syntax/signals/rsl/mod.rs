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
pub(crate) use document::read;

use std::borrow::Cow;

use super::problem::SignalProblemAt;
use crate::text::Span;
use crate::vocabulary::{Condition, Usage};

/// What a document says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RslDocument {
    /// Whether it is well-formed and an RSL document, below its ceiling.
    pub(crate) is_readable: bool,
    /// Whether it has only the parts that RSL knows.
    pub(crate) is_conformant: bool,
    pub(crate) contents: Vec<Content>,
    /// What is wrong, with the line.
    pub(crate) problems: Vec<(SignalProblemAt, u32)>,
}

/// Where an element of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ElementAt {
    pub(crate) line: u32,
    pub(crate) span: Span,
}

/// A `content` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) url: Box<str>,
    pub(crate) licenses: Vec<License>,
    pub(crate) at: ElementAt,
}

impl Content {
    /// The pattern of paths that its `url` is about, whatever the authority; none where it is neither a
    /// pattern nor an absolute URL. The empty `url` is about every path (S-071).
    pub(crate) fn pattern(&self) -> Option<Cow<'_, str>> {
        let url = &*self.url;
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
}

/// A `license` element, with what its `content` sets for all of its licences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct License {
    pub(crate) at: ElementAt,
    pub(crate) permits: Option<Terms>,
    pub(crate) prohibits: Option<Terms>,
    pub(crate) conditions: Vec<(Concern, Condition)>,
}

/// A list of usage tokens: all `permits`, or all `prohibits`, of a licence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    /// The tokens that are known, each with its element.
    pub(crate) tokens: Vec<(UsageToken, ElementAt)>,
    /// The first element of the list.
    pub(crate) at: ElementAt,
}

impl Terms {
    /// The narrowest token that covers a subject, if one does.
    pub(crate) fn narrowest(&self, subject: Subject) -> Option<u8> {
        let covering = self.tokens.iter().filter(|(token, _)| token.covers(subject));
        covering.map(|(token, _)| token.class()).max()
    }

    /// Whether it names AI uses and no other that is known (S-074).
    pub(crate) fn is_ai_only(&self) -> bool {
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
pub(crate) enum UsageToken {
    All,
    AiAll,
    AiTrain,
    AiInput,
    AiIndex,
    Search,
}

impl UsageToken {
    #[cfg_attr(
        not(feature = "signals"),
        expect(dead_code, reason = "only reading a file makes it")
    )]
    const ALL: [(&'static str, Self); 6] = [
        ("all", Self::All),
        ("ai-all", Self::AiAll),
        ("ai-train", Self::AiTrain),
        ("ai-input", Self::AiInput),
        ("ai-index", Self::AiIndex),
        ("search", Self::Search),
    ];

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
#[cfg_attr(not(feature = "signals"), expect(dead_code, reason = "only reading a file makes it"))]
pub(crate) enum Concern {
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
