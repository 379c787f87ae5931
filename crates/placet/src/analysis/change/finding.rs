//! The description of a change.

use std::collections::{BTreeMap, HashMap};

use super::unfinished::Unfinished;
use crate::analysis::paths;
use crate::analysis::paths::Term;
use crate::evaluate::{AgentPolicy, Decision};
use crate::explain::Reason;
use crate::law::Ruling;
use crate::policy::Source;
use crate::text::limits::CHANGES;
use crate::vocabulary::{AskedAt, Condition, Usage, Verdict};

/// What happens to a usage.
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

/// One change, with a path that shows it.
///
/// Conditions are compared as they are stated: a permission for 30 days and one until a date differ,
/// whatever the day is.
#[derive(Debug, Clone)]
pub struct Change {
    effect: Effect,
    usages: Vec<Usage>,
    pub(super) within: Within,
    pub(super) share: Share,
    path: Box<str>,
    old: Decision,
    new: Decision,
}

impl Change {
    /// What happens to the usage.
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The usages that it is about.
    pub fn usages(&self) -> &[Usage] {
        &self.usages
    }

    /// The pattern of a statement that only one of the files has, or has in this form. The change
    /// is about paths that it matches, and need not be about [all](Change::is_entire) of them. `/`
    /// where the change is about every path.
    pub fn pattern(&self) -> &str {
        &self.within.pattern
    }

    /// Whether it is known that every path the pattern matches changes so. Otherwise at least one
    /// does.
    pub fn is_entire(&self) -> bool {
        self.share == Share::All
    }

    /// Whether it is known that the change is about the rest of the pattern: some paths that it
    /// matches had the new verdict before, and every other one changes so.
    pub fn is_rest(&self) -> bool {
        self.share == Share::Rest
    }

    /// A path that shows the change. To ask about it, put a scheme and a host before it:
    /// [`Profile::Google`](crate::Profile::Google) reads a leading `//` as a host.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The decision of the old file about the first of the usages and this path.
    pub fn before(&self) -> &Decision {
        &self.old
    }

    /// The decision of the new file about it.
    pub fn after(&self) -> &Decision {
        &self.new
    }

    fn narrow(&mut self, within: Within) {
        if within.pattern.len() > self.within.pattern.len() {
            self.within = within;
        }
    }
}

/// How many of the paths that a pattern matches change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Share {
    /// Every one.
    All,
    /// Every one that did not have the new verdict before.
    Rest,
    /// At least one; of the others nothing is known.
    Some,
}

/// The pattern that contains a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Within {
    pub(super) pattern: Box<str>,
    /// Its place among the terms of the audience, where it is of a statement.
    pub(super) term: Option<u32>,
}

impl Within {
    /// A term as the pattern of a change, with its place among the terms.
    pub(super) fn of(term: &Term<'_>, place: u32) -> Self {
        Self { pattern: term.to_string().into(), term: Some(place) }
    }
}

/// Where a decision was made, by sources and lines.
type Lines = Vec<(Source, usize)>;

/// Differences with equal keys are one change: the same happens to a usage, with the same
/// conditions before and after, by the same lines and in the same pattern, as far as these count.
type Alike = (Effect, Vec<Condition>, Vec<Condition>, [Lines; 2], Box<str>);

/// What identifies a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KnownBy {
    /// The lines that decide about crawling on either side, where each is one rule on one pattern.
    Lines,
    /// The lines that prohibit, and the pattern.
    Pattern,
}

/// The decisions of both files about one usage of one path.
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

    /// What distinguishes it from other changes: the lines given, or else those that prohibit and
    /// the pattern.
    fn alike(&self, by_lines: Option<&[Lines; 2]>, within: &Within) -> Alike {
        let (from, to) = (sorted(self.old.conditions()), sorted(self.new.conditions()));
        let (lines, pattern) = match (by_lines, self.effect) {
            (Some(lines), _) => (lines.clone(), Box::default()),
            (None, Effect::Closes) => ([Lines::new(), lines(&self.new)], within.pattern.clone()),
            (None, Effect::Opens) => ([lines(&self.old), Lines::new()], within.pattern.clone()),
            (None, Effect::Conditions) => (<[Lines; 2]>::default(), within.pattern.clone()),
        };
        (self.effect, from, to, lines, pattern)
    }
}

/// The changes found so far, each once.
#[derive(Debug)]
pub(super) struct Findings<'p> {
    old: &'p AgentPolicy,
    new: &'p AgentPolicy,
    usages: &'p [Usage],
    changes: Vec<Change>,
    /// For each key the index of its change.
    listed: HashMap<(Alike, Usage), usize>,
    /// Why not everything was examined.
    pub(super) unfinished: Option<Unfinished>,
}

impl<'p> Findings<'p> {
    pub(super) fn new(old: &'p AgentPolicy, new: &'p AgentPolicy, usages: &'p [Usage]) -> Self {
        Self { old, new, usages, changes: Vec::new(), listed: HashMap::new(), unfinished: None }
    }

    /// Records why not everything was examined.
    pub(super) fn note(&mut self, why: impl Into<Option<Unfinished>>) {
        self.unfinished = self.unfinished.max(why.into());
    }

    /// Asks both files about a path, and keeps a difference that is new; `within` returns the
    /// pattern that contains a change. Where one change has two patterns, the longer is kept.
    pub(super) fn add(&mut self, path: &str, known_by: KnownBy, within: impl Fn(&Sides) -> Within) {
        let url = paths::url(path, self.old.policy().profile());
        let (Ok(before), Ok(after)) = (self.old.target(&url), self.new.target(&url)) else {
            self.note(Unfinished::Steps);
            return;
        };
        if before.is_robots_txt() {
            return;
        }
        let asked_at = AskedAt::new();
        let old = self.old.evaluation(&before, &asked_at);
        let new = self.new.evaluation(&after, &asked_at);
        let by_lines = (known_by == KnownBy::Lines).then(|| {
            let [old, new] = [&old, &new].map(|it| it.rule_all(&[Usage::Crawl]).next());
            let old = old.map(|it| lines(&self.old.decision(&before, it, None)));
            let new = new.map(|it| lines(&self.new.decision(&after, it, None)));
            [old.unwrap_or_default(), new.unwrap_or_default()]
        });
        let mut alike: BTreeMap<Alike, (Vec<Usage>, Sides, Within)> = BTreeMap::new();
        let rulings = old.rule_all(self.usages).zip(new.rule_all(self.usages));
        for (&usage, (old, new)) in self.usages.iter().zip(rulings) {
            let Some(effect) = effect(&old, &new) else { continue };
            let old = self.old.decision(&before, old, None);
            let new = self.new.decision(&after, new, None);
            let sides = Sides { effect, old, new };
            let within = within(&sides);
            let alike_by = (sides.alike(by_lines.as_ref(), &within), usage);
            if let Some(&place) = self.listed.get(&alike_by) {
                self.changes.get_mut(place).into_iter().for_each(|it| it.narrow(within.clone()));
            } else {
                let (key, _) = alike_by;
                alike.entry(key).or_insert((Vec::new(), sides, within)).0.push(usage);
            }
        }
        for (key, (usages, Sides { effect, old, new }, within)) in alike {
            if self.changes.len() == CHANGES {
                self.note(Unfinished::Changes);
                return;
            }
            let place = self.changes.len();
            self.listed.extend(usages.iter().map(|&usage| ((key.clone(), usage), place)));
            let path = path.into();
            self.changes.push(Change {
                effect,
                usages,
                within,
                share: Share::Some,
                path,
                old,
                new,
            });
        }
    }

    pub(super) fn done(self) -> (Vec<Change>, Option<Unfinished>) {
        (self.changes, self.unfinished)
    }
}

/// What happens to a usage with these rulings.
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
    deciding.filter_map(|reason| Some((reason.source().clone(), reason.line()?))).collect()
}
