//! Whether a line decides about a path, by the laws themselves.

use super::example::Example;
use crate::analysis::paths;
use crate::analysis::paths::By;
use crate::evaluate::AgentPolicy;
use crate::law::acap::{Entry, Origin};
use crate::law::{Considered, Law, Outcome, Ruling};
use crate::pattern::Pattern;
use crate::policy::{Acap, Statement};
use crate::vocabulary::{AskedAt, Rank, RuleKind, Usage, Verdict};

/// A candidate for deciding about a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Decider {
    /// Silence: no line.
    Silence,
    /// This line.
    Line(u32, By),
}

impl Decider {
    /// Its rank among rules; silence is below them all.
    pub(super) fn rank(self) -> Rank {
        match self {
            Self::Line(_, By::Rule { rank, .. }) => rank,
            Self::Silence | Self::Line(_, By::Field { .. }) => Rank::NONE,
        }
    }

    /// Whether it opens or closes, where that does not depend on the crawler.
    pub(super) fn kind(self) -> Option<RuleKind> {
        let closes = match self {
            Self::Silence => false,
            Self::Line(_, By::Rule { rank, .. }) => rank.closes(),
            Self::Line(_, By::Field { closes, .. }) => closes?,
        };
        Some(if closes { RuleKind::Disallow } else { RuleKind::Allow })
    }
}

/// The laws that are asked.
#[derive(Debug)]
pub(super) struct Judge<'p> {
    agent_policy: &'p AgentPolicy,
    /// The cost, in steps, of asking all laws; `None` where only RFC 9309 is asked.
    weight: Option<u64>,
    /// On how many more paths every rule is tried, before an index pays.
    tries: u32,
}

impl<'p> Judge<'p> {
    /// RFC 9309 alone, by trying every rule on so many paths, then by an index.
    pub(super) fn of_rules(agent_policy: &'p AgentPolicy, tries: u32) -> Self {
        Self { agent_policy, weight: None, tries }
    }

    /// All laws.
    pub(super) fn of_all(agent_policy: &'p AgentPolicy) -> Self {
        // Most statements are settled by their first bytes.
        Self { agent_policy, weight: Some(1 + paths::weight(agent_policy) / 8), tries: 0 }
    }

    /// Whether the candidate opens or closes a path, with the path in normal form. `None` where
    /// another one decides, or where the path is `/robots.txt`.
    pub(super) fn decides(
        &mut self,
        pattern: Pattern<'_>,
        decider: Decider,
        path: &[u8],
        steps: &mut u64,
    ) -> Option<(RuleKind, Example)> {
        let path = std::str::from_utf8(path).ok()?;
        let url = paths::url(path, self.agent_policy.policy().profile());
        let target = self.agent_policy.target(&url).ok()?;
        let rest = target.bytes().strip_prefix(b"/robots.txt");
        if rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'?'))) {
            return None;
        }
        let kind = if let Some(weight) = self.weight {
            *steps += weight;
            let asked_at = AskedAt::new();
            let rulings = self.agent_policy.evaluation(&target, &asked_at).rule(Usage::Crawl);
            let ruling = rulings.last().filter(|ruling| self.is_by(decider, ruling))?;
            match ruling.verdict {
                Verdict::Permit => RuleKind::Allow,
                Verdict::Prohibit => RuleKind::Disallow,
            }
        } else {
            let rules = self.agent_policy.own();
            let highest = match self.tries.checked_sub(1) {
                Some(tries) => {
                    self.tries = tries;
                    rules.highest_by_trying(&target, steps)
                }
                None => rules.highest_rank_counting(&target, steps),
            };
            (highest == decider.rank() && pattern.matches(&target)).then(|| decider.kind())??
        };
        Some((kind, Example::from(&*target.text())))
    }

    /// Whether the ruling rests on it: the law that weighs it has the same result, and because of
    /// it.
    fn is_by(&self, decider: Decider, ruling: &Ruling) -> bool {
        match decider {
            Decider::Silence => ruling.verdict == Verdict::Permit,
            Decider::Line(line, By::Rule { lane, .. }) => {
                let access = ruling.accesses.get(lane / 2);
                access.filter(|access| access.verdict() == ruling.verdict).is_some_and(|access| {
                    access.matched.iter().any(|it| {
                        it.rule.line == line
                            && matches!(it.outcome, Outcome::Decided | Outcome::Repeats)
                    })
                })
            }
            Decider::Line(line, By::Field { file, .. }) => ruling.statements.iter().any(|it| {
                let Considered { entry, outcome: Outcome::Decided, .. } = it else {
                    return false;
                };
                entry.origin == Origin::File(file)
                    && self.statement(*entry).is_some_and(|(_, statement)| {
                        let agrees = match ruling.verdict {
                            Verdict::Permit => statement.kind == RuleKind::Allow,
                            // A permission prohibits where one of its conditions fails.
                            Verdict::Prohibit => {
                                statement.kind == RuleKind::Disallow
                                    || ruling.code.law() == Law::Facts
                            }
                        };
                        statement.line == line && agrees
                    })
            }),
        }
    }

    fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        self.agent_policy.applicable()?.statement(entry)
    }
}
