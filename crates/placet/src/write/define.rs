//! Definitions that a file takes over from a policy.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::file::LocalUsage;
use super::spell::spell;
use super::{Constituent, Name, PathPattern, QualifiedUsage, RobotsFile};
use crate::policy::{Acap, AcapPattern, Resources};
use crate::vocabulary::{Condition, Usage};

/// The names of the sets that fields use, by the range of their patterns.
pub(super) type Sets = HashMap<Range<u32>, Name>;

/// Adds the definitions that fields need; all definitions if the file refers to others, which may
/// use them.
pub(super) fn define(acap: &Acap, file: &mut RobotsFile) -> Sets {
    let has_addressee: Vec<bool> = acap
        .records
        .iter()
        .map(|record| record.any || record.names.iter().any(|name| !name.is_empty()))
        .collect();
    let counts = |record: u32| has_addressee.get(record as usize) == Some(&true);
    let keeps_all = acap.references.iter().any(|reference| counts(reference.record));
    if keeps_all {
        usages(acap, file);
    }
    sets(acap, file, keeps_all, counts)
}

/// Returns a name that is not in `taken`, and adds it there.
fn unused_name(stem: &str, taken: &mut HashSet<Box<str>>) -> Option<Name> {
    let name = (1_u32..).map(|number| format!("{stem}-{number}"));
    name.filter(|name| taken.insert(name.as_str().into())).find_map(|name| Name::new(&name).ok())
}

/// Adds the sets that fields use, under their own names if these can be written, and with
/// `keeps_all` all others; `counts` says whether a record addresses any crawler.
fn sets(acap: &Acap, file: &mut RobotsFile, keeps_all: bool, counts: impl Fn(u32) -> bool) -> Sets {
    let defined = acap.definitions.sets();
    let mut taken: HashSet<Box<str>> = defined.keys().copied().map(Box::from).collect();
    let mut known: HashMap<Vec<PathPattern>, Name> = HashMap::new();
    let mut done: HashSet<String> = HashSet::new();
    let mut sets = Sets::new();
    let mut write = |name: &Name, patterns: &[PathPattern]| {
        if done.insert(name.to_string()) {
            file.sets.push((name.clone(), patterns.to_vec()));
        }
    };
    for (name, set) in defined {
        let Ok(name) = Name::new(name) else { continue };
        let mut patterns = written(&set.patterns);
        if keeps_all && set.is_partial {
            // One of its members is not defined, which makes prohibitions apply to everything
            //
            let undefined = unused_name("set", &mut taken).into_iter();
            let member =
                |name: Name| PathPattern::of_field(format!("the-acap:resource-set:{name}"));
            patterns.extend(undefined.map(member));
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
        let patterns = written(patterns);
        let name = known.get(&patterns).cloned();
        let Some(name) = name.or_else(|| unused_name("set", &mut taken)) else { continue };
        write(&name, &patterns);
        sets.insert(range.clone(), name);
    }
    file.sets.sort_by(|(one, _), (other, _)| one.as_str().cmp(other.as_str()));
    sets
}

/// Writes patterns so that they are read as the same.
fn written(patterns: &[AcapPattern]) -> Vec<PathPattern> {
    patterns.iter().map(|pattern| PathPattern::of_field(spell(pattern))).collect()
}

/// A usage with the conditions of its permission; `None` if these are not understood.
type Meaning = (Usage, Option<Vec<Condition>>);

/// Adds the local usages. One that is not understood is written so that it is not: permitting it is
/// a prohibition.
fn usages(acap: &Acap, file: &mut RobotsFile) {
    let defined = acap.definitions.usages();
    let mut taken: HashSet<Box<str>> = defined.keys().copied().map(Box::from).collect();
    let mut known: HashMap<Meaning, Name> = HashMap::new();
    let mut composites = Vec::new();
    let mut write = |name: &Name, (usage, conditions): &Meaning| {
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
    let mut local_usages = Vec::new();
    for (name, constituents) in composites {
        let constituents = constituents.into_iter().filter_map(|meant| {
            if meant.1.as_ref().is_some_and(Vec::is_empty) {
                return Some(Constituent::Usage(meant.0));
            }
            if let Some(name) = known.get(&meant) {
                return Some(Constituent::Local(name.clone()));
            }
            let name = unused_name("usage", &mut taken)?;
            write(&name, &meant);
            known.insert(meant, name.clone());
            Some(Constituent::Local(name))
        });
        local_usages.push((name, LocalUsage::Composite(constituents.collect())));
    }
    let is_empty =
        |usage: &LocalUsage| matches!(usage, LocalUsage::Composite(all) if all.is_empty());
    file.usages.extend(local_usages.into_iter().filter(|(_, usage)| !is_empty(usage)));
}
