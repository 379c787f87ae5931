//! The definitions that a file in the making takes over from a policy.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::file::LocalUsage;
use super::spell::spell;
use super::{Constituent, Name, PathPattern, QualifiedUsage, RobotsFile};
use crate::policy::{Acap, AcapPattern, Resources};
use crate::vocabulary::{Condition, Usage};

/// The names of the sets that fields use, by where their patterns stand among all.
pub(super) type Sets = HashMap<Range<u32>, Name>;

/// Writes the definitions that fields need; all of them where the file refers to others, which
/// may use them.
pub(super) fn define(acap: &Acap, file: &mut RobotsFile) -> Sets {
    let addresses_somebody: Vec<bool> = acap
        .records
        .iter()
        .map(|record| record.any || record.names.iter().any(|name| !name.is_empty()))
        .collect();
    let counts = |record: u32| addresses_somebody.get(record as usize) == Some(&true);
    let keeps_all = acap.references.iter().any(|reference| counts(reference.record));
    if keeps_all {
        usages(acap, file);
    }
    sets(acap, file, keeps_all, counts)
}

/// A name that is not taken yet, which it is from now on.
fn fresh(stem: &str, taken: &mut HashSet<Box<str>>) -> Option<Name> {
    let name = (1_u32..).map(|number| format!("{stem}-{number}"));
    name.filter(|name| taken.insert(name.as_str().into())).find_map(|name| Name::new(&name).ok())
}

/// Writes the sets that fields use, under their names where they can be written, and all where
/// `keeps_all` asks for that; `counts` says whether a record addresses somebody.
fn sets(acap: &Acap, file: &mut RobotsFile, keeps_all: bool, counts: impl Fn(u32) -> bool) -> Sets {
    let defined = acap.definitions.sets();
    let mut taken: HashSet<Box<str>> = defined.keys().copied().map(Box::from).collect();
    let mut known: HashMap<Vec<PathPattern>, Name> = HashMap::new();
    let mut written: HashSet<String> = HashSet::new();
    let mut sets = Sets::new();
    let mut write = |name: &Name, patterns: &[PathPattern]| {
        if written.insert(name.to_string()) {
            file.sets.push((name.clone(), patterns.to_vec()));
        }
    };
    for (name, set) in defined {
        let Ok(name) = Name::new(name) else { continue };
        let mut patterns = spelt(&set.patterns);
        if keeps_all && set.is_partial {
            // A set in it is not defined, which closes everything to prohibitions.
            let nowhere = fresh("set", &mut taken).into_iter();
            let member = |name: Name| PathPattern::spelt(format!("the-acap:resource-set:{name}"));
            patterns.extend(nowhere.map(member));
        }
        if keeps_all && !patterns.is_empty() {
            write(&name, &patterns);
        }
        known.entry(patterns).or_insert(name);
    }
    for statement in &acap.statements {
        let Resources::Patterns(range) = &statement.resources else { continue };
        let Some(patterns @ [_, _, ..]) = acap.patterns_of(statement) else { continue };
        if sets.contains_key(range) || !counts(statement.record) {
            continue;
        }
        let patterns = spelt(patterns);
        let name = known.get(&patterns).cloned();
        let Some(name) = name.or_else(|| fresh("set", &mut taken)) else { continue };
        write(&name, &patterns);
        sets.insert(range.clone(), name);
    }
    file.sets.sort_by(|(one, _), (other, _)| one.as_str().cmp(other.as_str()));
    sets
}

fn spelt(patterns: &[AcapPattern]) -> Vec<PathPattern> {
    patterns.iter().map(|pattern| PathPattern::spelt(spell(pattern))).collect()
}

/// A usage with the conditions of its permission; none where that is not understood.
type Meant = (Usage, Option<Vec<Condition>>);

/// Writes the local usages. One that is not understood is written as one that is not: a permission
/// of it is a prohibition.
fn usages(acap: &Acap, file: &mut RobotsFile) {
    let defined = acap.definitions.usages();
    let mut taken: HashSet<Box<str>> = defined.keys().copied().map(Box::from).collect();
    let mut known: HashMap<Meant, Name> = HashMap::new();
    let mut composites = Vec::new();
    let mut write = |name: &Name, (usage, conditions): &Meant| {
        let usage = *usage;
        let local = match conditions.clone() {
            Some(conditions) => LocalUsage::Qualified(QualifiedUsage { usage, conditions }),
            None => LocalUsage::NotUnderstood(usage),
        };
        file.usages.push((name.clone(), local));
    };
    for (name, local) in defined {
        let Ok(name) = Name::new(name) else { continue };
        let meant = local.constituents.iter().map(|it| (it.usage, it.conditions.clone().ok()));
        if local.is_composite() {
            composites.push((name, meant.collect::<Vec<_>>()));
            continue;
        }
        for meant in meant {
            write(&name, &meant);
            known.entry(meant).or_insert_with(|| name.clone());
        }
    }
    let mut written = Vec::new();
    for (name, constituents) in composites {
        let constituents = constituents.into_iter().filter_map(|meant| {
            if meant.1.as_ref().is_some_and(Vec::is_empty) {
                return Some(Constituent::Usage(meant.0));
            }
            if let Some(name) = known.get(&meant) {
                return Some(Constituent::Local(name.clone()));
            }
            let name = fresh("usage", &mut taken)?;
            write(&name, &meant);
            known.insert(meant, name.clone());
            Some(Constituent::Local(name))
        });
        written.push((name, LocalUsage::Composite(constituents.collect())));
    }
    let is_empty =
        |usage: &LocalUsage| matches!(usage, LocalUsage::Composite(all) if all.is_empty());
    file.usages.extend(written.into_iter().filter(|(_, usage)| !is_empty(usage)));
}
