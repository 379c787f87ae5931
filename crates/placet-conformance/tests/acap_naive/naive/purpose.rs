//! Usage purposes.

/// The purposes of a statement relative to one question.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reach {
    /// In no sub-record, or in one with the bare `*`.
    pub(crate) general: bool,
    /// In a sub-record with another pattern that matches the purpose asked.
    pub(crate) special: bool,
}

impl Reach {
    /// A general field applies always; a sub-record where a purpose matches, or with the bare `*`
    ///
    pub(crate) fn new(purposes: Option<&[String]>, asked: Option<&str>) -> Self {
        let Some(purposes) = purposes else { return Self { general: true, special: false } };
        let matches = |pattern: &String| asked.is_some_and(|asked| matches(pattern, asked));
        Self {
            general: purposes.iter().any(|pattern| pattern == "*"),
            special: purposes.iter().filter(|pattern| *pattern != "*").any(matches),
        }
    }

    /// Whether the statement applies at all.
    pub(crate) fn applies(self) -> bool {
        self.general || self.special
    }

    /// both are general, or both are in sub-records that match the purpose asked.
    pub(crate) fn is_same(self, other: Self) -> bool {
        (self.general && other.general) || (self.special && other.special)
    }
}

/// a plain name is the whole string; a URI pattern or one with a wildcard is a prefix, in
/// which `*` and `$` are as in. Never with case.
fn matches(pattern: &str, purpose: &str) -> bool {
    let pattern = pattern.to_ascii_lowercase();
    let purpose = purpose.to_ascii_lowercase();
    let is_plain = !pattern.contains(['*', ':']) && !pattern.ends_with('$');
    if is_plain {
        return !pattern.is_empty() && pattern == purpose;
    }
    match pattern.strip_suffix('$') {
        Some(pattern) => match_from(pattern, &purpose, true),
        None => match_from(&pattern, &purpose, false),
    }
}

fn match_from(pattern: &str, purpose: &str, to_the_end: bool) -> bool {
    let mut characters = pattern.chars();
    match characters.next() {
        None => !to_the_end || purpose.is_empty(),
        Some('*') => {
            let starts = purpose.char_indices().map(|(at, _)| at).chain([purpose.len()]);
            let rest = characters.as_str();
            starts.into_iter().any(|at| match_from(rest, purpose.split_at(at).1, to_the_end))
        }
        Some(wanted) => purpose
            .strip_prefix(wanted)
            .is_some_and(|left| match_from(characters.as_str(), left, to_the_end)),
    }
}
