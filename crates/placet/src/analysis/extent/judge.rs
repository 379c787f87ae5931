//! Whether a line decides about a path: the laws themselves say.

use crate::analysis::paths;
use crate::analysis::paths::By;
use crate::evaluate::AgentPolicy;
use crate::law::acap::{Entry, Origin};
use crate::law::{Considered, Law, Outcome, Ruling};
use crate::pattern::Pattern;
use crate::policy::{Acap, Statement};
use crate::vocabulary::{AskedAt, Rank, RuleKind, Usage, Verdict};

/// What may decide about a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said {
    /// That nothing is said.
    Nothing,
    /// This line.
    Line(u32, By),
}

impl Said {
    /// Its rank among rules; silence is below them all.
    pub(super) fn rank(self) -> Rank {
        match self {
            Self::Line(_, By::Rule { rank, .. }) => rank,
            Self::Nothing | Self::Line(_, By::Field { .. }) => Rank::NONE,
        }
    }

    /// Whether it opens or closes, where that does not depend on the crawler.
    pub(super) fn kind(self) -> Option<RuleKind> {
        let closes = match self {
            Self::Nothing => false,
            Self::Line(_, By::Rule { rank, .. }) => rank.closes(),
            Self::Line(_, By::Field { closes, .. }) => closes?,
        };
        Some(if closes { RuleKind::Disallow } else { RuleKind::Allow })
    }
}

/// Who says what decides.
#[derive(Debug)]
pub(super) struct Judge<'p> {
    agent_policy: &'p AgentPolicy,
    /// What it costs, in steps, to ask all laws; none where RFC 9309 alone is asked.
    weight: Option<u64>,
}

impl<'p> Judge<'p> {
    /// RFC 9309 alone.
    pub(super) fn of_rules(agent_policy: &'p AgentPolicy) -> Self {
        Self { agent_policy, weight: None }
    }

    /// All laws.
    pub(super) fn of_all(agent_policy: &'p AgentPolicy) -> Self {
        // Most statements are weighed by a glance at their first bytes.
        Self { agent_policy, weight: Some(1 + paths::weight(agent_policy) / 8) }
    }

    /// Whether a path is opened or closed by what is said of the pattern; with the path in normal
    /// form. None where something else decides, or where it is `/robots.txt`.
    pub(super) fn decides(
        &self,
        pattern: Pattern<'_>,
        said: Said,
        path: &[u8],
        steps: &mut u64,
    ) -> Option<(RuleKind, Box<str>)> {
        let path = std::str::from_utf8(path).ok()?;
        let url = paths::url(path, self.agent_policy.policy().profile());
        let target = self.agent_policy.target(&url).ok()?;
        let rest = target.bytes().strip_prefix(b"/robots.txt");
        if rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'?'))) {
            return None;
        }
        let kind = if let Some(weight) = self.weight {
            *steps += weight;
            let occasion = AskedAt::new();
            let rulings = self.agent_policy.evaluation(&target, &occasion).rule(Usage::Crawl);
            let ruling = rulings.last().filter(|ruling| self.is_by(said, ruling))?;
            match ruling.verdict {
                Verdict::Permit => RuleKind::Allow,
                Verdict::Prohibit => RuleKind::Disallow,
            }
        } else {
            let highest = self.agent_policy.rank_counting(&target, steps);
            (highest == said.rank() && pattern.matches(&target)).then(|| said.kind())??
        };
        Some((kind, target.to_string().into()))
    }

    /// Whether the ruling rests on it: the law that it is heard by comes to the same, and by it.
    fn is_by(&self, said: Said, ruling: &Ruling) -> bool {
        match said {
            Said::Nothing => ruling.verdict == Verdict::Permit,
            Said::Line(line, By::Rule { lane, .. }) => {
                let access = ruling.accesses.get(lane / 2);
                access.filter(|access| access.verdict() == ruling.verdict).is_some_and(|access| {
                    access.matched.iter().any(|it| {
                        it.rule.line == line
                            && matches!(it.outcome, Outcome::Decided | Outcome::Repeats)
                    })
                })
            }
            Said::Line(line, By::Field { file, .. }) => ruling.statements.iter().any(|it| {
                let Considered { entry, outcome: Outcome::Decided, .. } = it else {
                    return false;
                };
                entry.origin == Origin::File(file)
                    && self.statement(*entry).is_some_and(|(_, statement)| {
                        let agrees = match ruling.verdict {
                            Verdict::Permit => statement.kind == RuleKind::Allow,
                            // A permission prohibits where a condition of it fails.
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
