//! Locally defined usages and resource sets (1.0 2.7).

use placet_testing::pattern::Pattern;

use super::expansion::Resources;
use super::text::{Field, first_word, lower, words};

/// A standard usage with the text of its qualifiers.
#[derive(Debug, Clone)]
pub(crate) struct Constituent {
    pub(crate) usage: String,
    pub(crate) qualifiers: Vec<u8>,
}

#[derive(Debug)]
enum LocalUsage {
    ///
    Qualified(Constituent),
    /// standard usages, and qualified ones in parentheses.
    Composite(Vec<String>),
}

/// The definitions of one file, in the order of the file, wherever they are in it.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    usages: Vec<(String, LocalUsage)>,
    /// With the words of each set: patterns, and names of other sets.
    sets: Vec<(String, Vec<Vec<u8>>)>,
}

impl Definitions {
    /// Takes in a definition field. One that lacks its name or its content defines nothing.
    pub(crate) fn take(&mut self, field: &Field) {
        let Some(value) = &field.value else { return };
        let (name, content) = first_word(value);
        if content.is_empty() {
            return;
        }
        let name = lower(name);
        match field.key.as_str() {
            "acap-qualified-usage" => {
                let (usage, qualifiers) = first_word(content);
                let constituent =
                    Constituent { usage: lower(usage), qualifiers: qualifiers.to_vec() };
                self.usages.push((name, LocalUsage::Qualified(constituent)));
            }
            "acap-composite-usage" => {
                let names = words(content).into_iter().map(lower).collect();
                self.usages.push((name, LocalUsage::Composite(names)));
            }
            "acap-resource-set" => {
                let members = words(content).into_iter().map(<[u8]>::to_vec).collect();
                self.sets.push((name, members));
            }
            _ => {}
        }
    }
}

/// What a file sees: its own definitions first, then those of the file that refers to it (R-044,
///
pub(crate) type View<'a> = [&'a Definitions];

/// a pattern, or a set under the prefix of 1.0 or of 0.2, written out.
pub(crate) fn resources(view: &View<'_>, resource: &[u8]) -> Vec<Resources> {
    written_out(view, resource, &[])
}

/// names are without case, of two definitions the first counts; a set named inside a
/// set is written out where it is defined. One that is not defined, or contains itself, is
/// unknown.
fn written_out(view: &View<'_>, resource: &[u8], way: &[(usize, String)]) -> Vec<Resources> {
    let text = lower(resource);
    let set = text
        .strip_prefix("the-acap:resource-set:")
        .or_else(|| text.strip_prefix("acap:resource-set:"));
    let Some(name) = set else { return vec![Resources::Matching(Pattern::acap(resource))] };
    let mut defined = None;
    for at in 0..view.len() {
        let visible = view.split_at(at).1;
        let sets = visible.first().map(|definitions| &definitions.sets);
        let found = sets.into_iter().flatten().find(|(defined, _)| defined == name);
        defined = defined.or(found.map(|(_, members)| (visible, members)));
    }
    let Some((visible, members)) = defined else { return vec![Resources::Unknown] };
    let here = (visible.len(), name.to_owned());
    if way.contains(&here) {
        return vec![Resources::Unknown];
    }
    let way = [way, &[here]].concat();
    members.iter().flat_map(|member| written_out(visible, member, &way)).collect()
}

/// The standard usages of a local usage; none if it is not defined
/// . A composite is read where it was defined.
pub(crate) fn local_usage(view: &View<'_>, name: &str) -> Vec<Constituent> {
    let Some((usage, view)) = find_usage(view, name) else { return Vec::new() };
    match usage {
        LocalUsage::Qualified(constituent) => vec![constituent.clone()],
        LocalUsage::Composite(names) => {
            names.iter().filter_map(|name| constituent(view, name)).collect()
        }
    }
}

/// qualified and composite usages share one name space; the first definition counts.
fn find_usage<'a, 'b>(view: &'b View<'a>, name: &str) -> Option<(&'a LocalUsage, &'b View<'a>)> {
    let (definitions, referring) = view.split_first()?;
    match definitions.usages.iter().find(|(defined, _)| defined == name) {
        Some((_, usage)) => Some((usage, view)),
        None => find_usage(referring, name),
    }
}

/// a standard usage, or a qualified one in parentheses; no composite inside a composite.
fn constituent(view: &View<'_>, name: &str) -> Option<Constituent> {
    let Some(local) = in_parentheses(name) else {
        return Some(Constituent { usage: name.to_owned(), qualifiers: Vec::new() });
    };
    match find_usage(view, local)?.0 {
        LocalUsage::Qualified(constituent) => Some(constituent.clone()),
        LocalUsage::Composite(_) => None,
    }
}

/// The name inside `(name)`.
pub(crate) fn in_parentheses(name: &str) -> Option<&str> {
    name.strip_prefix('(')?.strip_suffix(')')
}
