//! What a question is about: the part of a URL that rules are matched with.

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr, memchr2, memchr3, memmem};

use crate::pattern::normalise;
use crate::profile::Profile;
use crate::scan;

/// The path and query of a URL, in the form that rules are matched with.
///
/// Borrows from the URL where that is written in normal form already, as most are. Otherwise the
/// rewritten octets are allocated here, once for any number of questions.
///
/// ```
/// use placet::{Profile, Target};
///
/// let target = Target::new("https://example.com/%7Ejoe?q=1#top", Profile::Rfc9309)?;
/// assert_eq!(target.to_string(), "/~joe?q=1");
/// assert!(Target::new("example.com", Profile::Rfc9309).is_err());
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<'u> {
    octets: Cow<'u, [u8]>,
    always_open: bool,
    /// The URL as given; empty where only octets are known.
    url: &'u str,
    /// Whose reading of the URL it is.
    profile: Profile,
}

impl<'u> Target<'u> {
    /// The target of an absolute URL, or of a path that begins with `/`, as `profile` reads it.
    ///
    /// # Errors
    /// When `url` is neither. In [`Profile::Google`] any text has a target.
    pub fn new(url: &'u str, profile: Profile) -> Result<Self, InvalidUrl> {
        if profile == Profile::Google {
            let octets = google_path(url.as_bytes());
            return Ok(Self { octets, always_open: false, url, profile });
        }
        let octets = if url.starts_with('/') && scan::is_plain_path(url.as_bytes()) {
            Cow::Borrowed(url.as_bytes())
        } else {
            let written = path(url.as_bytes())?;
            normalise::path(&written).map_or(written, Cow::Owned)
        };
        // RFC 9309 §2.2.2: "The /robots.txt URI is implicitly allowed."
        let always_open = octets
            .strip_prefix(b"/robots.txt")
            .is_some_and(|rest| matches!(rest.first(), None | Some(b'?')));
        Ok(Self { octets, always_open, url, profile })
    }

    /// Octets as they stand, in no profile's normal form.
    pub(crate) fn of_octets(octets: &'u [u8]) -> Self {
        let octets = Cow::Borrowed(octets);
        Self { octets, always_open: false, url: "", profile: Profile::Full }
    }

    /// The profile that it was made for.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The target of the same URL in another profile.
    ///
    /// # Errors
    /// When the URL is none there.
    pub(crate) fn in_profile(&self, profile: Profile) -> Result<Self, InvalidUrl> {
        Self::new(self.url, profile)
    }

    /// Whether the URL may be one of this origin: it is, or only its path is known.
    pub(crate) fn may_be_of(&self, origin: &Origin) -> bool {
        origin.may_have(self.url)
    }

    /// The octets rules are matched with.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Whether it is `/robots.txt`, which is open whatever the file says (RFC 9309 §2.2.2).
    pub fn is_robots_txt(&self) -> bool {
        self.always_open
    }

    /// Whether the resource may lie at a URI: it does, or only its path is known and that is the
    /// same (ACAP Part 2 §2.2.9.1, R-148). Fragments do not count.
    pub(crate) fn may_lie_at(&self, location: &str) -> bool {
        let origins_agree = match (origin(self.url), origin(location)) {
            (Some(own), Some(other)) => own == other,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let there = Target::new(location, Profile::Full);
        origins_agree && there.is_ok_and(|there| there.octets() == self.octets())
    }

    /// Where the query begins, at its `?`; the length where there is none.
    pub(crate) fn query(&self) -> usize {
        memchr(b'?', self.octets()).unwrap_or(self.octets().len())
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.octets()))
    }
}

/// The scheme and authority of an absolute URL in one form: lower case, without the port that the
/// scheme implies (RFC 3986 §6.2.2.1, §6.2.3).
fn origin(url: &str) -> Option<(String, String)> {
    let (scheme, rest) = url.split_once("://").filter(|_| !url.starts_with('/'))?;
    let scheme = scheme.to_ascii_lowercase();
    let authority = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let port = match &*scheme {
        "http" => ":80",
        "https" => ":443",
        _ => ":",
    };
    let host = authority.strip_suffix(port).or_else(|| authority.strip_suffix(':'));
    Some((scheme, host.unwrap_or(&authority).to_owned()))
}

/// The scheme, host and port that a robots.txt speaks for (RFC 9309 §2.3, F-30).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin(Box<str>);

impl Origin {
    /// The origin of an absolute URL.
    ///
    /// # Errors
    /// When `url` is none.
    pub(crate) fn of(url: &str) -> Result<Self, InvalidUrl> {
        path(url.as_bytes())?;
        let (scheme, host) = place(url).ok_or(InvalidUrl(Fault::NoScheme))?;
        Ok(Self(format!("{scheme}://{host}").to_ascii_lowercase().into()))
    }

    /// Whether a URL is of this origin, or has none. Nothing is allocated.
    fn may_have(&self, url: &str) -> bool {
        let same = |(scheme, host): (&str, &str)| {
            let own = self.0.split_once("://");
            own.is_some_and(|(own_scheme, own_host)| {
                own_scheme.eq_ignore_ascii_case(scheme) && own_host.eq_ignore_ascii_case(host)
            })
        };
        place(url).is_none_or(same)
    }
}

/// The scheme and the host, with a port that the scheme does not imply, of an absolute URL.
fn place(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://").filter(|_| !url.starts_with('/'))?;
    let is_scheme = scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    let authority = rest.split(['/', '?', '#']).next().filter(|_| is_scheme)?;
    let host = authority.rsplit('@').next()?;
    let implied = if scheme.eq_ignore_ascii_case("http") {
        ":80"
    } else if scheme.eq_ignore_ascii_case("https") {
        ":443"
    } else {
        ":"
    };
    let bare = host.strip_suffix(implied).or_else(|| host.strip_suffix(':'));
    Some((scheme, bare.unwrap_or(host)))
}

/// A `/` before what is no path of itself.
fn rooted<'u>(rest: &[u8]) -> Cow<'u, [u8]> {
    if rest.is_empty() {
        return Cow::Borrowed(b"/");
    }
    Cow::Owned([b"/", rest].concat())
}

/// The path and query of a URL: from the first `/` behind the authority up to `#` (F-20).
fn path(url: &[u8]) -> Result<Cow<'_, [u8]>, InvalidUrl> {
    let url = memchr(b'#', url).and_then(|at| url.get(..at)).unwrap_or(url);
    if url.first() == Some(&b'/') {
        return Ok(Cow::Borrowed(url));
    }
    let colon = memchr(b':', url).ok_or(InvalidUrl(Fault::NoScheme))?;
    let (scheme, rest) = url.split_at_checked(colon).unwrap_or_default();
    let is_scheme = scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|&o| o.is_ascii_alphanumeric() || matches!(o, b'+' | b'-' | b'.'));
    if !is_scheme {
        return Err(InvalidUrl(Fault::NoScheme));
    }
    let authority = rest.strip_prefix(b"://").ok_or(InvalidUrl(Fault::NoAuthority))?;
    let end = memchr2(b'/', b'?', authority).unwrap_or(authority.len());
    let (host, rest) = authority.split_at_checked(end).unwrap_or_default();
    if host.is_empty() {
        return Err(InvalidUrl(Fault::NoAuthority));
    }
    Ok(if rest.first() == Some(&b'/') { Cow::Borrowed(rest) } else { rooted(rest) })
}

/// The path as Google's `GetPathParamsQuery` finds it in any text.
fn google_path(url: &[u8]) -> Cow<'_, [u8]> {
    let url = url.strip_prefix(b"//").unwrap_or(url);
    let early = memchr3(b'/', b'?', b';', url).unwrap_or(url.len());
    let protocol = memmem::find(url, b"://").filter(|&at| at <= early).map_or(0, |at| at + 3);
    let start = url.get(protocol..).and_then(|rest| memchr3(b'/', b'?', b';', rest));
    let end = memchr(b'#', url).unwrap_or(url.len());
    let path = start.and_then(|at| url.get(protocol + at..end));
    // The matcher takes the path as a C string.
    match path.and_then(|path| path.split(|&octet| octet == 0).next()) {
        None | Some([]) => Cow::Borrowed(b"/"),
        Some(path @ [b'/', ..]) => Cow::Borrowed(path),
        Some(path) => rooted(path),
    }
}

/// The text is neither an absolute URL nor a path, or a URL of a site that was not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidUrl(Fault);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    NoScheme,
    NoAuthority,
    OtherOrigin,
}

impl InvalidUrl {
    /// The URL is of another origin than the one asked about.
    pub(crate) const OTHER_ORIGIN: Self = Self(Fault::OtherOrigin);
}

impl fmt::Display for InvalidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Fault::NoScheme => {
                "not a URL: expected a path that begins with / or an absolute URL such as \
                 https://example.com/page"
            }
            Fault::NoAuthority => "not a URL: expected // and a host behind the scheme",
            Fault::OtherOrigin => {
                "a URL of another site: this robots.txt speaks for its own scheme, host and port only"
            }
        })
    }
}

impl std::error::Error for InvalidUrl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_and_query_of_a_url() {
        for (url, target) in [
            ("https://example.com", "/"),
            ("https://example.com?q", "/?q"),
            ("https://example.com/a?b#c", "/a?b"),
            ("http://[::1]:8080/a", "/a"),
            ("/a//b", "/a//b"),
            ("//a", "//a"),
            ("/#", "/"),
        ] {
            assert_eq!(Target::new(url, Profile::Rfc9309).unwrap().to_string(), target, "{url}");
        }
    }

    #[test]
    fn what_is_no_url_is_told() {
        for url in ["", "a", "a/b", "example.com/a", "http:", "http:/a", "http:///a", ":a", "?a"] {
            assert!(Target::new(url, Profile::Rfc9309).is_err(), "{url}");
        }
    }

    #[test]
    fn robots_txt_is_told_by_its_path_alone() {
        let open = |url| Target::new(url, Profile::Rfc9309).unwrap().is_robots_txt();
        assert!(open("/robots.txt") && open("http://a/robots.txt?b") && open("/%72obots.txt"));
        assert!(!open("/robots.txt/") && !open("/Robots.txt") && !open("/a/robots.txt"));
    }

    #[test]
    fn a_location_is_compared_in_one_form() {
        let lies = |url, location| Target::new(url, Profile::Full).unwrap().may_lie_at(location);
        for (url, location) in [
            ("http://a.example/b", "HTTP://A.example:80/b"),
            ("https://a.example:443", "https://a.example/"),
            ("http://a.example/%7Eb#c", "http://a.example/~b"),
            ("http://a.example/b?c", "http://a.example/b?c#d"),
            ("/b", "http://a.example/b"),
        ] {
            assert!(lies(url, location), "{url} {location}");
        }
        for (url, location) in [
            ("http://a.example/b", "https://a.example/b"),
            ("http://a.example:8080/b", "http://a.example/b"),
            ("http://b.example/b", "http://a.example/b"),
            ("http://a.example/b", "http://a.example/B"),
            ("http://a.example/b", "http://a.example/b?"),
            ("http://a.example/b", "urn:b"),
            ("/c", "http://a.example/b"),
        ] {
            assert!(!lies(url, location), "{url} {location}");
        }
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let origin = Origin::of("HTTPS://Example.com:443/a").unwrap();
        for url in [
            "https://example.com",
            "https://EXAMPLE.com:443/b?c#d",
            "https://user:word@example.com/",
            "/a",
            "//other.example/a",
            "",
        ] {
            assert!(origin.may_have(url), "{url}");
        }
        for url in [
            "http://example.com/",
            "https://example.com:8443/",
            "https://www.example.com/",
            "https://example.com@other.example/",
            "https://example.com.other.example/",
        ] {
            assert!(!origin.may_have(url), "{url}");
        }
        assert!(Origin::of("/a").is_err() && Origin::of("example.com").is_err());
    }

    #[test]
    fn google_finds_a_path_in_any_text() {
        for (url, target) in [
            ("", "/"),
            ("a", "/"),
            ("http://a", "/"),
            ("http://a/b;c?d#e", "/b;c?d"),
            ("http://a?b", "/?b"),
            ("//a/b", "/b"),
            ("a/b://c/d", "/b://c/d"),
            ("a;b", "/;b"),
            ("http://a#b/c", "/"),
            ("a#b://c/d", "/"),
            ("/a\0b", "/a"),
            ("http://a/ä", "/ä"),
        ] {
            assert_eq!(Target::new(url, Profile::Google).unwrap().to_string(), target, "{url}");
        }
    }
}
