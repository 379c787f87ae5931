//! What a rule about a page means for a usage of it (Robots-Tag draft §3.1.1, §3.1.3; T-03 to T-05).

use super::{NoEffect, PageRule};
use crate::vocabulary::{Condition, ImagePreview, Length, Modification, TimeLimit, Usage};

/// What a rule does to a usage.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a rule only restricts: there is no third way")]
pub enum RuleEffect {
    /// It prohibits it.
    Prohibits,
    /// It puts a condition on it.
    Adds(Condition),
}

impl PageRule {
    /// What it does to a usage; none where it is not about it, or has no effect. No rule permits
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
        let prohibits = |touches: bool| touches.then_some(RuleEffect::Prohibits);
        let adds = |touches: bool, condition| touches.then_some(RuleEffect::Adds(condition));
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
            // A preview of a video stands where a snippet or a picture of the page would.
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

    /// Whether its author means a usage to be open by it, though it lifts nothing (T-03).
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
