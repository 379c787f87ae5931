//! The tables behind a policy: what the lines of a file were lowered to.

use super::acap::Acap;
use super::view::{Group, RuleKind};
use crate::pattern::Pattern;
use crate::problem::ProblemKind;
use crate::profile::Profile;
use crate::source::Span;
use crate::syntax::robots::Key;

/// The tables behind a policy. All spans point into `text`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) text: Box<[u8]>,
    pub(crate) profile: Profile,
    pub(crate) agents: Vec<AgentPart>,
    pub(crate) groups: Vec<GroupPart>,
    pub(crate) rules: Vec<RulePart>,
    /// The normal forms of patterns that are written otherwise.
    pub(crate) rewritten: Vec<RewrittenPart>,
    pub(crate) records: Vec<RecordPart>,
    pub(crate) problems: Vec<ProblemPart>,
    pub(crate) problems_unlisted: usize,
    /// What ACAP fields say, where there are any and the profile reads them.
    pub(crate) acap: Option<Box<Acap>>,
}

/// A `User-agent` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgentPart {
    pub(crate) value: Span,
    pub(crate) line: u32,
    pub(crate) group: u32,
}

/// Where the lines and rules of a group begin; they end where those of the next do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupPart {
    pub(crate) agents: u32,
    pub(crate) rules: u32,
}

/// An `allow` or `disallow` line of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RulePart {
    pub(crate) value: Span,
    pub(crate) line: u32,
    /// Bit 0: it allows. The rest: one more than its place in `rewritten`, or 0.
    pub(crate) form: u32,
}

/// The normal form of a pattern that is written otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RewrittenPart {
    pub(crate) octets: Box<[u8]>,
    pub(crate) in_query: Option<Box<[u8]>>,
    pub(crate) len: u32,
}

/// A record without force on what may be crawled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordPart {
    pub(crate) key: Span,
    pub(crate) value: Span,
    pub(crate) line: u32,
    /// One more than its group, or 0 before the first.
    pub(crate) group: u32,
    pub(crate) kind: Key,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProblemPart {
    pub(crate) span: Span,
    pub(crate) line: u32,
    pub(crate) kind: ProblemKind,
}

impl Parts {
    pub(crate) fn group(&self, index: usize) -> Option<Group<'_>> {
        let start = *self.groups.get(index)?;
        let next = self.groups.get(index + 1);
        Some(Group::new(
            self,
            index,
            start.agents as usize..next.map_or(self.agents.len(), |next| next.agents as usize),
            start.rules as usize..next.map_or(self.rules.len(), |next| next.rules as usize),
        ))
    }

    fn rewritten(&self, rule: RulePart) -> Option<&RewrittenPart> {
        self.rewritten.get((rule.form as usize >> 1).checked_sub(1)?)
    }

    /// The pattern of a rule, in normal form.
    pub(crate) fn pattern(&self, rule: RulePart) -> Pattern<'_> {
        match self.rewritten(rule) {
            Some(normal) => {
                Pattern::new(&normal.octets, normal.in_query.as_deref(), normal.len as usize)
            }
            None => Pattern::new(rule.value.of(&self.text), None, rule.value.len()),
        }
    }
}

impl RulePart {
    pub(crate) fn kind(self) -> RuleKind {
        if self.form & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow }
    }
}
