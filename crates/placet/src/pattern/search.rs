//! A search through all paths there are, as far as some patterns tell them apart.
//!
//! The patterns are [read](Reading) side by side, byte by byte, along every path. Paths after which
//! every pattern is at the same places, and the same has been met, are one state. A byte that no
//! pattern waits for at a state can be any such byte, so one of them stands for all: one after which
//! whatever can follow any of them can follow.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::rc::Rc;

use smallvec::SmallVec;

use super::Pattern;
use super::normalise::{STAND_INS, Spelling};
use super::reading::{Places, Reading};
use crate::vocabulary::Profile;

/// What is searched for. Patterns are told by numbers.
pub(crate) trait Goal {
    /// What a path has met, as far as it matters: which patterns match it, whatever follows.
    type Met: Clone + Eq + Hash;

    /// The pattern of this number.
    fn reading(&self, at: u32) -> Option<&Reading<'_>>;

    /// Notes that a pattern matches; says whether a path that meets this may be searched for.
    fn meet(&self, at: u32, met: &mut Self::Met) -> bool;

    /// Whether it makes no difference beside what is met if a pattern matches: then it is not read
    /// any further.
    fn is_moot(&self, at: u32, met: &Self::Met) -> bool;

    /// Whether a path that meets this, and perhaps some of the patterns that are `open`, may be
    /// searched for.
    fn is_in_reach(&self, met: &Self::Met, open: impl Iterator<Item = u32>) -> bool;

    /// Whether a path that meets this and no more is searched for.
    fn is_wanted(&self, met: &Self::Met) -> bool;
}

/// What a search came to next.
pub(crate) enum Found<M> {
    /// A path, and what is met on it.
    Path(Vec<u8>, M),
    /// There is no other.
    Nothing,
    /// The ceiling was reached.
    Unknown,
}

/// Patterns, and where each is.
type Open = SmallVec<[(u32, Places); 1]>;

#[derive(Debug, PartialEq, Eq, Hash)]
struct State<M> {
    spelling: Spelling,
    /// Patterns that must match, until they match whatever follows.
    required: Open,
    met: M,
    /// The other patterns that may still match.
    open: Vec<(u32, Places)>,
}

pub(crate) struct Search<G: Goal> {
    goal: G,
    /// Some pattern has two forms, one for each side of the first `?`.
    forked: bool,
    seen: HashSet<Rc<State<G::Met>>>,
    /// States to go on from, each with its place in the trail.
    to_do: VecDeque<(Rc<State<G::Met>>, u32)>,
    trail: Trail,
}

/// What it costs, in steps, to hold one pattern of a state: so the ceiling on steps is one on
/// memory too.
const HOLDING: u64 = 16;

impl<G: Goal> Search<G> {
    /// A search among the paths that all `required` patterns match, with what is met from the
    /// beginning.
    pub(crate) fn new(
        goal: G,
        profile: Profile,
        required: &[u32],
        others: &[u32],
        met: G::Met,
        steps: &mut u64,
    ) -> Self {
        let start = |&at: &u32| Some((at, goal.reading(at)?.start()));
        let forked = |at: &u32| goal.reading(*at).is_some_and(Reading::has_two_forms);
        let forked = required.iter().chain(others).any(forked);
        let matters = |at: &&u32| !goal.is_moot(**at, &met);
        let open = others.iter().filter(matters).filter_map(start).collect();
        let required = required.iter().filter_map(start).collect();
        let start = State { spelling: Spelling::new(profile), required, met, open };
        let (seen, to_do) = (HashSet::new(), VecDeque::new());
        let mut search = Self { goal, forked, seen, to_do, trail: Trail::default() };
        // Every path begins with `/`.
        search.go(&start, b'/', Trail::START, steps);
        search
    }

    /// The next path, shortest first; one for each state that paths may end at.
    pub(crate) fn next(&mut self, ceiling: u64, steps: &mut u64) -> Found<G::Met> {
        while let Some((state, place)) = self.to_do.pop_front() {
            for byte in self.bytes(&state) {
                if *steps > ceiling {
                    return Found::Unknown;
                }
                self.go(&state, byte, place, steps);
            }
            if let Some(met) = self.met_at_end(&state) {
                return Found::Path(self.trail.path(place), met);
            }
        }
        Found::Nothing
    }

    /// The bytes to go on with: those that some pattern waits for, and what stands for the rest.
    fn bytes(&self, state: &State<G::Met>) -> Vec<u8> {
        let in_query = state.spelling.in_query();
        let mut bytes: Vec<u8> = Vec::new();
        for (at, places) in state.required.iter().chain(&state.open) {
            if let Some(reading) = self.goal.reading(*at) {
                reading.wait_for(places, in_query, &mut bytes);
            }
        }
        if self.forked && !in_query {
            bytes.push(b'?');
        }
        bytes.sort_unstable();
        bytes.dedup();
        let is_other = |byte: &u8| bytes.binary_search(byte).is_err();
        let is_free = |byte: &u8| {
            let next = state.spelling.after(*byte);
            next.is_some_and(|next| next.is_free() && next.in_query() == in_query)
        };
        match STAND_INS.iter().find(|byte| is_other(byte) && is_free(byte)) {
            Some(&stand_in) => bytes.push(stand_in),
            None => bytes = (0..128).collect(),
        }
        // Of two paths to one state the first is shown.
        bytes.sort_by_key(u8::is_ascii_uppercase);
        bytes
    }

    /// Adds the state after a byte, unless nothing can come of it or it is known.
    fn go(&mut self, state: &State<G::Met>, byte: u8, before: u32, steps: &mut u64) {
        let Some(next) = self.after(state, byte, steps).map(Rc::new) else { return };
        if self.seen.insert(Rc::clone(&next)) {
            *steps += HOLDING * (1 + next.open.len() as u64);
            let place = self.trail.push(byte, before);
            self.to_do.push_back((next, place));
        }
    }

    fn after(&self, state: &State<G::Met>, byte: u8, steps: &mut u64) -> Option<State<G::Met>> {
        let spelling = state.spelling.after(byte)?;
        let in_query = state.spelling.in_query();
        let mut met = state.met.clone();
        let mut meets_more = false;
        // Where the pattern is after the byte; nowhere once it matches whatever follows.
        let mut read = |at: u32, places: &Places| -> Option<Option<Places>> {
            let reading = self.goal.reading(at)?;
            let places = reading.advance(places, byte, in_query, steps);
            if !reading.is_over(&places) {
                return Some(Some(places));
            }
            meets_more = true;
            self.goal.meet(at, &mut met).then_some(None)
        };
        let mut required = Open::new();
        for (at, places) in &state.required {
            match read(*at, places)? {
                Some(places) if places.is_empty() => return None,
                Some(places) => required.push((*at, places)),
                None => {}
            }
        }
        let mut open = Vec::with_capacity(state.open.len());
        for (at, places) in &state.open {
            let places = read(*at, places)?.filter(|places| !places.is_empty());
            open.extend(places.map(|places| (*at, places)));
        }
        if meets_more {
            open.retain(|(at, _)| !self.goal.is_moot(*at, &met));
        }
        let left = required.iter().chain(&open).map(|(at, _)| *at);
        let is_in_reach = self.goal.is_in_reach(&met, left);
        is_in_reach.then_some(State { spelling, required, met, open })
    }

    /// What a path that ends here meets, if it is one of those searched for.
    fn met_at_end(&self, state: &State<G::Met>) -> Option<G::Met> {
        let mut met = state.met.clone();
        let ends =
            |at: u32, places: &Places| self.goal.reading(at).is_some_and(|it| it.ends(places));
        if !state.required.iter().all(|(at, places)| ends(*at, places)) {
            return None;
        }
        for (at, places) in state.required.iter().chain(&state.open) {
            if ends(*at, places) && !self.goal.meet(*at, &mut met) {
                return None;
            }
        }
        self.goal.is_wanted(&met).then_some(met)
    }
}

/// How a search came to its states: the byte that led to each, and the state before.
#[derive(Debug, Default)]
struct Trail(Vec<(u8, u32)>);

impl Trail {
    /// What is before the first state.
    const START: u32 = u32::MAX;

    /// Adds the state that a byte leads to from another; gives its place.
    fn push(&mut self, byte: u8, before: u32) -> u32 {
        self.0.push((byte, before));
        u32::try_from(self.0.len() - 1).unwrap_or(Self::START)
    }

    /// The path to the state at a place.
    fn path(&self, mut place: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while let Some(&(byte, before)) = self.0.get(place as usize) {
            path.push(byte);
            place = before;
        }
        path.reverse();
        path
    }
}

/// Whether there is a path that some patterns match and others do not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there is one, there is none, or it is not known")]
pub enum Witness {
    /// This one, in normal form. None is shorter.
    Path(String),
    /// There is none.
    None,
    /// It could not be found out within the steps.
    Unknown,
}

/// A path that all patterns of `matched` match and none of `unmatched` does.
///
/// # Limits
/// Exact within so many steps; a step is one position of a pattern looked at on one byte, and each
/// pattern of a state that is kept counts 16.
///
/// ```
/// use placet::pattern::{Pattern, Witness, witness};
///
/// let pattern = |normal: &'static str| Pattern::from_normal_form(normal.as_bytes()).unwrap();
/// let (docs, pdf) = (pattern("/docs/"), pattern("/*.pdf$"));
/// assert_eq!(witness(&[docs, pdf], &[], 10_000), Witness::Path("/docs/.pdf".to_owned()));
/// assert_eq!(witness(&[pdf], &[docs], 10_000), Witness::Path("/.pdf".to_owned()));
/// assert_eq!(witness(&[docs], &[pattern("/d")], 10_000), Witness::None);
/// ```
pub fn witness(matched: &[Pattern<'_>], unmatched: &[Pattern<'_>], steps: u64) -> Witness {
    witness_counting(matched, unmatched, steps, &mut 0)
}

/// The same, adding the steps to those `taken`: beyond the ceiling by no more than one byte costs.
pub(super) fn witness_counting(
    matched: &[Pattern<'_>],
    unmatched: &[Pattern<'_>],
    ceiling: u64,
    taken: &mut u64,
) -> Witness {
    if matched.iter().any(Pattern::is_void) {
        return Witness::None;
    }
    let unmatched = unmatched.iter().filter(|it| !it.is_void());
    let readings: Vec<Reading<'_>> =
        matched.iter().chain(unmatched).copied().map(Reading::new).collect();
    let numbers: Vec<u32> = (0..).take(readings.len()).collect();
    let (required, others) = numbers.split_at_checked(matched.len()).unwrap_or_default();
    let goal = Apart { readings, matched: required.len() };
    let mut search = Search::new(goal, Profile::Rfc9309, required, others, (), taken);
    match search.next(ceiling, taken) {
        Found::Path(path, ()) => String::from_utf8(path).map_or(Witness::Unknown, Witness::Path),
        Found::Nothing => Witness::None,
        Found::Unknown => Witness::Unknown,
    }
}

/// The goal of a path that the first patterns match, all of them, and none of the others.
struct Apart<'p> {
    readings: Vec<Reading<'p>>,
    matched: usize,
}

impl Goal for Apart<'_> {
    type Met = ();

    fn reading(&self, at: u32) -> Option<&Reading<'_>> {
        self.readings.get(at as usize)
    }

    fn meet(&self, at: u32, (): &mut ()) -> bool {
        (at as usize) < self.matched
    }

    fn is_moot(&self, _: u32, (): &()) -> bool {
        false
    }

    fn is_in_reach(&self, (): &(), _: impl Iterator<Item = u32>) -> bool {
        true
    }

    fn is_wanted(&self, (): &()) -> bool {
        true
    }
}
