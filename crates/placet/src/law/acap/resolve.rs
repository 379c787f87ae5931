//! From the fields that match to one answer about one usage.

use super::narrowest::narrowest;
use super::{Fate, Field};
use crate::decision::Verdict;
use crate::pattern::scope::{Scope, compare};
use crate::policy::RuleKind;
use crate::usage::Usage;

/// What ACAP answers about one usage.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// What became of the fields that took part, by their places.
    pub(crate) fates: Vec<(usize, Fate)>,
    /// Nothing was said about the usage, nor about `present` where that covers it, so fields of
    /// `other` were consulted.
    pub(crate) as_other: bool,
}

impl Answer {
    /// The fields that decided, by their places.
    pub(crate) fn decided(&self) -> impl Iterator<Item = usize> {
        self.fates.iter().filter(|(_, fate)| *fate == Fate::Decided).map(|&(place, _)| place)
    }
}

/// The answer about a usage from the fields that match the resource and serve the purpose asked.
pub(crate) fn answer(usage: Usage, fields: &[Field<'_>]) -> Answer {
    // The crawler's own records come first: if they alone prohibit, that is the answer.
    let named: Vec<usize> = places(fields, |field| field.by_name);
    let own = resolve(usage, fields, &named);
    if own.verdict == Verdict::Prohibit {
        return own;
    }
    // A named field silences any-crawler fields of the same usage and purposes, whatever their
    // width; but a prohibition of everything holds whatever else permits.
    let silenced = |field: &Field<'_>| {
        !field.by_name
            && field.pattern.is_some()
            && named
                .iter()
                .filter_map(|&place| fields.get(place))
                .any(|named| named.usage == field.usage && named.purposes.same(field.purposes))
    };
    let standing = places(fields, |field| !silenced(field));
    let mut answer = resolve(usage, fields, &standing);
    let relevant = [Some(usage), usage.general()];
    for place in places(fields, |field| relevant.contains(&Some(field.usage)) && silenced(field)) {
        answer.fates.push((place, Fate::OverriddenByName));
    }
    answer
}

fn places(fields: &[Field<'_>], wanted: impl Fn(&Field<'_>) -> bool) -> Vec<usize> {
    (0..).zip(fields).filter(|(_, field)| wanted(field)).map(|(place, _)| place).collect()
}

/// Steps d to g of decision.md over the fields at these places.
fn resolve(usage: Usage, fields: &[Field<'_>], standing: &[usize]) -> Answer {
    if !usage.is_acap() {
        return as_other(fields, standing);
    }
    let special = Level::new(usage, fields, standing);
    let general = usage.general().map(|general| Level::new(general, fields, standing));
    let answer = |verdict, fates| Answer { verdict, fates, as_other: false };
    match (special, general) {
        (None, None | Some(None)) if usage == Usage::Other => answer(Verdict::Permit, Vec::new()),
        (None, None | Some(None)) => as_other(fields, standing),
        (Some(level), None | Some(None)) | (None, Some(Some(level))) => {
            answer(level.verdict, level.fates)
        }
        (Some(special), Some(Some(general))) => {
            // A prohibition of the derivative stands; a permission of it gives way to a
            // prohibition of `present` only where that is narrower or incomparable; two
            // permissions add their conditions.
            let gives_way = special.verdict == Verdict::Permit
                && general.verdict == Verdict::Prohibit
                && general.is_narrower_or_unlike(&special, fields);
            let mut fates = Vec::new();
            let verdict = match (special.verdict, general.verdict) {
                (Verdict::Permit, Verdict::Permit) => {
                    fates.extend(special.fates);
                    fates.extend(general.fates);
                    return answer(Verdict::Permit, fates);
                }
                _ if gives_way => {
                    fates.extend(general.fates);
                    fates.extend(special.overridden());
                    Verdict::Prohibit
                }
                _ => {
                    let verdict = special.verdict;
                    fates.extend(special.fates);
                    fates.extend(general.overridden());
                    verdict
                }
            };
            answer(verdict, fates)
        }
    }
}

/// Nothing was said of the usage: fields of `other` are consulted, and silence permits (R-057,
///
fn as_other(fields: &[Field<'_>], standing: &[usize]) -> Answer {
    match Level::new(Usage::Other, fields, standing) {
        Some(level) => Answer { verdict: level.verdict, fates: level.fates, as_other: true },
        None => Answer { verdict: Verdict::Permit, fates: Vec::new(), as_other: false },
    }
}

/// What the fields of one usage type come to (§2.4.5).
struct Level {
    verdict: Verdict,
    fates: Vec<(usize, Fate)>,
}

impl Level {
    /// None where no field is of that type.
    fn new(usage: Usage, fields: &[Field<'_>], standing: &[usize]) -> Option<Self> {
        let of_type: Vec<usize> = standing
            .iter()
            .copied()
            .filter(|&place| fields.get(place).is_some_and(|field| field.usage == usage))
            .collect();
        if of_type.is_empty() {
            return None;
        }
        let field = |place: usize| fields.get(place);
        // A prohibition of everything holds whatever else permits.
        let everything: Vec<usize> = of_type
            .iter()
            .copied()
            .filter(|&place| field(place).is_some_and(|field| field.pattern.is_none()))
            .collect();
        let deciding: Vec<usize> = if everything.is_empty() {
            let scopes: Vec<&[u8]> =
                of_type.iter().filter_map(|&place| field(place)?.scope()).collect();
            narrowest(&scopes).into_iter().filter_map(|at| of_type.get(at).copied()).collect()
        } else {
            everything
        };
        let prohibits =
            |place: usize| field(place).is_some_and(|field| field.kind == RuleKind::Disallow);
        let verdict = if deciding.iter().any(|&place| prohibits(place)) {
            Verdict::Prohibit
        } else {
            Verdict::Permit
        };
        let fate = |place: usize| {
            if !deciding.contains(&place) {
                Fate::Broader
            } else if verdict == Verdict::Prohibit && !prohibits(place) {
                Fate::Undetermined
            } else {
                Fate::Decided
            }
        };
        let fates = of_type.iter().map(|&place| (place, fate(place))).collect();
        Some(Self { verdict, fates })
    }

    fn decided(&self) -> impl Iterator<Item = usize> {
        self.fates.iter().filter(|(_, fate)| *fate == Fate::Decided).map(|&(place, _)| place)
    }

    /// Whether a field that decided here is narrower than one that decided there, or neither that
    /// nor broader nor the same.
    fn is_narrower_or_unlike(&self, other: &Self, fields: &[Field<'_>]) -> bool {
        let scope = |place: usize| fields.get(place).and_then(Field::scope);
        self.decided().any(|one| {
            other.decided().any(|two| match (scope(one), scope(two)) {
                (Some(one), Some(two)) => {
                    matches!(compare(one, two), Scope::Narrower | Scope::Undetermined)
                }
                // A prohibition of everything holds whatever else permits.
                (None, _) => true,
                (Some(_), None) => false,
            })
        })
    }

    /// The fates where another level decided.
    fn overridden(self) -> impl Iterator<Item = (usize, Fate)> {
        self.fates.into_iter().map(|(place, fate)| match fate {
            Fate::Broader => (place, fate),
            _ => (place, Fate::OverriddenByLevel),
        })
    }
}

/// The fields of a usage that are not silenced by a record that names the crawler.
pub(crate) fn standing<'f, 'p>(
    usage: Usage,
    fields: &'f [Field<'p>],
) -> impl Iterator<Item = &'f Field<'p>> {
    let of_type = move || fields.iter().filter(move |field| field.usage == usage);
    of_type().filter(move |field| {
        field.by_name || !of_type().any(|it| it.by_name && it.purposes.same(field.purposes))
    })
}
