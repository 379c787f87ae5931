//! The values of conditions.

use std::fmt;
use std::time::SystemTime;

use super::Qualifier;
use super::date::{Date, days_after};
use super::moment::Moment;

/// A condition on a permission. It is shown as `type=value`, in ACAP's words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Condition {
    /// For how long.
    TimeLimit(TimeLimit),
    /// What must be used in place of the resource: an element, a META element, another resource.
    MustUseResource(Resource),
    /// How much of it at most.
    MaxLength(Length),
    /// How it must not be changed.
    ProhibitedModification(Modification),
    /// What must be shown with it.
    MustIncludeResource(Resource),
    /// It must not be shown within a frame of the user's.
    ProhibitedContextUserFrame,
    /// It must be shown within its original frame.
    RequiredContextOriginalFrame,
    /// To whom it may be shown, as written (1.1).
    TargetCondition(Box<str>),
    /// Where more is said about other usages, as written (1.1).
    Ref(Box<str>),
    /// The URI at which the resource must lie, as written (Part 2 §2.2.9.1).
    Location(Box<str>),
    /// Without its images.
    NoImages,
    /// How large a picture of it may be.
    MaxImagePreview(ImagePreview),
    /// How many seconds of a video may be shown; 0 leaves a still image.
    MaxVideoPreview(u64),
}

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
    const ALL: [Self; 5] =
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

/// A resource that a condition names, as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Resource {
    written: Box<str>,
    locator: Locator,
}

/// Where the resource of a condition is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Locator {
    /// At a URI, absolute or relative.
    Uri(Box<str>),
    /// In the element with this id.
    Id(Box<str>),
    /// In the first element of this class.
    Class(Box<str>),
    /// In the META element of this name.
    Meta(Box<str>),
}

impl Resource {
    /// Where it is found.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// A URI, or `the-acap:ROLE:LOCATOR` with one of `roles`; `acap:` is the prefix of 0.2.
    fn parse(text: &str, roles: &[&str], uri_in_role: bool) -> Option<Self> {
        let locator = match acap_uri(text) {
            None => Locator::Uri(text.into()),
            Some(rest) => {
                let (role, place) = rest.split_once(':')?;
                roles.iter().find(|known| known.eq_ignore_ascii_case(role))?;
                let found = place.split_once(':').filter(|(_, name)| !name.is_empty());
                match found.map(|(kind, name)| (kind.to_ascii_lowercase(), name)) {
                    Some((kind, name)) if kind == "id" => Locator::Id(name.into()),
                    Some((kind, name)) if kind == "class" => Locator::Class(name.into()),
                    Some((kind, name)) if kind == "meta" => Locator::Meta(name.into()),
                    _ if uri_in_role && !place.is_empty() => Locator::Uri(place.into()),
                    _ => return None,
                }
            }
        };
        Some(Self { written: text.into(), locator })
    }
}

impl Condition {
    /// Reads the value of a qualifier; none where it is not one that the documents know.
    ///
    /// Values that are code words compare without case; `until-recrawl` is a synonym of
    /// `until-recrawled`. Quotes stand in no value.
    pub(crate) fn parse(qualifier: Qualifier, value: &str) -> Option<Self> {
        if value.is_empty() || value.contains(['"', '\'']) {
            return None;
        }
        let word = value.to_ascii_lowercase();
        match qualifier {
            Qualifier::TimeLimit => time_limit(&word).map(Self::TimeLimit),
            Qualifier::MaxLength => {
                let (count, unit) = word.split_once('-')?;
                let count = number(count)?;
                match unit {
                    "chars" => Some(Self::MaxLength(Length::Chars(count))),
                    "words" => Some(Self::MaxLength(Length::Words(count))),
                    _ => None,
                }
            }
            Qualifier::ProhibitedModification => Modification::ALL
                .into_iter()
                .find(|known| known.name() == word)
                .map(Self::ProhibitedModification),
            Qualifier::ProhibitedContext => {
                (word == "within-user-frame").then_some(Self::ProhibitedContextUserFrame)
            }
            Qualifier::RequiredContext => {
                (word == "within-original-frame").then_some(Self::RequiredContextOriginalFrame)
            }
            Qualifier::MustUseResource => {
                Resource::parse(value, &["extract"], false).map(Self::MustUseResource)
            }
            Qualifier::MustIncludeResource => {
                Resource::parse(value, &["credit", "link"], true).map(Self::MustIncludeResource)
            }
            Qualifier::TargetCondition => Some(Self::TargetCondition(value.into())),
            Qualifier::Ref => Some(Self::Ref(value.into())),
            // Only where a META element carries it; see `Qualifier::qualifies`.
            Qualifier::Location => is_uri(value).then(|| Self::Location(value.into())),
            Qualifier::NoImages | Qualifier::MaxImagePreview | Qualifier::MaxVideoPreview => None,
        }
    }

    /// Its type.
    pub fn qualifier(&self) -> Qualifier {
        match self {
            Self::TimeLimit(_) => Qualifier::TimeLimit,
            Self::MustUseResource(_) => Qualifier::MustUseResource,
            Self::MaxLength(_) => Qualifier::MaxLength,
            Self::ProhibitedModification(_) => Qualifier::ProhibitedModification,
            Self::MustIncludeResource(_) => Qualifier::MustIncludeResource,
            Self::ProhibitedContextUserFrame => Qualifier::ProhibitedContext,
            Self::RequiredContextOriginalFrame => Qualifier::RequiredContext,
            Self::TargetCondition(_) => Qualifier::TargetCondition,
            Self::Ref(_) => Qualifier::Ref,
            Self::Location(_) => Qualifier::Location,
            Self::NoImages => Qualifier::NoImages,
            Self::MaxImagePreview(_) => Qualifier::MaxImagePreview,
            Self::MaxVideoPreview(_) => Qualifier::MaxVideoPreview,
        }
    }
}

/// What follows `the-acap:`, or `acap:` as 0.2 has it.
pub(crate) fn acap_uri(text: &str) -> Option<&str> {
    ["the-acap:", "acap:"].into_iter().find_map(|prefix| {
        let start = text.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| text.get(prefix.len()..))?
    })
}

/// Whether text is a URI: a scheme, a colon and more (RFC 3986 §3).
fn is_uri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(part)
            && !rest.is_empty()
    })
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    // More than can be counted is as much as can be.
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

fn time_limit(word: &str) -> Option<TimeLimit> {
    match word {
        "until-recrawled" | "until-recrawl" => Some(TimeLimit::UntilRecrawled),
        _ => match word.strip_prefix("until-") {
            Some(date) => Date::parse(date).map(TimeLimit::Until),
            None => number(word.strip_suffix("-days")?).map(TimeLimit::Days),
        },
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.qualifier().name())?;
        if *self == Self::NoImages {
            return Ok(());
        }
        f.write_str("=")?;
        match self {
            Self::NoImages => Ok(()),
            Self::TimeLimit(TimeLimit::UntilRecrawled) => f.write_str("until-recrawled"),
            Self::TimeLimit(TimeLimit::Until(date)) => write!(f, "until-{date}"),
            Self::TimeLimit(TimeLimit::Days(days)) => write!(f, "{days}-days"),
            Self::MaxLength(Length::Chars(count)) => write!(f, "{count}-chars"),
            Self::MaxLength(Length::Words(count)) => write!(f, "{count}-words"),
            Self::ProhibitedModification(modification) => f.write_str(modification.name()),
            Self::ProhibitedContextUserFrame => f.write_str("within-user-frame"),
            Self::RequiredContextOriginalFrame => f.write_str("within-original-frame"),
            Self::MustUseResource(resource) | Self::MustIncludeResource(resource) => {
                f.write_str(&resource.written)
            }
            Self::TargetCondition(written) | Self::Ref(written) | Self::Location(written) => {
                f.write_str(written)
            }
            Self::TimeLimit(TimeLimit::UntilMoment(moment)) => write!(f, "until-{moment}"),
            Self::MaxImagePreview(size) => f.write_str(size.name()),
            Self::MaxVideoPreview(seconds) => write!(f, "{seconds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_shown_in_one_form() {
        for (qualifier, value, shown) in [
            ("time-limit", "until-recrawl", "time-limit=until-recrawled"),
            ("Time-Limit", "UNTIL-2007-12-31", "time-limit=until-2007-12-31"),
            ("time-limit", "30-days", "time-limit=30-days"),
            ("max-length", "20-Words", "max-length=20-words"),
            ("prohibited-modification", "Any", "prohibited-modification=any"),
            ("required-context", "within-original-frame", "required-context=within-original-frame"),
            ("must-use-resource", "/a.txt", "must-use-resource=/a.txt"),
            (
                "must-use-resource",
                "the-acap:extract:id:Body",
                "must-use-resource=the-acap:extract:id:Body",
            ),
            (
                "must-include-resource",
                "the-acap:credit:http://a/b",
                "must-include-resource=the-acap:credit:http://a/b",
            ),
        ] {
            let qualifier = Qualifier::of_name(qualifier).unwrap();
            assert_eq!(Condition::parse(qualifier, value).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_the_documents_do_not_know_is_no_value() {
        for (qualifier, value) in [
            ("time-limit", "3-day"),
            ("time-limit", "2.5-days"),
            ("time-limit", "-days"),
            ("time-limit", "until-31-12-2007"),
            ("time-limit", "permanent"),
            ("max-length", "20"),
            ("max-length", "20-lines"),
            ("prohibited-modification", "colour"),
            ("must-use-resource", "the-acap:extract:id:"),
            ("must-use-resource", "the-acap:credit:id:x"),
            ("must-use-resource", "'x'"),
            ("location", "/a"),
        ] {
            let qualifier = Qualifier::of_name(qualifier).unwrap();
            assert_eq!(Condition::parse(qualifier, value), None, "{value}");
        }
    }
}
