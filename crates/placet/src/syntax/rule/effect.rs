//! The effect of a page rule on a usage (Robots-Tag draft §3.1.1, §3.1.3; T-03 to T-05).

use super::{NoEffect, PageRule};
use crate::vocabulary::{Condition, ImagePreview, Length, Modification, TimeLimit, Usage};

/// The effect of a rule on a usage.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "rules only restrict")]
pub enum RuleEffect {
    /// It prohibits the usage.
    Prohibits,
    /// It adds a condition to the usage.
    Adds(Condition),
}

impl PageRule {
    /// Returns its effect on a usage; `None` if it does not affect that usage. No rule permits
    /// (T-03).
    ///
    /// ```
    /// use placet::page::PageRule;
    /// use placet::Usage;
    /// use placet::syntax::rule::RuleEffect;
    ///
    /// assert_eq!(PageRule::None.effect(Usage::Follow), Some(RuleEffect::Prohibits));
    /// assert_eq!(PageRule::None.effect(Usage::Preserve), None);
    /// ```
    pub fn effect(self, usage: Usage) -> Option<RuleEffect> {
        let prohibits = |affected: bool| affected.then_some(RuleEffect::Prohibits);
        let adds = |affected: bool, condition| affected.then_some(RuleEffect::Adds(condition));
        match self {
            Self::NoIndex => prohibits(usage == Usage::Index),
            Self::NoFollow => prohibits(usage == Usage::Follow),
            Self::None => prohibits(matches!(usage, Usage::Index | Usage::Follow)),
            Self::NoSnippet | Self::MaxSnippet(Some(0)) => prohibits(usage.is_snippet()),
            Self::NoArchive | Self::NoCache => prohibits(usage.shows_copy()),
            Self::NoImageIndex => adds(usage == Usage::Index, Condition::NoImages),
            Self::NoTranslate => adds(
                usage == Usage::Present || usage.shows_copy(),
                Condition::ProhibitedModification(Modification::Translation),
            ),
            Self::MaxSnippet(Some(count)) => {
                adds(usage.is_snippet(), Condition::MaxLength(Length::Chars(count)))
            }
            Self::MaxImagePreview(ImagePreview::None) => prohibits(usage.is_thumbnail()),
            Self::MaxImagePreview(size) => {
                adds(usage.is_thumbnail(), Condition::MaxImagePreview(size))
            }
            // A preview of a video takes the place of a snippet or of an image.
            Self::MaxVideoPreview(Some(seconds)) => adds(
                usage.is_snippet() || usage.is_thumbnail(),
                Condition::MaxVideoPreview(seconds),
            ),
            Self::UnavailableAfter(moment) => adds(
                usage == Usage::Index || usage.is_presentation(),
                Condition::TimeLimit(TimeLimit::UntilMoment(moment)),
            ),
            Self::NoAi | Self::NoImageAi => {
                prohibits(matches!(usage, Usage::TrainAi | Usage::AiInput))
            }
            Self::NoMl => prohibits(usage == Usage::TrainAi),
            Self::MaxSnippet(None)
            | Self::MaxVideoPreview(None)
            | Self::IndexIfEmbedded
            | Self::NoEffect(_) => None,
        }
    }

    /// Whether its author means to open a usage with it, although it has no effect (T-03).
    pub fn means_open(self, usage: Usage) -> bool {
        match self {
            Self::NoEffect(NoEffect::Index) => usage == Usage::Index,
            Self::NoEffect(NoEffect::Follow) => usage == Usage::Follow,
            Self::NoEffect(NoEffect::Archive) => usage.shows_copy(),
            Self::NoEffect(NoEffect::Snippet) => usage.is_snippet(),
            Self::NoEffect(NoEffect::All) => {
                let all = [NoEffect::Index, NoEffect::Follow, NoEffect::Archive, NoEffect::Snippet];
                all.into_iter().any(|it| Self::NoEffect(it).means_open(usage))
            }
            _ => false,
        }
    }
}
