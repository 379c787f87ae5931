//! All paths that one term matches, as far as they can be told apart. `/robots.txt` is left aside.
//!
//! The patterns of all terms that matter are read side by side, octet by octet, along every path
//! there is. Paths after which every pattern stands at the same places, and the same has been met,
//! are one state. An octet that no pattern waits for at a state can be any such octet, so one of
//! them stands for all: one behind which whatever can follow any of them can follow.
//!
//! What is met for good is kept only as far as it can matter: the highest rank of each lane, and the
//! tokens that do not give way to others; and a pattern that could only meet less is read no
//! further. So many patterns that may all match the same path do not make many states.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use smallvec::SmallVec;

use super::terms::{Term, Terms, Wanted};
use crate::pattern::normalise::{STAND_INS, Spelling};
use crate::pattern::reading::{Places, Reading, Trail};
use crate::vocabulary::Rank;

/// What a walk came to next.
pub(crate) enum Found {
    /// A path, and what is met on it.
    Path(Vec<u8>, Met),
    /// There is no other.
    Nothing,
    /// The ceiling was reached.
    Unknown,
}

/// What a path meets, as far as it can matter.
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

/// Which of the paths that the wanted term matches are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All.
    All,
    /// Those of which nothing is said.
    Silence,
    /// Those that the wanted rule decides in its lane; or, of a field, those about which no field of
    /// its kind is narrower.
    Decides,
    /// Those that the wanted rule decides in its lane and that are decided otherwise in the lane
    /// beside.
    Turns,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct State {
    spelling: Spelling,
    /// Where the wanted term stands; nowhere once it matches whatever follows.
    wanted: Option<Places>,
    met: Met,
    /// The other terms that may still match, and where each stands.
    open: Vec<(u32, Places)>,
}

pub(crate) struct Walk<'t, 'p> {
    terms: &'t Terms<'p>,
    wanted: Wanted,
    aim: Aim,
    /// Some pattern has two forms, one for each side of the first `?`.
    forked: bool,
    seen: HashSet<Rc<State>>,
    /// States to go on from, each with its place in the trail.
    to_do: VecDeque<(Rc<State>, u32)>,
    trail: Trail,
}

/// What it costs, in steps, to hold one pattern of a state: so the ceiling on steps is one on
/// memory too.
const HOLDING: u64 = 16;

impl<'t, 'p> Walk<'t, 'p> {
    /// A walk along the paths that a term matches, as far as they are aimed at.
    pub(crate) fn new(terms: &'t Terms<'p>, wanted: Wanted, aim: Aim, steps: &mut u64) -> Self {
        let beside = terms.beside(wanted.term, steps);
        let reading = |at: u32| terms.all.get(at as usize).map(|term| &term.reading);
        let others = beside.iter().filter(|at| **at != wanted.term);
        let mut open: Vec<_> = others.filter_map(|&at| Some((at, reading(at)?.start()))).collect();
        let two_forms = |at: &u32| reading(*at).is_some_and(|it| it.pattern().in_query().is_some());
        let mut walk = Self {
            terms,
            wanted,
            aim,
            forked: beside.iter().any(two_forms),
            seen: HashSet::new(),
            to_do: VecDeque::new(),
            trail: Trail::default(),
        };
        let mut ranks: SmallVec<[Rank; 2]> = std::iter::repeat_n(Rank::NONE, terms.lanes).collect();
        // Where its rule decides, lower ones of its lane cannot matter.
        if let Some((lane, rank)) = wanted.rule.filter(|_| matches!(aim, Aim::Decides | Aim::Turns))
            && let Some(highest) = ranks.get_mut(lane)
        {
            *highest = rank;
        }
        let met = Met { ranks, ..Met::default() };
        let is_moot = |at: u32| walk.term(at).is_none_or(|term| met.makes_moot(term, terms));
        open.retain(|(at, _)| !is_moot(*at));
        let places = reading(wanted.term).map(Reading::start);
        let start = State { spelling: Spelling::new(terms.profile), wanted: places, met, open };
        // Every path begins with `/`.
        walk.go(&start, b'/', Trail::START, steps);
        walk
    }

    /// The next path, shortest first; one for each state that paths may end at.
    pub(crate) fn next(&mut self, ceiling: u64, steps: &mut u64) -> Found {
        while let Some((state, place)) = self.to_do.pop_front() {
            for octet in self.octets(&state) {
                if *steps > ceiling {
                    return Found::Unknown;
                }
                self.go(&state, octet, place, steps);
            }
            if let Some(met) = self.met_at_end(&state) {
                return Found::Path(self.trail.path(place), met);
            }
        }
        Found::Nothing
    }

    fn term(&self, at: u32) -> Option<&'t Term<'p>> {
        self.terms.all.get(at as usize)
    }

    /// The octets to go on with: those that some pattern waits for, and what stands for the rest.
    fn octets(&self, state: &State) -> Vec<u8> {
        let in_query = state.spelling.in_query();
        let mut octets: Vec<u8> = Vec::new();
        let own = state.wanted.iter().map(|places| (self.wanted.term, places));
        let open = own.chain(state.open.iter().map(|(at, places)| (*at, places)));
        for (term, places) in open.filter_map(|(at, it)| Some((self.term(at)?, it))) {
            let waited = term.reading.waits_for(places, in_query);
            // To a folded pattern both cases are one, to others they are not.
            octets.extend(waited.flat_map(|octet| {
                let upper = term.is_folded().then(|| octet.to_ascii_uppercase());
                [Some(octet), upper].into_iter().flatten()
            }));
        }
        if self.forked && !in_query {
            octets.push(b'?');
        }
        octets.sort_unstable();
        octets.dedup();
        let is_other = |octet: &u8| octets.binary_search(octet).is_err();
        let is_free = |octet: &u8| {
            let next = state.spelling.after(*octet);
            next.is_some_and(|next| next.is_free() && next.in_query() == in_query)
        };
        match STAND_INS.iter().find(|octet| is_other(octet) && is_free(octet)) {
            Some(&stand_in) => octets.push(stand_in),
            None => octets = (0..128).collect(),
        }
        // Of two paths to one state the first is shown.
        octets.sort_by_key(u8::is_ascii_uppercase);
        octets
    }

    /// Adds the state behind an octet, unless nothing can come of it or it is known.
    fn go(&mut self, state: &State, octet: u8, before: u32, steps: &mut u64) {
        let Some(next) = self.after(state, octet, steps).map(Rc::new) else { return };
        if self.seen.insert(Rc::clone(&next)) {
            *steps += HOLDING * (1 + next.open.len() as u64);
            let place = self.trail.push(octet, before);
            self.to_do.push_back((next, place));
        }
    }

    fn after(&self, state: &State, octet: u8, steps: &mut u64) -> Option<State> {
        let spelling = state.spelling.after(octet)?;
        let in_query = state.spelling.in_query();
        let read = |term: &Term<'_>, places: &Places, steps: &mut u64| {
            let octet = if term.is_folded() { octet.to_ascii_lowercase() } else { octet };
            let places = term.reading.advance(places, octet, in_query, steps);
            let is_over = term.reading.ends(&places) && !term.reading.pattern().is_anchored();
            (places, is_over)
        };
        let mut met = state.met.clone();
        let mut wanted = None;
        let mut meets_more = false;
        if let Some(places) = &state.wanted {
            let term = self.term(self.wanted.term)?;
            match read(term, places, steps) {
                (_, true) => {
                    meets_more = true;
                    met.add(term, self.terms);
                }
                (places, false) if places.is_empty() => return None,
                (places, false) => wanted = Some(places),
            }
        }
        let mut open = Vec::with_capacity(state.open.len());
        for (at, places) in &state.open {
            let term = self.term(*at)?;
            let (places, is_over) = read(term, places, steps);
            if is_over {
                meets_more = true;
                met.add(term, self.terms);
                if term.reserved || (self.aim != Aim::Turns && !self.is_wanted(&met)) {
                    return None;
                }
            } else if !places.is_empty() {
                open.push((*at, places));
            }
        }
        if meets_more {
            let is_moot = |at| self.term(at).is_none_or(|term| met.makes_moot(term, self.terms));
            open.retain(|(at, _)| !is_moot(*at));
        }
        let next = State { spelling, wanted, met, open };
        let in_reach = match self.aim {
            Aim::Turns => self.may_turn(&next),
            _ => self.is_wanted(&next.met),
        };
        in_reach.then_some(next)
    }

    /// Whether a path that meets this, and perhaps more, is one of those aimed at.
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

    /// Whether the wanted rule may still decide, and the lane beside otherwise.
    fn may_turn(&self, state: &State) -> bool {
        let Some((lane, rank)) = self.wanted.rule else { return false };
        let beside = state.met.rank(lane ^ 1);
        // A rule that both lanes have and that is above the wanted one turns nothing: where it
        // matches, the wanted one does not decide.
        let is_above =
            |term: &Term<'_>| term.ranks.iter().any(|&(its, other)| its == lane && other > rank);
        let turns = || {
            let wanted = state.wanted.as_ref().map(|_| self.wanted.term);
            let open = wanted.into_iter().chain(state.open.iter().map(|(at, _)| *at));
            open.filter_map(|at| self.term(at))
                .filter(|term| !is_above(term))
                .flat_map(|term| &term.ranks)
                .any(|(its, other)| *its == lane ^ 1 && other.closes() != rank.closes())
        };
        state.met.rank(lane) <= rank && (beside.closes() != rank.closes() || turns())
    }

    /// What a path that ends here meets, if it is one of those wanted.
    fn met_at_end(&self, state: &State) -> Option<Met> {
        let mut met = state.met.clone();
        if let Some(places) = &state.wanted {
            let term = self.term(self.wanted.term)?;
            if !term.reading.ends(places) {
                return None;
            }
            met.add(term, self.terms);
        }
        for (at, places) in &state.open {
            let term = self.term(*at)?;
            if term.reading.ends(places) {
                if term.reserved {
                    return None;
                }
                met.add(term, self.terms);
            }
        }
        self.is_wanted(&met).then_some(met)
    }
}
