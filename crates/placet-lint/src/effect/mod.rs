//! Which conventional rules are redundant, proved on the other rules of the file.
//!
//! A rule is compared in every set of groups that apply together to some crawler (RFC 9309 §2.2.1,
//! F-13). It has an [`Effect`] here only if that is the same in all of them. Removing any number of
//! such rules changes no decision, as long as each group keeps a rule and all profiles [agree on the
//! rules](profiles).

mod clear;
mod neighbours;
mod others;
mod profiles;
mod removal;
pub(crate) mod sets;

use placet::pattern::Pattern;
use placet::robots::{Rank, RuleKind};

use clear::Unclear;
use neighbours::{Entry, Neighbours};
use others::Others;

use crate::limits::{PAIRS_COMPARED, RULES_COMPARED};
use crate::view::{Block, View};

/// Why a rule is redundant. Other rules are given by their places in the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The same rule comes before it.
    Duplicate(usize),
    /// It is a `Disallow`, and an `Allow` has the same pattern (F-24).
    LosesTie(usize),
    /// A rule that takes precedence matches all of its URLs.
    Shadowed(usize),
    /// It is an `Allow`, and overrides no `Disallow`.
    OverridesNothing,
    /// A rule of lower rank decides the same for all of its URLs, and no rule between them decides
    /// otherwise.
    Redundant(usize),
}

/// The effects of the redundant rules. A rule that exceeds a ceiling has none.
#[derive(Debug)]
pub(crate) struct Effects {
    /// With the places of the rules, in their order.
    of: Vec<(usize, Effect)>,
    /// For each group, whether one of its rules is not redundant.
    useful: Vec<bool>,
    /// Whether all profiles read the rules in the same way.
    profiles_agree: bool,
    /// Lines whose meaning is unclear.
    unclear: Unclear,
}

impl Effects {
    pub(crate) fn new(view: &View<'_>) -> Self {
        // A conventional rule that an ACAP field contradicts does not apply, so a rule that
        // it makes redundant can be needed.
        let acap = view.acap().concerns_crawling();
        let mut comparison = Comparison {
            view,
            pairs: PAIRS_COMPARED,
            only_duplicates: acap,
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
            let found =
                if compared > RULES_COMPARED { Vec::new() } else { comparison.set(&places) };
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
        let profiles_agree = !of.is_empty() && profiles::profiles_agree(view);
        let unclear = if profiles_agree { Unclear::new(view) } else { Unclear::default() };
        Self { of, useful, profiles_agree, unclear }
    }

    /// The redundant rules by their places, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Effect)> {
        self.of.iter().copied()
    }
}

/// For each group, whether one of its rules is not redundant.
fn useful(view: &View<'_>, of: &[(usize, Effect)]) -> Vec<bool> {
    let is_useful = |block: &Block| {
        let before = |end: usize| of.partition_point(|&(place, _)| place < end);
        before(block.rules.end) - before(block.rules.start) < block.rules.len()
    };
    view.groups.iter().map(is_useful).collect()
}

/// The result for a rule in the sets compared so far.
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

/// Compares the rules of one set after another.
struct Comparison<'v, 's> {
    view: &'v View<'s>,
    /// How many more pairs may be compared.
    pairs: usize,
    /// Whether only duplicates can be found.
    only_duplicates: bool,
    /// Reusable buffers.
    found: Vec<usize>,
    entries: Vec<Entry<'s>>,
    keys: Vec<(u128, usize)>,
}

impl<'s> Comparison<'_, 's> {
    /// The effect of the only rule of a set: an allow overrides nothing.
    fn single(&self, place: usize) -> Option<(usize, Effect)> {
        let rule = self.view.rules.get(place)?.rule;
        let can_match = rule.normal_form().and_then(Pattern::from_normal_form).is_some();
        let is_idle = rule.kind() == RuleKind::Allow && can_match && !self.only_duplicates;
        is_idle.then_some((place, Effect::OverridesNothing))
    }

    /// The effects of the rules of one set, in the order of their places.
    fn set(&mut self, places: &[usize]) -> Vec<(usize, Effect)> {
        // Most groups have one rule, which closes everything.
        if let &[place] = places {
            return self.single(place).into_iter().collect();
        }
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        let mut doubtful = self.only_duplicates;
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
                        self.compare(entry, &all, Neighbours::default(), &mut effects);
                    }
                }
            }
        }
        effects.sort_unstable_by_key(|&(place, _)| place);
        without_cycles(&effects)
    }

    /// Compares the prefixes without wildcards, which are sorted so that each comes after those that
    /// cover it.
    fn plain(
        &mut self,
        entries: &[Entry<'s>],
        first: &[bool],
        wild: &Others<'s>,
        effects: &mut Vec<(usize, Effect)>,
    ) {
        // The rules that cover the current one, widest first, each with the highest rank of a disallow
        // up to it.
        let mut covering: Vec<(&Entry<'s>, Rank)> = Vec::new();
        for (at, (entry, &is_first)) in entries.iter().zip(first).enumerate() {
            if !entry.is_plain() {
                continue;
            }
            while covering.last().is_some_and(|(top, _)| !entry.normal.starts_with(top.normal)) {
                covering.pop();
            }
            let closing = covering.last().map_or(Rank::NONE, |&(_, closing)| closing);
            if is_first {
                let mut neighbours = Neighbours::default();
                if let Some((top, _)) = covering.last() {
                    if top.allows == entry.allows {
                        neighbours.same = Some((top.rank, top.place));
                    } else {
                        neighbours.opposite = top.rank;
                    }
                }
                // A disallow with the same pattern comes after its allow.
                let twin = tied(entry, entries.get(at + 1..).unwrap_or_default());
                if entry.allows {
                    neighbours.opposite = neighbours.opposite.max(closing).max(twin);
                }
                self.compare(entry, wild, neighbours, effects);
                let own = if entry.allows { twin } else { entry.rank };
                covering.push((entry, closing.max(own)));
            }
        }
    }

    /// Compares one rule with others.
    fn compare(
        &mut self,
        entry: &Entry<'s>,
        others: &Others<'s>,
        mut neighbours: Neighbours,
        effects: &mut Vec<(usize, Effect)>,
    ) {
        let Some(pairs) = self.pairs.checked_sub(others.entries.len()) else { return };
        self.pairs = pairs;
        if !others.entries.is_empty() {
            neighbours.find_covering(entry, others, &mut self.found);
            if neighbours.is_undecided(entry) {
                neighbours.find_opposite(entry, others);
            }
        }
        if let Some(effect) = neighbours.effect(entry) {
            effects.push((entry.place, effect));
        }
    }
}

/// The effects without cycles: `/a` and `/a*` match the same URLs, so the one is shadowed by the other
/// and the other is redundant because of the one, but one of them must stay.
fn without_cycles(effects: &[(usize, Effect)]) -> Vec<(usize, Effect)> {
    let depends_on = |place: usize| {
        let at = effects.binary_search_by_key(&place, |&(place, _)| place).ok()?;
        match effects.get(at)?.1 {
            Effect::Shadowed(other) | Effect::Redundant(other) => Some(other),
            _ => None,
        }
    };
    let is_cyclic = |place: usize| {
        let chain = std::iter::successors(Some(place), |&at| depends_on(at));
        // Each step leads to a pattern that matches the same URLs or more.
        let mut next = chain.skip(1).take(CHAIN + 1);
        next.by_ref().take(CHAIN).any(|at| at == place) || next.next().is_some()
    };
    let keeps = |&(place, effect): &(usize, Effect)| {
        !matches!(effect, Effect::Shadowed(_)) || !is_cyclic(place)
    };
    effects.iter().copied().filter(keeps).collect()
}

/// How far dependencies are followed; a longer chain counts as a cycle.
const CHAIN: usize = 32;

/// The rank of the disallow with the pattern of this allow among the entries after it.
fn tied(entry: &Entry<'_>, after: &[Entry<'_>]) -> Rank {
    let mut twins = after.iter().take_while(|it| entry.allows && it.is_twin(entry));
    twins.find(|it| !it.allows).map_or(Rank::NONE, |it| it.rank)
}

/// Marks the rules that are the first of their pattern, and adds the effects of the others.
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
