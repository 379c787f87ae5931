//! Bearer tokens.

use std::path::Path;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue};
use placet_fetch::Digest;
use subtle::ConstantTimeEq as _;

/// The shortest token, in bytes: 128 bits in base64 have 22.
const SHORTEST: usize = 16;

/// The digests of the tokens that clients may use; none if no token is needed.
#[derive(Default)]
pub(crate) struct Tokens {
    digests: Option<Vec<Digest>>,
}

impl Tokens {
    /// Reads a file with one token per line. Empty lines and lines that start with `#` are skipped.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else { return Ok(Self::default()) };
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read the tokens in {shown}: {error}"))?;
        let tokens = text.lines().map(str::trim);
        let tokens = tokens.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut digests = Vec::new();
        for token in tokens {
            if token.len() < SHORTEST {
                return Err(format!("{shown} has a token of less than {SHORTEST} characters"));
            }
            digests.push(Digest::of(token.as_bytes()));
        }
        if digests.is_empty() {
            return Err(format!("{shown} has no token; write one per line"));
        }
        Ok(Self { digests: Some(digests) })
    }

    /// Whether a request may be answered. The time that this takes does not depend on how much of a
    /// token is right: digests are compared, all of them, in constant time.
    pub(crate) fn allow(&self, fields: &HeaderMap) -> bool {
        let Some(digests) = &self.digests else { return true };
        let given = fields.get(AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
        let (scheme, token) = given.split_at_checked(7).unwrap_or_default();
        let digest = Digest::of(token);
        let is_known = digests
            .iter()
            .fold(subtle::Choice::from(0), |known, it| known | it.bytes().ct_eq(digest.bytes()));
        bool::from(is_known) && scheme.eq_ignore_ascii_case(b"Bearer ")
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn tokens(text: &str) -> Result<Tokens, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Tokens::read(Some(file.path()))
    }

    #[test]
    fn a_request_needs_one_of_the_tokens() {
        let tokens = tokens("# ops\n0123456789abcdef\n\n  fedcba9876543210  \n").unwrap();
        for (field, allowed) in [
            (Some("Bearer 0123456789abcdef"), true),
            (Some("bearer fedcba9876543210"), true),
            (Some("Bearer 0123456789abcde"), false),
            (Some("Bearer  0123456789abcdef"), false),
            (Some("Basic 0123456789abcdef"), false),
            (Some("Bearer # ops"), false),
            (Some("Bearer "), false),
            (Some("x"), false),
            (None, false),
        ] {
            let fields = field.map(|it| (AUTHORIZATION, it.parse().unwrap()));
            let fields: HeaderMap = fields.into_iter().collect();
            assert_eq!(tokens.allow(&fields), allowed, "{field:?}");
        }
        assert!(Tokens::read(None).unwrap().allow(&HeaderMap::new()));
    }

    #[test]
    fn files_without_good_tokens_are_refused() {
        assert!(tokens("# none\n").unwrap_err().contains("no token"));
        assert!(tokens("short\n").unwrap_err().contains("16 characters"));
        assert!(Tokens::read(Some(Path::new("/nonexistent"))).is_err());
    }
}
