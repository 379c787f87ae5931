//! What is told of a change.

use std::collections::{BTreeMap, HashSet};

use crate::condition::Condition;
use crate::crawler::Occasion;
use crate::decide::Inquiry;
use crate::decision::{Decision, Verdict};
use crate::explain::Reason;
use crate::law::combine::{Hearing, Ruling};
use crate::limits::CHANGES;
use crate::usage::Usage;

/// What becomes of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there is no fourth case")]
pub enum Effect {
    /// It was permitted and is prohibited.
    Closes,
    /// It was prohibited and is permitted.
    Opens,
    /// It is permitted on other conditions.
    Conditions,
}

impl Effect {
    /// All effects, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Closes, Self::Opens, Self::Conditions];

    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closes => "closes",
            Self::Opens => "opens",
            Self::Conditions => "conditions",
        }
    }
}

/// Something that changes, with a path that shows it.
///
/// Conditions are compared as they are stated: a permission for 30 days and one until a date differ,
/// whatever the day is.
#[derive(Debug, Clone)]
pub struct Change {
    effect: Effect,
    usages: Vec<Usage>,
    pattern: Box<str>,
    path: Box<str>,
    old: Decision,
    new: Decision,
}

impl Change {
    /// What becomes of the use.
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The usages that it is about.
    pub fn usages(&self) -> &[Usage] {
        &self.usages
    }

    /// The pattern of a statement that only one of the files makes, or makes in this way: the change
    /// lies within what it matches. `/` where what changed concerns every path.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// A path that shows the change. Put a scheme and a host before it to ask about it: one that
    /// begins with `//` is read as a host in [`Profile::Google`](crate::Profile::Google).
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What the old file decides about the first of the usages and this path.
    pub fn before(&self) -> &Decision {
        &self.old
    }

    /// What the new file decides about it.
    pub fn after(&self) -> &Decision {
        &self.new
    }
}

/// Where a decision was made, by sources and lines.
type Lines = Vec<(Box<str>, usize)>;

/// What makes one change of what is found: the same becomes of a use, from and to the same
/// conditions, by the same prohibition, within the same pattern.
type Alike = (Effect, Vec<Condition>, Vec<Condition>, Lines, String);

/// What both files decide about one use of one path.
#[derive(Debug)]
pub(super) struct Sides {
    effect: Effect,
    old: Decision,
    new: Decision,
}

impl Sides {
    /// The values of the statements that decided on either side.
    pub(super) fn values(&self) -> Vec<String> {
        let reasons = self.old.reasons().chain(self.new.reasons()).filter(Reason::decides);
        let value = |reason: Reason<'_>| {
            let (_, value) = reason.text()?.split_once(':')?;
            Some(value.split_whitespace().next()?.to_owned())
        };
        reasons.filter_map(value).collect()
    }
}

/// What was found so far, each thing once.
#[derive(Debug)]
pub(super) struct Findings<'p> {
    old: &'p Inquiry,
    new: &'p Inquiry,
    usages: &'p [Usage],
    changes: Vec<Change>,
    told: HashSet<(Alike, Usage)>,
    /// Everything was looked at.
    pub(super) complete: bool,
}

impl<'p> Findings<'p> {
    pub(super) fn new(old: &'p Inquiry, new: &'p Inquiry, usages: &'p [Usage]) -> Self {
        Self { old, new, usages, changes: Vec::new(), told: HashSet::new(), complete: true }
    }

    /// Puts a path to both files, and keeps what differs and was not told before; `pattern` says of
    /// a change within which pattern it lies.
    pub(super) fn add(&mut self, path: &str, pattern: impl Fn(&Sides) -> String) {
        let url = super::url(path);
        let (Ok(before), Ok(after)) = (self.old.target(&url), self.new.target(&url)) else {
            self.complete = false;
            return;
        };
        if before.is_robots_txt() {
            return;
        }
        let occasion = Occasion::new();
        let old = Hearing::new(self.old, &before, &occasion);
        let new = Hearing::new(self.new, &after, &occasion);
        let mut alike: BTreeMap<Alike, (Vec<Usage>, Sides)> = BTreeMap::new();
        let rulings = old.rule_all(self.usages).zip(new.rule_all(self.usages));
        for (&usage, (old, new)) in self.usages.iter().zip(rulings) {
            let Some(effect) = effect(&old, &new) else { continue };
            let old = Decision::new(self.old, &before, old);
            let new = Decision::new(self.new, &after, new);
            let sides = Sides { effect, old, new };
            let prohibiting = match effect {
                Effect::Closes => lines(&sides.new),
                Effect::Opens => lines(&sides.old),
                Effect::Conditions => Lines::new(),
            };
            let (from, to) = (sorted(sides.old.conditions()), sorted(sides.new.conditions()));
            let key = (effect, from, to, prohibiting, pattern(&sides));
            if self.told.insert((key.clone(), usage)) {
                alike.entry(key).or_insert_with(|| (Vec::new(), sides)).0.push(usage);
            }
        }
        for ((.., pattern), (usages, Sides { effect, old, new })) in alike {
            if self.changes.len() == CHANGES {
                self.complete = false;
                return;
            }
            let (pattern, path) = (pattern.into(), path.into());
            self.changes.push(Change { effect, usages, pattern, path, old, new });
        }
    }

    pub(super) fn done(self) -> (Vec<Change>, bool) {
        (self.changes, self.complete)
    }
}

/// What becomes of a use that is ruled on so.
pub(super) fn effect(old: &[Ruling], new: &[Ruling]) -> Option<Effect> {
    let verdict = |rulings: &[Ruling]| rulings.last().map_or(Verdict::Prohibit, |it| it.verdict);
    let conditions =
        |rulings: &[Ruling]| rulings.last().map_or(Vec::new(), |it| sorted(&it.conditions));
    match (verdict(old), verdict(new)) {
        (Verdict::Permit, Verdict::Prohibit) => Some(Effect::Closes),
        (Verdict::Prohibit, Verdict::Permit) => Some(Effect::Opens),
        (Verdict::Permit, Verdict::Permit) => {
            (conditions(old) != conditions(new)).then_some(Effect::Conditions)
        }
        (Verdict::Prohibit, Verdict::Prohibit) => None,
    }
}

fn sorted(conditions: &[Condition]) -> Vec<Condition> {
    let mut conditions = conditions.to_vec();
    conditions.sort_unstable();
    conditions
}

/// The lines that decided.
fn lines(decision: &Decision) -> Lines {
    let deciding = decision.reasons().filter(Reason::decides);
    deciding.filter_map(|reason| Some((reason.source().into(), reason.line()?))).collect()
}
