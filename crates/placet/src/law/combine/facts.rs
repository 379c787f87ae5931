//! Conditions against facts (docs/decision.md step 6).

use super::{Base, Hearing, Ruling, needed_url};
use crate::explain::Unchecked;
use crate::law::acap::{Entry, Origin};
use crate::law::ground::Ground;
use crate::law::order::Law;
use crate::text::limits;
use crate::vocabulary::condition::decoded;
use crate::vocabulary::{Condition, TimeLimit, Verdict};

impl Hearing<'_> {
    /// Adds a condition and holds it against the facts: a limit that has run out, a location that
    /// is not the resource's, a type that the crawler cannot honour, a resource that it needs and
    /// may not crawl turn the permission into a prohibition. What
    /// it names is relative to `base`.
    pub(super) fn add(&self, ruling: &mut Ruling, condition: &Condition, base: Base) {
        if ruling.verdict == Verdict::Prohibit || ruling.conditions.contains(condition) {
            return;
        }
        ruling.conditions.push(condition.clone());
        if self.last < Law::Facts {
            return;
        }
        let failed = self.against_facts(ruling, condition, base);
        if let Some(ground) = failed {
            ruling.prohibit(ground);
            ruling.failed = Some(condition.clone());
        }
    }

    /// The ground on which a condition fails, if it does.
    fn against_facts(
        &self,
        ruling: &mut Ruling,
        condition: &Condition,
        base: Base,
    ) -> Option<Ground> {
        if !self.inquiry.crawler().honours(condition.qualifier()) {
            return Some(Ground::NotHonoured);
        }
        match condition {
            Condition::Location(location) => (!self.lies_at(location)).then_some(Ground::Elsewhere),
            Condition::TimeLimit(TimeLimit::UntilRecrawled) => {
                self.occasion.recrawled.then_some(Ground::Expired)
            }
            Condition::TimeLimit(limit) => {
                let end = limit.ends(self.occasion.first_used);
                match self.occasion.now.zip(end) {
                    Some((now, end)) if limit.is_over(now, end) => return Some(Ground::Expired),
                    Some(_) => {}
                    None => ruling.unchecked.extend(Unchecked::new(*limit, end)),
                }
                ruling.end_by(end);
                None
            }
            _ => self.needs(ruling, condition, base),
        }
    }

    /// Whether the resource that a condition names on the same origin may not be crawled.
    fn needs(&self, ruling: &mut Ruling, condition: &Condition, base: Base) -> Option<Ground> {
        let url = needed_url(condition, self.target, base)?;
        let asked = ruling.conditions.iter().filter(|it| it.needed().is_some()).count();
        if asked > limits::CONDITION_RESOURCES {
            return Some(Ground::ResourceClosed);
        }
        ruling.needs = Some(Box::new(self.closed(&url)?));
        Some(Ground::ResourceClosed)
    }

    /// Whether the resource lies at a location, as written or without percent notation (R-148,
    ///
    fn lies_at(&self, location: &str) -> bool {
        self.target.may_lie_at(location) || self.target.may_lie_at(&decoded(location))
    }

    /// Takes META permissions for other locations from those that decided, unless none would be left
    /// gives those taken.
    pub(super) fn leave_elsewhere(&self, verdict: Verdict, decided: &mut Vec<Entry>) -> Vec<Entry> {
        if verdict == Verdict::Prohibit || self.last < Law::Facts {
            return Vec::new();
        }
        let is_elsewhere = |entry: &Entry| {
            let (acap, statement) = self.inquiry.statement(*entry)?;
            let conditions = acap.conditions_of(statement).iter();
            let mut locations = conditions.filter_map(|condition| match condition {
                Condition::Location(location) => Some(location),
                _ => None,
            });
            Some(locations.any(|location| !self.lies_at(location)))
        };
        let metas = decided.iter().filter(|entry| entry.origin == Origin::Page);
        let (elsewhere, here): (Vec<Entry>, Vec<Entry>) =
            metas.partition(|entry| is_elsewhere(entry) == Some(true));
        if here.is_empty() {
            return Vec::new();
        }
        decided.retain(|entry| !elsewhere.contains(entry));
        elsewhere
    }
}
