//! Hosts, as the URL standard parses them (§3.5).

use std::borrow::Cow;
use std::net::Ipv6Addr;
use std::str;

use super::Fault;

/// The host of a URL. Names compare ignoring case.
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

/// Whether a name may hold the byte as it is; others need a closer look.
#[inline]
pub(super) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

/// Parses a host that is not empty; `is_special` is that of its [scheme](super::url::is_special).
///
/// Names are not converted to ASCII, so what only IDNA's tables refuse is accepted: letters that no
/// name may have, and labels that begin with `xn--` but are no Punycode.
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

/// The standard's forbidden host code points, and in domains its forbidden domain code points; of
/// characters outside ASCII those that are no part of any name.
fn is_forbidden(c: char, in_domain: bool) -> bool {
    "\0\t\n\r #/:<>?@[\\]^|".contains(c)
        || in_domain
            && (c == '%' || c.is_control() || c.is_whitespace() || c == char::REPLACEMENT_CHARACTER)
}

/// The host with its triplets decoded.
fn decoded(host: &str) -> Result<Cow<'_, str>, Fault> {
    if !host.contains('%') {
        return Ok(Cow::Borrowed(host));
    }
    let mut decoded = Vec::with_capacity(host.len());
    let mut rest = host.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.filter(|_| first == b'%').and_then(|it| str::from_utf8(it).ok());
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            decoded.push(byte);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            decoded.push(first);
            rest = behind;
        }
    }
    String::from_utf8(decoded).map(Cow::Owned).map_err(|_| Fault::HostEncoding)
}

/// The name with what IDNA takes for ASCII as that: full-width forms, and the full stops of East
/// Asia.
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

/// The standard's "ends in a number" check: what does is an IPv4 address or nothing.
fn ends_in_number(name: &str) -> bool {
    labels(name).next_back().is_some_and(|last| {
        let is_digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
        is_digits || number(last).is_some()
    })
}

/// The standard's IPv4 parser: up to four numbers, of which the last fills what the others leave.
fn ipv4(name: &str) -> Option<u32> {
    let mut address = 0_u64;
    let mut parts = labels(name).peekable();
    let mut left = 4_u32;
    while let Some(part) = parts.next() {
        let value = number(part)?;
        left = left.checked_sub(1)?;
        if parts.peek().is_some() {
            address = address << 8 | u64::from(u8::try_from(value).ok()?);
        } else {
            let bits = 8 * (left + 1);
            let fits = value < 1_u64.checked_shl(bits)?;
            return fits.then(|| u32::try_from(address << bits | value).ok())?;
        }
    }
    None
}

/// The standard's IPv4 number parser: decimal, or octal after `0`, or hexadecimal after `0x`. A
/// number too great to count is as great as can be counted.
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
