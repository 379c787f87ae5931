//! Which conventional rules ACAP fields leave out: those they contradict on the same pattern (ACAP 1.0
//! §2.9.2, R-134, A-24).

use std::collections::HashMap;

use super::token::Sort;
use crate::evaluate::AgentPolicy;
use crate::law::GroupChoice;
use crate::pattern::Pattern;
use crate::policy::AcapPattern;
use crate::vocabulary::{RuleKind, Usage};

/// Whether an ACAP field leaves a rule out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    Never,
    Always,
    /// Where the field matches too, and no record that names the crawler is about crawling the
    /// path.
    Perhaps,
}

/// The ACAP fields about crawling that can leave out a conventional rule on the same pattern.
pub(super) struct Contradictions<'p> {
    on: HashMap<&'p [u8], Vec<(RuleKind, Sort)>>,
    /// Those of records that name the crawler.
    named: Vec<Sort>,
    views: usize,
}

impl<'p> Contradictions<'p> {
    pub(super) fn new(agent_policy: &'p AgentPolicy) -> Self {
        let mut found = Self { on: HashMap::new(), named: Vec::new(), views: 0 };
        let Some(applicable) = agent_policy.applicable() else { return found };
        found.views = applicable.views.len();
        for entry in applicable.views.iter().flat_map(|view| &view.entries) {
            let Some((acap, statement)) = applicable.statement(*entry) else { continue };
            if statement.usage != Usage::Crawl {
                continue;
            }
            let sort = Sort {
                new: false,
                view: 0,
                usage: Usage::Crawl,
                by_name: entry.by_name,
                purposes: entry.purposes,
            };
            if entry.by_name && !found.named.contains(&sort) {
                found.named.push(sort);
            }
            for pattern in acap.patterns_of(statement).unwrap_or_default() {
                found.on.entry(&pattern.cased).or_default().push((statement.kind, sort));
            }
        }
        found
    }

    pub(super) fn of(&self, pattern: Pattern<'_>, kind: RuleKind, choice: GroupChoice) -> LeftOut {
        if self.on.is_empty() {
            return LeftOut::Never;
        }
        let fields = self.on.get(&*AcapPattern::of_rule(pattern)).map_or(&[][..], Vec::as_slice);
        let against = || {
            let other = fields.iter().filter(move |(its, _)| *its != kind).map(|(_, sort)| *sort);
            other.filter(move |sort| sort.by_name || choice == GroupChoice::Global)
        };
        let applies = |sort: Sort| {
            let silences = |it: &Sort| it.purposes.same(sort.purposes);
            sort.by_name || !self.named.iter().any(silences)
        };
        if against().next().is_none() {
            LeftOut::Never
        } else if self.views == 1 && !matches_more(pattern) && against().any(applies) {
            LeftOut::Always
        } else {
            LeftOut::Perhaps
        }
    }
}

/// Whether a rule matches paths that a field on the same pattern does not: `*/x` matches `/x`, and
/// `/*/x`, which it is as a field, does not.
pub(super) fn matches_more(rule: Pattern<'_>) -> bool {
    let body = rule.body();
    let first = body.iter().find(|&&byte| byte != b'*');
    body.first() == Some(&b'*') && first == Some(&b'/')
}
