//! What class tokens say of an element (Part 2 §2.2.5).

use std::ops::Range;

use smallvec::SmallVec;

use crate::decision::Verdict;
use crate::policy::{Mark, RuleKind};
use crate::usage::Usage;

/// What is said of one element: by itself and by those around it, in the page as it was sent and
/// as scripts left it. Nothing where no element was asked about.
#[derive(Debug, Clone, Default)]
pub(crate) struct ElementSays<'p> {
    marks: &'p [Mark],
    /// For each document the elements that say something, the innermost first, each as the range
    /// of its marks.
    chains: SmallVec<[Vec<Range<usize>>; 2]>,
}

/// The marks that decide about a usage, by their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) prohibits: SmallVec<[u32; 2]>,
    pub(crate) permits: SmallVec<[u32; 2]>,
    /// A form of the page says nothing of it.
    pub(crate) silent: bool,
}

impl Said {
    /// One prohibition prohibits, whichever document it stands in.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.prohibits.is_empty() { Verdict::Permit } else { Verdict::Prohibit }
    }
}

impl<'p> ElementSays<'p> {
    pub(crate) fn new(
        marks: &'p [Mark],
        chains: impl IntoIterator<Item = Vec<Range<usize>>>,
    ) -> Self {
        Self { marks, chains: chains.into_iter().collect() }
    }

    /// What decides about a usage of the element: in each document the innermost statement about
    /// it, or about `present` where that covers it.
    pub(crate) fn about(&self, usage: Usage) -> Option<Said> {
        let mut said = Said::default();
        for chain in &self.chains {
            let found = chain.iter().find_map(|range| {
                innermost(usage, range.start, self.marks.get(range.clone()).unwrap_or_default())
            });
            match found {
                Some((RuleKind::Allow, marks)) => said.permits.extend(marks),
                Some((RuleKind::Disallow, marks)) => said.prohibits.extend(marks),
                None => said.silent = true,
            }
        }
        let speaks = !said.prohibits.is_empty() || !said.permits.is_empty();
        speaks.then_some(said)
    }
}

/// Which way one element with these marks decides about a usage, if it says anything of it.
pub(crate) fn said_on(usage: Usage, marks: &[Mark]) -> Option<RuleKind> {
    innermost(usage, 0, marks).map(|(kind, _)| kind)
}

/// What one element says about a usage: by the very usage, else by `present`. A conflict on
/// one element prohibits.
fn innermost(usage: Usage, from: usize, marks: &[Mark]) -> Option<(RuleKind, SmallVec<[u32; 2]>)> {
    [Some(usage), usage.general()].into_iter().flatten().find_map(|level| {
        let of_level = || (from..).zip(marks).filter(move |(_, mark)| mark.usage == level);
        let closes = of_level().any(|(_, mark)| mark.kind == RuleKind::Disallow);
        let kind = if closes { RuleKind::Disallow } else { RuleKind::Allow };
        let places: SmallVec<[u32; 2]> = of_level()
            .filter(|(_, mark)| mark.kind == kind)
            .filter_map(|(place, _)| u32::try_from(place).ok())
            .collect();
        (!places.is_empty()).then_some((kind, places))
    })
}
