//! Rules about one page, which `Robots-Tag`, `X-Robots-Tag` and META elements share.

pub(crate) mod date;
mod directive;
mod effect;
pub(crate) mod words;

use std::fmt;

pub use directive::{Addressee, Directive, Directives};
pub use effect::RuleEffect;

use crate::text::ProblemKind;
use crate::vocabulary::{ImagePreview, Moment};

/// A rule about a page.
///
/// Every rule only restricts (Robots-Tag draft §3.1.1, T-03). It is displayed as in META elements.
///
/// ```
/// use placet::page::PageRule;
///
/// assert_eq!(PageRule::MaxSnippet(Some(20)).to_string(), "max-snippet:20");
/// assert_eq!(PageRule::MaxSnippet(None).to_string(), "max-snippet:-1");
/// assert_eq!(PageRule::NoIndex.name(), "noindex");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PageRule {
    /// Do not index the page.
    NoIndex,
    /// Do not follow its links.
    NoFollow,
    /// `noindex` and `nofollow`.
    None,
    /// Do not present any of its text.
    NoSnippet,
    /// Do not present a copy of it.
    NoArchive,
    /// The same as `noarchive`.
    NoCache,
    /// Do not index its images.
    NoImageIndex,
    /// Do not present it in translation.
    NoTranslate,
    /// Present at most this many characters of its text; `None` means no limit (`-1`).
    MaxSnippet(Option<u64>),
    /// Present image previews of at most this size.
    MaxImagePreview(ImagePreview),
    /// Present at most this many seconds of a video; `None` means no limit (`-1`).
    MaxVideoPreview(Option<u64>),
    /// Index and present it until this moment only.
    UnavailableAfter(Moment),
    /// Do not train models with it, and do not give it to them as input.
    NoAi,
    /// Do not train models with its images, and do not give these to them as input.
    NoImageAi,
    /// Do not train models with it.
    NoMl,
    /// Index it if another page embeds it; it does not lift a `noindex` (T-03).
    IndexIfEmbedded,
    /// A known rule that restricts nothing.
    NoEffect(NoEffect),
}

/// A known rule that restricts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NoEffect {
    /// `all`: there are no restrictions.
    All,
    /// `index`: the page may be indexed.
    Index,
    /// `follow`: its links may be followed.
    Follow,
    /// `archive`: a copy of it may be presented.
    Archive,
    /// `snippet`: a part of its text may be presented.
    Snippet,
    /// `noodp`, about a web directory that has closed.
    NoOdp,
    /// `noydir`, about a web directory that has closed.
    NoYdir,
    /// `noyaca`, about a web directory that has closed.
    NoYaca,
    /// `nositelinkssearchbox`, about a search box that is no longer shown.
    NoSitelinksSearchBox,
}

impl NoEffect {
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Index => "index",
            Self::Follow => "follow",
            Self::Archive => "archive",
            Self::Snippet => "snippet",
            Self::NoOdp => "noodp",
            Self::NoYdir => "noydir",
            Self::NoYaca => "noyaca",
            Self::NoSitelinksSearchBox => "nositelinkssearchbox",
        }
    }
}

/// The rules that take no value.
const PLAIN: [PageRule; 21] = [
    PageRule::NoIndex,
    PageRule::NoFollow,
    PageRule::None,
    PageRule::NoSnippet,
    PageRule::NoArchive,
    PageRule::NoCache,
    PageRule::NoImageIndex,
    PageRule::NoTranslate,
    PageRule::NoAi,
    PageRule::NoImageAi,
    PageRule::NoMl,
    PageRule::IndexIfEmbedded,
    PageRule::NoEffect(NoEffect::All),
    PageRule::NoEffect(NoEffect::Index),
    PageRule::NoEffect(NoEffect::Follow),
    PageRule::NoEffect(NoEffect::Archive),
    PageRule::NoEffect(NoEffect::Snippet),
    PageRule::NoEffect(NoEffect::NoOdp),
    PageRule::NoEffect(NoEffect::NoYdir),
    PageRule::NoEffect(NoEffect::NoYaca),
    PageRule::NoEffect(NoEffect::NoSitelinksSearchBox),
];

impl PageRule {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoIndex => "noindex",
            Self::NoFollow => "nofollow",
            Self::None => "none",
            Self::NoSnippet => "nosnippet",
            Self::NoArchive => "noarchive",
            Self::NoCache => "nocache",
            Self::NoImageIndex => "noimageindex",
            Self::NoTranslate => "notranslate",
            Self::MaxSnippet(_) => Valued::MaxSnippet.name(),
            Self::MaxImagePreview(_) => Valued::MaxImagePreview.name(),
            Self::MaxVideoPreview(_) => Valued::MaxVideoPreview.name(),
            Self::UnavailableAfter(_) => Valued::UnavailableAfter.name(),
            Self::NoAi => "noai",
            Self::NoImageAi => "noimageai",
            Self::NoMl => "noml",
            Self::IndexIfEmbedded => "indexifembedded",
            Self::NoEffect(rule) => rule.name(),
        }
    }

    /// Whether it is about AI models: a signal, not a rule of the Robots-Tag draft.
    pub(crate) const fn is_signal(self) -> bool {
        matches!(self, Self::NoAi | Self::NoImageAi | Self::NoMl)
    }

    /// Whether it keeps a page out of an index.
    pub(crate) const fn keeps_out(self) -> bool {
        matches!(self, Self::NoIndex | Self::None)
    }
}

impl fmt::Display for PageRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())?;
        match self {
            Self::MaxSnippet(Some(count)) | Self::MaxVideoPreview(Some(count)) => {
                write!(f, ":{count}")
            }
            Self::MaxSnippet(None) | Self::MaxVideoPreview(None) => f.write_str(":-1"),
            Self::MaxImagePreview(size) => write!(f, ":{}", size.name()),
            Self::UnavailableAfter(moment) => write!(f, ":{moment}"),
            _ => Ok(()),
        }
    }
}

/// A rule as identified by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// A rule that takes no value.
    Plain(PageRule),
    /// A rule that takes a value.
    Valued(Valued),
}

/// The rules that take a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Valued {
    MaxSnippet,
    MaxImagePreview,
    MaxVideoPreview,
    UnavailableAfter,
}

impl Word {
    /// The rule with this name, ignoring case (T-05).
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        let is = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
        let plain = PLAIN.into_iter().find(|rule| is(rule.name())).map(Self::Plain);
        plain.or_else(|| Valued::ALL.into_iter().find(|rule| is(rule.name())).map(Self::Valued))
    }
}

impl Valued {
    const ALL: [Self; 4] =
        [Self::MaxSnippet, Self::MaxImagePreview, Self::MaxVideoPreview, Self::UnavailableAfter];

    const fn name(self) -> &'static str {
        match self {
            Self::MaxSnippet => "max-snippet",
            Self::MaxImagePreview => "max-image-preview",
            Self::MaxVideoPreview => "max-video-preview",
            Self::UnavailableAfter => "unavailable_after",
        }
    }

    /// Parses the value of the rule, ignoring case (T-05). Returns the problem if it is invalid.
    pub(crate) fn with(self, value: &[u8]) -> Result<PageRule, ProblemKind> {
        match self {
            Self::MaxSnippet => limit(value).map(PageRule::MaxSnippet),
            Self::MaxVideoPreview => limit(value).map(PageRule::MaxVideoPreview),
            Self::MaxImagePreview => std::str::from_utf8(value)
                .ok()
                .and_then(ImagePreview::of_name)
                .map(PageRule::MaxImagePreview)
                .ok_or(ProblemKind::RuleValue),
            Self::UnavailableAfter => date::rule(value),
        }
    }
}

/// Parses a number, or `-1` for no limit. Saturates at `u64::MAX`.
fn limit(text: &[u8]) -> Result<Option<u64>, ProblemKind> {
    if text == b"-1" {
        return Ok(None);
    }
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return Err(ProblemKind::RuleValue);
    }
    let count = text.iter().fold(0_u64, |count, digit| {
        count.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    });
    Ok(Some(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_in_any_case() {
        for rule in PLAIN {
            assert_eq!(Word::of(rule.name().as_bytes()), Some(Word::Plain(rule)));
            let upper = rule.name().to_ascii_uppercase();
            assert_eq!(Word::of(upper.as_bytes()), Some(Word::Plain(rule)));
            assert_eq!(rule.to_string(), rule.name());
        }
        assert_eq!(Word::of(b"Max-Snippet"), Some(Word::Valued(Valued::MaxSnippet)));
        assert_eq!(Word::of(b"unavailable-after"), None);
        assert_eq!(Word::of(b""), None);
    }

    #[test]
    fn values_are_numbers_sizes_and_dates() {
        for (rule, value, shown) in [
            (Valued::MaxSnippet, "020", "max-snippet:20"),
            (Valued::MaxSnippet, "-1", "max-snippet:-1"),
            (Valued::MaxVideoPreview, "0", "max-video-preview:0"),
            (Valued::MaxSnippet, "99999999999999999999999", "max-snippet:18446744073709551615"),
            (Valued::MaxImagePreview, "LARGE", "max-image-preview:large"),
            (
                Valued::UnavailableAfter,
                "25-Aug-2007 15:00:00 EST",
                "unavailable_after:2007-08-25T20:00:00Z",
            ),
        ] {
            assert_eq!(rule.with(value.as_bytes()).unwrap().to_string(), shown);
        }
        for value in ["", "-2", "--1", "+1", "1.0", "x", "-01", " 1"] {
            assert_eq!(Valued::MaxSnippet.with(value.as_bytes()), Err(ProblemKind::RuleValue));
        }
        assert_eq!(Valued::MaxImagePreview.with(b"huge"), Err(ProblemKind::RuleValue));
        assert_eq!(Valued::UnavailableAfter.with(b"someday"), Err(ProblemKind::RuleDate));
    }
}
