//! Which known word an unknown one most likely stands for.

use crate::limits::{NEAR, NEAR_WORD};

/// The known word that is nearest to `word`, if one is near enough: few letters differ, and most
/// do not.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if word.len() > NEAR_WORD || word.len() < 3 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let near = known.into_iter().filter_map(|candidate| {
        let distance = distance(word.as_bytes(), candidate.as_bytes());
        let allowed = NEAR.min(candidate.len().min(word.len()) / 3);
        (distance <= allowed && distance > 0).then_some((distance, candidate))
    });
    near.min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out, changed, or swapped with their neighbours.
fn distance(one: &[u8], other: &[u8]) -> usize {
    if one.len().abs_diff(other.len()) > NEAR {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.iter().enumerate() {
        let mut row = Vec::with_capacity(other.len() + 1);
        row.push(at + 1);
        for (place, b) in other.iter().enumerate() {
            let cell = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(usize::MAX);
            let changed = cell(&above, place) + usize::from(a != b);
            let shifted = 1 + cell(&above, place + 1).min(cell(&row, place));
            let swaps = at > 0
                && place > 0
                && one.get(at - 1) == Some(b)
                && other.get(place - 1) == Some(a);
            let swapped =
                if swaps { cell(&before, place - 1).saturating_add(1) } else { usize::MAX };
            row.push(changed.min(shifted).min(swapped));
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_slips_are_seen_through() {
        let known = ["disallow", "crawl-delay", "sitemap", "host"];
        for (word, meant) in [
            ("Dsiallow", Some("disallow")),
            ("crawldelay", Some("crawl-delay")),
            ("stiemap", Some("sitemap")),
            ("hots", Some("host")),
            ("sitemap", None),
            ("post", Some("host")),
            ("author", None),
            ("a", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }
}
