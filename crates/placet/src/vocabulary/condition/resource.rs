//! Resources named in conditions.

/// A resource named in a condition, as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Resource {
    pub(super) written: Box<str>,
    locator: Locator,
}

/// Where to find the resource of a condition. Names are percent-decoded.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Locator {
    /// At a URI, absolute or relative, as written.
    Uri(Box<str>),
    /// In the element with this id.
    Id(Box<str>),
    /// In the first element of this class.
    Class(Box<str>),
    /// In the META element of this name.
    Meta(Box<str>),
}

impl Resource {
    /// Where to find it.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// Parses a URI, or `the-acap:ROLE:LOCATOR` with one of `roles`; `acap:` is the prefix of 0.2.
    /// `plain` is the value after percent-decoding.
    pub(super) fn parse(
        written: &str,
        plain: &str,
        roles: &[&str],
        uri_in_role: bool,
    ) -> Option<Self> {
        let locator = match acap_uri(plain) {
            None => Locator::Uri(written.into()),
            Some(rest) => {
                let (role, place) = rest.split_once(':')?;
                roles.iter().find(|known| known.eq_ignore_ascii_case(role))?;
                let (kind, name) = place.split_once(':').unwrap_or(("", place));
                match &*kind.to_ascii_lowercase() {
                    "id" | "class" | "meta" if name.is_empty() => return None,
                    "id" => Locator::Id(name.into()),
                    "class" => Locator::Class(name.into()),
                    "meta" => Locator::Meta(name.into()),
                    _ if uri_in_role && !place.is_empty() => {
                        Locator::Uri(uri_in(written).unwrap_or(place).into())
                    }
                    _ => return None,
                }
            }
        };
        Some(Self { written: written.into(), locator })
    }
}

/// The URI after prefix and role, as written; `None` if prefix or role are percent-encoded.
fn uri_in(written: &str) -> Option<&str> {
    acap_uri(written)?.split_once(':').map(|(_, uri)| uri)
}

/// The text after `the-acap:`, or after `acap:`, the prefix of 0.2.
pub(crate) fn acap_uri(text: &str) -> Option<&str> {
    ["the-acap:", "acap:"].into_iter().find_map(|prefix| {
        let start = text.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| text.get(prefix.len()..))?
    })
}
