//! Resource sets, and sets named inside sets (ACAP 1.0 §2.7.3, A-29).

use std::collections::HashMap;
use std::sync::Arc;

use super::AcapPattern;
use crate::text::limits;
use crate::vocabulary::condition::acap_uri;

/// The content of a resource set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResourceSet {
    /// Its patterns, including those of the sets that it names, each set once.
    pub(crate) patterns: Arc<[AcapPattern]>,
    /// A set that it names, or that those name, is not defined or leads back to itself: a
    /// prohibition on it is one on a set that is not defined.
    pub(crate) is_partial: bool,
}

/// The name in `the-acap:resource-set:NAME`, or `acap:resource-set:NAME` as 0.2 has it (R-054,
/// A-29); none where the text is a pattern.
pub(super) fn name_in(text: &str) -> Option<&str> {
    const KIND: &str = "resource-set:";
    let rest = acap_uri(text)?;
    let kind = rest.get(..KIND.len())?;
    kind.eq_ignore_ascii_case(KIND).then(|| rest.get(KIND.len()..))?
}

/// The sets of a file as they are written, in their order.
#[derive(Debug, Default)]
pub(super) struct Written {
    places: HashMap<Box<str>, usize>,
    sets: Vec<Members>,
}

#[derive(Debug, Default)]
struct Members {
    patterns: Vec<AcapPattern>,
    /// The names of the sets in it, in lower case.
    names: Vec<Box<str>>,
}

/// How far a walk has come with a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// The sets that it names are being visited: a set that names it now closes a cycle.
    Open,
    Done,
}

impl Written {
    /// Adds a definition; of two of one name the first counts.
    pub(super) fn add<'w>(&mut self, name: Box<str>, words: impl Iterator<Item = &'w [u8]>) {
        let next = self.sets.len();
        if *self.places.entry(name).or_insert(next) != next {
            return;
        }
        let mut members = Members::default();
        for word in words {
            match std::str::from_utf8(word).ok().and_then(name_in) {
                Some(name) => members.names.push(name.to_ascii_lowercase().into()),
                None => members.patterns.push(AcapPattern::new(word)),
            }
        }
        self.sets.push(members);
    }

    /// Every set with the sets that it names expanded; `outer` has those of the referring file.
    /// `None` where that takes more than [`limits::ACAP_SET_MEMBERS`].
    pub(super) fn expand<'o>(
        mut self,
        outer: impl Fn(&str) -> Option<&'o ResourceSet>,
    ) -> Option<HashMap<Box<str>, ResourceSet>> {
        let mut members = 0;
        let mut nested = Vec::new();
        for at in (0..self.sets.len()).filter(|&at| self.is_nested(at)) {
            nested.push((at, self.walk(at, &outer, &mut members)?));
        }
        let mut sets: Vec<ResourceSet> = self
            .sets
            .iter_mut()
            .map(|set| ResourceSet {
                patterns: std::mem::take(&mut set.patterns).into(),
                is_partial: false,
            })
            .collect();
        for (at, set) in nested {
            sets.get_mut(at).into_iter().for_each(|place| *place = set.clone());
        }
        let places = self.places.into_iter();
        Some(places.filter_map(|(name, at)| Some((name, sets.get(at)?.clone()))).collect())
    }

    fn is_nested(&self, at: usize) -> bool {
        self.sets.get(at).is_some_and(|set| !set.names.is_empty())
    }

    /// Visits all sets that one leads to, each once, counting the work.
    fn walk<'o>(
        &self,
        from: usize,
        outer: &impl Fn(&str) -> Option<&'o ResourceSet>,
        members: &mut usize,
    ) -> Option<ResourceSet> {
        let mut marks: HashMap<usize, Mark> = HashMap::new();
        let (mut patterns, mut is_partial) = (Vec::new(), false);
        // Each set on the way, and how many of the names in it have been followed.
        let mut way = vec![(from, 0)];
        while let Some((at, followed)) = way.last_mut() {
            let set = self.sets.get(*at)?;
            if *followed == 0 {
                marks.insert(*at, Mark::Open);
                *members += set.patterns.len();
                patterns.extend(set.patterns.iter().cloned());
            }
            let Some(name) = set.names.get(*followed) else {
                marks.insert(*at, Mark::Done);
                way.pop();
                continue;
            };
            *followed += 1;
            *members += 1;
            if *members > limits::ACAP_SET_MEMBERS {
                return None;
            }
            match (self.places.get(name), outer(name)) {
                (Some(&next), _) => match marks.get(&next).copied().unwrap_or(Mark::New) {
                    Mark::New => way.push((next, 0)),
                    Mark::Open => is_partial = true,
                    Mark::Done => {}
                },
                (None, Some(set)) => {
                    *members += set.patterns.len();
                    patterns.extend(set.patterns.iter().cloned());
                    is_partial |= set.is_partial;
                }
                (None, None) => is_partial = true,
            }
        }
        Some(ResourceSet { patterns: patterns.into(), is_partial })
    }
}
