//! Groups that name known AI crawlers: a language that every crawler reads, with one word.

use placet::{RobotsPolicy, Usage};

use super::answers::{Answers, Stance};
use super::audience::Audience;
use super::classes::Classes;
use super::list::{by_length, entries};
use super::robots;
use crate::convert::{Loss, LossKind};

/// A crawler that fetches pages for AI only, or a token that controls such a usage of another.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers state all three")]
pub struct AiCrawler {
    /// The name in robots.txt.
    pub token: String,
    /// What it fetches pages for. Its group closes the paths where all of these are refused.
    pub usages: Vec<Usage>,
    /// Of a control token one of the crawlers that it controls.
    pub controls: Option<String>,
}

impl AiCrawler {
    /// Whether all that it fetches pages for is refused, or none of it; nothing where a part is.
    fn refuses(&self, answers: &Answers) -> Option<bool> {
        let mut refused = self.usages.iter().map(|it| answers.stance(*it) == Stance::Refused);
        let first = refused.next()?;
        refused.all(|it| it == first).then_some(first)
    }
}

/// The rules of an AI crawler, if something that it crawls for is refused. `None` if it keeps the rules
/// of the source.
pub(super) fn rules(
    base: &RobotsPolicy,
    audience: &Audience,
    classes: &Classes,
    known: &[AiCrawler],
    notes: &mut Vec<Loss>,
) -> Option<Vec<String>> {
    let known = known.iter().find(|it| it.token.eq_ignore_ascii_case(&audience.name));
    let known = known?;
    let kinds: Vec<Option<bool>> = audience.answers.iter().map(|it| known.refuses(it)).collect();
    if known.controls.is_some() && kinds.contains(&None) {
        // An `Allow` in the group of a token would permit what is refused there.
        return None;
    }
    let closed: Vec<bool> = kinds.into_iter().map(|it| it == Some(true)).collect();
    if closed.iter().all(|it| *it) {
        return Some(vec!["Disallow: /".to_owned()]);
    }
    if closed.iter().all(|it| !it) {
        return None;
    }
    // The patterns of both: a path is closed if its rules or the refusals close it.
    let site = base.for_agent(&audience.crawler);
    let own = site.rules().map(|rule| String::from_utf8_lossy(rule.path_form()).into_owned());
    let both = Classes::new(own.chain(classes.patterns.iter().cloned()));
    let answers: Vec<bool> = both
        .all
        .iter()
        .map(|class| {
            let target = site.target(&class.path).ok();
            let is_open = target.is_none_or(|target| site.verdict(&target).is_permit());
            let kind = classes.kind(&class.path);
            let is_refused = kind.and_then(|at| closed.get(at).copied()).unwrap_or(true);
            !is_open || is_refused
        })
        .collect();
    if !both.is_complete {
        let why = format!(
            "{} has no group: its rules and what is refused to it have too many combinations",
            audience.name
        );
        notes.push(Loss::new(LossKind::Law, None, why));
        return None;
    }
    let entries = entries(&both, &answers, |one, other| *one || *other);
    let listed = by_length(&both, &entries);
    if known.controls.is_some() && listed.iter().skip(1).any(|(_, closes)| !**closes) {
        // An `Allow` in the group of a token permits the usage expressly, where another language may
        // have to refuse more than the source does.
        let why = format!("{} has no group: it would have to allow some paths", audience.name);
        notes.push(Loss::new(LossKind::Law, None, why));
        return None;
    }
    let rule = |(pattern, closes): &(String, &bool)| {
        format!("{}: {pattern}", if **closes { "Disallow" } else { "Allow" })
    };
    // Without a rule everything is open.
    let is_needed = |(at, (_, closes)): &(usize, &(String, &bool))| *at > 0 || **closes;
    let listed = listed.iter().enumerate().filter(is_needed).map(|(_, it)| rule(it));
    let others = robots::others(base, audience);
    Some(listed.chain(others).collect())
}

/// Which crawlers the result closes out, and which it does not though something is refused to them.
pub(super) fn notes(audiences: &[Audience], known: &[AiCrawler]) -> Vec<Loss> {
    let (mut closed, mut open) = (Vec::new(), Vec::new());
    for known in known {
        let is = |it: &&Audience| it.name.eq_ignore_ascii_case(&known.token);
        let Some(audience) = audiences.iter().find(is) else { continue };
        if audience.is_closed() {
            closed.push(&*audience.name);
        } else if audience.answers.iter().any(|it| known.refuses(it).is_none()) {
            open.push(&*audience.name);
        }
    }
    let note = |names: &[&str], why: &str| {
        let why = format!("{why}: {}", names.join(", "));
        (!names.is_empty()).then(|| Loss::new(LossKind::Usage, None, why))
    };
    let closed = note(&closed, "a group cannot refuse one usage, so these may not crawl at all");
    let why = "a group would also refuse a usage that is not refused, so none is written for";
    closed.into_iter().chain(note(&open, why)).collect()
}
