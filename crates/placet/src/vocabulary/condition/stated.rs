//! Conditions: how they are parsed and displayed.

use std::fmt;

use super::Qualifier;
use super::notation::decoded;
use super::resource::{Locator, Resource};
use super::value::{ImagePreview, Length, Modification, TimeLimit, UseLevel};

/// A condition on a permission. It is displayed as `type=value`, in ACAP's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Condition {
    /// How long the permission lasts.
    TimeLimit(TimeLimit),
    /// What must be used in place of the resource: an element, a META element, another resource.
    MustUseResource(Resource),
    /// How much of it may be shown at most.
    MaxLength(Length),
    /// How it must not be modified.
    ProhibitedModification(Modification),
    /// What must be shown with it.
    MustIncludeResource(Resource),
    /// It must not be shown within a frame of the user.
    ProhibitedContextUserFrame,
    /// It must be shown within its original frame.
    RequiredContextOriginalFrame,
    /// To whom it may be shown, as written (1.1).
    TargetCondition(Box<str>),
    /// Where other usages are described, as written (1.1).
    Ref(Box<str>),
    /// The URI at which the resource must be, as written (Part 2 §2.2.9.1).
    Location(Box<str>),
    /// What is used in place of the resource (0.2).
    UsedResource(Resource),
    /// It must be shown within a frame (0.2).
    ContextFrame,
    /// Without its images.
    NoImages,
    /// How large an image preview may be.
    MaxImagePreview(ImagePreview),
    /// How many seconds of a video may be shown; 0 permits a still image only.
    MaxVideoPreview(u64),
    /// The licence that is needed, by its URL.
    License(Box<str>),
    /// The type of payment that is due, as written.
    Payment(Box<str>),
    /// How the use must be reported: a profile or a type, as written.
    Reporting(Box<str>),
    /// The licence server whose token is needed.
    Token(Box<str>),
    /// Only for these classes of users, sorted and separated by `|`.
    User(Box<str>),
    /// Not for these classes of users, sorted and separated by `|`.
    NotUser(Box<str>),
    /// Only in these regions, sorted and separated by `|`.
    Geo(Box<str>),
    /// Not in these regions, sorted and separated by `|`.
    NotGeo(Box<str>),
    /// The terms that apply, by their URL.
    Terms(Box<str>),
    /// The source must be named.
    Attribution,
    /// A disclaimer that the crawler accepts.
    LegalDisclaimer,
    /// Without keeping it in the index of an AI system.
    NoAiIndex,
    /// The highest level of use.
    MaxUse(UseLevel),
}

impl Condition {
    /// Whether one field cannot carry both conditions. Only `prohibited-modification` may occur
    /// several times, and not together with `any` (ACAP 1.0 §2.5.5.2, R-096, R-105).
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let any = Self::ProhibitedModification(Modification::Any);
        self.qualifier() == other.qualifier()
            && (self.qualifier() != Qualifier::ProhibitedModification
                || *self == any
                || *other == any)
    }

    /// Parses the value of a qualifier. Returns `None` if the documents do not define it.
    ///
    /// Code words are compared without case; `until-recrawl` is a synonym of
    /// `until-recrawled`. No value contains quotes. Percent notation is decoded
    /// before anything is compared.
    pub(crate) fn parse(qualifier: Qualifier, value: &str) -> Option<Self> {
        if value.is_empty() || value.contains(['"', '\'']) {
            return None;
        }
        let plain = decoded(value);
        let word = plain.to_ascii_lowercase();
        let resource = |roles, uri_in_role| Resource::parse(value, &plain, roles, uri_in_role);
        match qualifier {
            Qualifier::TimeLimit => TimeLimit::parse(&word).map(Self::TimeLimit),
            Qualifier::MaxLength => Length::parse(&word).map(Self::MaxLength),
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
            Qualifier::MustUseResource => resource(&["extract"], false).map(Self::MustUseResource),
            // 0.2 has the roles `icon` and `text` too.
            Qualifier::MustIncludeResource => {
                resource(&["credit", "link", "icon", "text"], true).map(Self::MustIncludeResource)
            }
            Qualifier::UsedResource => resource(&["extract"], false).map(Self::UsedResource),
            Qualifier::Context => (word == "within-frame").then_some(Self::ContextFrame),
            Qualifier::TargetCondition => Some(Self::TargetCondition(value.into())),
            Qualifier::Ref => Some(Self::Ref(value.into())),
            // Only META elements can carry it; see `Qualifier::qualifies`.
            Qualifier::Location => is_uri(&plain).then(|| Self::Location(value.into())),
            // No ACAP field carries the others.
            _ => None,
        }
    }

    /// The resource that must be used in place of the whole; 0.2 calls this `used-resource`.
    pub(crate) fn used(&self) -> Option<&Resource> {
        match self {
            Self::MustUseResource(resource) | Self::UsedResource(resource) => Some(resource),
            _ => None,
        }
    }

    /// The resource that the crawler needs in order to meet the condition, in addition to the one
    /// asked about (1.0 §2.5.3.2, §2.5.5.2.2, §2.5.5.2.5).
    pub(crate) fn needed(&self) -> Option<&Resource> {
        match self {
            Self::MustUseResource(resource) | Self::MustIncludeResource(resource) => Some(resource),
            _ => None,
        }
    }

    /// The locator of the element that the condition refers to, if it refers to one.
    pub(crate) fn element(&self) -> Option<&Locator> {
        self.used().or_else(|| self.needed()).map(Resource::locator)
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
            Self::UsedResource(_) => Qualifier::UsedResource,
            Self::ContextFrame => Qualifier::Context,
            Self::NoImages => Qualifier::NoImages,
            Self::MaxImagePreview(_) => Qualifier::MaxImagePreview,
            Self::MaxVideoPreview(_) => Qualifier::MaxVideoPreview,
            Self::License(_) => Qualifier::License,
            Self::Payment(_) => Qualifier::Payment,
            Self::Reporting(_) => Qualifier::Reporting,
            Self::Token(_) => Qualifier::Token,
            Self::User(_) => Qualifier::User,
            Self::NotUser(_) => Qualifier::NotUser,
            Self::Geo(_) => Qualifier::Geo,
            Self::NotGeo(_) => Qualifier::NotGeo,
            Self::Terms(_) => Qualifier::Terms,
            Self::Attribution => Qualifier::Attribution,
            Self::LegalDisclaimer => Qualifier::Legal,
            Self::NoAiIndex => Qualifier::NoAiIndex,
            Self::MaxUse(_) => Qualifier::MaxUse,
        }
    }
}

/// Whether `text` is a URI: a scheme, a colon and more (RFC 3986 §3).
fn is_uri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(part)
            && !rest.is_empty()
    })
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.qualifier().name())?;
        if matches!(self, Self::NoImages | Self::NoAiIndex) {
            return Ok(());
        }
        f.write_str("=")?;
        match self {
            Self::NoImages | Self::NoAiIndex => Ok(()),
            Self::TimeLimit(TimeLimit::UntilRecrawled) => f.write_str("until-recrawled"),
            Self::TimeLimit(TimeLimit::Until(date)) => write!(f, "until-{date}"),
            Self::TimeLimit(TimeLimit::Days(days)) => write!(f, "{days}-days"),
            Self::MaxLength(Length::Chars(count)) => write!(f, "{count}-chars"),
            Self::MaxLength(Length::Words(count)) => write!(f, "{count}-words"),
            Self::ProhibitedModification(modification) => f.write_str(modification.name()),
            Self::ProhibitedContextUserFrame => f.write_str("within-user-frame"),
            Self::RequiredContextOriginalFrame => f.write_str("within-original-frame"),
            Self::ContextFrame => f.write_str("within-frame"),
            Self::MustUseResource(resource)
            | Self::MustIncludeResource(resource)
            | Self::UsedResource(resource) => f.write_str(&resource.written),
            Self::TargetCondition(written)
            | Self::Ref(written)
            | Self::Location(written)
            | Self::License(written)
            | Self::Payment(written)
            | Self::Reporting(written)
            | Self::Token(written)
            | Self::User(written)
            | Self::NotUser(written)
            | Self::Geo(written)
            | Self::NotGeo(written)
            | Self::Terms(written) => f.write_str(written),
            Self::Attribution => f.write_str("required"),
            Self::LegalDisclaimer => f.write_str("disclaimer"),
            Self::MaxUse(level) => f.write_str(level.name()),
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
    fn values_are_parsed_and_displayed_in_one_form() {
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
            (
                "must-include-resource",
                "acap:icon:/logo.png",
                "must-include-resource=acap:icon:/logo.png",
            ),
            ("used-resource", "stored-copy", "used-resource=stored-copy"),
            ("context", "Within-Frame", "context=within-frame"),
            ("time-limit", "3%2ddays", "time-limit=3-days"),
            ("location", "http://a/it%27s", "location=http://a/it%27s"),
        ] {
            let qualifier = Qualifier::of_name(qualifier).unwrap();
            assert_eq!(Condition::parse(qualifier, value).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn values_outside_the_documents_are_rejected() {
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
            ("must-include-resource", "the-acap:logo:/a"),
            ("used-resource", "acap:credit:id:x"),
            ("context", "within-user-frame"),
            ("time-limit", "3%2Xdays"),
        ] {
            let qualifier = Qualifier::of_name(qualifier).unwrap();
            assert_eq!(Condition::parse(qualifier, value), None, "{value}");
        }
    }
}
