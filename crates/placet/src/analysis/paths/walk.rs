//! Visits all kinds of paths that one term matches, without `/robots.txt`.
//!
//! Terms that are met are kept only as far as they can matter: the highest rank of each lane, and
//! the tokens that no other overrides. A pattern that could only add less is dropped. So many
//! patterns that can match the same path do not make many states.

use smallvec::SmallVec;

use super::budget::Budget;
use super::terms::{Term, Terms, Wanted};
use crate::pattern::automaton::Automaton;
use crate::pattern::search::{self, Goal, Search};
use crate::vocabulary::Rank;

/// The next result of a walk.
pub(crate) type Found = search::Found<Met>;

/// The terms that a path meets, as far as they matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Met {
    /// The highest rank in each lane.
    pub(crate) ranks: SmallVec<[Rank; 2]>,
    /// The tokens of fields.
    pub(crate) held: SmallVec<[u32; 4]>,
}

impl Met {
    fn rank(&self, lane: usize) -> Rank {
        self.ranks.get(lane).copied().unwrap_or_default()
    }

    fn add(&mut self, term: &Term<'_>, terms: &Terms<'_>) {
        for &(lane, rank) in &term.ranks {
            if let Some(highest) = self.ranks.get_mut(lane) {
                *highest = rank.max(*highest);
            }
        }
        if let Some(token) = term.token {
            terms.tokens.hold(token, &mut self.held);
        }
    }

    /// Whether a term would add nothing.
    fn makes_moot(&self, term: &Term<'_>, terms: &Terms<'_>) -> bool {
        term.ranks.iter().all(|&(lane, rank)| rank <= self.rank(lane))
            && term.token.is_none_or(|token| terms.tokens.is_moot(token, &self.held))
            && !term.reserved
    }
}

/// Which of the paths that the wanted term matches to search for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All.
    All,
    /// Those that no statement is about.
    Silence,
    /// Those that the wanted rule decides in its lane; for a field, those where no field of its
    /// kind is narrower.
    Decides,
    /// Those that the wanted rule decides in its lane and that the other lane decides differently.
    Turns,
}

/// A search along the paths that a term matches; none where it is known to find nothing.
pub(crate) struct Walk<'t, 'p>(Option<Search<Towards<'t, 'p>>>);

impl<'t, 'p> Walk<'t, 'p> {
    /// A walk along the paths that a term matches and that the goal allows.
    pub(crate) fn new(terms: &'t Terms<'p>, wanted: Wanted, aim: Aim, budget: &mut Budget) -> Self {
        let mut others = terms.overlapping(wanted.term, &mut budget.steps);
        if matches!(aim, Aim::Decides | Aim::Turns) && terms.outrank(&others, wanted, budget) {
            return Self(None);
        }
        others.retain(|at| *at != wanted.term);
        let mut ranks: SmallVec<[Rank; 2]> = std::iter::repeat_n(Rank::NONE, terms.lanes).collect();
        // Where its rule decides, lower ones of its lane cannot matter.
        if let Some((lane, rank)) = wanted.rule.filter(|_| matches!(aim, Aim::Decides | Aim::Turns))
            && let Some(highest) = ranks.get_mut(lane)
        {
            *highest = rank;
        }
        let met = Met { ranks, ..Met::default() };
        let goal = Towards { terms, wanted, aim };
        let steps = &mut budget.steps;
        Self(Some(Search::new(goal, terms.profile, &[wanted.term], &others, met, steps)))
    }

    /// The next path, shortest first; one for each state that paths may end at.
    pub(crate) fn next(&mut self, ceiling: u64, steps: &mut u64) -> Found {
        self.0.as_mut().map_or(Found::Nothing, |search| search.next(ceiling, steps))
    }
}

/// The goal of a walk.
struct Towards<'t, 'p> {
    terms: &'t Terms<'p>,
    wanted: Wanted,
    aim: Aim,
}

impl<'p> Towards<'_, 'p> {
    fn term(&self, at: u32) -> Option<&Term<'p>> {
        self.terms.all.get(at as usize)
    }

    /// Whether the wanted rule may still decide, and the other lane differently.
    fn may_turn(&self, met: &Met, open: impl Iterator<Item = u32>) -> bool {
        let Some((lane, rank)) = self.wanted.rule else { return false };
        let other_lane = met.rank(lane ^ 1);
        // A rule that both lanes have and that outranks the wanted one makes no difference: where
        // it matches, the wanted one does not decide.
        let is_above =
            |term: &Term<'_>| term.ranks.iter().any(|&(its, other)| its == lane && other > rank);
        let turns = || {
            open.filter_map(|at| self.term(at))
                .filter(|term| !is_above(term))
                .flat_map(|term| &term.ranks)
                .any(|(its, other)| *its == lane ^ 1 && other.closes() != rank.closes())
        };
        met.rank(lane) <= rank && (other_lane.closes() != rank.closes() || turns())
    }
}

impl Goal for Towards<'_, '_> {
    type Matches = Met;

    fn automaton(&self, at: u32) -> Option<&Automaton<'_>> {
        self.term(at).map(|term| &term.reading)
    }

    fn add_match(&self, at: u32, met: &mut Met) -> bool {
        let Some(term) = self.term(at).filter(|term| !term.reserved) else { return false };
        met.add(term, self.terms);
        self.aim == Aim::Turns || self.is_wanted(met)
    }

    fn is_moot(&self, at: u32, met: &Met) -> bool {
        self.term(at).is_none_or(|term| met.makes_moot(term, self.terms))
    }

    fn is_reachable(&self, met: &Met, open: impl Iterator<Item = u32>) -> bool {
        if self.aim == Aim::Turns { self.may_turn(met, open) } else { self.is_wanted(met) }
    }

    fn is_wanted(&self, met: &Met) -> bool {
        let decides = |(lane, rank): (usize, Rank)| met.rank(lane) == rank;
        match (self.aim, self.wanted.rule) {
            (Aim::All, _) => true,
            (Aim::Silence, _) => {
                met.held.is_empty() && met.ranks.iter().all(|rank| *rank == Rank::NONE)
            }
            (Aim::Decides, Some(rule)) => decides(rule),
            (Aim::Decides, None) => {
                let token = self.term(self.wanted.term).and_then(|term| term.token);
                token.is_none_or(|token| !self.terms.tokens.is_overridden(token, &met.held))
            }
            (Aim::Turns, Some((lane, rank))) => {
                decides((lane, rank)) && met.rank(lane ^ 1).closes() != rank.closes()
            }
            (Aim::Turns, None) => false,
        }
    }
}
