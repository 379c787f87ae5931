//! The families of signals about the use of content (signals-law §1).

use std::fmt;
use std::str::FromStr;

/// A family of signals about the use of content: one standard with its own law.
///
/// The order is that in which families are asked and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// IETF AI Preferences: `Content-Usage` in robots.txt and in the response.
    Aipref,
    /// Content Signals: `Content-Signal` in robots.txt and in the response.
    ContentSignal,
    /// TDM Reservation Protocol: `tdmrep.json`, `tdm-reservation` in the response and in META elements.
    Tdmrep,
    /// Really Simple Licensing: `License` in robots.txt, links and scripts in the page, and the
    /// documents that they refer to.
    Rsl,
    /// The rules `noai`, `noimageai` and `noml` in `Robots-Tag`, `X-Robots-Tag` and META elements.
    Noai,
    /// `DisallowAITraining` and `AllowAITraining` in robots.txt.
    AiTraining,
    /// Groups for product tokens that never crawl: `Google-Extended`, `Applebot-Extended`.
    ControlToken,
    /// `datatrainingallowed` in trust.txt.
    TrustTxt,
    /// Spawning's ai.txt.
    AiTxt,
}

impl Family {
    /// All families, in their order.
    pub const ALL: [Self; 9] = [
        Self::Aipref,
        Self::ContentSignal,
        Self::Tdmrep,
        Self::Rsl,
        Self::Noai,
        Self::AiTraining,
        Self::ControlToken,
        Self::TrustTxt,
        Self::AiTxt,
    ];

    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aipref => "aipref",
            Self::ContentSignal => "content-signal",
            Self::Tdmrep => "tdmrep",
            Self::Rsl => "rsl",
            Self::Noai => "noai",
            Self::AiTraining => "ai-training",
            Self::ControlToken => "control-token",
            Self::TrustTxt => "trust-txt",
            Self::AiTxt => "ai-txt",
        }
    }

    /// The document that it follows, and in which revision.
    pub const fn document(self) -> &'static str {
        match self {
            Self::Aipref => "draft-ietf-aipref-vocab-08",
            Self::ContentSignal => "Content Signals Policy of 2025-09-24",
            Self::Tdmrep => "TDM Reservation Protocol of 2024-05-10",
            Self::Rsl => "RSL 1.0",
            Self::Noai => "noai as DeviantArt published it in 2022",
            Self::AiTraining => "draft-canel-robots-ai-control-00",
            Self::ControlToken => "documentation of Google-Extended and Applebot-Extended",
            Self::TrustTxt => "trust.txt Reference Document of 2024-04-04",
            Self::AiTxt => "ai.txt as Spawning generated it in 2023",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Family {
    type Err = UnknownFamily;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|family| family.name() == name).ok_or(UnknownFamily)
    }
}

/// The name is not that of a family of signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownFamily;

impl fmt::Display for UnknownFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown family of signals, expected one of ")?;
        for (at, family) in Family::ALL.into_iter().enumerate() {
            write!(f, "{}{family}", if at > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownFamily {}

/// Which families of signals are read. The default is all of them.
///
/// ```
/// use placet::signals::{Families, Family};
///
/// let some: Families = [Family::Rsl, Family::Tdmrep].into_iter().collect();
/// assert!(some.contains(Family::Rsl) && !some.contains(Family::Aipref));
/// assert!(Families::default().contains(Family::Aipref));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Families(u16);

impl Families {
    /// All families.
    pub const ALL: Self = Self((1 << Family::ALL.len()) - 1);

    /// No family: signals are not read.
    pub const NONE: Self = Self(0);

    /// Whether a family is read.
    pub const fn contains(self, family: Family) -> bool {
        self.0 & 1 << family as u16 != 0
    }

    /// Whether no family is read.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The families that are read, in their order.
    pub fn iter(self) -> impl Iterator<Item = Family> {
        Family::ALL.into_iter().filter(move |family| self.contains(*family))
    }
}

impl Default for Families {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromIterator<Family> for Families {
    fn from_iter<T: IntoIterator<Item = Family>>(families: T) -> Self {
        Self(families.into_iter().fold(0, |set, family| set | 1 << family as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for family in Family::ALL {
            assert_eq!(family.name().parse(), Ok(family));
        }
        assert!("noai ".parse::<Family>().is_err() && "".parse::<Family>().is_err());
        assert!(Families::NONE.is_empty() && Families::ALL.iter().eq(Family::ALL));
    }
}
