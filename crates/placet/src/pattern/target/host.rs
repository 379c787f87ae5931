//! Hosts, parsed as in the URL standard (§3.5).

use std::borrow::Cow;
use std::net::Ipv6Addr;
use std::str;

use super::Fault;

/// The host of a URL. Names are compared without case.
#[derive(Debug, Clone)]
pub(super) enum Host<'u> {
    Name(Cow<'u, str>),
    Ipv4(u32),
    Ipv6(Ipv6Addr),
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Name(one), Self::Name(other)) => one.eq_ignore_ascii_case(other),
            (Self::Ipv4(one), Self::Ipv4(other)) => one == other,
            (Self::Ipv6(one), Self::Ipv6(other)) => one == other,
            _ => false,
        }
    }
}

/// Parses a host that is not empty; `is_special` refers to its [scheme](super::url::is_special).
///
/// Names are not converted to ASCII, so names that only IDNA's tables reject are accepted: with
/// letters that no name may have, or with labels that begin with `xn--` but are not Punycode.
pub(super) fn parse(host: &str, is_special: bool) -> Result<Host<'_>, Fault> {
    if let Some(rest) = host.strip_prefix('[') {
        let address = rest.strip_suffix(']').ok_or(Fault::Bracket)?;
        return address.parse().map(Host::Ipv6).map_err(|_| Fault::Ipv6);
    }
    let name = if is_special { mapped(decoded(host)?) } else { Cow::Borrowed(host) };
    if let Some(c) = name.chars().find(|&c| is_forbidden(c, is_special)) {
        return Err(Fault::HostCharacter(c));
    }
    if is_special && ends_in_number(&name) {
        return ipv4(&name).map(Host::Ipv4).ok_or(Fault::Ipv4);
    }
    Ok(Host::Name(name))
}

/// Whether it is one of the standard's forbidden host code points or, in domains, forbidden domain
/// code points. Outside ASCII, only characters that no name contains are forbidden.
fn is_forbidden(c: char, in_domain: bool) -> bool {
    "\0\t\n\r #/:<>?@[\\]^|".contains(c)
        || in_domain
            && (c == '%' || c.is_control() || c.is_whitespace() || c == char::REPLACEMENT_CHARACTER)
}

/// Percent-decodes the host.
fn decoded(host: &str) -> Result<Cow<'_, str>, Fault> {
    if !host.contains('%') {
        return Ok(Cow::Borrowed(host));
    }
    let mut decoded = Vec::with_capacity(host.len());
    let mut rest = host.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.filter(|_| first == b'%').and_then(|it| str::from_utf8(it).ok());
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            decoded.push(byte);
            rest = after.get(2..).unwrap_or_default();
        } else {
            decoded.push(first);
            rest = after;
        }
    }
    String::from_utf8(decoded).map(Cow::Owned).map_err(|_| Fault::HostEncoding)
}

/// Replaces characters that IDNA maps to ASCII: full-width forms and ideographic full stops.
fn mapped(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.is_ascii() {
        return name;
    }
    let ascii = |c: char| match c {
        '\u{3002}' | '\u{FF61}' => '.',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    Cow::Owned(name.chars().map(ascii).collect())
}

/// The labels of a name, without the empty one after a final dot.
fn labels(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.strip_suffix('.').unwrap_or(name).split('.')
}

/// The standard's "ends in a number" check: such a host is an IPv4 address or invalid.
fn ends_in_number(name: &str) -> bool {
    labels(name).next_back().is_some_and(|last| {
        let is_digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
        is_digits || number(last).is_some()
    })
}

/// The standard's IPv4 parser: up to four numbers, of which the last fills the remaining bytes.
fn ipv4(name: &str) -> Option<u32> {
    let mut address = 0_u64;
    let mut parts = labels(name).peekable();
    let mut bytes_left = 4_u32;
    while let Some(part) = parts.next() {
        let value = number(part)?;
        bytes_left = bytes_left.checked_sub(1)?;
        if parts.peek().is_some() {
            address = address << 8 | u64::from(u8::try_from(value).ok()?);
        } else {
            let bits = 8 * (bytes_left + 1);
            let fits = value < 1_u64.checked_shl(bits)?;
            return fits.then(|| u32::try_from(address << bits | value).ok())?;
        }
    }
    None
}

/// The standard's IPv4 number parser: decimal, octal after `0`, or hexadecimal after `0x`.
/// Saturates at `u64::MAX`.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (text.get(2..)?, 16),
        [b'0', _, ..] => (text.get(1..)?, 8),
        _ => (text, 10),
    };
    digits.chars().try_fold(0_u64, |value, digit| {
        let digit = u64::from(digit.to_digit(radix)?);
        Some(value.saturating_mul(u64::from(radix)).saturating_add(digit))
    })
}
