//! The part of a URL that rules are matched against.

mod host;
mod url;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use memchr::{memchr, memchr3, memmem};

use self::url::Url;
use crate::pattern::normalise;
use crate::text::scan;
use crate::vocabulary::Profile;

/// The path and query of a URL, in the form that rules are matched against.
///
/// Borrows from the URL if that is already in normal form, as most are. Otherwise it allocates the
/// normalised bytes, once for any number of questions.
///
/// ```
/// use placet::{Profile, Target};
///
/// let target = Target::new("https://example.com/%7Ejoe?q=1#top", Profile::Rfc9309)?;
/// assert_eq!(target.to_string(), "/~joe?q=1");
/// let target = Target::new("https://example.com/a/../%7Ejoe", Profile::Rfc9309)?;
/// assert_eq!(target.to_string(), "/~joe");
/// assert!(Target::new("example.com", Profile::Rfc9309).is_err());
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<'u> {
    bytes: Cow<'u, [u8]>,
    always_open: bool,
    /// The URL as given; empty if only bytes are known.
    url: Cow<'u, str>,
    /// The profile it was parsed for.
    profile: Profile,
}

impl<'u> Target<'u> {
    /// Creates the target of an absolute URL, or of a path that begins with `/`, for `profile`.
    ///
    /// An absolute URL means the request that it leads to, so it is parsed as in the [URL
    /// standard](https://url.spec.whatwg.org/): tabs and line ends are removed, `\` is read as `/`,
    /// dot segments are resolved (F-20). A path is used as written.
    ///
    /// # Errors
    /// If `url` is neither. In [`Profile::Google`] any text has a target.
    pub fn new(url: &'u str, profile: Profile) -> Result<Self, InvalidUrl> {
        match url::plain(url.as_bytes()).filter(|_| !profile.behaviour().takes_any_text) {
            Some(path) => Ok(Self::of_normal(Cow::Borrowed(path), url, profile)),
            None => Self::normalised(url, profile),
        }
    }

    /// The same for any text.
    #[inline(never)]
    fn normalised(url: &'u str, profile: Profile) -> Result<Self, InvalidUrl> {
        let bytes = match url.as_bytes() {
            text if profile.behaviour().takes_any_text => google_path(text),
            path @ [b'/', ..] => {
                let end = memchr(b'#', path).unwrap_or(path.len());
                normal(Cow::Borrowed(path.get(..end).unwrap_or(path)))
            }
            _ => normal(match url::cleaned(url) {
                Cow::Borrowed(url) => Url::parse(url).map_err(InvalidUrl)?.path,
                Cow::Owned(url) => {
                    Cow::Owned(Url::parse(&url).map_err(InvalidUrl)?.path.into_owned())
                }
            }),
        };
        Ok(Self::of_normal(bytes, url, profile))
    }

    /// The same for a URL of this site. The host of a URL that is spelled like the site is known.
    ///
    /// # Errors
    /// As [`Target::new`], and if the URL is of another site.
    pub(crate) fn of_site(url: &'u str, profile: Profile, site: &Site) -> Result<Self, InvalidUrl> {
        if site.is_plain
            && !profile.behaviour().takes_any_text
            && let Some(path @ [b'/', ..]) = url.strip_prefix(&*site.text).map(str::as_bytes)
            && scan::is_plain_url(path)
        {
            return Ok(Self::of_normal(Cow::Borrowed(path), url, profile));
        }
        let target = Self::new(url, profile)?;
        if target.may_be_of(site) { Ok(target) } else { Err(InvalidUrl::OTHER_SITE) }
    }

    /// Creates a target from bytes in normal form.
    #[inline]
    fn of_normal(bytes: Cow<'u, [u8]>, url: &'u str, profile: Profile) -> Self {
        // RFC 9309 §2.2.2: "The /robots.txt URI is implicitly allowed."
        let always_open = profile.behaviour().opens_robots_txt
            && bytes
                .strip_prefix(b"/robots.txt")
                .is_some_and(|rest| matches!(rest.first(), None | Some(b'?')));
        Self { bytes, always_open, url: Cow::Borrowed(url), profile }
    }

    /// Creates a target from bytes as they are, without normalisation.
    pub(crate) fn of_bytes(bytes: &'u [u8]) -> Self {
        let bytes = Cow::Borrowed(bytes);
        Self { bytes, always_open: false, url: Cow::Borrowed(""), profile: Profile::Full }
    }

    /// Converts it into a target that borrows nothing, and so can be stored or sent to another
    /// thread.
    ///
    /// ```
    /// use placet::{Profile, Target};
    ///
    /// fn read(url: String) -> Result<Target<'static>, placet::InvalidUrl> {
    ///     Ok(Target::new(&url, Profile::Full)?.into_owned())
    /// }
    /// assert_eq!(read("/a%62".to_owned())?.to_string(), "/ab");
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn into_owned(self) -> Target<'static> {
        Target {
            bytes: Cow::Owned(self.bytes.into_owned()),
            always_open: self.always_open,
            url: Cow::Owned(self.url.into_owned()),
            profile: self.profile,
        }
    }

    /// The profile it was parsed for.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The target of the same URL in another profile.
    ///
    /// # Errors
    /// If the URL is invalid in that profile.
    pub(crate) fn in_profile(&self, profile: Profile) -> Result<Target<'_>, InvalidUrl> {
        Target::new(&self.url, profile)
    }

    /// Whether the URL may belong to this site: it does, or it has no host.
    pub(crate) fn may_be_of(&self, site: &Site) -> bool {
        site.may_have(&self.url)
    }

    /// The URL as given; empty if only bytes are known.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The bytes that rules are matched against.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same as text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Whether it is `/robots.txt`, which is always open (RFC 9309 §2.2.2).
    pub fn is_robots_txt(&self) -> bool {
        self.always_open
    }

    /// Whether the resource may be at the URI `location`: it is, or only its path is known and that
    /// is the same (ACAP Part 2 §2.2.9.1, R-148). Fragments are ignored.
    pub(crate) fn may_be_at(&self, location: &str) -> bool {
        let origins_agree = have_same_origin(&self.url, location) || self.url.starts_with('/');
        let location = url::cleaned(location);
        let there = Url::parse(&location);
        origins_agree && there.is_ok_and(|there| *normal(there.path) == *self.bytes())
    }

    /// The index of the `?` that begins the query, or the length if there is none.
    pub(crate) fn query(&self) -> usize {
        memchr(b'?', self.bytes()).unwrap_or(self.bytes().len())
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.bytes()))
    }
}

/// Whether two absolute URLs have the same origin: scheme, host and port, however they are spelled.
pub(crate) fn have_same_origin(one: &str, other: &str) -> bool {
    let (one, other) = (url::cleaned(one), url::cleaned(other));
    let parsed = Url::parse(&one).ok().zip(Url::parse(&other).ok());
    parsed.is_some_and(|(one, other)| one.origin == other.origin)
}

/// Whether two absolute URLs have one authority: host and port, in whichever spelling, whatever the
/// scheme. A port that the scheme implies is none. Nothing where one of them is no URL.
pub(crate) fn have_one_authority(one: &str, other: &str) -> Option<bool> {
    let (one, other) = (url::cleaned(one), url::cleaned(other));
    let (one, other) = (Url::parse(&one).ok()?, Url::parse(&other).ok()?);
    Some(one.origin.has_authority_of(&other.origin))
}

/// The scheme, host and port that a robots.txt applies to (RFC 9309 §2.3, F-30), as spelled in a
/// URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    text: Arc<str>,
    /// Whether it is `http://` or `https://` and a host that is valid, so that nothing but a path can
    /// begin with a `/` after it.
    is_plain: bool,
}

impl Site {
    /// Returns the site of an absolute URL.
    ///
    /// # Errors
    /// If `url` is not an absolute URL.
    pub(crate) fn of(url: &str) -> Result<Self, InvalidUrl> {
        let url = url::cleaned(url);
        Url::parse(&url).map_err(InvalidUrl)?;
        let host = url.find("://").map_or(0, |at| at + 3);
        // More slashes before a host are ignored.
        let rest = url.get(host..).unwrap_or_default();
        let host = host + rest.len() - rest.trim_start_matches(['/', '\\']).len();
        let end = url.get(host..).and_then(|rest| rest.find(['/', '\\', '?', '#']));
        let end = end.filter(|_| host > 0).map_or(url.len(), |len| host + len);
        let text = url.get(..end).unwrap_or(&url);
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_plain = rest.is_some_and(|authority| !authority.is_empty());
        Ok(Self { text: text.into(), is_plain })
    }

    /// Whether a URL belongs to this site or names none. If it is spelled as the site is, nothing
    /// is allocated.
    fn may_have(&self, url: &str) -> bool {
        let is_end = |rest: &str| rest.is_empty() || rest.starts_with(['/', '?', '#']);
        // `//host/path`, as links contain it, names another host or the same one.
        let names_host = url.starts_with("//");
        (url.starts_with('/') && !names_host)
            || url.strip_prefix(&*self.text).is_some_and(is_end)
            || Url::parse(&url::cleaned(url)).map_or(!url.contains("://") && !names_host, |other| {
                Url::parse(&self.text).is_ok_and(|own| own.origin == other.origin)
            })
    }
}

/// Normalises a path with its query.
fn normal(written: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    normalise::path(&written).map_or(written, Cow::Owned)
}

/// Adds a leading `/`.
fn rooted<'u>(rest: &[u8]) -> Cow<'u, [u8]> {
    if rest.is_empty() {
        return Cow::Borrowed(b"/");
    }
    Cow::Owned([b"/", rest].concat())
}

/// Finds the path in any text as Google's `GetPathParamsQuery` does.
fn google_path(url: &[u8]) -> Cow<'_, [u8]> {
    let url = url.strip_prefix(b"//").unwrap_or(url);
    let early = memchr3(b'/', b'?', b';', url).unwrap_or(url.len());
    let protocol = memmem::find(url, b"://").filter(|&at| at <= early).map_or(0, |at| at + 3);
    let start = url.get(protocol..).and_then(|rest| memchr3(b'/', b'?', b';', rest));
    let end = memchr(b'#', url).unwrap_or(url.len());
    let path = start.and_then(|at| url.get(protocol + at..end));
    // Google's matcher reads the path as a C string.
    match path.and_then(|path| path.split(|&byte| byte == 0).next()) {
        None | Some([]) => Cow::Borrowed(b"/"),
        Some(path @ [b'/', ..]) => Cow::Borrowed(path),
        Some(path) => rooted(path),
    }
}

/// The error returned for text that is neither an absolute URL nor a path, or for a URL of another
/// site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidUrl(Fault);

/// What is wrong with a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    NoScheme,
    NoAuthority,
    NoHost,
    /// The host contains a character that no host can contain.
    HostCharacter(char),
    /// The percent-decoded host is not UTF-8.
    HostEncoding,
    /// The host ends in a number, but is not an IPv4 address.
    Ipv4,
    /// The bracket before an IPv6 address is not closed at the end of the host.
    Bracket,
    /// The text in brackets is not an IPv6 address.
    Ipv6,
    Port,
    /// It belongs to another site than the policy.
    OtherSite,
}

impl InvalidUrl {
    /// The URL belongs to another site than the policy.
    pub(crate) const OTHER_SITE: Self = Self(Fault::OtherSite);
}

impl fmt::Display for InvalidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Fault::NoScheme => {
                "not a URL: expected a path that begins with / or an absolute URL such as \
                 https://example.com/page"
            }
            Fault::NoAuthority => "not a URL: expected // and a host after the scheme",
            Fault::NoHost => "not a URL: the host is missing",
            Fault::HostCharacter(c) => {
                return write!(f, "not a URL: the host contains {c:?}, which no host can contain");
            }
            Fault::HostEncoding => "not a URL: the percent-encoded host is not UTF-8",
            Fault::Ipv4 => {
                "not a URL: a host that ends in a number must be a valid IPv4 address"
            }
            Fault::Bracket => "not a URL: the host begins with [ but does not end with ]",
            Fault::Ipv6 => "not a URL: the host in brackets is not an IPv6 address",
            Fault::Port => "not a URL: the port must be a number from 0 to 65535",
            Fault::OtherSite => {
                "a URL of another site: this robots.txt applies to its own scheme, host and port only"
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
    fn an_absolute_url_is_matched_as_it_would_be_requested() {
        for (url, target) in [
            ("http://h/x/../private/y", "/private/y"),
            ("http://host\\private\\y", "/private/y"),
            ("http:\\\\host\\a?b\\c", "/a?b%5Cc"),
            ("http://h/a/./b/%2e%2E/c/.", "/a/c/"),
            ("http://h/a/.%2e?x=/../y", "/?x=/../y"),
            ("http://h/../../a", "/a"),
            ("http://h/.well-known/...", "/.well-known/..."),
            ("\u{1} ht\ntp://h/pri\tvate\r ", "/private"),
            ("HTTP:h/a", "/a"),
            ("http:///h/a", "/a"),
            ("http://user:pass@word@h:/a", "/a"),
            ("http://h:00080/a", "/a"),
            ("http://%68/a", "/a"),
            ("http://0x7f.1/a", "/a"),
            ("http://ä.example/a", "/a"),
            ("ftp://h\\a/../b", "/b"),
            ("gopher://h/a/../b\\c", "/b%5Cc"),
            // A path is not a request.
            ("/x/../private\\y", "/x/../private%5Cy"),
            ("/x\ty", "/x%09y"),
        ] {
            for profile in [Profile::Rfc9309, Profile::Full] {
                assert_eq!(Target::new(url, profile).unwrap().to_string(), target, "{url}");
            }
        }
        let google = Target::new("http://h/x/../private/y", Profile::Google).unwrap();
        assert_eq!(google.to_string(), "/x/../private/y");
    }

    #[test]
    fn an_invalid_url_says_why() {
        let none = "expected a path that begins with / or an absolute URL";
        for (url, why) in [
            ("", none),
            ("a", none),
            ("a/b", none),
            ("example.com/a", none),
            (":a", none),
            ("?a", none),
            (" /a", none),
            ("1http://a/", none),
            ("mailto:a@b", "expected // and a host after the scheme"),
            ("file:/a", "expected // and a host after the scheme"),
            ("file:///a", "the host is missing"),
            ("gopher:///a", "the host is missing"),
            ("http:", "the host is missing"),
            ("http://", "the host is missing"),
            ("http://?a", "the host is missing"),
            ("http://user@/a", "the host is missing"),
            ("http://:80/a", "the host is missing"),
            ("https://exa mple.com/", "the host contains ' ', which no host can contain"),
            ("http://a%2Fb/", "the host contains '/', which no host can contain"),
            ("http://a<b/", "the host contains '<', which no host can contain"),
            ("http://a%/", "the host contains '%', which no host can contain"),
            ("http://a\u{FF05}/", "the host contains '%', which no host can contain"),
            ("http://a\u{A0}b/", "the host contains '\\u{a0}', which no host can contain"),
            ("http://%FF/", "the percent-encoded host is not UTF-8"),
            ("http://[::1/", "the host begins with [ but does not end with ]"),
            ("http://[::1]x/", "the host begins with [ but does not end with ]"),
            ("http://[::g]/", "the host in brackets is not an IPv6 address"),
            ("http://[]/", "the host in brackets is not an IPv6 address"),
            ("http://1.2.3.4.5/", "must be a valid IPv4 address"),
            ("http://999.1.1.1/", "must be a valid IPv4 address"),
            ("http://0x100000000/", "must be a valid IPv4 address"),
            ("http://a.08/", "must be a valid IPv4 address"),
            ("http://h:99999/", "the port must be a number from 0 to 65535"),
            ("http://h:80a/", "the port must be a number from 0 to 65535"),
            ("http://h:+80/", "the port must be a number from 0 to 65535"),
        ] {
            for profile in [Profile::Rfc9309, Profile::Full] {
                let error = Target::new(url, profile).unwrap_err().to_string();
                assert!(error.starts_with("not a URL: ") && error.contains(why), "{url} {error}");
            }
            assert!(Target::new(url, Profile::Google).is_ok());
        }
    }

    #[test]
    fn robots_txt_is_recognised_by_its_path_alone() {
        let open = |url| Target::new(url, Profile::Rfc9309).unwrap().is_robots_txt();
        assert!(open("/robots.txt") && open("http://a/robots.txt?b") && open("/%72obots.txt"));
        assert!(!open("/robots.txt/") && !open("/Robots.txt") && !open("/a/robots.txt"));
    }

    #[test]
    fn locations_are_compared_after_normalisation() {
        let may_be = |url, location| Target::new(url, Profile::Full).unwrap().may_be_at(location);
        for (url, location) in [
            ("http://a.example/b", "HTTP://A.example:80/b"),
            ("https://a.example:443", "https://a.example/"),
            ("http://a.example/%7Eb#c", "http://a.example/~b"),
            ("http://a.example/b?c", "http://a.example/b?c#d"),
            ("http://user@a.example\\x\\..\\b", "http://a.example/b"),
            ("http://127.1/b", "http://0x7F000001:80/b"),
            ("/b", "http://a.example/b"),
        ] {
            assert!(may_be(url, location), "{url} {location}");
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
            assert!(!may_be(url, location), "{url} {location}");
        }
    }

    #[test]
    fn a_site_is_scheme_host_and_port() {
        let site = Site::of("HTTPS://Example.com:443/a").unwrap();
        for url in [
            "https://example.com",
            "HTTPS://Example.com:443?b",
            "https://EXAMPLE.com:443/b?c#d",
            "https://user:word@example.com/",
            "https:\\\\example.com\\a",
            "/a",
            "no URL",
        ] {
            assert!(site.may_have(url), "{url}");
        }
        for url in [
            "//example.com/a",
            "//other.example/a",
            "http://example.com/",
            "https://example.com:8443/",
            "https://www.example.com/",
            "https://example.com@other.example/",
            "HTTPS://Example.com:443.other.example/",
            "HTTPS://Example.com:443@other.example/",
            "https://example.com\t.other.example/",
        ] {
            assert!(!site.may_have(url), "{url}");
        }
        assert!(Site::of("/a").is_err() && Site::of("example.com").is_err());
    }

    #[test]
    fn a_target_of_a_site_is_that_of_its_url() {
        for spelled in [
            "https://example.com",
            "HTTPS://Example.com:443",
            "https://example.com:8443",
            "http://127.0.0.1:8080",
            "http://[::1]",
            "http://0x7f.1",
            "http://a@h",
            "http:h",
        ] {
            let site = Site::of(spelled).unwrap();
            let rests = [
                "",
                "/",
                "/a?b=c",
                "/a/../b",
                "/%61",
                "/a#b",
                "\\a",
                "?a",
                "/robots.txt?a",
                "/ä/.",
            ];
            for profile in [Profile::Rfc9309, Profile::Full, Profile::Google] {
                for url in rests.map(|rest| format!("{spelled}{rest}")) {
                    let known = Target::of_site(&url, profile, &site);
                    assert_eq!(known, Target::new(&url, profile), "{url}");
                }
                let other = format!("{spelled}@other.example/a");
                for other in
                    ["https://example.com.other.example/", "http://other.example/a", &other]
                {
                    assert!(Target::of_site(other, profile, &site).is_err(), "{other}");
                }
            }
        }
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
