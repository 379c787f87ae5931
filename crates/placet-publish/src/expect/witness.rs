//! Paths that show what a pattern does: one that it matches, and one that it only just does not.

/// What stands for a `*`.
const FILLER: &str = "x";

/// A path that a pattern in normal form matches; none where it can match nothing.
pub(super) fn witness(pattern: &str) -> Option<String> {
    let path = pattern.strip_suffix('$').unwrap_or(pattern).replace('*', FILLER);
    match path.as_bytes().first()? {
        b'/' => Some(path),
        _ if pattern.starts_with('*') => Some(format!("/{path}")),
        _ => None,
    }
}

/// A path like the witness that the pattern most likely does not match: longer where the pattern
/// has an end, else without its last character.
pub(super) fn near_miss(pattern: &str) -> Option<String> {
    if pattern.ends_with('$') {
        return Some(witness(pattern)? + FILLER);
    }
    let mut path = witness(pattern.trim_end_matches('*'))?;
    let triplet = path.len().checked_sub(3).filter(|&at| path.get(at..=at) == Some("%"));
    match triplet {
        Some(at) => path.truncate(at),
        None => drop(path.pop()),
    }
    path.starts_with('/').then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_witness_and_its_near_miss() {
        for (pattern, matches, misses) in [
            ("/drafts/", "/drafts/", Some("/drafts")),
            ("/*?print=", "/x?print=", Some("/x?print")),
            ("/archive/*.pdf$", "/archive/x.pdf", Some("/archive/x.pdfx")),
            ("*.gif", "/x.gif", Some("/x.gi")),
            ("/a*", "/ax", Some("/")),
            ("/caf%C3%A9", "/caf%C3%A9", Some("/caf%C3")),
            ("/", "/", None),
        ] {
            assert_eq!(witness(pattern).as_deref(), Some(matches));
            assert_eq!(near_miss(pattern).as_deref(), misses);
        }
        assert_eq!(witness("a"), None);
    }
}
