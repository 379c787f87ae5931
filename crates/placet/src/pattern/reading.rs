//! Reading a pattern along a path, byte by byte, to ask about all paths at once.

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
    /// Where a triplet begins that is bare after the first `?`, and that byte.
    bare: Vec<(u32, u8)>,
    /// It is matched with paths in lower case (R-072).
    folded: bool,
}

impl<'p> Reading<'p> {
    pub(crate) fn new(pattern: Pattern<'p>) -> Self {
        let mut bare = Vec::new();
        let mut body = (0_u32..).zip(pattern.body());
        for &byte in pattern.in_query().unwrap_or_default() {
            let Some((place, &plain)) = body.next() else { break };
            if plain != byte {
                bare.push((place, byte));
                // The digits of the triplet.
                body.next();
                body.next();
            }
        }
        Self { pattern, bare, folded: false }
    }

    /// A pattern in lower case, that is matched with paths in lower case (R-072).
    pub(crate) fn folded(pattern: Pattern<'p>) -> Self {
        Self { folded: true, ..Self::new(pattern) }
    }

    pub(crate) fn pattern(&self) -> Pattern<'p> {
        self.pattern
    }

    /// Whether it has another form after the first `?` of a path.
    pub(crate) fn has_two_forms(&self) -> bool {
        self.pattern.in_query().is_some()
    }

    /// The places before the first byte.
    pub(crate) fn start(&self) -> Places {
        self.entered(0)
    }

    /// Whether the pattern is read to its end.
    pub(crate) fn ends(&self, places: &[u32]) -> bool {
        places.last().is_some_and(|&place| place as usize >= self.pattern.body().len())
    }

    /// Whether the pattern matches, whatever follows.
    pub(crate) fn is_over(&self, places: &[u32]) -> bool {
        !self.pattern.is_anchored() && self.ends(places)
    }

    /// Adds the bytes that would bring it forward. To a folded pattern both cases are one, to others
    /// they are not.
    pub(crate) fn wait_for(&self, places: &[u32], in_query: bool, bytes: &mut Vec<u8>) {
        for &place in places {
            let plain = self.byte(place).filter(|&byte| byte != b'*');
            for byte in plain.into_iter().chain(self.bare(place, in_query)) {
                bytes.push(byte);
                bytes.extend(self.folded.then(|| byte.to_ascii_uppercase()));
            }
        }
    }

    /// The places after one more byte, which stands behind the first `?` of the path or not; to
    /// `steps` is added what was looked at.
    pub(crate) fn advance(
        &self,
        places: &[u32],
        byte: u8,
        in_query: bool,
        steps: &mut u64,
    ) -> Places {
        let byte = if self.folded { byte.to_ascii_lowercase() } else { byte };
        let mut next = Places::new();
        for &place in places {
            *steps += 1;
            match self.byte(place) {
                // It reads the byte, and may stop reading behind it.
                Some(b'*') => next.extend([place, place + 1]),
                Some(wanted) if wanted == byte => next.extend(self.entered(place + 1)),
                _ if self.bare(place, in_query) == Some(byte) => {
                    next.extend(self.entered(place + 3));
                }
                _ => {}
            }
        }
        next.sort_unstable();
        next.dedup();
        // A wildcard reads whatever follows it, so nothing before the last one adds to it.
        let star = next.iter().rposition(|&place| self.byte(place) == Some(b'*')).unwrap_or(0);
        next.drain(..star);
        next
    }

    fn byte(&self, place: u32) -> Option<u8> {
        self.pattern.body().get(place as usize).copied()
    }

    /// The bare form of the triplet at the place, where that may stand here (F-22).
    fn bare(&self, place: u32, in_query: bool) -> Option<u8> {
        let at = self.bare.iter().find(|(at, _)| *at == place).filter(|_| in_query);
        at.map(|&(_, byte)| byte)
    }

    /// The places reached when reading comes to `place`: wildcards may stand for nothing.
    fn entered(&self, place: u32) -> Places {
        let rest = self.pattern.body().iter().skip(place as usize);
        let stars = rest.take_while(|&&byte| byte == b'*').count();
        let stars = u32::try_from(stars).unwrap_or(u32::MAX);
        if stars == 0 { smallvec![place] } else { smallvec![place + stars - 1, place + stars] }
    }
}

impl Pattern<'_> {
    /// Where it goes on after a beginning of paths: places in its normal form, such that what follows
    /// the beginning in a path that it matches is matched from one of them. None where it matches no
    /// path that begins so.
    ///
    /// Of a pattern that has two forms it is the one before the `?` of a URL.
    ///
    /// ```
    /// use placet::pattern::Pattern;
    ///
    /// let pattern = Pattern::from_normal_form(b"/*ab$").unwrap();
    /// assert_eq!(pattern.places_after(b"/xa"), [1, 3]);
    /// ```
    pub fn places_after(&self, beginning: &[u8]) -> Vec<usize> {
        let reading = Reading::new(*self);
        let read = |places: Places, &byte: &u8| {
            if reading.is_over(&places) {
                places
            } else {
                reading.advance(&places, byte, false, &mut 0)
            }
        };
        let places = beginning.iter().fold(reading.start(), read);
        // Behind a wildcard that is one of the places nothing is added.
        let is_star = |place: u32| self.body().get(place as usize) == Some(&b'*');
        let first = places.first().filter(|place| is_star(**place)).map(|place| place + 1);
        places.iter().filter(|place| Some(**place) != first).map(|place| *place as usize).collect()
    }
}
