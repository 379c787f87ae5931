//! Patterns as sets of paths.

use std::hash::{Hash, Hasher};

use crate::limits::PATTERN_STEPS;

/// The paths that a pattern matches, whatever the case of its letters.
///
/// In the one form that every such set has: it begins with `/`, no two `*` stand in a row, and a
/// pattern that is not anchored ends in `*`.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    /// As written.
    body: Vec<u8>,
    /// In lower case, by which it is compared.
    folded: Vec<u8>,
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl Eq for Glob {}

impl Hash for Glob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded.hash(state);
    }
}

/// What comparing patterns may still cost.
#[derive(Debug)]
pub(super) struct Steps(u64);

/// Comparing patterns took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl Steps {
    pub(super) fn new() -> Self {
        Self(PATTERN_STEPS)
    }

    pub(super) fn take(&mut self, steps: usize) -> Result<(), TooLong> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(TooLong)?;
        Ok(())
    }
}

impl Glob {
    /// The sets that a pattern in normal form matches together: none where it matches nothing
    /// (F-25, F-27), and two for `*/a`, which matches `/a` as well as `/x/a`.
    pub(super) fn of(normal: &[u8]) -> Vec<Self> {
        let (text, anchored) = match normal.strip_suffix(b"$") {
            Some(text) => (text, true),
            None => (normal, false),
        };
        let mut body = Vec::with_capacity(normal.len() + 1);
        for &octet in text.iter().chain((!anchored).then_some(&b'*')) {
            if octet != b'*' || body.last() != Some(&b'*') {
                body.push(octet);
            }
        }
        match text.first() {
            Some(b'/') => vec![Self::new(body)],
            Some(b'*') => Self::new(body).behind(b"/"),
            _ => Vec::new(),
        }
    }

    /// All paths.
    pub(super) fn everything() -> Self {
        Self::new(b"/*".to_vec())
    }

    fn new(body: Vec<u8>) -> Self {
        let folded = body.to_ascii_lowercase();
        Self { body, folded }
    }

    /// How many octets stand before the first `*`.
    fn literal(&self) -> usize {
        self.folded.iter().position(|&octet| octet == b'*').unwrap_or(self.folded.len())
    }

    /// What every path of it begins with, as written.
    pub(super) fn head(&self) -> &[u8] {
        self.body.get(..self.literal()).unwrap_or_default()
    }

    /// The same in lower case.
    pub(super) fn folded_head(&self) -> &[u8] {
        self.folded.get(..self.literal()).unwrap_or_default()
    }

    /// Whether it is one path.
    pub(super) fn is_path(&self) -> bool {
        self.literal() == self.folded.len()
    }

    /// Whether it is all paths that begin so.
    pub(super) fn is_prefix(&self) -> bool {
        self.literal() + 1 == self.folded.len()
    }

    /// All paths that begin as these do.
    pub(super) fn prefix(&self) -> Self {
        let mut body = self.head().to_vec();
        body.push(b'*');
        Self::new(body)
    }

    /// Its paths that begin with `head`, which goes on from its own, as the sets they make up.
    pub(super) fn behind(&self, head: &[u8]) -> Vec<Self> {
        let mut places = vec![0];
        for &octet in head {
            places = self.read(&places, octet.to_ascii_lowercase());
        }
        let rest = |place: usize| self.body.get(place..).unwrap_or_default();
        places.into_iter().map(|place| Self::new([head, rest(place)].concat())).collect()
    }

    /// The places from which it goes on after one octet more. A `*` in a text is like no octet of a
    /// pattern, so only a `*` takes it.
    fn read(&self, places: &[usize], octet: u8) -> Vec<usize> {
        let mut next = Vec::with_capacity(places.len() + 1);
        let mut add = |place: usize| {
            if !next.contains(&place) {
                next.push(place);
            }
        };
        for &place in places {
            let at = |place: usize| self.folded.get(place).copied();
            match at(place) {
                Some(b'*') => {
                    add(place);
                    if at(place + 1) == Some(octet) && octet != b'*' {
                        add(place + 2);
                    }
                }
                Some(own) if own == octet && octet != b'*' => add(place + 1),
                _ => {}
            }
        }
        next
    }

    /// Whether every path of the other is one of it: whether it matches the other's text, each `*`
    /// there being an octet that no pattern names.
    pub(super) fn covers(&self, other: &Self, steps: &mut Steps) -> Result<bool, TooLong> {
        let (own, others) = (self.folded_head(), other.folded_head());
        steps.take(1)?;
        if !others.starts_with(own) {
            return Ok(false);
        }
        if self.is_prefix() {
            return Ok(true);
        }
        let mut places = vec![0];
        for &octet in &other.folded {
            steps.take(places.len())?;
            places = self.read(&places, octet);
            if places.is_empty() {
                return Ok(false);
            }
        }
        let ends = |place: usize| {
            let rest = self.folded.get(place..).unwrap_or_default();
            rest.is_empty() || rest == b"*"
        };
        Ok(places.into_iter().any(ends))
    }

    /// Whether some path is in both.
    pub(super) fn overlaps(&self, other: &Self, steps: &mut Steps) -> Result<bool, TooLong> {
        let (own, others) = (self.folded_head(), other.folded_head());
        steps.take(1)?;
        let from = own.len().min(others.len());
        if own.get(..from) != others.get(..from) {
            return Ok(false);
        }
        let one = self.folded.get(from..).unwrap_or_default();
        let two = other.folded.get(from..).unwrap_or_default();
        // What may follow a mere prefix is anything.
        if one == b"*" || two == b"*" {
            return Ok(true);
        }
        meet(one, two, steps)
    }

    /// As a pattern, with so many `*` where the first one stands.
    pub(super) fn text(&self, stars: usize) -> String {
        let mut text = String::with_capacity(self.body.len() + stars);
        let literal = self.literal();
        for (at, &octet) in self.body.iter().enumerate() {
            let times = if at == literal { stars } else { 1 };
            text.extend(std::iter::repeat_n(char::from(octet), times));
        }
        text
    }

    /// As a pattern that does not end in a `*` which could as well not be there.
    pub(super) fn plain_text(&self, stars: usize) -> String {
        let mut text = self.text(stars);
        if self.body.ends_with(b"*") {
            let kept = text.trim_end_matches('*').len();
            text.truncate(kept);
        } else {
            text.push('$');
        }
        text
    }
}

/// Whether two texts with `*` for anything have one in common.
fn meet(one: &[u8], two: &[u8], steps: &mut Steps) -> Result<bool, TooLong> {
    let width = two.len() + 1;
    steps.take((one.len() + 1).saturating_mul(width))?;
    let mut seen = vec![false; (one.len() + 1) * width];
    let mut open = vec![(0, 0)];
    while let Some((at, other)) = open.pop() {
        let Some(seen) = seen.get_mut(at * width + other) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        match (one.get(at), two.get(other)) {
            (None, None) => return Ok(true),
            (Some(b'*'), Some(b'*')) => open.extend([(at + 1, other), (at, other + 1)]),
            (Some(b'*'), right) => {
                open.push((at + 1, other));
                open.extend(right.map(|_| (at, other + 1)));
            }
            (left, Some(b'*')) => {
                open.push((at, other + 1));
                open.extend(left.map(|_| (at + 1, other)));
            }
            (Some(left), Some(right)) if left == right => open.push((at + 1, other + 1)),
            _ => {}
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(letters: &str, longest: usize) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut from = 0;
        for _ in 0..longest {
            let until = words.len();
            for at in from..until {
                let word = words[at].clone();
                words.extend(letters.chars().map(|letter| format!("{word}{letter}")));
            }
            from = until;
        }
        words
    }

    #[test]
    fn sets_are_what_the_engine_matches() {
        let paths: Vec<String> =
            words("/abz", 4).into_iter().map(|word| format!("/{word}")).collect();
        let patterns: Vec<String> = words("/ab*", 2)
            .into_iter()
            .flat_map(|word| [format!("/{word}"), format!("*{word}$"), format!("/{word}$")])
            .collect();
        let matched: Vec<Vec<bool>> = patterns
            .iter()
            .map(|pattern| {
                let text = format!("User-agent: *\nDisallow: {pattern}\n");
                let site =
                    placet::RobotsPolicy::parse(text.as_bytes()).ask(placet::Agent::new("a"));
                let closed = |path: &String| !site.verdict(&site.target(path).unwrap()).is_permit();
                paths.iter().map(closed).collect()
            })
            .collect();
        let sets: Vec<Vec<Glob>> = patterns.iter().map(|it| Glob::of(it.as_bytes())).collect();
        let mut steps = Steps(u64::MAX);
        for (at, sets) in sets.iter().enumerate() {
            for (path, &is_matched) in paths.iter().zip(&matched[at]) {
                let path = Glob::new(path.as_bytes().to_vec());
                let covers = sets.iter().any(|set| set.covers(&path, &mut steps).unwrap());
                assert_eq!(covers, is_matched, "{} {path:?}", patterns[at]);
            }
        }
        for (at, one) in sets.iter().enumerate() {
            for (other_at, other) in sets.iter().enumerate() {
                let ([one], [other]) = (&**one, &**other) else { continue };
                let pairs = || matched[at].iter().zip(&matched[other_at]);
                let shared = pairs().any(|(a, b)| *a && *b);
                assert_eq!(one.overlaps(other, &mut steps).unwrap(), shared, "{one:?} {other:?}");
                let holds = pairs().all(|(a, b)| *a || !b);
                let covers = one.covers(other, &mut steps).unwrap();
                assert!(!covers || holds, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_leading_star_takes_the_slash_or_not() {
        let texts = |pattern: &str| -> Vec<String> {
            Glob::of(pattern.as_bytes()).iter().map(|it| it.plain_text(1)).collect()
        };
        assert_eq!(texts("*/a/"), ["/*/a/", "/a/"]);
        assert_eq!(texts("*.gif$"), ["/*.gif$"]);
        assert_eq!(texts("/a**$"), ["/a"]);
        assert!(texts("a").is_empty() && texts("").is_empty());
    }

    #[test]
    fn what_lies_behind_a_head_is_a_few_sets() {
        let glob = Glob::of(b"/*ab$").remove(0);
        let behind: Vec<String> = glob.behind(b"/xa").iter().map(|it| it.plain_text(1)).collect();
        assert_eq!(behind, ["/xa*ab$", "/xab$"]);
        assert_eq!(glob.text(3), "/***ab");
    }
}
