//! Which bytes a path can be made of, one behind the other.

use super::byte::{is_bare, keeps};
use crate::vocabulary::Profile;

/// Bytes that may stand for all that no pattern waits for, readable ones first.
pub(crate) const STAND_INS: &[u8] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~!&'()+,;=:@/[]?";

/// How a path has been spelt so far, as far as that bears on what may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spelling {
    /// Google's paths stand as they are.
    any: bool,
    in_query: bool,
    open: Open,
}

/// Whether a triplet may have begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Open {
    No,
    /// Behind a `%`.
    Percent,
    /// Behind a `%` and this digit.
    Digit(u8),
}

impl Spelling {
    /// Before the first byte of a path.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { any: !profile.behaviour().normalises, in_query: false, open: Open::No }
    }

    /// Whether the first `?` has been passed.
    pub(crate) fn in_query(self) -> bool {
        self.in_query
    }

    /// Whether whatever can follow a path so spelt can follow any other on this side of the `?`.
    pub(crate) fn is_free(self) -> bool {
        self.open == Open::No
    }

    /// The path with one more byte; none where no path in normal form goes on so (F-22).
    ///
    /// What is no whole triplet stands as it is; a whole one has upper-case digits and is that of an
    /// byte that normal forms do not decode. A fragment belongs to no path (F-20), nor does what
    /// ends a C string in Google's matcher.
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

    /// A path is spelt so exactly if it is its own normal form.
    #[test]
    fn what_is_spelt_is_what_targets_are() {
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
                // Google reads an authority from `//`; the others take a bare path as it stands.
                let site = if profile == Profile::Google { "http://a" } else { "" };
                let url = format!("{site}{path}");
                let own = Target::new(&url, profile).unwrap().bytes() == path.as_bytes();
                let spelt = path.bytes().try_fold(Spelling::new(profile), Spelling::after);
                assert_eq!(spelt.is_some(), own, "{path:?} {profile}");
            }
        }
    }
}
