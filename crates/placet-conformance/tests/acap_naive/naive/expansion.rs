//! From a statement as written to plain ones: one usage, one pattern.

use placet_testing::pattern::Pattern;

use super::acap::Statement;
use super::definition::{Constituent, View, in_parentheses, local_usage, resources};
use super::qualifier::{Condition, Part, conditions, is_standard, parts};
use super::text::first_word;

/// What a plain statement is about.
#[derive(Debug, Clone)]
pub(crate) enum Resources {
    /// What one pattern matches.
    Matching(Pattern),
    /// An undefined set.
    Unknown,
}

/// A permission or prohibition of one standard usage on one pattern.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    /// The line of the statement it is written out from.
    pub(crate) line: usize,
    pub(crate) permit: bool,
    pub(crate) usage: String,
    pub(crate) resources: Resources,
    pub(crate) conditions: Vec<Condition>,
}

/// Writes a statement out: macros, sets, and what cannot be understood as a
/// prohibition. Unknown usages have no effect, nor has an empty value.
pub(crate) fn expand(statement: &Statement, view: &View<'_>) -> Vec<Plain> {
    let (resource, rest) = first_word(&statement.value);
    if resource.is_empty() {
        return Vec::new();
    }
    if statement.permit {
        permissions(statement, view, resource, rest)
    } else {
        prohibitions(statement, view, resource, rest)
    }
}

fn permissions(statement: &Statement, view: &View<'_>, resource: &[u8], rest: &[u8]) -> Vec<Plain> {
    let mut plain = Vec::new();
    let local = in_parentheses(&statement.usage);
    for constituent in constituents(statement, view) {
        let understood = match local {
            // no explicit qualifiers on a local usage, but in a file of 0.2, where they
            // add to the definition's.
            Some(_) if !rest.is_empty() && !statement.in_0_2 => None,
            Some(_) => {
                let defined = conditions(&constituent.usage, &constituent.qualifiers);
                let own = conditions(&constituent.usage, rest);
                defined.zip(own).map(|(defined, own)| [defined, own].concat())
            }
            None => conditions(&constituent.usage, rest),
        };
        for resources in resources(view, resource) {
            let permit = understood.is_some();
            // a permission on an undefined set grants nothing.
            if permit && matches!(resources, Resources::Unknown) {
                continue;
            }
            let conditions = understood.clone().unwrap_or_default();
            let usage = constituent.usage.clone();
            let line = statement.line;
            plain.push(Plain { line, permit, usage, resources, conditions });
        }
    }
    plain
}

fn prohibitions(
    statement: &Statement,
    view: &View<'_>,
    resource: &[u8],
    rest: &[u8],
) -> Vec<Plain> {
    // a qualifier is disregarded, a second resource is one more.
    let more = parts(rest).into_iter().filter_map(|part| match part {
        Part::Qualifier(..) => None,
        Part::Word(word) => Some(word),
    });
    let mut all = vec![resource.to_vec()];
    all.extend(more);
    let mut plain = Vec::new();
    // of a local usage, the underlying standard usages.
    for constituent in constituents(statement, view) {
        for resources in all.iter().flat_map(|resource| resources(view, resource)) {
            let (usage, conditions) = (constituent.usage.clone(), Vec::new());
            let line = statement.line;
            plain.push(Plain { line, permit: false, usage, resources, conditions });
        }
    }
    plain
}

/// The standard usages a statement is about.
fn constituents(statement: &Statement, view: &View<'_>) -> Vec<Constituent> {
    let mut constituents = match in_parentheses(&statement.usage) {
        Some(local) => local_usage(view, local),
        None => vec![Constituent { usage: statement.usage.clone(), qualifiers: Vec::new() }],
    };
    constituents.retain(|constituent| is_standard(&constituent.usage));
    constituents
}
