//! Which of two patterns is narrower (ACAP 1.0 §2.4.5).

/// How the scope of one pattern compares with that of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there is no fifth case")]
pub enum Scope {
    /// It is narrower, so it takes precedence.
    Narrower,
    /// It is broader.
    Broader,
    /// They are the same pattern.
    Same,
    /// ACAP's rule does not decide (R-067, A-16).
    Undetermined,
}

/// Compares two patterns by the wording of §2.4.5: from left to right, up to the first difference.
///
/// Both must be in normal form, in the same case, with a leading `/` (A-15, A-18, A-44), so that an
/// unencoded `*` is a wildcard and an unencoded `$` the anchor.
///
/// ```
/// use placet::pattern::{compare_scopes, Scope};
///
/// assert_eq!(compare_scopes(b"/a/b", b"/a/"), Scope::Narrower);
/// assert_eq!(compare_scopes(b"/*a", b"/*b"), Scope::Undetermined);
/// ```
#[expect(clippy::match_same_arms, reason = "one arm for each rule of the section")]
pub fn compare(one: &[u8], other: &[u8]) -> Scope {
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    match (one.get(same), other.get(same)) {
        (None, None) => Scope::Same,
        // A pattern that ends first is broader (R-064).
        (None, Some(_)) => Scope::Broader,
        (Some(_), None) => Scope::Narrower,
        // Where one has `$`, the other is narrower, even against `*` (R-065, A-14).
        (Some(b'$'), Some(_)) => Scope::Broader,
        (Some(_), Some(b'$')) => Scope::Narrower,
        // Where one has `*`, the other is narrower (R-066).
        (Some(b'*'), Some(_)) => Scope::Broader,
        (Some(_), Some(b'*')) => Scope::Narrower,
        (Some(_), Some(_)) => Scope::Undetermined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_compare_as_the_section_says() {
        for (one, other, scope) in [
            ("/a/b", "/a/", Scope::Narrower),
            ("/a/", "/a/b", Scope::Broader),
            ("/a", "/a", Scope::Same),
            ("/a$", "/a", Scope::Narrower),
            ("/a*", "/a$", Scope::Narrower),
            ("/ab", "/a$", Scope::Narrower),
            ("/a*", "/ab", Scope::Broader),
            ("/*.pdf", "/", Scope::Narrower),
            ("/*a", "/*b", Scope::Undetermined),
            ("/*/a/", "/*/b/", Scope::Undetermined),
            ("/*.js", "/wp-", Scope::Broader),
        ] {
            assert_eq!(compare(one.as_bytes(), other.as_bytes()), scope, "{one} {other}");
        }
    }

    #[test]
    fn swapping_the_patterns_reverses_the_result() {
        let patterns = ["/", "/a", "/a$", "/a*", "/a*b", "/*", "/*$", "/ab", "/b", "/*a", "/*b"];
        for one in patterns {
            for other in patterns {
                let turned = match compare(other.as_bytes(), one.as_bytes()) {
                    Scope::Narrower => Scope::Broader,
                    Scope::Broader => Scope::Narrower,
                    scope => scope,
                };
                assert_eq!(compare(one.as_bytes(), other.as_bytes()), turned, "{one} {other}");
            }
        }
    }
}
