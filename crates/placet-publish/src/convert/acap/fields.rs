//! ACAP fields that decide as rules decide by RFC 9309.
//!
//! Among rules the longest decides (RFC 9309 §2.2.2). Among fields the one with the narrowest scope
//! decides, compared from left to right (ACAP 1.0 §2.4.5), and if neither is narrower, the prohibition
//! . Each rule becomes a field. Where a rule takes precedence over another by its length but
//! not by its scope, their intersection is repeated in a narrower field:
//!
//! - over a field with a longer head (`/docs/`), the paths of the rule with that head
//!   (`/*.pdf$` becomes `/docs/*.pdf$` too);
//! - over a field with the same head (`/*.pdf$` over `/*a`), the other gets one more `*` in place of
//!   its first (`/**a`), which matches the same and is broader.
//!
//! Then, for every path, each field that contradicts the deciding rule has a narrower field of that
//! rule next to it, so that it is not among the narrowest. A rule that lies completely within one of
//! higher precedence never decides and is omitted; so is a rule that changes nothing, see `idle.rs`.
//!
//! A repeated field can in turn conflict with rules of higher precedence, which are repeated over it,
//! and so on: sixty rules can become tens of thousands of fields. If there are too many, the result
//! is [shortened](Manner::Short).

use std::collections::{HashMap, HashSet};

use placet::robots::RuleKind;

use super::idle;
use crate::convert::path_set::{PathSet, Steps, TooLong};
use crate::limits::{PAIRS, STARS};

/// A rule, in order of precedence, lowest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    /// Its line; `None` for a default.
    pub(super) line: Option<usize>,
}

/// A permission or prohibition of crawling.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) kind: RuleKind,
    pub(super) paths: PathSet,
    pub(super) line: Option<usize>,
    /// The precedence of its rule.
    level: usize,
    /// The last rule of its record that contains all its paths, by index, once computed.
    last: Option<usize>,
    /// How many `*` are written in place of its first one.
    stars: usize,
    /// How many `*` are written at the end of a plain prefix, to be narrower than it.
    tail: usize,
}

impl Field {
    /// The written pattern.
    pub(super) fn text(&self) -> String {
        if self.tail > 0 {
            self.paths.with_tail(self.tail)
        } else {
            self.paths.with_stars(self.stars)
        }
    }

    /// Whether its head is followed by a `*` and more.
    fn is_wild(&self) -> bool {
        !self.paths.is_path() && !self.paths.is_prefix()
    }
}

/// How much is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Everything that is needed.
    Whole,
    /// No permission that would require further repeated prohibitions: its paths inside a shorter
    /// prohibition stay closed.
    Short,
}

/// The fields of all records of a file.
#[derive(Debug)]
pub(super) struct Fields {
    manner: Manner,
    most: usize,
    all: Vec<Field>,
    /// Pairs of fields of which one needs more `*`.
    pairs: Vec<(usize, usize)>,
    steps: Steps,
}

/// The fields of one record.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    /// Their indexes among all fields.
    pub(super) places: Vec<usize>,
    /// The lines of rules that cannot be expressed next to the fields of records above.
    pub(super) lost: Vec<Option<usize>>,
    /// The lines of permissions that are not repeated wherever they decide.
    pub(super) shortened: Vec<Option<usize>>,
}

/// The fields that repeat a rule.
#[derive(Debug, Default)]
struct Again {
    wanted: Vec<PathSet>,
    /// The fields examined.
    seen: HashSet<PathSet>,
    /// Whether it is not repeated wherever it decides.
    is_short: bool,
}

impl Fields {
    /// No fields yet, with a limit.
    pub(super) fn new(manner: Manner, most: usize) -> Self {
        Self { manner, most, all: Vec::new(), pairs: Vec::new(), steps: Steps::new() }
    }

    pub(super) fn get(&self, place: usize) -> Option<&Field> {
        self.all.get(place)
    }

    /// Adds the record of some rules. The fields of the records `above` also apply to its crawlers;
    /// every rule takes precedence over those.
    pub(super) fn add(&mut self, rules: &[Rule], above: &[usize]) -> Result<Own, TooLong> {
        let mut own = Own::default();
        let rules = &*idle::without(rules, &mut self.steps)?;
        let first = above.iter().filter_map(|&at| self.get(at)).map(|it| it.level + 1).max();
        let mut applied = Vec::with_capacity(above.len());
        for &place in above {
            let Some(field) = self.all.get(place) else { continue };
            applied.push((place, idle::last_over(&field.paths, rules, &mut self.steps)?));
        }
        for (at, rule) in rules.iter().enumerate() {
            self.leave_out(&mut own, rule)?;
            let mut wanted = vec![(rule.paths.clone(), 0)];
            let mut again = Again::default();
            for &(place, last) in &applied {
                // If a rule of higher precedence contains all of it, it never decides.
                if last.is_none_or(|last| last <= at) {
                    self.repeat_over(rule, place, &mut wanted, &mut own.lost)?;
                }
            }
            for &place in &own.places {
                if self.get(place).is_some_and(|it| it.tail > 0) {
                    self.repeat_over(rule, place, &mut wanted, &mut own.lost)?;
                } else {
                    self.repeat_over_longer(rules, at, place, &mut again)?;
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

    /// Repeats a rule over a field that cannot be omitted; returns false if that is impossible.
    fn repeat_over(
        &mut self,
        rule: &Rule,
        place: usize,
        wanted: &mut Vec<(PathSet, usize)>,
        lost: &mut Vec<Option<usize>>,
    ) -> Result<(), TooLong> {
        let Some(other) = self.all.get(place).filter(|it| it.kind != rule.kind) else {
            return Ok(());
        };
        let held = rule.paths.covers(&other.paths, &mut self.steps)?;
        match narrower(rule, other, held, &mut self.steps)? {
            Some(more) => wanted.extend(more),
            None => lost.push(rule.line),
        }
        Ok(())
    }

    /// Repeats a rule over a field with a longer head, if it ever decides there.
    fn repeat_over_longer(
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
        let more = narrower_below_head(rule, other, steps)?;
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

    /// Removes the fields that never decide because a rule takes precedence over them.
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

    /// Adds a field, unless it exists.
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

    /// Finds the pairs of fields with one head, of which one needs more `*`.
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

    /// Counts the `*` of all fields, after all records are added.
    pub(super) fn set_stars(&mut self) -> Result<(), TooLong> {
        // From the highest precedence down, so that each count is final.
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

/// The fields that express a rule narrower than a field with a longer head, if it is not itself
/// narrower.
fn narrower_below_head(
    rule: &Rule,
    other: &Field,
    steps: &mut Steps,
) -> Result<Vec<PathSet>, TooLong> {
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

/// The fields that express a rule narrower than a field that cannot be omitted or that ends with a
/// written `*`; `None` if that is impossible.
fn narrower(
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
    let more = narrower_below_head(rule, other, steps)?;
    // `/a*` is narrower than `/a$`, too.
    let lost = |paths: &PathSet| {
        other.tail > 0 && paths.is_path() && paths.folded_head() == other.paths.folded_head()
    };
    if more.iter().any(lost) || lost(&rule.paths) {
        return Ok(None);
    }
    Ok(Some(more.into_iter().map(|paths| (paths, 0)).collect()))
}
