//! Which known word the author of an unknown one most likely meant.

use crate::limits::{SIMILAR, SIMILAR_WORD};

/// The known word that is most similar to `word`, if they differ in a few letters only, ignoring case.
pub(crate) fn most_similar<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<&'k str> {
    if word.len() > SIMILAR_WORD || word.len() < 3 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let similar = known.into_iter().filter_map(|candidate| {
        let distance = distance(word.as_bytes(), candidate.to_ascii_lowercase().as_bytes());
        let allowed = SIMILAR.min(candidate.len().min(word.len()) / 3);
        (distance <= allowed && distance > 0).then_some((distance, candidate))
    });
    similar.min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// How many letters to insert, delete, replace or swap with the next one turn one word into the other.
fn distance(one: &[u8], other: &[u8]) -> usize {
    if one.len().abs_diff(other.len()) > SIMILAR {
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
    fn typing_errors_are_recognised() {
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
            assert_eq!(most_similar(word, known), meant, "{word}");
        }
    }
}
