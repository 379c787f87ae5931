//! Rules in header and META: they only restrict (Robots-Tag draft §3.1.1, §3.1.3; T-03 to T-05).

use super::condition;
use super::ground::Ground;
use super::page_context::PageContext;
use super::question::{Question, Statements};
use super::resource::Base;
use super::ruling::Ruling;
use crate::syntax::rule::PageRule;
use crate::vocabulary::{
    Condition, ImagePreview, Length, Modification, Profile, TimeLimit, Usage, Verdict,
};

/// Lays the rules of header and META over the rulings: all that bind the crawler, united. They can
/// prohibit and add conditions, never permit (T-03, T-04, T-12, A-27).
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let Some(page) = statements.page else { return };
    for ruling in rulings.iter_mut().filter(|it| !it.is_settled()) {
        restrict(question, statements, page, ruling);
    }
}

fn restrict(
    question: &Question<'_>,
    statements: &Statements<'_>,
    page: &PageContext,
    ruling: &mut Ruling,
) {
    let agent = question.crawler.agent();
    let restrictions = (0..).zip(&page.policy.parts.restrictions);
    for (place, restriction) in restrictions.filter(|(_, it)| it.binds(agent)) {
        let permitted = ruling.verdict == Verdict::Permit;
        match effect(&restriction.rule, ruling.usage, statements.profile) {
            None => continue,
            Some(Effect::Prohibits) if permitted => ruling.prohibit(Ground::Restricted),
            Some(Effect::Adds(condition)) if permitted => {
                // No longer is nothing said.
                if matches!(ruling.ground, Ground::Silence | Ground::Unavailable) {
                    ruling.ground = Ground::Conditioned;
                }
                condition::add(question, statements, ruling, &condition, Base::Page);
            }
            Some(_) => {}
        }
        let decided = permitted && ruling.verdict == Verdict::Prohibit;
        ruling.restrictions.push((place, decided));
    }
    if is_snippet(ruling.usage)
        && ruling.verdict == Verdict::Permit
        && let Some(at) = page.without_snippets()
    {
        ruling.prohibit(Ground::Restricted);
        ruling.without_snippets = Some(at);
    }
}

/// What a rule does to a usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It prohibits it.
    Prohibits,
    /// It puts a condition on it.
    Adds(Condition),
}

/// What a rule does to a usage in a profile; none where it does not touch it. No rule permits
/// (T-03). Rules about models are signals, which the full profile alone reads (signals-law S-091).
pub(crate) fn effect(rule: &PageRule, usage: Usage, profile: Profile) -> Option<Effect> {
    (!rule.is_signal() || profile.behaviour().reads_signals).then(|| touches(rule, usage))?
}

/// What a rule does to a usage where it is read.
pub(crate) fn touches(rule: &PageRule, usage: Usage) -> Option<Effect> {
    let prohibits = |touches: bool| touches.then_some(Effect::Prohibits);
    let adds = |touches: bool, condition| touches.then_some(Effect::Adds(condition));
    match *rule {
        PageRule::NoIndex => prohibits(usage == Usage::Index),
        PageRule::NoFollow => prohibits(usage == Usage::Follow),
        PageRule::None => prohibits(matches!(usage, Usage::Index | Usage::Follow)),
        PageRule::NoSnippet | PageRule::MaxSnippet(Some(0)) => prohibits(is_snippet(usage)),
        PageRule::NoArchive | PageRule::NoCache => prohibits(usage.shows_copy()),
        PageRule::NoImageIndex => adds(usage == Usage::Index, Condition::NoImages),
        PageRule::NoTranslate => adds(
            usage == Usage::Present || usage.shows_copy(),
            Condition::ProhibitedModification(Modification::Translation),
        ),
        PageRule::MaxSnippet(Some(count)) => {
            adds(is_snippet(usage), Condition::MaxLength(Length::Chars(count)))
        }
        PageRule::MaxImagePreview(ImagePreview::None) => prohibits(is_thumbnail(usage)),
        PageRule::MaxImagePreview(size) => {
            adds(is_thumbnail(usage), Condition::MaxImagePreview(size))
        }
        // A preview of a video stands where a snippet or a picture of the page would.
        PageRule::MaxVideoPreview(Some(seconds)) => {
            adds(is_snippet(usage) || is_thumbnail(usage), Condition::MaxVideoPreview(seconds))
        }
        PageRule::UnavailableAfter(moment) => adds(
            usage == Usage::Index || usage.is_presentation(),
            Condition::TimeLimit(TimeLimit::UntilMoment(moment)),
        ),
        PageRule::NoAi | PageRule::NoImageAi => {
            prohibits(matches!(usage, Usage::TrainAi | Usage::AiInput))
        }
        PageRule::NoMl => prohibits(usage == Usage::TrainAi),
        PageRule::MaxSnippet(None)
        | PageRule::MaxVideoPreview(None)
        | PageRule::IndexIfEmbedded
        | PageRule::NoEffect(_) => None,
    }
}

/// Whether it shows a part of the text.
pub(crate) fn is_snippet(usage: Usage) -> bool {
    matches!(usage, Usage::PresentSnippet | Usage::PresentOldsnippet)
}

fn is_thumbnail(usage: Usage) -> bool {
    matches!(usage, Usage::PresentThumbnail | Usage::PresentOldthumbnail)
}
