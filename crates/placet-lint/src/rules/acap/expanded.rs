//! Permissions and prohibitions with local usages and resource sets expanded.

use std::collections::{HashMap, HashSet};

use placet::Usage;
use placet::syntax::Span;
use placet::syntax::acap::{Field, UsageName};

use super::table::{FieldRow, set_name, standard};
use crate::limits::EXPANDED;
use crate::view::{View, lossy};

/// A permission or prohibition of one standard usage on one pattern.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expanded<'t> {
    pub(super) row: &'t FieldRow,
    pub(super) allows: bool,
    pub(super) usage: Usage,
    /// The span in the field, or in the definition of a set that it names.
    pub(super) pattern: Span,
    /// The same number for all records that address the same crawlers.
    pub(super) addressees: usize,
}

impl Expanded<'_> {
    /// Whether the pattern is in the field itself.
    pub(super) fn is_direct(&self) -> bool {
        self.row.span.contains(&self.pattern.start())
    }
}

/// All permissions and prohibitions of records, except those for a purpose.
///
/// # Limits
/// No more than [`EXPANDED`].
pub(super) fn expanded<'t>(view: &'t View<'_>) -> Vec<Expanded<'t>> {
    let names = Names::new(view);
    let addressees = addressees(view);
    let mut all = Vec::new();
    let mut left = EXPANDED;
    for it in view.acap().permissions().filter(|it| !it.row.in_sub_record) {
        let number = it.row.record.and_then(|record| addressees.get(record));
        let Some(&addressees) = number else { continue };
        let usages = names.usages(view, it.name);
        // Only the first resource of a permission counts.
        let count = if it.allows { 1 } else { it.resources.len() };
        for resource in it.resources.iter().take(count) {
            for pattern in names.patterns(view, *resource, &mut left) {
                left = left.saturating_sub(usages.len());
                all.extend(usages.iter().map(|&usage| {
                    let (row, allows) = (it.row, it.allows);
                    Expanded { row, allows, usage, pattern, addressees }
                }));
            }
        }
        if left == 0 {
            break;
        }
    }
    all
}

/// A number for each record, the same for all records that address the same crawlers.
fn addressees(view: &View<'_>) -> Vec<usize> {
    let table = view.acap();
    let mut known = HashMap::new();
    let names = table.records.iter().map(|record| {
        let crawlers = table.crawlers_of(record);
        let mut names: Vec<_> =
            crawlers.map(|(_, name)| view.of(name.range()).to_ascii_lowercase()).collect();
        names.sort_unstable();
        names.dedup();
        names
    });
    names
        .map(|names| {
            let next = known.len();
            *known.entry(names).or_insert(next)
        })
        .collect()
}

/// The definitions of names; of two definitions of one name the first counts.
struct Names<'t> {
    usages: HashMap<String, Vec<Usage>>,
    sets: HashMap<String, &'t [Span]>,
}

impl<'t> Names<'t> {
    fn new(view: &'t View<'_>) -> Self {
        let mut names = Self { usages: HashMap::new(), sets: HashMap::new() };
        let fields = || view.acap().fields.iter().map(|row| &row.field);
        let key = |name: Span| folded(view, name);
        for field in fields() {
            match field {
                Field::QualifiedUsage { name, usage: Some(usage), .. } => {
                    let usages = standard(view, *usage).into_iter().collect();
                    names.usages.entry(key(*name)).or_insert(usages);
                }
                Field::ResourceSet { name, patterns } => {
                    names.sets.entry(key(*name)).or_insert(patterns);
                }
                _ => {}
            }
        }
        // A composite usage consists of standard and qualified usages.
        let mut composites = Vec::new();
        for field in fields() {
            let Field::CompositeUsage { name, usages } = field else { continue };
            let mut parts: Vec<Usage> =
                usages.iter().flat_map(|usage| names.usages(view, *usage)).collect();
            parts.sort_unstable();
            parts.dedup();
            composites.push((key(*name), parts));
        }
        for (name, usages) in composites {
            names.usages.entry(name).or_insert(usages);
        }
        names
    }

    /// The standard usages of a usage.
    fn usages(&self, view: &View<'_>, usage: UsageName) -> Vec<Usage> {
        match usage {
            UsageName::Standard(name) => standard(view, name).into_iter().collect(),
            UsageName::Local(name) => {
                self.usages.get(&folded(view, name)).cloned().unwrap_or_default()
            }
        }
    }

    /// The patterns of a resource, including those of sets in sets; each reduces `left` by one.
    fn patterns(&self, view: &View<'_>, resource: Span, left: &mut usize) -> Vec<Span> {
        let (mut patterns, mut seen) = (Vec::new(), HashSet::new());
        let mut queue = vec![resource];
        let mut at = 0;
        while let Some(&next) = queue.get(at).filter(|_| *left > 0) {
            at += 1;
            *left -= 1;
            let text = lossy(view.of(next.range()));
            let Some((_, name)) = set_name(&text) else {
                patterns.push(next);
                continue;
            };
            let name = name.to_ascii_lowercase();
            let set = self.sets.get(&name).copied().unwrap_or_default();
            if seen.insert(name) {
                *left = left.saturating_sub(set.len());
                queue.extend_from_slice(set);
            }
        }
        patterns
    }
}

fn folded(view: &View<'_>, name: Span) -> String {
    lossy(view.of(name.range())).to_ascii_lowercase()
}
