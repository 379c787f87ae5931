//! A pattern as a nondeterministic automaton that reads a path byte by byte, to reason about all
//! paths at once.

use smallvec::{SmallVec, smallvec};

use super::Pattern;

/// The state of an automaton: the positions in the body of the pattern that a path may have
/// reached, in order.
///
/// Only the positions from the last wildcard reached onwards are kept: whatever matches from an
/// earlier one also matches from there.
pub(crate) type Positions = SmallVec<[u32; 2]>;

/// A pattern that reads a path byte by byte.
#[derive(Debug, Clone)]
pub(crate) struct Automaton<'p> {
    pattern: Pattern<'p>,
    /// The positions of triplets that are unencoded after the first `?`, each with its byte.
    bare: Vec<(u32, u8)>,
    /// Whether it reads paths in lower case (R-072).
    folded: bool,
}

impl<'p> Automaton<'p> {
    pub(crate) fn new(pattern: Pattern<'p>) -> Self {
        let mut bare = Vec::new();
        let mut body = (0_u32..).zip(pattern.body());
        for &byte in pattern.in_query().unwrap_or_default() {
            let Some((position, &plain)) = body.next() else { break };
            if plain != byte {
                bare.push((position, byte));
                // Skips the digits of the triplet.
                body.next();
                body.next();
            }
        }
        Self { pattern, bare, folded: false }
    }

    /// Creates the automaton of a pattern in lower case, which reads paths in lower case (R-072).
    pub(crate) fn folded(pattern: Pattern<'p>) -> Self {
        Self { folded: true, ..Self::new(pattern) }
    }

    pub(crate) fn pattern(&self) -> Pattern<'p> {
        self.pattern
    }

    /// Whether the pattern has another form after the first `?` of a path.
    pub(crate) fn has_two_forms(&self) -> bool {
        self.pattern.in_query().is_some()
    }

    /// Whether it matches every path that another one with the same case matches. False if one of
    /// them has two forms, because comparing those takes a search.
    pub(crate) fn covers(&self, other: &Self, steps: &mut u64) -> bool {
        !self.has_two_forms()
            && !other.has_two_forms()
            && self.folded == other.folded
            && self.pattern.covers_counting(&other.pattern, steps)
    }

    /// The positions before the first byte.
    pub(crate) fn start(&self) -> Positions {
        self.entered(0)
    }

    /// Whether the pattern matches a path that ends here.
    pub(crate) fn ends(&self, positions: &[u32]) -> bool {
        positions.last().is_some_and(|&position| position as usize >= self.pattern.body().len())
    }

    /// Whether the pattern matches, whatever follows.
    pub(crate) fn is_over(&self, positions: &[u32]) -> bool {
        !self.pattern.is_anchored() && self.ends(positions)
    }

    /// Adds to `bytes` those that lead to another position. A folded automaton accepts both cases.
    pub(crate) fn add_expected(&self, positions: &[u32], in_query: bool, bytes: &mut Vec<u8>) {
        for &position in positions {
            let plain = self.byte(position).filter(|&byte| byte != b'*');
            for byte in plain.into_iter().chain(self.bare(position, in_query)) {
                bytes.push(byte);
                bytes.extend(self.folded.then(|| byte.to_ascii_uppercase()));
            }
        }
    }

    /// The positions after one more byte; `in_query` says whether that byte is after the first `?`
    /// of the path. Adds to `steps` the number of positions examined.
    pub(crate) fn advance(
        &self,
        positions: &[u32],
        byte: u8,
        in_query: bool,
        steps: &mut u64,
    ) -> Positions {
        let byte = if self.folded { byte.to_ascii_lowercase() } else { byte };
        let mut next = Positions::new();
        for &position in positions {
            *steps += 1;
            match self.byte(position) {
                // A wildcard matches the byte, and may end after it.
                Some(b'*') => next.extend([position, position + 1]),
                Some(wanted) if wanted == byte => next.extend(self.entered(position + 1)),
                _ if self.bare(position, in_query) == Some(byte) => {
                    next.extend(self.entered(position + 3));
                }
                _ => {}
            }
        }
        next.sort_unstable();
        next.dedup();
        // A wildcard matches whatever follows, so positions before the last wildcard add nothing.
        let star =
            next.iter().rposition(|&position| self.byte(position) == Some(b'*')).unwrap_or(0);
        next.drain(..star);
        next
    }

    fn byte(&self, position: u32) -> Option<u8> {
        self.pattern.body().get(position as usize).copied()
    }

    /// The unencoded form of the triplet at a position, if that is possible here (F-22).
    fn bare(&self, position: u32, in_query: bool) -> Option<u8> {
        let at = self.bare.iter().find(|(at, _)| *at == position).filter(|_| in_query);
        at.map(|&(_, byte)| byte)
    }

    /// The positions reached with `position`: a wildcard may match nothing.
    fn entered(&self, position: u32) -> Positions {
        let rest = self.pattern.body().iter().skip(position as usize);
        let stars = rest.take_while(|&&byte| byte == b'*').count();
        let stars = u32::try_from(stars).unwrap_or(u32::MAX);
        if stars == 0 {
            smallvec![position]
        } else {
            smallvec![position + stars - 1, position + stars]
        }
    }
}

impl Pattern<'_> {
    /// The positions in its normal form at which matching continues after the start of a path: the
    /// pattern matches a path with that start if it matches the rest of the path from one of these
    /// positions. Empty if it matches no path with that start.
    ///
    /// If the pattern has two forms, the positions are those of the form before the `?` of a URL.
    ///
    /// ```
    /// use placet::pattern::Pattern;
    ///
    /// let pattern = Pattern::from_normal_form(b"/*ab$").unwrap();
    /// assert_eq!(pattern.positions_after(b"/xa"), [1, 3]);
    /// ```
    pub fn positions_after(&self, start: &[u8]) -> Vec<usize> {
        let automaton = Automaton::new(*self);
        let read = |positions: Positions, &byte: &u8| {
            if automaton.is_over(&positions) {
                positions
            } else {
                automaton.advance(&positions, byte, false, &mut 0)
            }
        };
        let positions = start.iter().fold(automaton.start(), read);
        // A wildcard among the positions makes the position after it redundant.
        let is_star = |position: u32| self.body().get(position as usize) == Some(&b'*');
        let first =
            positions.first().filter(|position| is_star(**position)).map(|position| position + 1);
        positions
            .iter()
            .filter(|position| Some(**position) != first)
            .map(|position| *position as usize)
            .collect()
    }
}
