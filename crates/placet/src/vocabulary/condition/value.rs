//! The values of conditions.

use std::time::SystemTime;

use super::date::{Date, days_after};
use super::moment::Moment;

/// How long a permission lasts (ACAP 1.0 §2.5.3.1, R-103).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TimeLimit {
    /// Until the resource has been crawled again.
    UntilRecrawled,
    /// Until the end of that day.
    Until(Date),
    /// This many days from when the resource was first indexed, copied or presented.
    Days(u64),
    /// Until that moment: the rule `unavailable_after`.
    UntilMoment(Moment),
}

impl TimeLimit {
    /// Parses a value in lower case.
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "until-recrawled" | "until-recrawl" => Some(Self::UntilRecrawled),
            _ => match word.strip_prefix("until-") {
                Some(date) => Date::parse(date).map(Self::Until),
                None => number(word.strip_suffix("-days")?).map(Self::Days),
            },
        }
    }

    /// When it ends, if that is known. A number of days counts from `first_used`.
    pub fn ends(self, first_used: Option<SystemTime>) -> Option<SystemTime> {
        match self {
            Self::UntilRecrawled => None,
            Self::Until(date) => Some(date.end()),
            Self::Days(days) => days_after(first_used?, days),
            Self::UntilMoment(moment) => Some(moment.time()),
        }
    }

    /// Whether it is over at `now`, given that it ends at `end`. A moment is included; the end of a
    /// day is not.
    pub(crate) fn is_over(self, now: SystemTime, end: SystemTime) -> bool {
        match self {
            Self::UntilMoment(_) => now > end,
            _ => now >= end,
        }
    }
}

/// A length of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "ACAP 1.0 §2.5.5.2.3 counts in these two")]
pub enum Length {
    /// This many characters.
    Chars(u64),
    /// This many words.
    Words(u64),
}

impl Length {
    /// Parses a value in lower case.
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

/// How large an image preview may be (the rule `max-image-preview`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ImagePreview {
    /// No preview.
    None,
    /// The default size.
    Standard,
    /// As wide as the area it is shown in.
    Large,
}

impl ImagePreview {
    const ALL: [Self; 3] = [Self::None, Self::Standard, Self::Large];

    /// The value in the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Standard => "standard",
            Self::Large => "large",
        }
    }

    /// The size with this name, ignoring case.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

/// How far content may be used: `use` in `Content-Signal` (S-047). The order is that of
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

    /// The level with this name, ignoring case.
    pub(crate) fn of_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().as_bytes().eq_ignore_ascii_case(name))
    }
}

/// A way to modify a resource (ACAP 1.0 §2.5.5.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Modification {
    /// Any modification.
    Any,
    /// Changing its format.
    Format,
    /// Changing its style.
    Style,
    /// Translating it.
    Translation,
    /// Adding notes to it.
    Annotation,
}

impl Modification {
    pub(super) const ALL: [Self; 5] =
        [Self::Any, Self::Format, Self::Style, Self::Translation, Self::Annotation];

    /// The name in ACAP.
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

/// Parses a decimal number.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // Numbers beyond `u64` are clamped.
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}
