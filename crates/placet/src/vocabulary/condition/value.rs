//! The values of conditions.

use std::time::SystemTime;

use super::date::{Date, days_after};
use super::moment::Moment;

/// For how long a permission holds (ACAP 1.0 §2.5.3.1, R-103).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TimeLimit {
    /// Until the resource has been crawled again.
    UntilRecrawled,
    /// Through that day, and not after it.
    Until(Date),
    /// So many days from when the resource was first indexed, copied or presented.
    Days(u64),
    /// Until that moment: the rule `unavailable_after`.
    UntilMoment(Moment),
}

impl TimeLimit {
    /// What a word in small letters says.
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "until-recrawled" | "until-recrawl" => Some(Self::UntilRecrawled),
            _ => match word.strip_prefix("until-") {
                Some(date) => Date::parse(date).map(Self::Until),
                None => number(word.strip_suffix("-days")?).map(Self::Days),
            },
        }
    }

    /// When it runs out, where that can be told: a number of days needs to know since when.
    pub fn ends(self, first_used: Option<SystemTime>) -> Option<SystemTime> {
        match self {
            Self::UntilRecrawled => None,
            Self::Until(date) => Some(date.end()),
            Self::Days(days) => days_after(first_used?, days),
            Self::UntilMoment(moment) => Some(moment.time()),
        }
    }

    /// Whether it has run out, where it ends at `end`: past a moment, and with the last second of a
    /// day.
    pub(crate) fn is_over(self, now: SystemTime, end: SystemTime) -> bool {
        match self {
            Self::UntilMoment(_) => now > end,
            _ => now >= end,
        }
    }
}

/// How much text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "ACAP 1.0 §2.5.5.2.3 counts in these two")]
pub enum Length {
    /// So many characters.
    Chars(u64),
    /// So many words.
    Words(u64),
}

impl Length {
    /// What a word in small letters says.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let (count, unit) = word.split_once('-')?;
        let count = number(count)?;
        match unit {
            "chars" => Some(Self::Chars(count)),
            "words" => Some(Self::Words(count)),
            _ => None,
        }
    }
}

/// How large a picture of a page may be (the rule `max-image-preview`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ImagePreview {
    /// There may be none.
    None,
    /// Of the default size.
    Standard,
    /// As wide as the place it is shown in.
    Large,
}

impl ImagePreview {
    const ALL: [Self; 3] = [Self::None, Self::Standard, Self::Large];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Standard => "standard",
            Self::Large => "large",
        }
    }

    /// What the word stands for, ignoring case.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

/// How far content may be used: `use` in `Content-Signal` (signals-law S-047). The order is that of
/// the levels, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum UseLevel {
    /// Interact with it and store nothing.
    Immediate,
    /// Index it, quote from it, link to it.
    Reference,
    /// Summarise and reproduce it.
    Full,
}

impl UseLevel {
    const ALL: [Self; 3] = [Self::Immediate, Self::Reference, Self::Full];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Immediate => "immediate",
            Self::Reference => "reference",
            Self::Full => "full",
        }
    }

    /// What the word stands for, ignoring case.
    pub(crate) fn of_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().as_bytes().eq_ignore_ascii_case(name))
    }
}

/// How something may be changed (ACAP 1.0 §2.5.5.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Modification {
    /// In any way.
    Any,
    /// Its format.
    Format,
    /// Its style.
    Style,
    /// Its language.
    Translation,
    /// By notes added to it.
    Annotation,
}

impl Modification {
    pub(super) const ALL: [Self; 5] =
        [Self::Any, Self::Format, Self::Style, Self::Translation, Self::Annotation];

    /// The name in ACAP's words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Format => "format",
            Self::Style => "style",
            Self::Translation => "translation",
            Self::Annotation => "annotation",
        }
    }
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More than can be counted is as much as can be.
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}
