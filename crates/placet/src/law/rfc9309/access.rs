//! Which rule decides about a URL (RFC 9309 §2.2.2).

use smallvec::SmallVec;

use super::choice::GroupChoice;
use super::conventional::{Conventional, rank};
use crate::law::outcome::Outcome;
use crate::law::reason_code::ReasonCode;
use crate::pattern::Target;
use crate::policy::{AgentLine, RobotsPolicy, RulePart};
use crate::vocabulary::{Rank, RuleKind, Verdict};

/// The rule that decides about a target, if one matches: the first of the highest rank. Without a path
/// no rule matches.
pub(crate) fn longest(file: &Conventional, target: &Target<'_>) -> Option<RulePart> {
    let mut best: Option<(Rank, RulePart)> = None;
    file.each_matching(target, |rule, pattern| {
        let rank = rank(pattern, rule);
        if best.is_none_or(|(highest, _)| rank > highest) {
            best = Some((rank, rule));
        }
    });
    best.map(|(_, rule)| rule)
}

/// The answer of RFC 9309 about a URL, and every rule that matched.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    policy: RobotsPolicy,
    choice: GroupChoice,
    /// The `User-agent` lines that made groups apply, by their place in the tables.
    lines: SmallVec<[u32; 4]>,
    pub(crate) code: ReasonCode,
    pub(crate) matched: Vec<MatchedPart>,
}

/// A rule that matched, and what became of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchedPart {
    pub(crate) rule: RulePart,
    rank: Rank,
    pub(crate) bytes: usize,
    pub(crate) outcome: Outcome,
}

impl Access {
    /// The answer of one file about a target.
    pub(crate) fn new(file: &Conventional, target: &Target<'_>) -> Self {
        let mut matched = Vec::new();
        file.each_matching(target, |rule, pattern| {
            let (rank, bytes) = (rank(pattern, rule), pattern.len());
            matched.push(MatchedPart { rule, rank, bytes, outcome: Outcome::Shorter });
        });
        let code = judge(&mut matched, file.choice(), target);
        let (policy, choice) = (file.policy().clone(), file.choice());
        Self { policy, choice, lines: file.line_places().into(), code, matched }
    }

    /// Leaves out the rules that are `contradicted`.
    pub(crate) fn leave_out(
        &mut self,
        target: &Target<'_>,
        contradicted: impl Fn(&RobotsPolicy, GroupChoice, RulePart) -> bool,
    ) {
        for part in &mut self.matched {
            let is = contradicted(&self.policy, self.choice, part.rule);
            part.outcome = if is { Outcome::Contradicted } else { Outcome::Shorter };
        }
        self.code = judge(&mut self.matched, self.choice, target);
    }

    pub(crate) fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    pub(crate) fn choice(&self) -> GroupChoice {
        self.choice
    }

    /// The `User-agent` lines that made groups apply, in the order of the file.
    pub(crate) fn lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        let parts = &*self.policy.parts;
        let lines = self.lines.iter().filter_map(|&line| parts.agents.get(line as usize));
        lines.map(move |&part| AgentLine { parts, part })
    }

    /// The rule that decided, if one did.
    pub(crate) fn decided(&self) -> Option<&MatchedPart> {
        self.matched.iter().find(|part| part.outcome == Outcome::Decided)
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.decided() {
            Some(part) if part.rule.kind() == RuleKind::Disallow => Verdict::Prohibit,
            _ => Verdict::Permit,
        }
    }
}

/// Sets the outcome of each rule that matched, and returns what settled the question
/// (RFC 9309 §2.2.2, F-23 to F-26).
fn judge(matched: &mut [MatchedPart], choice: GroupChoice, target: &Target<'_>) -> ReasonCode {
    if target.is_robots_txt() {
        for part in matched {
            part.outcome = Outcome::Moot;
        }
        return ReasonCode::RobotsTxt;
    }
    let counts = |part: &MatchedPart| part.outcome != Outcome::Contradicted;
    let Some(highest) = matched.iter().filter(|part| counts(part)).map(|part| part.rank).max()
    else {
        return if choice == GroupChoice::None {
            ReasonCode::NoGroup
        } else {
            ReasonCode::NothingMatched
        };
    };
    let (mut undecided, mut tie) = (true, false);
    for part in matched.iter_mut().filter(|part| counts(part)) {
        part.outcome = if part.rank == highest {
            if std::mem::take(&mut undecided) { Outcome::Decided } else { Outcome::Repeats }
        } else if part.rank.ties(highest) {
            tie = true;
            Outcome::LostTie
        } else {
            Outcome::Shorter
        };
    }
    if tie { ReasonCode::AllowOnTie } else { ReasonCode::Longest }
}
