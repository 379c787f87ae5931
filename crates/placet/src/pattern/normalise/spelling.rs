//! Which bytes can follow each other in a path.

use super::byte::{is_bare, keeps};
use crate::vocabulary::Profile;

/// Bytes that can represent all bytes that no pattern expects, readable ones first.
pub(crate) const REPRESENTATIVES: &[u8] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~!&'()+,;=:@/[]?";

/// The spelling of a path so far, as far as it limits what can follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spelling {
    /// Whether any byte can follow: Google's matcher does not normalise paths.
    any: bool,
    in_query: bool,
    open: Open,
}

/// Whether a triplet may have begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Open {
    No,
    /// After a `%`.
    Percent,
    /// After a `%` and this digit.
    Digit(u8),
}

impl Spelling {
    /// The spelling before the first byte of a path.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { any: !profile.behaviour().normalises, in_query: false, open: Open::No }
    }

    /// Whether the first `?` has been read.
    pub(crate) fn in_query(self) -> bool {
        self.in_query
    }

    /// Whether it limits nothing: whatever can follow any path on this side of the `?` can follow
    /// this one.
    pub(crate) fn is_free(self) -> bool {
        self.open == Open::No
    }

    /// The spelling after one more byte; `None` if no path in normal form continues like this
    /// (F-22).
    ///
    /// Incomplete triplets are kept as written. A complete one has upper-case digits and encodes a
    /// byte that normal forms do not decode. A path contains no fragment (F-20), and none of the
    /// bytes that end a C string in Google's matcher.
    pub(crate) fn after(self, byte: u8) -> Option<Self> {
        if self.any {
            return (!matches!(byte, 0 | b'#')).then_some(self);
        }
        let digit = byte.is_ascii_hexdigit();
        let open = match self.open {
            Open::Percent if digit => Open::Digit(byte),
            Open::Digit(high) if digit => {
                if !keeps(&[high, byte], || self.in_query) {
                    return None;
                }
                Open::No
            }
            _ if byte == b'%' => Open::Percent,
            _ if is_bare(byte) => Open::No,
            _ => return None,
        };
        Some(Self { open, in_query: self.in_query || byte == b'?', ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Target;

    /// A path has a spelling exactly if it is its own normal form.
    #[test]
    fn paths_with_a_spelling_are_those_in_normal_form() {
        let mut paths = vec!["/".to_owned()];
        for from in ["", "%", "%2", "?", "?%", "?%2"] {
            for first in 0..128_u8 {
                for second in ["", "F", "f", "1", "%", "?", "x", "A"] {
                    paths.push(format!("/{from}{}{second}", char::from(first)));
                }
            }
        }
        for path in paths {
            for profile in Profile::ALL {
                // Google reads an authority from `//`; the others take a path as written.
                let site = if profile == Profile::Google { "http://a" } else { "" };
                let url = format!("{site}{path}");
                let own = Target::new(&url, profile).unwrap().bytes() == path.as_bytes();
                let spelling = path.bytes().try_fold(Spelling::new(profile), Spelling::after);
                assert_eq!(spelling.is_some(), own, "{path:?} {profile}");
            }
        }
    }
}
