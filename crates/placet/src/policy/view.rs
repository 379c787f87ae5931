//! The public view of the content of a policy.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

use super::parts::{AgentPart, Parts, RecordPart, RulePart};
use crate::syntax::robots::Key;
use crate::text::Span;
use crate::vocabulary::{Rank, RuleKind, agent};

/// A group: the crawlers it addresses and the rules for them (RFC 9309 §2.1).
#[derive(Clone)]
pub struct Group<'p> {
    parts: &'p Parts,
    index: usize,
    agents: Range<usize>,
    rules: Range<usize>,
}

impl<'p> Group<'p> {
    pub(crate) fn new(
        parts: &'p Parts,
        index: usize,
        agents: Range<usize>,
        rules: Range<usize>,
    ) -> Self {
        Self { parts, index, agents, rules }
    }

    /// Its index among the groups of the file.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its `User-agent` lines.
    pub fn agents(&self) -> impl Iterator<Item = AgentLine<'p>> + use<'p> {
        let parts = self.parts;
        let lines = parts.agents.get(self.agents.clone());
        lines.unwrap_or_default().iter().map(move |&part| AgentLine { parts, part })
    }

    /// Its rules.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'p>> + use<'p> {
        let parts = self.parts;
        self.rule_parts().iter().map(move |&part| Rule { parts, part })
    }

    /// Its rules, each with its index in the tables.
    pub(crate) fn placed_rules(&self) -> impl Iterator<Item = (u32, RulePart)> + use<'p> {
        (u32::try_from(self.rules.start).unwrap_or(u32::MAX)..)
            .zip(self.rule_parts().iter().copied())
    }

    pub(crate) fn rule_parts(&self) -> &'p [RulePart] {
        self.parts.rules.get(self.rules.clone()).unwrap_or_default()
    }
}

impl Parts {
    /// The group at an index.
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
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("agents", &self.agents().map(|line| line.value()).collect::<Vec<_>>())
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish()
    }
}

/// A `User-agent` line.
#[derive(Clone, Copy)]
pub struct AgentLine<'p> {
    pub(crate) parts: &'p Parts,
    pub(crate) part: AgentPart,
}

impl<'p> AgentLine<'p> {
    /// The value as written; what is not UTF-8 is replaced.
    pub fn value(&self) -> Cow<'p, str> {
        lossy(self.parts, self.part.value)
    }

    /// The line it is on, counted from 1.
    pub fn line(&self) -> usize {
        self.part.line as usize
    }

    /// The span of the value.
    pub fn span(&self) -> Span {
        self.part.value
    }

    /// The whole record as written, `User-agent: *`; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        lossy(self.parts, self.record())
    }

    /// The span of the whole record.
    pub fn record(&self) -> Span {
        self.part.value.record(&self.parts.text)
    }

    /// The group it belongs to, counted from 0.
    pub fn group(&self) -> usize {
        self.part.group as usize
    }

    /// Whether it addresses every crawler that no group names (RFC 9309 §2.2.1, F-12).
    pub fn is_global(&self) -> bool {
        agent::is_global(self.part.value.of(&self.parts.text))
    }
}

impl fmt::Debug for AgentLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: User-agent: {}", self.line(), self.value())
    }
}

/// An `allow` or `disallow` line of a group.
#[derive(Clone, Copy)]
pub struct Rule<'p> {
    pub(crate) parts: &'p Parts,
    pub(crate) part: RulePart,
}

impl<'p> Rule<'p> {
    /// Whether it opens or closes.
    pub fn kind(&self) -> RuleKind {
        self.part.kind()
    }

    /// The pattern as written; what is not UTF-8 is replaced.
    pub fn pattern(&self) -> Cow<'p, str> {
        lossy(self.parts, self.part.value)
    }

    /// The line it is on, counted from 1.
    pub fn line(&self) -> usize {
        self.part.line as usize
    }

    /// The span of the pattern.
    pub fn span(&self) -> Span {
        self.part.value
    }

    /// The whole record as written, `Disallow: /drafts/`; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'p, str> {
        lossy(self.parts, self.record())
    }

    /// The span of the whole record.
    pub fn record(&self) -> Span {
        self.part.value.record(&self.parts.text)
    }

    /// How many bytes count when rules are compared (RFC 9309 §2.2.2, F-23).
    pub fn bytes(&self) -> usize {
        self.parts.pattern(self.part).len()
    }

    /// Its rank: among the rules that match a URL the highest decides (RFC 9309 §2.2.2).
    pub fn rank(&self) -> Rank {
        Rank::new(self.bytes(), self.kind())
    }

    /// The pattern in the form it is matched in (RFC 9309 §2.2.2, F-22): `*` matches any text, a
    /// final `$` the end. `None` where it has two such forms, one for each side of the `?`.
    pub fn normal_form(&self) -> Option<&'p [u8]> {
        self.parts.normal_form(self.part)
    }

    /// The same; of two forms the one before the `?` of a URL. In the full profile it is ASCII.
    ///
    /// ```
    /// use placet::RobotsPolicy;
    ///
    /// let site = RobotsPolicy::parse("User-agent: *\nDisallow: /é*%2fx\n".as_bytes());
    /// let rule = site.groups().next().unwrap().rules().next().unwrap();
    /// assert_eq!(rule.normal_form(), None);
    /// assert_eq!(rule.path_form(), b"/%C3%A9*%2Fx");
    /// ```
    pub fn path_form(&self) -> &'p [u8] {
        self.parts.path_form(self.part)
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.line(), self.kind().name(), self.pattern())
    }
}

/// A record without effect on crawling.
#[derive(Clone, Copy)]
pub struct Record<'p> {
    pub(crate) parts: &'p Parts,
    pub(crate) part: RecordPart,
}

impl<'p> Record<'p> {
    /// Which record it is.
    pub fn kind(&self) -> Key {
        self.part.kind
    }

    /// The key as written; what is not UTF-8 is replaced.
    pub fn key(&self) -> Cow<'p, str> {
        lossy(self.parts, self.part.key)
    }

    /// The value as written; what is not UTF-8 is replaced.
    pub fn value(&self) -> Cow<'p, str> {
        lossy(self.parts, self.part.value)
    }

    /// The line it is on, counted from 1.
    pub fn line(&self) -> usize {
        self.part.line as usize
    }

    /// The span of the value.
    pub fn span(&self) -> Span {
        self.part.value
    }

    /// The index of its group; `None` before the first.
    pub fn group(&self) -> Option<usize> {
        (self.part.group as usize).checked_sub(1)
    }

    /// The value as a time between requests, where it is a number of seconds.
    ///
    /// Fractions are allowed; a longer time than the engine can represent becomes the longest that
    /// it can.
    pub fn seconds(&self) -> Option<Duration> {
        seconds(self.part.value.of(&self.parts.text))
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.line(), self.key(), self.value())
    }
}

fn lossy(parts: &Parts, span: Span) -> Cow<'_, str> {
    String::from_utf8_lossy(span.of(&parts.text))
}

/// A number of seconds written with digits and at most one point.
pub(crate) fn seconds(value: &[u8]) -> Option<Duration> {
    if !value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return None;
    }
    let seconds: f64 = std::str::from_utf8(value).ok()?.parse().ok()?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
