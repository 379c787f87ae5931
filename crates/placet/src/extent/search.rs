//! A path that one pattern matches and none of some others does.
//!
//! All patterns are read side by side, octet by octet, along every path there is; paths after
//! which every pattern stands at the same places are one state. An octet that no pattern waits
//! for at a state can be any such octet, so one of them stands for all.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use crate::pattern::Pattern;

/// What a search came to.
pub(super) enum Found {
    /// A path, as far as the patterns go.
    Path(Vec<u8>),
    /// There is no further path.
    Nothing,
    /// The ceiling was reached, or a pattern depends on the side of the `?` it is matched on.
    Unknown,
}

/// Where one pattern stands: the places in its body up to which the path so far may be read.
///
/// Only places from the last wildcard reached on are kept: all that could be read from an
/// earlier one can be read from there.
type Places = SmallVec<[u32; 2]>;

/// One state: the wanted pattern first (no places once it matches whatever follows), then each
/// other pattern that may still match, by its number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    wanted: Option<Places>,
    others: Vec<(u32, Places)>,
}

pub(super) struct Search<'p> {
    wanted: Pattern<'p>,
    others: Vec<Pattern<'p>>,
    seen: HashSet<Rc<State>>,
    /// States to go on from, each with its place in the trail.
    open: VecDeque<(Rc<State>, u32)>,
    /// The octet that led to each state, and the place of the state before it.
    trail: Vec<(u8, u32)>,
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

/// Octets that may stand for all that no pattern waits for, readable ones first.
const STAND_INS: &[u8] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~!&'()+,;=:@/[]?";

impl<'p> Search<'p> {
    /// A search for paths that `wanted` matches and none of `others` does.
    pub(super) fn new(
        wanted: Pattern<'p>,
        others: impl Iterator<Item = Pattern<'p>>,
        ceiling: u64,
        steps: &mut u64,
    ) -> Self {
        let prefix = literal_prefix(wanted);
        let others: Vec<_> = LEFT_ASIDE
            .iter()
            .map(|&(body, anchored)| Pattern::from_body(body, None, anchored))
            .chain(others)
            .filter(|other| {
                *steps += 1;
                let other = literal_prefix(*other);
                prefix.starts_with(other) || other.starts_with(prefix)
            })
            .collect();
        let unknown = wanted.in_query().is_some() || others.iter().any(|p| p.in_query().is_some());
        let start = State {
            wanted: Some(entered(wanted, 0)),
            others: (0..).zip(&others).map(|(at, &other)| (at, entered(other, 0))).collect(),
        };
        let mut search = Self {
            wanted,
            others,
            seen: HashSet::new(),
            open: VecDeque::new(),
            trail: Vec::new(),
            ceiling,
            unknown,
            doubtful: false,
        };
        // Every path begins with `/`.
        search.go(&start, b'/', u32::MAX, steps);
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
                let path = self.path(place);
                self.doubtful = true;
                return Found::Path(path);
            }
        }
        if self.doubtful { Found::Unknown } else { Found::Nothing }
    }

    /// The octets that some pattern waits for.
    fn waited_for(&self, state: &State) -> Vec<u8> {
        let wanted = state.wanted.iter().flat_map(|places| next_octets(self.wanted, places));
        let others = state.others.iter().flat_map(|(at, places)| {
            self.others.get(*at as usize).into_iter().flat_map(|&other| next_octets(other, places))
        });
        let mut octets: Vec<u8> = wanted.chain(others).filter(|&octet| octet != b'*').collect();
        octets.sort_unstable();
        octets.dedup();
        octets
    }

    /// Adds the state behind `octet`, unless nothing can come of it or it is known.
    fn go(&mut self, state: &State, octet: u8, before: u32, steps: &mut u64) {
        let wanted = match &state.wanted {
            None => None,
            Some(places) => match advance(self.wanted, places, octet, steps) {
                places if places.is_empty() => return,
                places if ends(self.wanted, &places) && !self.wanted.is_anchored() => None,
                places => Some(places),
            },
        };
        let mut others = Vec::new();
        for (at, places) in &state.others {
            let Some(&other) = self.others.get(*at as usize) else { continue };
            let places = advance(other, places, octet, steps);
            if ends(other, &places) && !other.is_anchored() {
                return;
            }
            if !places.is_empty() {
                others.push((*at, places));
            }
        }
        let next = Rc::new(State { wanted, others });
        let place = u32::try_from(self.trail.len()).unwrap_or(u32::MAX);
        if self.seen.insert(Rc::clone(&next)) {
            *steps += HOLDING * (1 + next.others.len() as u64);
            self.trail.push((octet, before));
            self.open.push_back((next, place));
        }
    }

    /// Whether a path may end at the state.
    fn accepts(&self, state: &State) -> bool {
        let wanted = state.wanted.as_ref().is_none_or(|places| ends(self.wanted, places));
        wanted
            && !state.others.iter().any(|(at, places)| {
                self.others.get(*at as usize).is_some_and(|&other| ends(other, places))
            })
    }

    fn path(&self, mut place: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while let Some(&(octet, before)) = self.trail.get(place as usize) {
            path.push(octet);
            place = before;
        }
        path.reverse();
        path
    }
}

fn literal_prefix(pattern: Pattern<'_>) -> &[u8] {
    pattern.body().split(|&octet| octet == b'*').next().unwrap_or_default()
}

/// The octets at the places; wildcards among them.
fn next_octets(pattern: Pattern<'_>, places: &[u32]) -> impl Iterator<Item = u8> {
    places.iter().filter_map(move |&place| pattern.body().get(place as usize).copied())
}

/// Whether the pattern is read to its end.
fn ends(pattern: Pattern<'_>, places: &[u32]) -> bool {
    places.last().is_some_and(|&place| place as usize >= pattern.body().len())
}

/// The places reached when reading comes to `place`: wildcards may stand for nothing.
fn entered(pattern: Pattern<'_>, place: u32) -> Places {
    let stars = pattern.body().iter().skip(place as usize).take_while(|&&octet| octet == b'*');
    let stars = u32::try_from(stars.count()).unwrap_or(u32::MAX);
    if stars == 0 { smallvec![place] } else { smallvec![place + stars - 1, place + stars] }
}

/// The places after one more octet, in order.
fn advance(pattern: Pattern<'_>, places: &[u32], octet: u8, steps: &mut u64) -> Places {
    let mut next = Places::new();
    for &place in places {
        *steps += 1;
        match pattern.body().get(place as usize) {
            // It reads the octet, and may stop reading behind it.
            Some(b'*') => next.extend([place, place + 1]),
            Some(&wanted) if wanted == octet => next.extend(entered(pattern, place + 1)),
            _ => {}
        }
    }
    next.sort_unstable();
    next.dedup();
    // A wildcard reads whatever follows it, so nothing before the last one adds to it.
    let star = next
        .iter()
        .rposition(|&place| pattern.body().get(place as usize) == Some(&b'*'))
        .unwrap_or(0);
    next.drain(..star);
    next
}
