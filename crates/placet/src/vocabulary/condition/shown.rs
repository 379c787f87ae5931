//! Reading conditions in the form that they are shown in.

use super::{Condition, ImagePreview, Moment, Qualifier, TimeLimit};

impl Condition {
    /// Reads `type=value` as a condition is shown, those that rules about a page set included.
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
