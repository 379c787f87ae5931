//! Reading a pattern along a path, octet by octet, to ask about all paths at once.

use smallvec::{SmallVec, smallvec};

use super::Pattern;

/// Where a pattern stands: the places in its body up to which a path may be read, in order.
///
/// Only places from the last wildcard reached on are kept: all that could be read from an earlier
/// one can be read from there.
pub(crate) type Places = SmallVec<[u32; 2]>;

/// A pattern that is read along a path.
#[derive(Debug, Clone)]
pub(crate) struct Reading<'p> {
    pattern: Pattern<'p>,
    /// Where a triplet begins that stands bare behind the first `?`, and that octet.
    bare: Vec<(u32, u8)>,
}

impl<'p> Reading<'p> {
    pub(crate) fn new(pattern: Pattern<'p>) -> Self {
        let mut bare = Vec::new();
        let mut body = (0_u32..).zip(pattern.body());
        for &octet in pattern.in_query().unwrap_or_default() {
            let Some((place, &plain)) = body.next() else { break };
            if plain != octet {
                bare.push((place, octet));
                // The digits of the triplet.
                body.next();
                body.next();
            }
        }
        Self { pattern, bare }
    }

    pub(crate) fn pattern(&self) -> Pattern<'p> {
        self.pattern
    }

    /// What every path it matches begins with.
    pub(crate) fn literal_prefix(&self) -> &'p [u8] {
        self.pattern.body().split(|&octet| octet == b'*').next().unwrap_or_default()
    }

    /// The places before the first octet.
    pub(crate) fn start(&self) -> Places {
        self.entered(0)
    }

    /// Whether the pattern is read to its end.
    pub(crate) fn ends(&self, places: &[u32]) -> bool {
        places.last().is_some_and(|&place| place as usize >= self.pattern.body().len())
    }

    /// The octets that would bring it forward.
    pub(crate) fn waits_for(
        &self,
        places: &[u32],
        in_query: bool,
    ) -> impl Iterator<Item = u8> + use<'_, 'p> {
        let places: Places = places.into();
        places.into_iter().flat_map(move |place| {
            let plain = self.octet(place).filter(|&octet| octet != b'*');
            [plain, self.bare(place, in_query)].into_iter().flatten()
        })
    }

    /// The places after one more octet, which stands behind the first `?` of the path or not; to
    /// `steps` is added what was looked at.
    pub(crate) fn advance(
        &self,
        places: &[u32],
        octet: u8,
        in_query: bool,
        steps: &mut u64,
    ) -> Places {
        let mut next = Places::new();
        for &place in places {
            *steps += 1;
            match self.octet(place) {
                // It reads the octet, and may stop reading behind it.
                Some(b'*') => next.extend([place, place + 1]),
                Some(wanted) if wanted == octet => next.extend(self.entered(place + 1)),
                _ if self.bare(place, in_query) == Some(octet) => {
                    next.extend(self.entered(place + 3));
                }
                _ => {}
            }
        }
        next.sort_unstable();
        next.dedup();
        // A wildcard reads whatever follows it, so nothing before the last one adds to it.
        let star = next.iter().rposition(|&place| self.octet(place) == Some(b'*')).unwrap_or(0);
        next.drain(..star);
        next
    }

    fn octet(&self, place: u32) -> Option<u8> {
        self.pattern.body().get(place as usize).copied()
    }

    /// The bare form of the triplet at the place, where that may stand here (F-22).
    fn bare(&self, place: u32, in_query: bool) -> Option<u8> {
        let at = self.bare.iter().find(|(at, _)| *at == place).filter(|_| in_query);
        at.map(|&(_, octet)| octet)
    }

    /// The places reached when reading comes to `place`: wildcards may stand for nothing.
    fn entered(&self, place: u32) -> Places {
        let rest = self.pattern.body().iter().skip(place as usize);
        let stars = rest.take_while(|&&octet| octet == b'*').count();
        let stars = u32::try_from(stars).unwrap_or(u32::MAX);
        if stars == 0 { smallvec![place] } else { smallvec![place + stars - 1, place + stars] }
    }
}

/// How a search through paths came to its states: the octet that led to each, and the state before.
#[derive(Debug, Default)]
pub(crate) struct Trail(Vec<(u8, u32)>);

impl Trail {
    /// What stands before the first state.
    pub(crate) const START: u32 = u32::MAX;

    /// Adds the state that an octet leads to from another; gives its place.
    pub(crate) fn push(&mut self, octet: u8, before: u32) -> u32 {
        self.0.push((octet, before));
        u32::try_from(self.0.len() - 1).unwrap_or(Self::START)
    }

    /// The path to the state at a place.
    pub(crate) fn path(&self, mut place: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while let Some(&(octet, before)) = self.0.get(place as usize) {
            path.push(octet);
            place = before;
        }
        path.reverse();
        path
    }
}

/// The texts nearest to a pattern: most patterns decide about one of them, if about any path.
pub(crate) fn nearest(pattern: Pattern<'_>) -> impl Iterator<Item = Vec<u8>> + use<'_> {
    const FRESH: &[u8] = b"0placet";
    let with = move |(between, behind): (&[u8], &[u8])| {
        let mut text = Vec::new();
        for (at, part) in pattern.body().split(|&octet| octet == b'*').enumerate() {
            text.extend_from_slice(if at > 0 { between } else { b"" });
            text.extend_from_slice(part);
        }
        if text.first() != Some(&b'/') {
            text.insert(0, b'/');
        }
        text.extend_from_slice(if pattern.is_anchored() { b"" } else { behind });
        text
    };
    [(&b""[..], &b""[..]), (b"", FRESH), (FRESH, b""), (FRESH, FRESH)].into_iter().map(with)
}
