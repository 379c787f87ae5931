//! The conventional records of one file that apply to one crawler.

use std::cell::LazyCell;
use std::iter;
use std::sync::Arc;

use smallvec::SmallVec;

use super::choice::{GroupChoice, addressing};
use crate::pattern::{ByteSet, Index, Pattern, Target};
use crate::policy::{AgentLine, Group, Parts, RobotsPolicy, Rule, RuleIndex, RulePart};
use crate::text::limits;
use crate::vocabulary::{Agent, Rank, RuleKind};

/// The groups of one file that apply to a crawler, chosen once.
#[derive(Debug, Clone)]
pub(crate) struct Conventional {
    policy: RobotsPolicy,
    choice: GroupChoice,
    /// The `User-agent` lines that make groups apply, by their place in the tables.
    lines: SmallVec<[u32; 4]>,
    groups: SmallVec<[u32; 4]>,
    /// How many rules they have together.
    rule_count: usize,
    /// The index over their rules; none where trying a few rules costs less.
    index: Option<Arc<RuleIndex>>,
}

impl Conventional {
    pub(crate) fn new(policy: RobotsPolicy, agent: &Agent) -> Self {
        let parts = &*policy.parts;
        let (choice, lines) = addressing(parts, agent);
        let mut groups: SmallVec<[u32; 4]> = lines
            .iter()
            .filter_map(|&line| parts.agents.get(line as usize))
            .map(|line| line.group)
            .collect();
        groups.dedup();
        let rules =
            |&group: &u32| parts.group(group as usize).map_or(0, |it| it.rule_parts().len());
        let rule_count = groups.iter().map(rules).sum();
        let index = (rule_count > limits::RULES_UNINDEXED).then(|| parts.rule_index(&groups));
        Self { policy, choice, lines, groups, rule_count, index }
    }

    pub(crate) fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    pub(crate) fn choice(&self) -> GroupChoice {
        self.choice
    }

    /// Whether it counts for a crawler that reads ACAP.
    pub(crate) fn counts(&self) -> bool {
        !self.policy.parts.acap().is_some_and(|acap| acap.ignores_conventional)
    }

    /// The `User-agent` lines that make groups apply, in the order of the file.
    pub(crate) fn lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        let parts = &*self.policy.parts;
        let lines = self.lines.iter().filter_map(|&line| parts.agents.get(line as usize));
        lines.map(move |&part| AgentLine { parts, part })
    }

    /// The same by their place in the tables.
    pub(crate) fn line_places(&self) -> &[u32] {
        &self.lines
    }

    pub(crate) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.groups.iter().filter_map(|&group| self.policy.parts.group(group as usize))
    }

    /// Whether a group, by its place, applies.
    pub(crate) fn has(&self, group: usize) -> bool {
        u32::try_from(group).is_ok_and(|group| self.groups.binary_search(&group).is_ok())
    }

    /// The rules that apply, in the order of the file.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let parts = &*self.policy.parts;
        self.rule_parts().map(move |part| Rule { parts, part })
    }

    pub(crate) fn rule_parts(&self) -> impl Iterator<Item = RulePart> {
        self.groups().flat_map(|group| group.rule_parts().iter().copied())
    }

    /// Builds the index over the rules.
    fn build_index(&self) -> Index {
        let parts = &*self.policy.parts;
        let placed = self.groups().flat_map(|group| group.placed_rules());
        let ranked = placed.flat_map(|(place, rule)| {
            patterns(parts, rule).map(move |pattern| (pattern, rank(pattern, rule), place))
        });
        Index::new(self.rule_count, ranked)
    }

    /// The rules that apply, without those that differ from the target at once.
    fn near_rules(&self, target: &Target<'_>) -> impl Iterator<Item = RulePart> {
        let parts = &*self.policy.parts;
        let path = target.bytes();
        // Only rules with wildcards need it.
        let bytes = LazyCell::new(move || ByteSet::of(path));
        let differs = move |rule: &RulePart| parts.differs_at_once(*rule, path, |it| bytes.has(it));
        self.rule_parts().filter(move |rule| !differs(rule))
    }

    /// The highest rank among the rules that match. The index is used if it is built or due.
    pub(crate) fn highest_rank(&self, target: &Target<'_>) -> Rank {
        let by_trying = || self.highest_by_trying(target, &mut 0);
        let Some(shared) = &self.index else { return by_trying() };
        if let Some(index) = shared.built() {
            return index.highest_counting(target, &mut 0);
        }
        if let Some(rank) = shared.remembered(target) {
            return rank;
        }
        match shared.get(|| self.build_index()) {
            Some(index) => index.highest_counting(target, &mut 0),
            None => shared.remember(target, by_trying()),
        }
    }

    /// The same, adding to `steps` the bytes and rules looked at. The index is used if there can be
    /// one, so that the number of steps does not depend on earlier questions.
    pub(crate) fn highest_rank_counting(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        match &self.index {
            Some(index) => index.get_now(|| self.build_index()).highest_counting(target, steps),
            None => self.highest_by_trying(target, steps),
        }
    }

    /// The same without the index.
    pub(crate) fn highest_by_trying(&self, target: &Target<'_>, steps: &mut u64) -> Rank {
        let parts = &*self.policy.parts;
        let mut highest = Rank::NONE;
        *steps += self.rule_count as u64;
        for rule in self.near_rules(target) {
            for pattern in patterns(parts, rule) {
                let rank = rank(pattern, rule);
                if rank > highest && pattern.matches_counting(target, steps) {
                    highest = rank;
                }
            }
        }
        highest
    }

    /// Visits the rules that match, in the order of the file, each with the pattern that does.
    pub(crate) fn each_matching(
        &self,
        target: &Target<'_>,
        mut visit: impl FnMut(RulePart, Pattern<'_>),
    ) {
        if self.rule_count == 0 {
            return;
        }
        let parts = &*self.policy.parts;
        let mut check = |rule| {
            if let Some(pattern) = patterns(parts, rule).find(|pattern| pattern.matches(target)) {
                visit(rule, pattern);
            }
        };
        match self.index.as_ref().and_then(|it| it.get(|| self.build_index())) {
            Some(index) => {
                let places = index.matching(target);
                let rules = places.iter().filter_map(|&place| parts.rules.get(place as usize));
                rules.copied().for_each(check);
            }
            None => self.near_rules(target).for_each(&mut check),
        }
    }
}

/// The patterns of a rule: its own, and in Google's profile the folder that replaces an `index.htm`
/// that does not match.
pub(crate) fn patterns(
    parts: &Parts,
    rule: RulePart,
) -> impl Iterator<Item = Pattern<'_>> + use<'_> {
    let pattern = parts.pattern(rule);
    let retried = parts.profile.behaviour().opens_folder_of_index && rule.kind() == RuleKind::Allow;
    let folder = if retried { pattern.google_folder() } else { None };
    iter::once(pattern).chain(folder)
}

/// The rank of a rule by one of its patterns.
pub(super) fn rank(pattern: Pattern<'_>, rule: RulePart) -> Rank {
    Rank::new(pattern.len(), rule.kind())
}
