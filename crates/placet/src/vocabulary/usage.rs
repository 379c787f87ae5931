//! What a crawler wants to do with a resource.

use std::fmt;
use std::str::FromStr;

/// What a crawler wants to do with a resource.
///
/// The names are those of ACAP 1.0 §2.5; statements of every other source are translated to them.
/// `mine`, `train-ai` and `ai-input` are not in ACAP, which covers them only as
/// [`Other`](Usage::Other).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Usage {
    /// Fetch it.
    Crawl,
    /// Follow the links in it.
    Follow,
    /// Put it into an index.
    Index,
    /// Keep a copy of it.
    Preserve,
    /// Present it, in any way.
    Present,
    /// Present it as the site serves it at that moment.
    PresentOriginal,
    /// Present the copy made at the latest crawl.
    PresentCurrentcopy,
    /// Present an older copy.
    PresentOldcopy,
    /// Present a part of its text.
    PresentSnippet,
    /// Present a thumbnail of it.
    PresentThumbnail,
    /// Present a part of the text of an older version.
    PresentOldsnippet,
    /// Present a thumbnail of an older version.
    PresentOldthumbnail,
    /// Present a link to it.
    PresentLink,
    /// Present an extract (ACAP 0.2 only).
    PresentExtract,
    /// Present an extract of an older version (ACAP 0.2 only).
    PresentOldextract,
    /// Analyse its text and data automatically in order to generate information: text and data
    /// mining.
    Mine,
    /// Train a model with it.
    TrainAi,
    /// Give it to a model as input.
    AiInput,
    /// Anything else.
    Other,
}

impl Usage {
    /// All usages, in the order in which they are listed.
    pub const ALL: [Self; 19] = [
        Self::Crawl,
        Self::Follow,
        Self::Index,
        Self::Preserve,
        Self::Present,
        Self::PresentOriginal,
        Self::PresentCurrentcopy,
        Self::PresentOldcopy,
        Self::PresentSnippet,
        Self::PresentThumbnail,
        Self::PresentOldsnippet,
        Self::PresentOldthumbnail,
        Self::PresentLink,
        Self::PresentExtract,
        Self::PresentOldextract,
        Self::Mine,
        Self::TrainAi,
        Self::AiInput,
        Self::Other,
    ];

    /// The name in ACAP, on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crawl => "crawl",
            Self::Follow => "follow",
            Self::Index => "index",
            Self::Preserve => "preserve",
            Self::Present => "present",
            Self::PresentOriginal => "present-original",
            Self::PresentCurrentcopy => "present-currentcopy",
            Self::PresentOldcopy => "present-oldcopy",
            Self::PresentSnippet => "present-snippet",
            Self::PresentThumbnail => "present-thumbnail",
            Self::PresentOldsnippet => "present-oldsnippet",
            Self::PresentOldthumbnail => "present-oldthumbnail",
            Self::PresentLink => "present-link",
            Self::PresentExtract => "present-extract",
            Self::PresentOldextract => "present-oldextract",
            Self::Mine => "mine",
            Self::TrainAi => "train-ai",
            Self::AiInput => "ai-input",
            Self::Other => "other",
        }
    }

    /// The usage with this name in ACAP, ignoring case.
    pub(crate) fn of_acap(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .filter(|usage| usage.is_acap())
            .find(|usage| usage.name().eq_ignore_ascii_case(name))
    }

    /// Whether ACAP has a name for it.
    pub const fn is_acap(self) -> bool {
        !matches!(self, Self::Mine | Self::TrainAi | Self::AiInput)
    }

    /// The more general usage that includes it: `present` includes every kind of presentation (ACAP
    /// 1.0 §2.5.5, R-081).
    pub const fn general(self) -> Option<Self> {
        if self.is_presentation() && !matches!(self, Self::Present) {
            Some(Self::Present)
        } else {
            None
        }
    }

    /// Whether it is `present` or one of its derivatives.
    pub const fn is_presentation(self) -> bool {
        matches!(
            self,
            Self::Present
                | Self::PresentOriginal
                | Self::PresentCurrentcopy
                | Self::PresentOldcopy
                | Self::PresentSnippet
                | Self::PresentThumbnail
                | Self::PresentOldsnippet
                | Self::PresentOldthumbnail
                | Self::PresentLink
                | Self::PresentExtract
                | Self::PresentOldextract
        )
    }

    /// Whether it shows a part of the text.
    pub const fn is_snippet(self) -> bool {
        matches!(self, Self::PresentSnippet | Self::PresentOldsnippet)
    }

    /// Whether it shows a thumbnail.
    pub const fn is_thumbnail(self) -> bool {
        matches!(self, Self::PresentThumbnail | Self::PresentOldthumbnail)
    }

    /// Whether it is access to a resource, which no signal is about (S-003).
    pub(crate) const fn is_access(self) -> bool {
        matches!(self, Self::Crawl | Self::Follow)
    }

    /// Whether it is what a search engine does: `search` in `Content-Usage` and `Content-Signal`
    /// (S-021).
    pub(crate) const fn is_search(self) -> bool {
        matches!(
            self,
            Self::Index | Self::PresentLink | Self::PresentSnippet | Self::PresentOldsnippet
        )
    }

    /// Whether it shows a stored copy, and so requires one (ACAP 1.0 §2.5.5.1.2, A-49).
    pub const fn shows_copy(self) -> bool {
        matches!(self, Self::PresentCurrentcopy | Self::PresentOldcopy)
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Usage {
    type Err = UnknownUsage;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|usage| usage.name() == name).ok_or(UnknownUsage)
    }
}

/// The error returned for a name that is not a usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownUsage;

impl fmt::Display for UnknownUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown usage, expected one of ")?;
        for (at, usage) in Usage::ALL.into_iter().enumerate() {
            write!(f, "{}{usage}", if at > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownUsage {}
