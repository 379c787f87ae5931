//! Conditions against facts (docs/decision.md step 6).

use super::{Hearing, Ruling};
use crate::condition::{Condition, TimeLimit};
use crate::decision::Verdict;
use crate::explain::Unchecked;
use crate::law::ground::Ground;
use crate::law::order::Law;

impl Hearing<'_> {
    /// Adds a condition and holds it against the facts: a limit that has run out, a location that
    /// is not the resource's, a type that the crawler cannot honour turn the permission into a
    /// prohibition.
    pub(super) fn add(&self, ruling: &mut Ruling, condition: &Condition) {
        if ruling.verdict == Verdict::Prohibit || ruling.conditions.contains(condition) {
            return;
        }
        ruling.conditions.push(condition.clone());
        if self.last < Law::Facts {
            return;
        }
        if !self.inquiry.crawler().honours(condition.qualifier()) {
            return ruling.prohibit(Ground::NotHonoured);
        }
        match condition {
            Condition::Location(location) if !self.target.may_lie_at(location) => {
                ruling.prohibit(Ground::Elsewhere);
            }
            Condition::TimeLimit(TimeLimit::UntilRecrawled) if self.occasion.recrawled => {
                ruling.prohibit(Ground::Expired);
            }
            Condition::TimeLimit(limit) => {
                let end = limit.ends(self.occasion.first_used);
                let Some((now, end)) = self.occasion.now.zip(end) else {
                    ruling.unchecked.extend(Unchecked::new(*limit, end));
                    ruling.end_by(end);
                    return;
                };
                if limit.is_over(now, end) {
                    return ruling.prohibit(Ground::Expired);
                }
                ruling.end_by(Some(end));
            }
            _ => {}
        }
    }
}
