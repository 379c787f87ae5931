//! Parses conditions in the form in which they are displayed.

use super::{Condition, ImagePreview, Moment, Qualifier, TimeLimit, UseLevel};

impl Condition {
    /// Parses `type=value` as a condition is displayed, including those that page rules and signals
    /// set.
    pub(crate) fn of_shown(text: &str) -> Option<Self> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match Qualifier::of_name(name)? {
            Qualifier::NoImages => (name == text).then_some(Self::NoImages),
            Qualifier::MaxImagePreview => ImagePreview::of_name(value).map(Self::MaxImagePreview),
            Qualifier::MaxVideoPreview => value.parse().ok().map(Self::MaxVideoPreview),
            Qualifier::NoAiIndex => (name == text).then_some(Self::NoAiIndex),
            Qualifier::MaxUse => UseLevel::of_name(value.as_bytes()).map(Self::MaxUse),
            Qualifier::Attribution => (value == "required").then_some(Self::Attribution),
            Qualifier::Legal => (value == "disclaimer").then_some(Self::LegalDisclaimer),
            Qualifier::License => Some(Self::License(value.into())),
            Qualifier::Payment => Some(Self::Payment(value.into())),
            Qualifier::Reporting => Some(Self::Reporting(value.into())),
            Qualifier::Token => Some(Self::Token(value.into())),
            Qualifier::User => Some(Self::User(value.into())),
            Qualifier::NotUser => Some(Self::NotUser(value.into())),
            Qualifier::Geo => Some(Self::Geo(value.into())),
            Qualifier::NotGeo => Some(Self::NotGeo(value.into())),
            Qualifier::Terms => Some(Self::Terms(value.into())),
            qualifier => {
                let moment = value.strip_prefix("until-").and_then(Moment::parse);
                match moment.filter(|_| qualifier == Qualifier::TimeLimit) {
                    Some(moment) => Some(Self::TimeLimit(TimeLimit::UntilMoment(moment))),
                    None => Self::parse(qualifier, value),
                }
            }
        }
    }
}
