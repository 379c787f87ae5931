//! The class tokens about an element (Part 2 §2.2.5).

use std::ops::Range;

use smallvec::SmallVec;

use crate::policy::{Definitions, Mark};
use crate::vocabulary::{Condition, RuleKind, Usage, Verdict};

/// The statements about one element: its own and those of the elements around it, in the page as it
/// was sent and as scripts left it. Empty where no element is asked about.
#[derive(Debug, Clone, Default)]
pub(crate) struct ElementStatements<'p> {
    marks: &'p [Mark],
    /// The definitions of robots.txt.
    definitions: Option<&'p Definitions>,
    /// For each document the elements with statements, the innermost first, each as the range of
    /// its marks.
    chains: SmallVec<[Vec<Range<usize>>; 2]>,
}

/// The marks that decide about a usage, by their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DecidingMarks {
    pub(crate) prohibits: SmallVec<[u32; 2]>,
    pub(crate) permits: SmallVec<[u32; 2]>,
    /// The conditions of the permissions.
    pub(crate) conditions: Vec<Condition>,
    /// One form of the page has no statement about it.
    pub(crate) silent: bool,
}

impl DecidingMarks {
    /// One prohibition prohibits, in either document.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.prohibits.is_empty() { Verdict::Permit } else { Verdict::Prohibit }
    }
}

impl<'p> ElementStatements<'p> {
    pub(crate) fn new(
        marks: &'p [Mark],
        definitions: Option<&'p Definitions>,
        chains: impl IntoIterator<Item = Vec<Range<usize>>>,
    ) -> Self {
        Self { marks, definitions, chains: chains.into_iter().collect() }
    }

    /// The permissions of usages that are not defined, by their places: they grant nothing.
    pub(crate) fn void(&self) -> impl Iterator<Item = u32> {
        let places = self.chains.iter().flatten().flat_map(Range::clone);
        let is_void = |place: &usize| {
            self.marks.get(*place).is_some_and(|mark| {
                mark.kind == RuleKind::Allow && mark.is_undefined(self.definitions)
            })
        };
        places.filter(is_void).filter_map(|place| u32::try_from(place).ok())
    }

    /// The statements that decide about a usage of the element: in each document the innermost one
    /// about it, or about `present` where that covers it.
    pub(crate) fn about(&self, usage: Usage) -> Option<DecidingMarks> {
        let mut deciding = DecidingMarks::default();
        for chain in &self.chains {
            let levels = [Some(usage), usage.general()];
            let found = chain.iter().find_map(|range| {
                levels.into_iter().flatten().find_map(|level| self.on_element(level, range))
            });
            match found {
                Some((RuleKind::Disallow, marks, _)) => deciding.prohibits.extend(marks),
                Some((RuleKind::Allow, marks, conditions)) => {
                    deciding.permits.extend(marks);
                    deciding.conditions.extend(conditions);
                }
                None => deciding.silent = true,
            }
        }
        let speaks = !deciding.prohibits.is_empty() || !deciding.permits.is_empty();
        speaks.then_some(deciding)
    }

    /// The statements of one element about exactly this usage, and their conditions. A conflict on
    /// one element prohibits.
    fn on_element(
        &self,
        usage: Usage,
        range: &Range<usize>,
    ) -> Option<(RuleKind, SmallVec<[u32; 2]>, Vec<Condition>)> {
        let marks = self.marks.get(range.clone()).unwrap_or_default();
        let about = || {
            (range.start..).zip(marks).filter_map(|(place, mark)| {
                Some((u32::try_from(place).ok()?, mark, mark.about(usage, self.definitions)?))
            })
        };
        let kind = about().map(|(.., kind)| kind).min()?;
        let deciding = || about().filter(|(.., own)| *own == kind);
        let conditions = deciding()
            .filter(|_| kind == RuleKind::Allow)
            .flat_map(|(_, mark, _)| mark.conditions(usage, self.definitions))
            .cloned();
        Some((kind, deciding().map(|(place, ..)| place).collect(), conditions.collect()))
    }
}
