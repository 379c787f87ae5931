//! A path that one pattern matches and none of some others does.
//!
//! All patterns are read side by side, octet by octet, along every path there is; paths after
//! which every pattern stands at the same places are one state. An octet that no pattern waits
//! for at a state can be any such octet, so one of them stands for all.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use crate::pattern::Pattern;
use crate::pattern::normalise::STAND_INS;
use crate::pattern::reading::{Places, Reading, Trail};

/// What a search came to.
pub(super) enum Found {
    /// A path, as far as the patterns go.
    Path(Vec<u8>),
    /// There is no further path.
    Nothing,
    /// The ceiling was reached, or a pattern depends on the side of the `?` it is matched on.
    Unknown,
}

/// One state: the wanted pattern first (no places once it matches whatever follows), then each
/// other pattern that may still match, by its number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    wanted: Option<Places>,
    others: Vec<(u32, Places)>,
}

pub(super) struct Search<'p> {
    wanted: Reading<'p>,
    others: Vec<Reading<'p>>,
    seen: HashSet<Rc<State>>,
    /// States to go on from, each with its place in the trail.
    open: VecDeque<(Rc<State>, u32)>,
    trail: Trail,
    ceiling: u64,
    unknown: bool,
    /// There may be paths that were not followed.
    doubtful: bool,
}

/// What it costs, in steps, to hold one pattern of a state: so the ceiling on steps is one on
/// memory too.
const HOLDING: u64 = 16;

/// `/robots.txt` with any query is left aside.
const LEFT_ASIDE: [(&[u8], bool); 2] = [(b"/robots.txt", true), (b"/robots.txt?", false)];

impl<'p> Search<'p> {
    /// A search for paths that `wanted` matches and none of `others` does.
    pub(super) fn new(
        wanted: Pattern<'p>,
        others: impl Iterator<Item = Pattern<'p>>,
        ceiling: u64,
        steps: &mut u64,
    ) -> Self {
        let unknown = |reading: &Reading<'_>| reading.pattern().in_query().is_some();
        let wanted = Reading::new(wanted);
        let prefix = wanted.literal_prefix();
        let others: Vec<_> = LEFT_ASIDE
            .iter()
            .map(|&(body, anchored)| Pattern::from_body(body, None, anchored))
            .chain(others)
            .map(Reading::new)
            .filter(|other| {
                *steps += 1;
                let other = other.literal_prefix();
                prefix.starts_with(other) || other.starts_with(prefix)
            })
            .collect();
        let unknown = unknown(&wanted) || others.iter().any(unknown);
        let start = State {
            wanted: Some(wanted.start()),
            others: (0..).zip(&others).map(|(at, other)| (at, other.start())).collect(),
        };
        let mut search = Self {
            wanted,
            others,
            seen: HashSet::new(),
            open: VecDeque::new(),
            trail: Trail::default(),
            ceiling,
            unknown,
            doubtful: false,
        };
        // Every path begins with `/`.
        search.go(&start, b'/', Trail::START, steps);
        search
    }

    /// The next path, shortest first.
    pub(super) fn next(&mut self, steps: &mut u64) -> Found {
        if self.unknown {
            return Found::Unknown;
        }
        while let Some((state, place)) = self.open.pop_front() {
            if *steps > self.ceiling {
                return Found::Unknown;
            }
            let waited = self.waited_for(&state);
            let stand_in = STAND_INS.iter().find(|octet| !waited.contains(octet));
            // Where every octet that could stand for the others is waited for, those others are
            // not followed, so that nothing can be said of them.
            self.doubtful |= stand_in.is_none();
            for &octet in waited.iter().chain(stand_in) {
                self.go(&state, octet, place, steps);
            }
            if self.accepts(&state) {
                // Another path to the same state might be one; it is not looked for.
                let path = self.trail.path(place);
                self.doubtful = true;
                return Found::Path(path);
            }
        }
        if self.doubtful { Found::Unknown } else { Found::Nothing }
    }

    /// The octets that some pattern waits for.
    fn waited_for(&self, state: &State) -> Vec<u8> {
        let wanted = state.wanted.iter().flat_map(|places| self.wanted.waits_for(places, false));
        let others = state.others.iter().flat_map(|(at, places)| {
            let other = self.others.get(*at as usize).into_iter();
            other.flat_map(|other| other.waits_for(places, false))
        });
        let mut octets: Vec<u8> = wanted.chain(others).collect();
        octets.sort_unstable();
        octets.dedup();
        octets
    }

    /// Adds the state behind `octet`, unless nothing can come of it or it is known.
    fn go(&mut self, state: &State, octet: u8, before: u32, steps: &mut u64) {
        let wanted = match &state.wanted {
            None => None,
            Some(places) => match self.wanted.advance(places, octet, false, steps) {
                places if places.is_empty() => return,
                places if is_over(&self.wanted, &places) => None,
                places => Some(places),
            },
        };
        let mut others = Vec::new();
        for (at, places) in &state.others {
            let Some(other) = self.others.get(*at as usize) else { continue };
            let places = other.advance(places, octet, false, steps);
            if is_over(other, &places) {
                return;
            }
            if !places.is_empty() {
                others.push((*at, places));
            }
        }
        let next = Rc::new(State { wanted, others });
        if self.seen.insert(Rc::clone(&next)) {
            *steps += HOLDING * (1 + next.others.len() as u64);
            let place = self.trail.push(octet, before);
            self.open.push_back((next, place));
        }
    }

    /// Whether a path may end at the state.
    fn accepts(&self, state: &State) -> bool {
        let wanted = state.wanted.as_ref().is_none_or(|places| self.wanted.ends(places));
        wanted
            && !state.others.iter().any(|(at, places)| {
                self.others.get(*at as usize).is_some_and(|other| other.ends(places))
            })
    }
}

/// Whether the pattern matches whatever follows.
fn is_over(reading: &Reading<'_>, places: &[u32]) -> bool {
    reading.ends(places) && !reading.pattern().is_anchored()
}
