//! The `Link` field (RFC 8288 §3): the links to RSL licences.
//!
//! ```text
//! Link = "<" URI-Reference ">" *( ";" name [ "=" ( token / quoted-string ) ] ) *( "," ... )
//! ```

use std::borrow::Cow;

use crate::text::Span;

/// The media type of RSL documents.
const RSL: &str = "application/rsl+xml";

/// Whether a media type without its parameters is that of RSL documents.
pub(crate) fn is_rsl(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(RSL)
}

/// Whether one of several relation types is `license`.
pub(crate) fn is_license(relations: &str) -> bool {
    relations.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("license"))
}

/// A link to a licence: where its target is, and where it is as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LicenseLink {
    /// The target, between `<` and `>`.
    pub target: Span,
    /// The link with its parameters.
    pub span: Span,
}

/// The links of a field value that refer to RSL licences of the response itself (S-065).
///
/// ```
/// use placet::syntax::signals::link;
///
/// let text = b"</license.xml>; rel=license; type=application/rsl+xml";
/// assert_eq!(link::licenses(text)[0].target.of(text), b"/license.xml");
/// ```
pub fn licenses(text: &[u8]) -> Vec<LicenseLink> {
    let mut links = Vec::new();
    let mut reader = Reader { text, at: 0 };
    while reader.at < text.len() {
        reader.skip(|byte| is_blank(byte) || byte == b',');
        let start = reader.at;
        if reader.peek() != Some(b'<') {
            // Not a link: the next one begins after a comma.
            reader.skip(|byte| byte != b',');
            continue;
        }
        reader.at += 1;
        let target = reader.skip(|byte| byte != b'>');
        if reader.peek().is_none() {
            break;
        }
        reader.at += 1;
        let (mut relations, mut media_type, mut anchored) = (None, None, false);
        while let Some((name, value)) = reader.parameter() {
            let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
            // Of several the first counts (RFC 8288 §3.3, §3.4.1).
            if is("rel") {
                relations.get_or_insert(value);
            } else if is("type") {
                media_type.get_or_insert(value);
            } else {
                anchored |= is("anchor");
            }
        }
        let is_it = relations.is_some_and(|it| is_license(&String::from_utf8_lossy(&it)))
            && media_type.is_some_and(|it| is_rsl(&String::from_utf8_lossy(&it)));
        if is_it && !anchored {
            links.push(LicenseLink { target, span: Span::new(start, reader.at) });
        }
        reader.skip(|byte| byte != b',');
    }
    links
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Passes over the bytes that `test` is true of.
    fn skip(&mut self, test: impl Fn(u8) -> bool) -> Span {
        let start = self.at;
        while self.peek().is_some_and(&test) {
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    /// The next parameter of a link.
    fn parameter(&mut self) -> Option<(&'t [u8], Cow<'t, [u8]>)> {
        self.skip(is_blank);
        if self.peek() != Some(b';') {
            return None;
        }
        self.at += 1;
        self.skip(is_blank);
        let name = self.skip(|byte| !is_blank(byte) && !matches!(byte, b'=' | b';' | b','));
        let name = name.of(self.text);
        self.skip(is_blank);
        if self.peek() != Some(b'=') {
            return Some((name, Cow::Borrowed(b"")));
        }
        self.at += 1;
        self.skip(is_blank);
        if self.peek() != Some(b'"') {
            let value = self.skip(|byte| !matches!(byte, b';' | b','));
            return Some((name, Cow::Borrowed(value.of(self.text).trim_ascii())));
        }
        self.at += 1;
        let mut value = Vec::new();
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    value.extend(self.peek());
                    self.at += 1;
                }
                byte => value.push(byte),
            }
        }
        Some((name, Cow::Owned(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_found_among_links() {
        let targets = |text: &str| -> Vec<String> {
            let of = |it: &LicenseLink| {
                String::from_utf8_lossy(it.target.of(text.as_bytes())).into_owned()
            };
            licenses(text.as_bytes()).iter().map(of).collect()
        };
        for (text, found) in [
            ("<a>; rel=license; type=application/rsl+xml", &["a"][..]),
            ("<a>;REL=\"x License\";type=\"Application/RSL+xml; charset=utf-8\"", &["a"]),
            ("<x>; rel=next, <a,b>; rel=\"license\"; type=\"application/rsl+xml\", <c>", &["a,b"]),
            ("<a>; rel=\"next\"; rel=license; type=application/rsl+xml", &[]),
            ("<a>; rel=license; type=application/rsl+xml; anchor=\"\"", &[]),
            ("<a>; title=\"; rel=license, <b>\"; rel=license", &[]),
            ("<a>; rel=licenses; type=application/rsl+xml", &[]),
            (
                "a; rel=license; type=application/rsl+xml, <b> ; rel = license ; type = application/rsl+xml",
                &["b"],
            ),
            ("<a; rel=license", &[]),
            ("<a>; rel=\"license", &[]),
            ("", &[]),
        ] {
            assert_eq!(targets(text), found, "{text}");
        }
    }
}
