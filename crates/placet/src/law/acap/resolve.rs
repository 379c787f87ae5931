//! From the fields about a resource to one answer about one usage.

use smallvec::{SmallVec, smallvec};

use super::element::{DecidingMarks, ElementStatements};
use super::narrowest::narrowest;
use super::{Field, Reach};
use crate::law::outcome::Outcome;
use crate::policy::AcapPattern;
use crate::vocabulary::{RuleKind, Usage, Verdict};

/// Some of the fields: few match a resource, so they are not on the heap.
type Few<T> = SmallVec<[T; 4]>;

/// What ACAP answers about one usage.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// The outcomes of the fields that took part, by their indices.
    pub(crate) outcomes: Few<(usize, Outcome)>,
    /// No field is about the usage, nor about `present` where that covers it, so fields of `other`
    /// were consulted.
    pub(crate) as_other: bool,
    /// The class tokens about the element asked about, where they decided.
    pub(crate) element: Option<DecidingMarks>,
}

impl Answer {
    fn new(verdict: Verdict, outcomes: Few<(usize, Outcome)>) -> Self {
        Self { verdict, outcomes, as_other: false, element: None }
    }

    /// Silence, which permits.
    fn silent() -> Self {
        Self::new(Verdict::Permit, SmallVec::new())
    }

    /// This answer, with the fields that decided in another one deciding too.
    fn deciding_with(mut self, other: &Self) -> Self {
        let decided: Few<usize> = other.decided().collect();
        self.outcomes.retain(|(place, _)| !decided.contains(place));
        self.outcomes.extend(decided.into_iter().map(|place| (place, Outcome::Decided)));
        self
    }

    /// The fields that decided, by their places.
    pub(crate) fn decided(&self) -> impl Iterator<Item = usize> {
        self.outcomes
            .iter()
            .filter(|(_, outcome)| *outcome == Outcome::Decided)
            .map(|&(place, _)| place)
    }
}

/// The answer about a usage, from the fields about the resource that serve the purpose asked for,
/// and from the statements about the element.
pub(crate) fn answer(
    usage: Usage,
    fields: &[Field<'_>],
    element: Option<&ElementStatements<'_>>,
) -> Answer {
    // The crawler's own statements come first: if they alone prohibit, that is the answer.
    let named = places(fields, |field| field.entry.by_name && !is_replaced(field, fields));
    let own = resolve(usage, fields, &named);
    if own.verdict == Verdict::Prohibit {
        return own;
    }
    let marks = element.and_then(|it| it.about(usage)).filter(|_| usage.is_acap());
    let Some(marks) = marks else { return of_page(usage, fields, &named, element) };
    // The statements about an element decide for it, together with those that name the crawler
    // and those that no permission overrides.
    let levels = [Some(usage), usage.general()];
    let holds = |field: &Field<'_>| {
        matches!(field.reach, Reach::Everything) && levels.contains(&Some(field.usage))
    };
    let fixed = resolve(usage, fields, &places(fields, holds));
    if fixed.verdict == Verdict::Prohibit && !fixed.as_other {
        return fixed;
    }
    let own = if own.as_other { Answer::silent() } else { own };
    let base = if marks.silent {
        // A form of the page without statements about the element answers as the page does.
        of_page(usage, fields, &named, None).deciding_with(&own)
    } else {
        own
    };
    let verdict = base.verdict.max(marks.verdict());
    Answer { verdict, element: Some(marks), ..base }
}

/// The answer about the page, or about an element that has no statement about the usage.
fn of_page(
    usage: Usage,
    fields: &[Field<'_>],
    named: &[usize],
    element: Option<&ElementStatements<'_>>,
) -> Answer {
    // A named field silences any-crawler fields of the same usage and purposes, whatever their
    // width; but no permission overrides a prohibition of everything.
    let replaced = |field: &Field<'_>| is_replaced(field, fields);
    let silenced = |field: &Field<'_>| {
        !field.entry.by_name
            && !matches!(field.reach, Reach::Everything)
            && named.iter().filter_map(|&place| fields.get(place)).any(|named| {
                named.usage == field.usage
                    && named.is_meta() == field.is_meta()
                    && named.entry.purposes.same(field.entry.purposes)
            })
    };
    let standing = places(fields, |field| !replaced(field) && !silenced(field));
    let mut answer = resolve(usage, fields, &standing);
    if (answer.as_other || answer.outcomes.is_empty())
        && let Some(marks) = element.and_then(|it| it.about(Usage::Other))
    {
        let holds = |field: &Field<'_>| {
            matches!(field.reach, Reach::Everything) && field.usage == Usage::Other
        };
        let stays = marks.silent || fields.iter().any(holds);
        let base = if stays { answer } else { Answer::silent() };
        let verdict = base.verdict.max(marks.verdict());
        answer = Answer { verdict, as_other: true, element: Some(marks), ..base };
    }
    let relevant = [Some(usage), usage.general()];
    for place in places(fields, |field| relevant.contains(&Some(field.usage))) {
        match fields.get(place) {
            Some(field) if replaced(field) => {
                answer.outcomes.push((place, Outcome::OverriddenByPage));
            }
            Some(field) if silenced(field) => {
                answer.outcomes.push((place, Outcome::OverriddenByName));
            }
            _ => {}
        }
    }
    answer
}

/// Whether META elements replace a field of robots.txt. Those about its usage do: one for any
/// crawler replaces fields for any crawler, one that names the crawler replaces all.
fn is_replaced(field: &Field<'_>, fields: &[Field<'_>]) -> bool {
    matches!(field.reach, Reach::Pattern(_))
        && fields.iter().any(|meta| {
            meta.is_meta()
                && meta.usage == field.usage
                && (meta.entry.by_name || !field.entry.by_name)
        })
}

fn places(fields: &[Field<'_>], wanted: impl Fn(&Field<'_>) -> bool) -> Few<usize> {
    (0..).zip(fields).filter(|(_, field)| wanted(field)).map(|(place, _)| place).collect()
}

/// Steps d to g of docs/src/law/decision.md over the fields at these indices.
fn resolve(usage: Usage, fields: &[Field<'_>], standing: &[usize]) -> Answer {
    if standing.is_empty() {
        return Answer::silent();
    }
    if !usage.is_acap() {
        return as_other(fields, standing);
    }
    let special = Level::new(usage, fields, standing);
    let general = usage.general().map(|general| Level::new(general, fields, standing));
    match (special, general) {
        (None, None | Some(None)) if usage == Usage::Other => Answer::silent(),
        (None, None | Some(None)) => as_other(fields, standing),
        (Some(level), None | Some(None)) | (None, Some(Some(level))) => {
            Answer::new(level.verdict, level.outcomes)
        }
        (Some(special), Some(Some(general))) => {
            // A prohibition of the derivative is final. A permission of it yields to a prohibition
            // of `present` only where that is narrower or incomparable. Two permissions add their
            // conditions.
            let gives_way = special.verdict == Verdict::Permit
                && general.verdict == Verdict::Prohibit
                && general.is_narrower_or_unlike(&special, fields);
            let mut outcomes = SmallVec::new();
            let verdict = match (special.verdict, general.verdict) {
                (Verdict::Permit, Verdict::Permit) => {
                    outcomes.extend(special.outcomes);
                    outcomes.extend(general.outcomes);
                    return Answer::new(Verdict::Permit, outcomes);
                }
                _ if gives_way => {
                    outcomes.extend(general.outcomes);
                    outcomes.extend(special.overridden());
                    Verdict::Prohibit
                }
                _ => {
                    let verdict = special.verdict;
                    outcomes.extend(special.outcomes);
                    outcomes.extend(general.overridden());
                    verdict
                }
            };
            Answer::new(verdict, outcomes)
        }
    }
}

/// No field is about the usage: fields of `other` are consulted, and silence permits (R-057,
///
fn as_other(fields: &[Field<'_>], standing: &[usize]) -> Answer {
    match Level::new(Usage::Other, fields, standing) {
        Some(level) => Answer { as_other: true, ..Answer::new(level.verdict, level.outcomes) },
        None => Answer::silent(),
    }
}

/// What the fields of one usage type come to (§2.4.5).
struct Level {
    verdict: Verdict,
    outcomes: Few<(usize, Outcome)>,
}

impl Level {
    /// `None` where no field is of that type.
    fn new(usage: Usage, fields: &[Field<'_>], standing: &[usize]) -> Option<Self> {
        let of_type: Few<(usize, &Field<'_>)> = standing
            .iter()
            .filter_map(|&place| Some((place, fields.get(place)?)))
            .filter(|(_, field)| field.usage == usage)
            .collect();
        if of_type.is_empty() {
            return None;
        }
        let deciding = deciding(&of_type);
        let prohibits = |field: &Field<'_>| field.kind == RuleKind::Disallow;
        let closed = deciding.iter().any(|&(_, field)| prohibits(field));
        let verdict = if closed { Verdict::Prohibit } else { Verdict::Permit };
        let outcome = |place: usize, field: &Field<'_>| {
            if !deciding.iter().any(|&(decides, _)| decides == place) {
                Outcome::Broader
            } else if verdict == Verdict::Prohibit && !prohibits(field) {
                Outcome::Undetermined
            } else {
                Outcome::Decided
            }
        };
        let outcomes =
            of_type.iter().map(|&(place, field)| (place, outcome(place, field))).collect();
        Some(Self { verdict, outcomes })
    }

    fn decided(&self) -> impl Iterator<Item = usize> {
        self.outcomes
            .iter()
            .filter(|(_, outcome)| *outcome == Outcome::Decided)
            .map(|&(place, _)| place)
    }

    /// Whether a field that decided here is narrower than one that decided there, or incomparable
    /// with it.
    fn is_narrower_or_unlike(&self, other: &Self, fields: &[Field<'_>]) -> bool {
        let reach = |place: usize| fields.get(place).map(|field| field.reach);
        self.decided().filter_map(reach).any(|one| {
            other.decided().filter_map(reach).any(|other| one.is_narrower_or_unlike(other))
        })
    }

    /// The outcomes where another level decided.
    fn overridden(self) -> impl Iterator<Item = (usize, Outcome)> {
        self.outcomes.into_iter().map(|(place, outcome)| match outcome {
            Outcome::Broader => (place, outcome),
            _ => (place, Outcome::OverriddenByLevel),
        })
    }
}

/// The fields of one type that decide: a prohibition of everything, which no permission overrides
/// else the narrowest fields of robots.txt, and those of the page. Where there are both,
/// both must permit.
fn deciding<'f, 'p>(of_type: &[(usize, &'f Field<'p>)]) -> Few<(usize, &'f Field<'p>)> {
    if let [only] = of_type {
        return smallvec![*only];
    }
    let which = |wanted: fn(&Reach<'_>) -> bool| {
        of_type.iter().copied().filter(move |(_, field)| wanted(&field.reach))
    };
    let everything: Few<_> = which(|reach| matches!(reach, Reach::Everything)).collect();
    if !everything.is_empty() {
        return everything;
    }
    let (places, scopes): (Few<_>, Few<_>) = of_type
        .iter()
        .filter_map(|&(place, field)| match field.reach {
            Reach::Pattern(pattern) => Some(((place, field), AcapPattern::scope(pattern))),
            _ => None,
        })
        .unzip();
    let narrowest = narrowest(&scopes).into_iter().filter_map(|at| places.get(at).copied());
    narrowest.chain(which(|reach| matches!(reach, Reach::Page))).collect()
}

/// The fields of a usage in robots.txt that are not silenced by a record that names the crawler
///
pub(crate) fn standing<'f, 'p>(
    usage: Usage,
    fields: &'f [Field<'p>],
) -> impl Iterator<Item = &'f Field<'p>> {
    let of_type =
        move || fields.iter().filter(move |field| field.usage == usage && !field.is_meta());
    of_type().filter(move |field| {
        let silences =
            |it: &&Field<'_>| it.entry.by_name && it.entry.purposes.same(field.entry.purposes);
        field.entry.by_name || !of_type().any(|it| silences(&it))
    })
}
