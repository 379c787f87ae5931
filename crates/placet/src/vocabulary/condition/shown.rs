//! Parses conditions in the form in which they are displayed.

use super::{Condition, ImagePreview, Moment, Qualifier, TimeLimit};

impl Condition {
    /// Parses `type=value` as a condition is displayed, including those that page rules set.
    pub(crate) fn of_shown(text: &str) -> Option<Self> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match Qualifier::of_name(name)? {
            Qualifier::NoImages => (name == text).then_some(Self::NoImages),
            Qualifier::MaxImagePreview => ImagePreview::of_name(value).map(Self::MaxImagePreview),
            Qualifier::MaxVideoPreview => value.parse().ok().map(Self::MaxVideoPreview),
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
