//! Definitions: local usages and resource sets (ACAP 1.0 §2.7).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::Fault;
use super::set::{self, ResourceSet};
use crate::syntax::acap::{Field, Named, UsageName};
use crate::text::Span;
use crate::vocabulary::{Condition, Qualifier, Usage};

/// The names that a file defines. They ignore case, and of two definitions of one name the first
/// counts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Definitions {
    usages: HashMap<Box<str>, LocalUsage>,
    sets: HashMap<Box<str>, ResourceSet>,
    /// The definitions of the file that refers to this one.
    outer: Option<Arc<Definitions>>,
    /// Sets name each other more often than the limit allows, so nothing is permitted.
    pub(super) overflows: bool,
}

/// The usages of a local usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocalUsage {
    pub(crate) constituents: Vec<Constituent>,
    is_composite: bool,
}

impl LocalUsage {
    /// Whether it is a composite, so that no other composite can contain it.
    pub(crate) fn is_composite(&self) -> bool {
        self.is_composite
    }
}

/// A usage with the conditions of a permission of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Constituent {
    pub(crate) usage: Usage,
    pub(crate) conditions: Result<Vec<Condition>, Fault>,
}

impl Definitions {
    /// Gathers the definitions among the fields, at any place in the file: first usages with
    /// qualifiers, then composites of them, which may come before.
    pub(super) fn gather<'f>(
        text: &[u8],
        fields: impl Iterator<Item = &'f Field> + Clone,
        outer: Option<Arc<Self>>,
    ) -> Self {
        let mut definitions = Self { outer, ..Self::default() };
        let mut composites = Vec::new();
        let mut sets = set::Written::default();
        for field in fields {
            match field {
                // A definition without content defines nothing.
                Field::QualifiedUsage { usage: None, .. } => {}
                Field::CompositeUsage { usages, .. } if usages.is_empty() => {}
                Field::ResourceSet { patterns, .. } if patterns.is_empty() => {}
                Field::QualifiedUsage { name, usage, qualifiers, stray } => {
                    let usage = usage.and_then(|usage| Usage::of_acap(&lossy(text, usage)));
                    let constituents = usage.map(|usage| Constituent {
                        usage,
                        conditions: match conditions(text, usage, qualifiers, false) {
                            _ if *stray => Err(Fault::SecondResource),
                            conditions => conditions,
                        },
                    });
                    definitions.claim(
                        name_of(text, *name),
                        LocalUsage {
                            constituents: constituents.into_iter().collect(),
                            is_composite: false,
                        },
                    );
                }
                Field::CompositeUsage { name, usages } => {
                    let name = name_of(text, *name);
                    let empty = LocalUsage { constituents: Vec::new(), is_composite: true };
                    if definitions.claim(name.clone(), empty) {
                        composites.push((name, usages));
                    }
                }
                Field::ResourceSet { name, patterns } => {
                    sets.add(name_of(text, *name), patterns.iter().map(|span| span.of(text)));
                }
                _ => {}
            }
        }
        for (name, usages) in composites {
            let parts = usages.iter().flat_map(|usage| definitions.constituents(text, *usage));
            let constituents = parts.collect();
            definitions.usages.insert(name, LocalUsage { constituents, is_composite: true });
        }
        let outer = definitions.outer.as_deref();
        match sets.expand(|name| outer?.set(name)) {
            Some(sets) => definitions.sets = sets,
            None => definitions.overflows = true,
        }
        definitions
    }

    /// Defines a usage unless the name is already defined. Returns whether it did.
    fn claim(&mut self, name: Box<str>, usage: LocalUsage) -> bool {
        match self.usages.entry(name) {
            Entry::Occupied(_) => false,
            Entry::Vacant(free) => {
                free.insert(usage);
                true
            }
        }
    }

    /// The usages of a usage inside a composite: none where it is not defined.
    fn constituents(&self, text: &[u8], usage: UsageName) -> Vec<Constituent> {
        match usage {
            UsageName::Standard(name) => Usage::of_acap(&lossy(text, name))
                .map(|usage| Constituent { usage, conditions: Ok(Vec::new()) })
                .into_iter()
                .collect(),
            // A composite contains no composite.
            UsageName::Local(name) => match self.usage(&lossy(text, name)) {
                Some(local) if !local.is_composite => local.constituents.clone(),
                _ => Vec::new(),
            },
        }
    }

    /// The local usages of the file itself, by their names in lower case, in their order.
    pub(crate) fn usages(&self) -> BTreeMap<&str, &LocalUsage> {
        self.usages.iter().map(|(name, usage)| (&**name, usage)).collect()
    }

    /// The conditions of the local usages of the file itself.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let usages = self.usages().into_values();
        let constituents = usages.flat_map(|usage| &usage.constituents);
        constituents.flat_map(|it| it.conditions.iter().flatten())
    }

    /// The sets of the file itself, by their names in lower case, in their order.
    pub(crate) fn sets(&self) -> BTreeMap<&str, &ResourceSet> {
        self.sets.iter().map(|(name, set)| (&**name, set)).collect()
    }

    /// The local usage of this name.
    pub(crate) fn usage(&self, name: &str) -> Option<&LocalUsage> {
        self.find(&name.to_ascii_lowercase(), |definitions| &definitions.usages)
    }

    /// The set of this name.
    pub(super) fn set(&self, name: &str) -> Option<&ResourceSet> {
        self.find(&name.to_ascii_lowercase(), |definitions| &definitions.sets)
    }

    fn find<'d, T>(
        &'d self,
        name: &str,
        table: fn(&'d Self) -> &'d HashMap<Box<str>, T>,
    ) -> Option<&'d T> {
        table(self).get(name).or_else(|| self.outer.as_ref()?.find(name, table))
    }
}

fn name_of(text: &[u8], span: Span) -> Box<str> {
    lossy(text, span).to_ascii_lowercase().into()
}

pub(super) fn lossy(text: &[u8], span: Span) -> String {
    String::from_utf8_lossy(span.of(text)).into_owned()
}

/// The conditions that qualifiers put on a permission of the usage; in a
/// META element a permission may also have a location.
pub(crate) fn conditions(
    text: &[u8],
    usage: Usage,
    qualifiers: &[Named],
    in_meta: bool,
) -> Result<Vec<Condition>, Fault> {
    let mut conditions: Vec<Condition> = Vec::with_capacity(qualifiers.len());
    for written in qualifiers {
        let qualifier =
            Qualifier::of_acap(&lossy(text, written.name)).ok_or(Fault::UnknownQualifier)?;
        let located = in_meta && qualifier == Qualifier::Location;
        if !located && !qualifier.qualifies(usage) {
            return Err(Fault::InvalidCombination);
        }
        let value = std::str::from_utf8(written.value.of(text)).map_err(|_| Fault::InvalidValue)?;
        let condition = Condition::parse(qualifier, value).ok_or(Fault::InvalidValue)?;
        if conditions.iter().any(|before| before.repeats(&condition)) {
            return Err(Fault::RepeatedQualifier);
        }
        conditions.push(condition);
    }
    Ok(conditions)
}
