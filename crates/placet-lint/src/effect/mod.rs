//! What each conventional rule is good for, proved on the rules beside it.
//!
//! A rule is judged in every set of groups it belongs to: those that one crawler's name makes
//! apply together (RFC 9309 §2.2.1, F-13). Only what holds in all of them is told. Removing any
//! number of the rules that have an [`Effect`] here changes no decision, as long as no group is
//! left without a rule, and no reader understands the rules in [another way](alike).

mod alike;
mod beside;
mod clear;
mod others;
mod removal;
pub(crate) mod sets;

use placet::pattern::Pattern;
use placet::robots::{Rank, RuleKind};

use beside::{Beside, Entry};
use clear::Unclear;
use others::Others;

use crate::limits::{PAIRS_COMPARED, RULES_COMPARED};
use crate::view::{Block, View};

/// Why a rule could as well not be there. Other rules are given by their places in the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The same rule stands before it.
    Duplicate(usize),
    /// It closes what an `Allow` of the same pattern opens (F-24).
    LosesTie(usize),
    /// A rule that goes before it matches all that it matches.
    Shadowed(usize),
    /// It opens nothing that a rule it goes before closes.
    LiftsNothing,
    /// A rule it goes before says the same of all that it matches, and none between them says
    /// otherwise.
    Redundant(usize),
}

/// The effect of every rule; none where it has a use, or where that was not found out.
#[derive(Debug)]
pub(crate) struct Effects {
    /// By the places of the rules, in their order.
    of: Vec<(usize, Effect)>,
    /// Whether some rule of each group has a use.
    useful: Vec<bool>,
    /// Whether every profile reads the rules in the same way.
    alike: bool,
    /// Lines that may not mean what they say.
    unclear: Unclear,
}

impl Effects {
    pub(crate) fn new(view: &View<'_>) -> Self {
        // A conventional rule that an ACAP field contradicts is left out, so others can
        // matter for its absence.
        let acap = view.acap().bears_on_crawling();
        let mut judge = Judge {
            view,
            pairs: PAIRS_COMPARED,
            alone: acap,
            found: Vec::new(),
            entries: Vec::new(),
            keys: Vec::new(),
        };
        let mut verdicts: Vec<Verdict> = vec![Verdict::Unseen; view.rules.len()];
        let (mut compared, mut places) = (0, Vec::new());
        for set in sets::sets(view) {
            places.clear();
            for block in set.iter().filter_map(|&group| view.groups.get(group)) {
                places.extend(block.rules.clone());
            }
            compared += places.len();
            let found = if compared > RULES_COMPARED { Vec::new() } else { judge.set(&places) };
            let mut of = found.into_iter().peekable();
            for &place in &places {
                let effect = of.next_if(|&(at, _)| at == place).map(|(_, effect)| effect);
                if let Some(verdict) = verdicts.get_mut(place) {
                    *verdict = verdict.and(effect);
                }
            }
        }
        let effects = verdicts.into_iter().map(Verdict::effect).enumerate();
        let of: Vec<(usize, Effect)> = effects.filter_map(|(at, it)| Some((at, it?))).collect();
        let useful = useful(view, &of);
        let alike = !of.is_empty() && alike::are_read_alike(view);
        let unclear = if alike { Unclear::new(view) } else { Unclear::default() };
        Self { of, useful, alike, unclear }
    }

    /// The rules that have an effect, by their places, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Effect)> {
        self.of.iter().copied()
    }
}

/// Whether some rule of each group is not among those that could as well not be there.
fn useful(view: &View<'_>, of: &[(usize, Effect)]) -> Vec<bool> {
    let is_useful = |block: &Block| {
        let before = |end: usize| of.partition_point(|&(place, _)| place < end);
        before(block.rules.end) - before(block.rules.start) < block.rules.len()
    };
    view.groups.iter().map(is_useful).collect()
}

/// What the sets judged so far say of a rule.
#[derive(Debug, Clone, Copy)]
enum Verdict {
    Unseen,
    Same(Effect),
    Useful,
}

impl Verdict {
    fn and(self, effect: Option<Effect>) -> Self {
        match (self, effect) {
            (Self::Unseen, Some(effect)) => Self::Same(effect),
            (Self::Same(before), Some(effect)) if before == effect => self,
            _ => Self::Useful,
        }
    }

    fn effect(self) -> Option<Effect> {
        match self {
            Self::Same(effect) => Some(effect),
            Self::Unseen | Self::Useful => None,
        }
    }
}

struct Judge<'v, 's> {
    view: &'v View<'s>,
    /// How many more pairs may be compared.
    pairs: usize,
    /// Nothing but what a rule says itself can be judged.
    alone: bool,
    /// Room to work in.
    found: Vec<usize>,
    entries: Vec<Entry<'s>>,
    keys: Vec<(u128, usize)>,
}

impl<'s> Judge<'_, 's> {
    /// The effect of the only rule of a set: an allow has nothing to lift.
    fn single(&self, place: usize) -> Option<(usize, Effect)> {
        let rule = self.view.rules.get(place)?.rule;
        let can_match = rule.normal_form().and_then(Pattern::from_normal_form).is_some();
        let is_idle = rule.kind() == RuleKind::Allow && can_match && !self.alone;
        is_idle.then_some((place, Effect::LiftsNothing))
    }

    /// The effects of the rules of one set, in the order of their places.
    fn set(&mut self, places: &[usize]) -> Vec<(usize, Effect)> {
        // Most groups close everything to one crawler, and no more.
        if let &[place] = places {
            return self.single(place).into_iter().collect();
        }
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        let mut doubtful = self.alone;
        for &place in places {
            let Some(row) = self.view.rules.get(place) else { continue };
            let Some(normal) = row.rule.normal_form() else {
                doubtful = true;
                continue;
            };
            entries.extend(Entry::new(row.rule, normal, place));
        }
        let sorted = Entry::sort(&entries, &mut self.keys);
        self.entries = std::mem::replace(&mut entries, sorted);
        if entries.iter().any(|entry| !entry.is_plain()) {
            for entry in &mut entries {
                entry.pairs = entry.pattern.pairs();
            }
        }
        let mut effects = Vec::new();
        let first = first_of_each(&entries, doubtful, &mut effects);
        if !doubtful {
            let wild = entries.iter().copied().filter(|entry| !entry.is_plain()).collect();
            let wild = Others::new(wild);
            self.plain(&entries, &first, &wild, &mut effects);
            if !wild.entries.is_empty() {
                let all = Others::new(entries);
                for (entry, &is_first) in all.entries.iter().zip(&first) {
                    if is_first && !entry.is_plain() {
                        self.beside(entry, &all, Beside::default(), &mut effects);
                    }
                }
            }
        }
        effects.sort_unstable_by_key(|&(place, _)| place);
        without_circles(&effects)
    }

    /// Judges the mere prefixes, which come in such an order that each stands behind those that
    /// hold it.
    fn plain(
        &mut self,
        entries: &[Entry<'s>],
        first: &[bool],
        wild: &Others<'s>,
        effects: &mut Vec<(usize, Effect)>,
    ) {
        // Those that hold the one at hand, widest first, each with the highest rank of a disallow
        // among them.
        let mut holders: Vec<(&Entry<'s>, Rank)> = Vec::new();
        for (at, (entry, &is_first)) in entries.iter().zip(first).enumerate() {
            if !entry.is_plain() {
                continue;
            }
            while holders.last().is_some_and(|(top, _)| !entry.normal.starts_with(top.normal)) {
                holders.pop();
            }
            let closing = holders.last().map_or(Rank::NONE, |&(_, closing)| closing);
            if is_first {
                let mut beside = Beside::default();
                if let Some((top, _)) = holders.last() {
                    if top.allows == entry.allows {
                        beside.same = Some((top.rank, top.place));
                    } else {
                        beside.otherwise = top.rank;
                    }
                }
                // A disallow of the same pattern comes behind its allow.
                let twin = tied(entry, entries.get(at + 1..).unwrap_or_default());
                if entry.allows {
                    beside.otherwise = beside.otherwise.max(closing).max(twin);
                }
                self.beside(entry, wild, beside, effects);
                let own = if entry.allows { twin } else { entry.rank };
                holders.push((entry, closing.max(own)));
            }
        }
    }

    /// Judges one rule beside others.
    fn beside(
        &mut self,
        entry: &Entry<'s>,
        others: &Others<'s>,
        mut beside: Beside,
        effects: &mut Vec<(usize, Effect)>,
    ) {
        let Some(pairs) = self.pairs.checked_sub(others.entries.len()) else { return };
        self.pairs = pairs;
        if !others.entries.is_empty() {
            beside.look_up(entry, others, &mut self.found);
            if beside.is_open(entry) {
                beside.look_across(entry, others);
            }
        }
        if let Some(effect) = beside.effect(entry) {
            effects.push((entry.place, effect));
        }
    }
}

/// The effects without those that rest on each other: of `/a` and `/a*`, which match the same, the
/// one is shadowed by the other and the other redundant beside the one, and one of them must stay.
fn without_circles(effects: &[(usize, Effect)]) -> Vec<(usize, Effect)> {
    let rests_on = |place: usize| {
        let at = effects.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        match effects.get(at)?.1 {
            Effect::Shadowed(other) | Effect::Redundant(other) => Some(other),
            _ => None,
        }
    };
    let goes_round = |place: usize| {
        let chain = std::iter::successors(Some(place), |&at| rests_on(at));
        // A chain is as long as there are patterns that match the same, or wider and wider ones.
        let mut behind = chain.skip(1).take(CHAIN + 1);
        behind.by_ref().take(CHAIN).any(|at| at == place) || behind.next().is_some()
    };
    let keeps = |&(place, effect): &(usize, Effect)| {
        !matches!(effect, Effect::Shadowed(_)) || !goes_round(place)
    };
    effects.iter().copied().filter(keeps).collect()
}

/// How far it is followed what an effect rests on; beyond, it is taken to rest on itself.
const CHAIN: usize = 32;

/// The rank of the disallow that has the pattern of this allow, where there is one behind it.
fn tied(entry: &Entry<'_>, behind: &[Entry<'_>]) -> Rank {
    let mut twins = behind.iter().take_while(|it| entry.allows && it.is_twin(entry));
    twins.find(|it| !it.allows).map_or(Rank::NONE, |it| it.rank)
}

/// Marks the rules that are the first of their pattern, and tells of the others.
fn first_of_each(
    entries: &[Entry<'_>],
    doubtful: bool,
    effects: &mut Vec<(usize, Effect)>,
) -> Vec<bool> {
    let mut first = Vec::with_capacity(entries.len());
    let mut before: Option<&Entry<'_>> = None;
    for entry in entries {
        let same = before.filter(|it| it.is_twin(entry));
        first.push(same.is_none());
        match same {
            None => before = Some(entry),
            Some(head) if head.allows == entry.allows => {
                effects.push((entry.place, Effect::Duplicate(head.place)));
            }
            Some(head) if !doubtful => effects.push((entry.place, Effect::LosesTie(head.place))),
            Some(_) => {}
        }
    }
    first
}

#[cfg(test)]
mod tests;
