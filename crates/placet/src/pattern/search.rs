//! A search through all paths, as far as a set of patterns distinguishes them.
//!
//! The [automata](Automaton) of all patterns read every path in parallel, byte by byte. Paths after
//! which every automaton has the same positions, with the same patterns matched, are one state. All
//! bytes that no pattern expects in a state lead to the same state, so one of them represents all:
//! one after which every byte that can follow any of them can follow.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::rc::Rc;

use smallvec::SmallVec;

use super::Pattern;
use super::automaton::{Automaton, Positions};
use super::normalise::{REPRESENTATIVES, Spelling};
use crate::vocabulary::Profile;

/// What is searched for. Patterns are identified by numbers.
pub(crate) trait Goal {
    /// The patterns that match a path whatever follows, as far as the goal depends on them.
    type Matches: Clone + Eq + Hash;

    /// The automaton of a pattern.
    fn automaton(&self, at: u32) -> Option<&Automaton<'_>>;

    /// Records that a pattern matches. Returns whether paths with these matches can still be
    /// searched for.
    fn add_match(&self, at: u32, matches: &mut Self::Matches) -> bool;

    /// Whether it makes no difference, given these matches, whether a pattern also matches. Its
    /// automaton is then dropped.
    fn is_moot(&self, at: u32, matches: &Self::Matches) -> bool;

    /// Whether a path with these matches, and perhaps some of the `open` patterns, can be searched
    /// for.
    fn is_reachable(&self, matches: &Self::Matches, open: impl Iterator<Item = u32>) -> bool;

    /// Whether a path with exactly these matches is searched for.
    fn is_wanted(&self, matches: &Self::Matches) -> bool;
}

/// The next result of a search.
pub(crate) enum Found<M> {
    /// A path, and the patterns that match it.
    Path(Vec<u8>, M),
    /// There is no other path.
    Nothing,
    /// The search reached its ceiling.
    Unknown,
}

/// Patterns, with the positions of their automata.
type Open = SmallVec<[(u32, Positions); 1]>;

#[derive(Debug, PartialEq, Eq, Hash)]
struct State<M> {
    spelling: Spelling,
    /// Patterns that must match; one is removed once it matches whatever follows.
    required: Open,
    matches: M,
    /// The other patterns that may still match.
    open: Vec<(u32, Positions)>,
}

/// A search for the paths of a goal.
pub(crate) struct Search<G: Goal> {
    goal: G,
    /// Whether some pattern has two forms, one for each side of the first `?`.
    two_forms: bool,
    seen: HashSet<Rc<State<G::Matches>>>,
    /// States to continue from, each with its index in the trail.
    to_do: VecDeque<(Rc<State<G::Matches>>, u32)>,
    trail: Trail,
}

/// The cost, in steps, of keeping one pattern of a state. It makes the ceiling on steps a ceiling
/// on memory too.
const HOLDING: u64 = 16;

impl<G: Goal> Search<G> {
    /// Creates a search among the paths that all `required` patterns match, given the patterns that
    /// match from the start.
    pub(crate) fn new(
        goal: G,
        profile: Profile,
        required: &[u32],
        others: &[u32],
        matches: G::Matches,
        steps: &mut u64,
    ) -> Self {
        let start = |&at: &u32| Some((at, goal.automaton(at)?.start()));
        let has_two_forms = |at: &u32| goal.automaton(*at).is_some_and(Automaton::has_two_forms);
        let two_forms = required.iter().chain(others).any(has_two_forms);
        let matters = |at: &&u32| !goal.is_moot(**at, &matches);
        let open = others.iter().filter(matters).filter_map(start).collect();
        let required = required.iter().filter_map(start).collect();
        let start = State { spelling: Spelling::new(profile), required, matches, open };
        let (seen, to_do) = (HashSet::new(), VecDeque::new());
        let mut search = Self { goal, two_forms, seen, to_do, trail: Trail::default() };
        // Every path begins with `/`.
        search.go(&start, b'/', Trail::START, steps);
        search
    }

    /// Returns the next path, shortest first; one for each state that paths can end in.
    pub(crate) fn next(&mut self, ceiling: u64, steps: &mut u64) -> Found<G::Matches> {
        while let Some((state, index)) = self.to_do.pop_front() {
            for byte in self.bytes(&state) {
                if *steps > ceiling {
                    return Found::Unknown;
                }
                self.go(&state, byte, index, steps);
            }
            if let Some(matches) = self.matches_at_end(&state) {
                return Found::Path(self.trail.path(index), matches);
            }
        }
        Found::Nothing
    }

    /// The bytes to continue with: those that some pattern expects, and a representative of all
    /// others.
    fn bytes(&self, state: &State<G::Matches>) -> Vec<u8> {
        let in_query = state.spelling.in_query();
        let mut bytes: Vec<u8> = Vec::new();
        for (at, positions) in state.required.iter().chain(&state.open) {
            if let Some(automaton) = self.goal.automaton(*at) {
                automaton.add_expected(positions, in_query, &mut bytes);
            }
        }
        if self.two_forms && !in_query {
            bytes.push(b'?');
        }
        bytes.sort_unstable();
        bytes.dedup();
        let is_other = |byte: &u8| bytes.binary_search(byte).is_err();
        let is_free = |byte: &u8| {
            let next = state.spelling.after(*byte);
            next.is_some_and(|next| next.is_free() && next.in_query() == in_query)
        };
        match REPRESENTATIVES.iter().find(|byte| is_other(byte) && is_free(byte)) {
            Some(&representative) => bytes.push(representative),
            None => bytes = (0..128).collect(),
        }
        // Lower case first: of several paths to one state, the first is returned.
        bytes.sort_by_key(u8::is_ascii_uppercase);
        bytes
    }

    /// Adds the state after a byte, unless it leads nowhere or was visited before.
    fn go(&mut self, state: &State<G::Matches>, byte: u8, before: u32, steps: &mut u64) {
        let Some(next) = self.after(state, byte, steps).map(Rc::new) else { return };
        if self.seen.insert(Rc::clone(&next)) {
            *steps += HOLDING * (1 + next.open.len() as u64);
            let index = self.trail.push(byte, before);
            self.to_do.push_back((next, index));
        }
    }

    fn after(
        &self,
        state: &State<G::Matches>,
        byte: u8,
        steps: &mut u64,
    ) -> Option<State<G::Matches>> {
        let spelling = state.spelling.after(byte)?;
        let in_query = state.spelling.in_query();
        let mut matches = state.matches.clone();
        let mut has_new_match = false;
        // The positions of a pattern after the byte; `Some(None)` once it matches whatever follows.
        let mut read = |at: u32, positions: &Positions| -> Option<Option<Positions>> {
            let automaton = self.goal.automaton(at)?;
            let positions = automaton.advance(positions, byte, in_query, steps);
            if !automaton.is_over(&positions) {
                return Some(Some(positions));
            }
            has_new_match = true;
            self.goal.add_match(at, &mut matches).then_some(None)
        };
        let mut required = Open::new();
        for (at, positions) in &state.required {
            match read(*at, positions)? {
                Some(positions) if positions.is_empty() => return None,
                Some(positions) => required.push((*at, positions)),
                None => {}
            }
        }
        let mut open = Vec::with_capacity(state.open.len());
        for (at, positions) in &state.open {
            let positions = read(*at, positions)?.filter(|positions| !positions.is_empty());
            open.extend(positions.map(|positions| (*at, positions)));
        }
        if has_new_match {
            open.retain(|(at, _)| !self.goal.is_moot(*at, &matches));
        }
        let left = required.iter().chain(&open).map(|(at, _)| *at);
        let is_reachable = self.goal.is_reachable(&matches, left);
        is_reachable.then_some(State { spelling, required, matches, open })
    }

    /// The matches of a path that ends in this state, if it is searched for.
    fn matches_at_end(&self, state: &State<G::Matches>) -> Option<G::Matches> {
        let mut matches = state.matches.clone();
        let ends = |at: u32, positions: &Positions| {
            self.goal.automaton(at).is_some_and(|it| it.ends(positions))
        };
        if !state.required.iter().all(|(at, positions)| ends(*at, positions)) {
            return None;
        }
        for (at, positions) in state.required.iter().chain(&state.open) {
            if ends(*at, positions) && !self.goal.add_match(*at, &mut matches) {
                return None;
            }
        }
        self.goal.is_wanted(&matches).then_some(matches)
    }
}

/// How a search reached its states: for each, the last byte and the index of the state before.
#[derive(Debug, Default)]
struct Trail(Vec<(u8, u32)>);

impl Trail {
    /// The index before the first state.
    const START: u32 = u32::MAX;

    /// Adds the state that a byte leads to from the state `before`, and returns its index.
    fn push(&mut self, byte: u8, before: u32) -> u32 {
        self.0.push((byte, before));
        u32::try_from(self.0.len() - 1).unwrap_or(Self::START)
    }

    /// The path to the state at an index.
    fn path(&self, mut index: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while let Some(&(byte, before)) = self.0.get(index as usize) {
            path.push(byte);
            index = before;
        }
        path.reverse();
        path
    }
}

/// Whether there is a path that some patterns match and others do not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a path, none, or unknown")]
pub enum Witness {
    /// A shortest such path, in normal form.
    Path(String),
    /// There is no such path.
    None,
    /// The search took too many steps.
    Unknown,
}

/// Returns a shortest path that all patterns of `matched` match and none of `unmatched`.
///
/// # Limits
/// Exact within `steps` steps. A step examines one pattern position for one byte; each pattern of a
/// state that is kept costs 16.
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

/// Same as [`witness`]. Adds the steps to `taken`, which exceeds the ceiling by at most the cost of
/// one byte.
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
    let automata: Vec<Automaton<'_>> =
        matched.iter().chain(unmatched).copied().map(Automaton::new).collect();
    let numbers: Vec<u32> = (0..).take(automata.len()).collect();
    let (required, others) = numbers.split_at_checked(matched.len()).unwrap_or_default();
    let goal = Separation { automata, matched: required.len() };
    let mut search = Search::new(goal, Profile::Rfc9309, required, others, (), taken);
    match search.next(ceiling, taken) {
        Found::Path(path, ()) => String::from_utf8(path).map_or(Witness::Unknown, Witness::Path),
        Found::Nothing => Witness::None,
        Found::Unknown => Witness::Unknown,
    }
}

/// The goal of a path that all of the first patterns match, and none of the others.
struct Separation<'p> {
    automata: Vec<Automaton<'p>>,
    matched: usize,
}

impl Goal for Separation<'_> {
    type Matches = ();

    fn automaton(&self, at: u32) -> Option<&Automaton<'_>> {
        self.automata.get(at as usize)
    }

    fn add_match(&self, at: u32, (): &mut ()) -> bool {
        (at as usize) < self.matched
    }

    fn is_moot(&self, _: u32, (): &()) -> bool {
        false
    }

    fn is_reachable(&self, (): &(), _: impl Iterator<Item = u32>) -> bool {
        true
    }

    fn is_wanted(&self, (): &()) -> bool {
        true
    }
}
