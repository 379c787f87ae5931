//! Fields by which ACAP decides what rules decide by RFC 9309.
//!
//! Of several rules the longest counts (RFC 9309 §2.2.2), of several fields the one of the narrowest
//! scope, which is told from left to right (ACAP 1.0 §2.4.5), and where it cannot be told, the
//! prohibition. Each rule becomes a field; and wherever one goes before another by its length
//! but not by its scope, what is in both is said again in a narrower field:
//!
//! - before a field with a longer head (`/docs/`), the paths of the rule that begin so
//!   (`/*.pdf$` becomes `/docs/*.pdf$` too);
//! - before a field with the same head (`/*.pdf$` before `/*a`), the other gets one more `*` where
//!   its first stands (`/**a`), which matches the same and is broader.
//!
//! Then for every path each field against the rule that decides has one of that rule beside it that
//! is narrower, so that no such field is among the narrowest. Whatever is wholly in a rule that goes
//! before it never decides, and is left out; so is what changes nothing and stands in the way, see
//! `idle.rs`.
//!
//! What is said again stands in the way of heavier rules, which are said again before it, and so on:
//! sixty rules can come to ten thousands of fields. Where there are too many, it is said
//! [in short](Manner::Short).

use std::collections::{HashMap, HashSet};

use placet::robots::RuleKind;

use super::idle;
use crate::convert::path_set::{PathSet, Steps, TooLong};
use crate::limits::{PAIRS, STARS};

/// A rule, in the order of their weight, the lightest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    /// Where it stands; nowhere, where it was understood without words.
    pub(super) line: Option<usize>,
}

/// A permission or prohibition of crawling.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    pub(super) line: Option<usize>,
    /// The weight of its rule.
    level: usize,
    /// The last rule of its record that has all its paths, by its place, once that is asked.
    last: Option<usize>,
    /// How many `*` are written where its first one stands.
    stars: usize,
    /// How many `*` are written at the end of a mere prefix, to be narrower than it.
    tail: usize,
}

impl Field {
    /// The pattern as it is written.
    pub(super) fn text(&self) -> String {
        if self.tail > 0 {
            self.paths.with_tail(self.tail)
        } else {
            self.paths.with_stars(self.stars)
        }
    }

    /// Whether a `*` stands behind its head, and something behind that.
    fn is_wild(&self) -> bool {
        !self.paths.is_path() && !self.paths.is_prefix()
    }
}

/// How much is said again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// All that is needed.
    Whole,
    /// No permission that prohibitions would have to be said again before in turn: what it opens
    /// inside a shorter prohibition stays closed.
    Short,
}

/// The fields of all records of a file.
#[derive(Debug)]
pub(super) struct Fields {
    manner: Manner,
    most: usize,
    all: Vec<Field>,
    /// Which of two fields has to have more `*`.
    pairs: Vec<(usize, usize)>,
    steps: Steps,
}

/// The fields of one record.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    /// By their places among all.
    pub(super) places: Vec<usize>,
    /// The lines of rules that no field can say beside those of records above.
    pub(super) unsaid: Vec<Option<usize>>,
    /// The lines of permissions that are not said again wherever they decide.
    pub(super) shortened: Vec<Option<usize>>,
}

/// How a rule is said again.
#[derive(Debug, Default)]
struct Again {
    wanted: Vec<PathSet>,
    /// All that was looked at.
    seen: HashSet<PathSet>,
    /// Not wherever it decides.
    is_short: bool,
}

impl Fields {
    /// No fields, of which there may be so many.
    pub(super) fn new(manner: Manner, most: usize) -> Self {
        Self { manner, most, all: Vec::new(), pairs: Vec::new(), steps: Steps::new() }
    }

    pub(super) fn get(&self, place: usize) -> Option<&Field> {
        self.all.get(place)
    }

    /// Adds the record of some rules, whose crawlers also hear the fields of the records `above`;
    /// every rule goes before those.
    pub(super) fn add(&mut self, rules: &[Rule], above: &[usize]) -> Result<Own, TooLong> {
        let mut own = Own::default();
        let rules = &*idle::without(rules, &mut self.steps)?;
        let first = above.iter().filter_map(|&at| self.get(at)).map(|it| it.level + 1).max();
        let mut heard = Vec::with_capacity(above.len());
        for &place in above {
            let Some(field) = self.all.get(place) else { continue };
            heard.push((place, idle::last_over(&field.paths, rules, &mut self.steps)?));
        }
        for (at, rule) in rules.iter().enumerate() {
            self.leave_out(&mut own, rule)?;
            let mut wanted = vec![(rule.paths.clone(), 0)];
            let mut again = Again::default();
            for &(place, last) in &heard {
                // Where a heavier rule has all of it, this one never decides.
                if last.is_none_or(|last| last <= at) {
                    self.say_beside(rule, place, &mut wanted, &mut own.unsaid)?;
                }
            }
            for &place in &own.places {
                if self.get(place).is_some_and(|it| it.tail > 0) {
                    self.say_beside(rule, place, &mut wanted, &mut own.unsaid)?;
                } else {
                    self.say_behind(rules, at, place, &mut again)?;
                }
            }
            wanted.extend(again.wanted.into_iter().map(|paths| (paths, 0)));
            own.shortened.extend(again.is_short.then_some(rule.line));
            for (paths, tail) in wanted {
                let (kind, line, level) = (rule.kind, rule.line, first.unwrap_or(0) + at);
                self.put(&mut own, Field { kind, paths, line, level, last: None, stars: 1, tail })?;
            }
        }
        self.pair(above, &own)?;
        Ok(own)
    }

    /// Says a rule again before a field that cannot be left out, or tells that it cannot be.
    fn say_beside(
        &mut self,
        rule: &Rule,
        place: usize,
        wanted: &mut Vec<(PathSet, usize)>,
        unsaid: &mut Vec<Option<usize>>,
    ) -> Result<(), TooLong> {
        let Some(other) = self.all.get(place).filter(|it| it.kind != rule.kind) else {
            return Ok(());
        };
        let held = rule.paths.covers(&other.paths, &mut self.steps)?;
        match beside(rule, other, held, &mut self.steps)? {
            Some(more) => wanted.extend(more),
            None => unsaid.push(rule.line),
        }
        Ok(())
    }

    /// Says a rule again before a field with a longer head, where it ever decides there.
    fn say_behind(
        &mut self,
        rules: &[Rule],
        at: usize,
        place: usize,
        again: &mut Again,
    ) -> Result<(), TooLong> {
        let steps = &mut self.steps;
        let other = self.all.get_mut(place);
        let (Some(rule), Some(other)) = (rules.get(at), other) else { return Ok(()) };
        if other.kind == rule.kind || other.last.is_some_and(|last| last > at) {
            return Ok(());
        }
        let more = behind(rule, other, steps)?;
        if more.is_empty() {
            return Ok(());
        }
        if other.last.is_none() {
            other.last = idle::last_over(&other.paths, rules, steps)?;
        }
        if other.last > Some(at) {
            return Ok(());
        }
        let heavier = rules.get(at + 1..).unwrap_or_default();
        for paths in more {
            if !again.seen.insert(paths.clone())
                || idle::last_over(&paths, heavier, steps)?.is_some()
            {
                continue;
            }
            let narrower = Rule { paths, ..rule.clone() };
            if self.manner == Manner::Short
                && rule.kind == RuleKind::Allow
                && idle::is_in_the_way(&narrower, heavier, steps)?
            {
                again.is_short = true;
            } else {
                again.wanted.push(narrower.paths);
            }
        }
        Ok(())
    }

    /// Takes out the fields that never decide beside a rule which goes before them.
    fn leave_out(&mut self, own: &mut Own, rule: &Rule) -> Result<(), TooLong> {
        let mut kept = Vec::with_capacity(own.places.len());
        for &place in &own.places {
            let Some(field) = self.all.get(place) else { continue };
            if field.kind == rule.kind || !rule.paths.covers(&field.paths, &mut self.steps)? {
                kept.push(place);
            }
        }
        own.places = kept;
        Ok(())
    }

    /// Adds a field, unless it stands there.
    fn put(&mut self, own: &mut Own, new: Field) -> Result<(), TooLong> {
        for &place in &own.places {
            let Some(field) = self.all.get_mut(place) else { continue };
            if field.kind == new.kind && field.tail == new.tail && field.paths == new.paths {
                field.level = new.level;
                return Ok(());
            }
        }
        if self.all.len() >= self.most {
            return Err(TooLong);
        }
        own.places.push(self.all.len());
        self.all.push(new);
        Ok(())
    }

    /// Finds the pairs of fields of which one needs more `*`: those of one head.
    fn pair(&mut self, above: &[usize], own: &Own) -> Result<(), TooLong> {
        let mut heads: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for &place in above.iter().chain(&own.places) {
            if let Some(field) = self.all.get(place).filter(|it| it.is_wild()) {
                heads.entry(field.paths.folded_head()).or_default().push(place);
            }
        }
        for &place in &own.places {
            let Some(field) = self.all.get(place).filter(|it| it.is_wild()) else { continue };
            for &other_place in heads.get(field.paths.folded_head()).into_iter().flatten() {
                let Some(other) = self.all.get(other_place) else { continue };
                if other.kind != field.kind
                    && other.level < field.level
                    && other.paths.overlaps(&field.paths, &mut self.steps)?
                {
                    if self.pairs.len() == PAIRS {
                        return Err(TooLong);
                    }
                    self.pairs.push((other_place, place));
                }
            }
        }
        Ok(())
    }

    /// Counts the `*` of all fields, once all records are there.
    pub(super) fn set_stars(&mut self) -> Result<(), TooLong> {
        // From the heaviest down, so that each count is the last.
        let level = |place: usize| self.all.get(place).map_or(0, |field| field.level);
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.sort_unstable_by_key(|&(more, less)| std::cmp::Reverse((level(more), level(less))));
        for (more, less) in pairs {
            let stars = self.get(less).map_or(0, |field| field.stars) + 1;
            if stars > STARS {
                return Err(TooLong);
            }
            if let Some(field) = self.all.get_mut(more) {
                field.stars = field.stars.max(stars);
            }
        }
        Ok(())
    }
}

/// What says a rule narrower than a field with a longer head, where that takes more than itself.
fn behind(rule: &Rule, other: &Field, steps: &mut Steps) -> Result<Vec<PathSet>, TooLong> {
    let head = other.paths.folded_head();
    let longer = head.len() > rule.paths.folded_head().len();
    if !longer || !rule.paths.overlaps(&other.paths, steps)? {
        return Ok(Vec::new());
    }
    steps.take(head.len())?;
    let mut more = Vec::new();
    for paths in rule.paths.after(other.paths.head()) {
        if paths.overlaps(&other.paths, steps)? {
            more.push(paths);
        }
    }
    Ok(more)
}

/// What says a rule narrower than a field that cannot be left out or that ends in a written `*`;
/// nothing where none can.
fn beside(
    rule: &Rule,
    other: &Field,
    held: bool,
    steps: &mut Steps,
) -> Result<Option<Vec<(PathSet, usize)>>, TooLong> {
    if !rule.paths.overlaps(&other.paths, steps)? {
        return Ok(Some(Vec::new()));
    }
    let prefix = other.paths.prefix();
    if held && other.is_wild() {
        // The same again; the other gets one more `*`.
        return Ok(Some(vec![(other.paths.clone(), 0)]));
    }
    if held && other.paths.is_prefix() {
        // `/a*` is narrower than `/a`, `/a**` than `/a*`.
        return Ok(Some(vec![(prefix, other.tail + 1)]));
    }
    if held {
        // `/a*` is narrower than `/a$`, and nothing that matches `/a` alone is.
        return Ok(rule.paths.covers(&prefix, steps)?.then(|| vec![(prefix, 1)]));
    }
    let more = behind(rule, other, steps)?;
    // `/a*` is narrower than `/a$`, too.
    let lost = |paths: &PathSet| {
        other.tail > 0 && paths.is_path() && paths.folded_head() == other.paths.folded_head()
    };
    if more.iter().any(lost) || lost(&rule.paths) {
        return Ok(None);
    }
    Ok(Some(more.into_iter().map(|paths| (paths, 0)).collect()))
}
