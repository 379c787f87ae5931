//! Finds the narrowest patterns.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

/// How a pattern continues at a position, the broadest first (ACAP 1.0 §2.4.5).
fn breadth(pattern: &[u8], at: usize) -> (u8, u8) {
    match pattern.get(at) {
        None => (0, 0),
        Some(b'$') => (1, 0),
        Some(b'*') => (2, 0),
        Some(&byte) => (3, byte),
    }
}

/// An order in which narrower patterns come after broader ones.
fn order(one: &[u8], other: &[u8]) -> Ordering {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    breadth(one, same).cmp(&breadth(other, same))
}

/// The indices of the patterns that no other is narrower than, in no particular order.
///
/// Patterns with a common beginning are compared together: those that continue with an ordinary
/// character are narrower than those that continue with `*` or `$` or end there, and incomparable
/// with each other. This takes one sort and one descent, whatever the number of patterns.
pub(super) fn narrowest(patterns: &[&[u8]]) -> SmallVec<[usize; 4]> {
    let mut sorted: SmallVec<[usize; 4]> = (0..patterns.len()).collect();
    let pattern = |place: usize| patterns.get(place).copied().unwrap_or_default();
    sorted.sort_by(|&one, &other| order(pattern(one), pattern(other)));

    let mut narrowest = SmallVec::new();
    let mut open: SmallVec<[&[usize]; 4]> = smallvec![&*sorted];
    while let Some(alike) = open.pop() {
        let (Some(&first), Some(&last)) = (alike.first(), alike.last()) else { continue };
        let (first, last) = (pattern(first), pattern(last));
        if first == last {
            narrowest.extend_from_slice(alike);
            continue;
        }
        let shared = first.iter().zip(last).take_while(|(a, b)| a == b).count();
        // The last continues in the narrowest way; others that continue like it stay.
        let kind = breadth(last, shared).0;
        let from = alike.partition_point(|&it| breadth(pattern(it), shared).0 < kind);
        let stay = alike.get(from..).unwrap_or_default();
        open.extend(stay.chunk_by(|&one, &other| {
            breadth(pattern(one), shared) == breadth(pattern(other), shared)
        }));
    }
    narrowest
}

#[cfg(test)]
mod tests {
    use placet_testing::Random;

    use super::*;
    use crate::pattern::scope::{Scope, compare};

    #[test]
    fn the_descent_equals_comparing_each_with_each() {
        let pieces = ["a", "b", "*", "/", "$", "ab"];
        let mut random = Random::new(11);
        for _ in 0..3_000 {
            let patterns: Vec<String> = (0..random.below(9))
                .map(|_| {
                    let count = random.below(4);
                    let body = random.text(&pieces, count);
                    // `$` is an anchor only at the end.
                    let anchored = body.ends_with('$');
                    format!("/{}{}", body.replace('$', ""), if anchored { "$" } else { "" })
                })
                .collect();
            let patterns: Vec<&[u8]> = patterns.iter().map(String::as_bytes).collect();
            let mut found = narrowest(&patterns);
            found.sort_unstable();
            let expected: Vec<usize> = (0..patterns.len())
                .filter(|&at| {
                    !patterns.iter().any(|it| compare(it, patterns[at]) == Scope::Narrower)
                })
                .collect();
            assert_eq!(found.to_vec(), expected, "{patterns:?}");
        }
    }
}
