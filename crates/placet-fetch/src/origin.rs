//! Where a robots.txt is, and which URLs it applies to.

use std::fmt;

#[cfg(feature = "client")]
use memchr::memchr3;
use thiserror::Error;
use url::{Position, Url};

/// Scheme, host and port: the URLs that one robots.txt applies to (RFC 9309 §2.3, F-30).
///
/// ```
/// use placet_fetch::Origin;
///
/// let origin: Origin = "https://Example.com:443/a/b?c".parse()?;
/// assert_eq!(origin.to_string(), "https://example.com");
/// assert_eq!(origin.robots_txt().as_str(), "https://example.com/robots.txt");
/// # Ok::<(), placet_fetch::InvalidOrigin>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The URL of its robots.txt: with no user, query or fragment.
    robots: Url,
}

/// Why there is no robots.txt for a URL.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidOrigin {
    /// It is not an absolute URL.
    #[error("`{url}` is not an absolute URL: {why}")]
    NotAUrl {
        /// The text.
        url: String,
        /// What is wrong with it.
        why: url::ParseError,
    },
    /// It is not fetched over HTTP (F-37).
    #[error("`{0}` is neither http nor https")]
    Scheme(String),
}

impl Origin {
    /// The origin of a URL.
    ///
    /// # Errors
    /// If its scheme is neither http nor https (F-37).
    pub fn of(url: &Url) -> Result<Self, InvalidOrigin> {
        if !is_web(url) {
            return Err(InvalidOrigin::Scheme(url.scheme().to_owned()));
        }
        let mut robots = bare(url.clone());
        robots.set_query(None);
        robots.set_path("/robots.txt");
        Ok(Self { robots })
    }

    /// As text, with the port if it is not the default of the scheme: `https://example.com`.
    pub fn as_str(&self) -> &str {
        &self.robots[..Position::BeforePath]
    }

    /// Where its robots.txt is (RFC 9309 §2.3, F-30).
    pub fn robots_txt(&self) -> &Url {
        &self.robots
    }

    /// What a reference in its robots.txt points to: a path below the root of the site, or a URI
    /// (ACAP 1.0 §2.3.2, A-37). `None` if that cannot be fetched.
    pub fn reference(&self, target: &str) -> Option<Url> {
        self.robots.join(target).ok().filter(is_web).map(bare)
    }

    /// The scheme: `http` or `https`.
    pub fn scheme(&self) -> &str {
        self.robots.scheme()
    }

    /// The host, as URLs write it.
    pub fn host(&self) -> &str {
        self.robots.host_str().unwrap_or_default()
    }

    /// The port; the default of the scheme if none is written.
    pub fn port(&self) -> u16 {
        self.robots.port_or_known_default().unwrap_or_default()
    }
}

/// Whether it is fetched over HTTP (F-37).
pub(crate) fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty())
}

/// The URL without the parts that are never sent: user, password, fragment.
pub(crate) fn bare(mut url: Url) -> Url {
    url.set_fragment(None);
    // These fail only for URLs without a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

/// The text of an http or https URL up to its path. If that is how an [`Origin`] is written, then it
/// is the origin of the URL: a parser changes nothing in it, and finds nothing else before the path.
#[cfg(feature = "client")]
pub(crate) fn written(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = memchr3(b'/', b'?', b'#', rest.as_bytes());
    url.get(..url.len() - rest.len() + host.unwrap_or(rest.len()))
}

/// Parses a URL of any scheme.
pub(crate) fn parse(text: &str) -> Result<Url, InvalidOrigin> {
    Url::parse(text).map_err(|why| InvalidOrigin::NotAUrl { url: text.to_owned(), why })
}

impl std::str::FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        Self::of(&parse(text)?)
    }
}

impl AsRef<str> for Origin {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheme_host_and_port_make_an_origin() {
        for (url, robots) in [
            ("https://example.com", "https://example.com/robots.txt"),
            ("HTTP://EXAMPLE.com:80/x?y#z", "http://example.com/robots.txt"),
            ("http://example.com:8080/", "http://example.com:8080/robots.txt"),
            ("https://user:secret@example.com/x", "https://example.com/robots.txt"),
            ("http://[::1]:81/", "http://[::1]:81/robots.txt"),
            ("http://bücher.example/", "http://xn--bcher-kva.example/robots.txt"),
        ] {
            assert_eq!(url.parse::<Origin>().unwrap().robots_txt().as_str(), robots);
        }
        for url in ["ftp://example.com/", "file:///etc/passwd", "example.com", "", "data:,x"] {
            assert!(url.parse::<Origin>().is_err(), "{url}");
        }
    }

    #[test]
    fn references_are_paths_or_web_uris() {
        let origin: Origin = "https://example.com/".parse().unwrap();
        let of = |target| origin.reference(target).map(String::from);
        assert_eq!(of("/acap.txt").as_deref(), Some("https://example.com/acap.txt"));
        assert_eq!(of("http://a@other.example/x#y").as_deref(), Some("http://other.example/x"));
        assert_eq!(of("ftp://other.example/x"), None);
        assert_eq!(of("http://"), None);
    }
}
