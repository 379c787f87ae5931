//! Which groups apply together.

use std::collections::{HashMap, HashSet};

use placet::robots::AgentLine;

use crate::view::View;

/// The sets of groups that apply together to some crawler, without duplicates (F-11, F-13).
pub(crate) fn sets(view: &View<'_>) -> Vec<Vec<usize>> {
    if view.groups.len() <= 1 {
        return if view.groups.is_empty() { Vec::new() } else { vec![vec![0]] };
    }
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (line, names) in view.agents.iter().zip(view.names()) {
        for name in names.iter().flatten() {
            let at = *places.entry(name).or_insert_with(|| {
                sets.push(Vec::new());
                sets.len() - 1
            });
            if let Some(groups) = sets.get_mut(at)
                && groups.last() != Some(&line.group())
            {
                groups.push(line.group());
            }
        }
    }
    let mut seen: HashSet<&[usize]> = HashSet::new();
    let is_first: Vec<bool> = sets.iter().map(|groups| seen.insert(groups)).collect();
    let mut is_first = is_first.into_iter();
    sets.retain(|_| is_first.next().unwrap_or(true));
    sets
}

/// The names that a line addresses, in lower case: its leading token and, if that is not all of it,
/// the whole value; `*` for all crawlers that no group names.
pub(crate) fn names(line: &AgentLine<'_>) -> [Option<String>; 2] {
    if line.is_global() {
        return [Some("*".to_owned()), None];
    }
    let value = line.value().to_ascii_lowercase();
    let token = token(&value);
    let token = (!token.is_empty()).then(|| token.to_owned());
    let whole = (!value.is_empty() && token.as_deref() != Some(&value)).then_some(value);
    [token, whole]
}

/// The leading product token of a value (RFC 9309 §2.2.1).
pub(crate) fn token(value: &str) -> &str {
    let is_token = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
    let end = value.find(|c: char| !is_token(c)).unwrap_or(value.len());
    value.get(..end).unwrap_or(value)
}
