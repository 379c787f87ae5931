//! Absolute URLs, parsed as in the URL standard (F-20), so that a URL is matched as it would be
//! requested.
//!
//! This is the basic URL parser of <https://url.spec.whatwg.org/> without a base URL, as far as
//! path and query depend on it. Percent-encoding is left to the normal form.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::host::{self, Host};
use super::{Fault, rooted};
use crate::text::scan;

/// A URL, split as far as matching needs it.
#[derive(Debug)]
pub(super) struct Url<'u> {
    pub(super) origin: Origin<'u>,
    /// Path and query.
    pub(super) path: Cow<'u, [u8]>,
}

/// Scheme, host and port, as spelled in the URL.
#[derive(Debug)]
pub(super) struct Origin<'u> {
    scheme: &'u str,
    host: Host<'u>,
    port: Option<u16>,
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.scheme.eq_ignore_ascii_case(other.scheme)
            && self.host == other.host
            && self.port() == other.port()
    }
}

impl Origin<'_> {
    /// Whether host and port are those of another, a port that the scheme implies being none.
    pub(super) fn has_authority_of(&self, other: &Origin<'_>) -> bool {
        let port = |it: &Origin<'_>| it.port.filter(|port| Some(*port) != it.implied_port());
        self.host == other.host && port(self) == port(other)
    }

    /// The port, explicit or implied by the scheme.
    fn port(&self) -> Option<u16> {
        self.port.or(self.implied_port())
    }

    /// The port that the scheme implies.
    fn implied_port(&self) -> Option<u16> {
        let is = |scheme: &str| self.scheme.eq_ignore_ascii_case(scheme);
        match () {
            () if is("http") || is("ws") => Some(80),
            () if is("https") || is("wss") => Some(443),
            () if is("ftp") => Some(21),
            () => None,
        }
    }
}

/// Whether the scheme is special in the standard's sense: `\` means `/`, and the host is a domain.
fn is_special(scheme: &str) -> bool {
    let all = ["http", "https", "ws", "wss", "ftp", "file"];
    all.iter().any(|it| it.eq_ignore_ascii_case(scheme))
}

/// The path and query of a URL in the most common form: http or https, an authority that is only a
/// name, no dot segment, and a path in normal form; or a path in normal form. `None` for any other
/// text.
#[inline]
pub(super) fn plain(url: &[u8]) -> Option<&[u8]> {
    let rest = match url {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..]
        | [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => rest,
        [b'/', ..] => return scan::is_plain_path(url).then_some(url),
        _ => return None,
    };
    let (host, path) = rest.split_at_checked(scan::first_outside_name(rest))?;
    let is_plain = path.first() == Some(&b'/') && is_name(host) && scan::is_plain_url(rest);
    is_plain.then_some(path)
}

/// Whether a host of letters, digits, `.` and `-` certainly does not end in a number: such a host is
/// an IPv4 address or invalid.
#[inline]
fn is_name(host: &[u8]) -> bool {
    // Of all letters, a number ends only in hexadecimal digits and in `x`.
    let ends_in_letter = matches!(host.last(), Some(b'g'..=b'w' | b'y' | b'z'));
    let label = || host.rsplit(|&byte| byte == b'.').next().and_then(<[u8]>::first);
    ends_in_letter || label().is_some_and(|first| !first.is_ascii_digit())
}

/// Removes what the standard removes: control characters and spaces around the URL, and tabs and
/// line ends anywhere.
pub(super) fn cleaned(url: &str) -> Cow<'_, str> {
    let url = url.trim_matches(|c: char| c <= ' ');
    if url.contains(['\t', '\n', '\r']) {
        return Cow::Owned(url.replace(['\t', '\n', '\r'], ""));
    }
    Cow::Borrowed(url)
}

impl<'u> Url<'u> {
    /// Parses a [cleaned] URL.
    ///
    /// `file` and schemes that are not special must be followed by `//` and a host: a URL without a
    /// host belongs to no site.
    pub(super) fn parse(url: &'u str) -> Result<Self, Fault> {
        let (scheme, rest) = url.split_once(':').ok_or(Fault::NoScheme)?;
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        if !is_scheme {
            return Err(Fault::NoScheme);
        }
        let is_special = is_special(scheme);
        let is_slash = |c: char| c == '/' || is_special && c == '\\';
        let rest = if is_special && !scheme.eq_ignore_ascii_case("file") {
            rest.trim_start_matches(is_slash)
        } else {
            rest.strip_prefix(is_slash)
                .and_then(|rest| rest.strip_prefix(is_slash))
                .ok_or(Fault::NoAuthority)?
        };
        let end = rest.find(|c: char| is_slash(c) || matches!(c, '?' | '#'));
        let (authority, rest) =
            rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or_default();
        let (host, port) = split(authority)?;
        let origin = Origin { scheme, host: host::parse(host, is_special)?, port };
        let rest = rest.split('#').next().unwrap_or_default();
        Ok(Self { origin, path: path(rest.as_bytes(), is_special) })
    }
}

/// Returns the host and port of an authority, without user and password.
fn split(authority: &str) -> Result<(&str, Option<u16>), Fault> {
    let host_and_port = authority.rsplit('@').next().unwrap_or_default();
    let mut in_brackets = false;
    let colon = host_and_port.find(|c: char| {
        in_brackets = (in_brackets || c == '[') && c != ']';
        c == ':' && !in_brackets
    });
    let (host, port) =
        host_and_port.split_at_checked(colon.unwrap_or(host_and_port.len())).unwrap_or_default();
    if host.is_empty() {
        return Err(Fault::NoHost);
    }
    let digits = port.strip_prefix(':').unwrap_or_default();
    if digits.is_empty() {
        return Ok((host, None));
    }
    // `parse` would accept a sign.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let port = digits.trim_start_matches('0');
    let port = if port.is_empty() { Ok(0) } else { port.parse() };
    port.ok().filter(|_| is_number).map(|port| (host, Some(port))).ok_or(Fault::Port)
}

/// Returns path and query without dot segments, with `\` in the path of special URLs replaced by
/// `/`.
fn path(written: &[u8], is_special: bool) -> Cow<'_, [u8]> {
    let mark = memchr(b'?', written).unwrap_or(written.len());
    let (path, query) = written.split_at_checked(mark).unwrap_or_default();
    let is_slash = |byte: &u8| *byte == b'/' || is_special && *byte == b'\\';
    let has_backslash = is_special && memchr(b'\\', path).is_some();
    let segments = || path.split(is_slash).skip(1);
    let has_dots = memchr2(b'.', b'%', path).is_some() && segments().any(|it| dots(it) > 0);
    if !has_backslash && !has_dots {
        return if path.is_empty() { rooted(query) } else { Cow::Borrowed(written) };
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut segments = segments().peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match dots(segment) {
            0 => kept.push(segment),
            count => {
                if count == 2 {
                    kept.pop();
                }
                if is_last {
                    kept.push(b"");
                }
            }
        }
    }
    let mut normal = Vec::with_capacity(written.len());
    for segment in kept {
        normal.push(b'/');
        normal.extend_from_slice(segment);
    }
    normal.extend_from_slice(query);
    Cow::Owned(normal)
}

/// The number of dots in a dot segment, each `.` or `%2e`; 0 for any other segment.
fn dots(segment: &[u8]) -> usize {
    let dot = |text: &'_ [u8]| -> usize {
        match text {
            [b'.', ..] => 1,
            [b'%', b'2', b'e' | b'E', ..] => 3,
            _ => 0,
        }
    };
    let one = dot(segment);
    let two = segment.get(one..).map_or(0, dot);
    match segment.len() {
        len if one > 0 && len == one => 1,
        len if one > 0 && two > 0 && len == one + two => 2,
        _ => 0,
    }
}
