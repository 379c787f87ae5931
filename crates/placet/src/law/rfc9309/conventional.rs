//! The conventional records of one file, as one crawler gets them.

use smallvec::SmallVec;

use super::choice::{GroupChoice, addressing};
use crate::policy::{AgentLine, Group, RobotsPolicy, Rule, RulePart};
use crate::vocabulary::Agent;

/// The groups of one file that apply to a crawler, chosen once.
#[derive(Debug, Clone)]
pub(crate) struct Conventional {
    policy: RobotsPolicy,
    choice: GroupChoice,
    /// The `User-agent` lines that make groups apply, by their place in the tables.
    lines: SmallVec<[u32; 4]>,
    groups: SmallVec<[u32; 4]>,
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
        Self { policy, choice, lines, groups }
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
}
