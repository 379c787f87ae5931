//! Which encoding a page is in (HTML §13.2.3).
//!
//! A byte order mark counts first, then the label of the response, then what a `meta` in the first
//! 1,024 octets says. Without any of these a page is UTF-8 if those octets are, else windows-1252.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};
use smallvec::SmallVec;

use super::window::is_blank;

/// How much of a page is looked at for its encoding.
pub(super) const PRESCAN: usize = 1_024;

/// The encoding of a page that begins with `start`, and how many octets its byte order mark has.
/// `label` is what the response says.
pub(super) fn of(start: &[u8], label: Option<&str>) -> (&'static Encoding, usize) {
    if let Some((encoding, len)) = Encoding::for_bom(start) {
        return (encoding, len);
    }
    if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        return (encoding, 0);
    }
    let start = start.get(..PRESCAN).unwrap_or(start);
    let encoding = prescan(start).unwrap_or_else(|| match std::str::from_utf8(start) {
        Ok(_) => UTF_8,
        // The last character may be cut.
        Err(error) if error.error_len().is_none() && start.len() == PRESCAN => UTF_8,
        Err(_) => WINDOWS_1252,
    });
    (encoding, 0)
}

/// Whether markup can be found in the octets as they are.
pub(super) fn is_plain(encoding: &'static Encoding) -> bool {
    encoding.is_ascii_compatible() && encoding != ISO_2022_JP
}

/// Looks for a `meta` that names an encoding (HTML §13.2.3.2).
fn prescan(text: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    loop {
        at += memchr(b'<', text.get(at..)?)?;
        let rest = text.get(at..)?;
        let next = rest.get(1).copied();
        if rest.starts_with(b"<!--") {
            // The two hyphens that open a comment may close it too.
            at += 2 + memmem::find(rest.get(2..)?, b"-->")? + 2;
        } else if starts(rest, b"<meta")
            && rest.get(5).is_some_and(|&it| is_blank(it) || it == b'/')
        {
            let mut attributes = Attributes { text, at: at + 5 };
            if let Some(encoding) = meta(&mut attributes) {
                return Some(encoding);
            }
            at = attributes.at;
        } else if next.is_some_and(|it| it.is_ascii_alphabetic())
            || next == Some(b'/') && rest.get(2).is_some_and(u8::is_ascii_alphabetic)
        {
            let name = rest.iter().position(|&octet| is_blank(octet) || octet == b'>')?;
            let mut attributes = Attributes { text, at: at + name };
            while attributes.next().is_some() {}
            at = attributes.at;
        } else if matches!(next, Some(b'!' | b'/' | b'?')) {
            at += memchr(b'>', rest)?;
        }
        at += 1;
    }
}

fn starts(text: &[u8], with: &[u8]) -> bool {
    text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// The encoding that the attributes of a `meta` name.
fn meta(attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let mut seen: SmallVec<[&[u8]; 8]> = SmallVec::new();
    let mut got_pragma = false;
    let mut need_pragma = None;
    let mut charset = None;
    while let Some((name, value)) = attributes.next() {
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        if seen.iter().any(|before| is(before)) {
            continue;
        }
        if is(b"http-equiv") {
            got_pragma |= value.eq_ignore_ascii_case(b"content-type");
        } else if is(b"charset") {
            charset = Some(Encoding::for_label(value)?);
            need_pragma = Some(false);
        } else if is(b"content")
            && charset.is_none()
            && let Some(encoding) = from_content(value)
        {
            charset = Some(encoding);
            need_pragma = Some(true);
        }
        seen.push(name);
    }
    if need_pragma? && !got_pragma {
        return None;
    }
    let encoding = charset?;
    // A page that says so in ASCII cannot be UTF-16.
    Some(match encoding {
        _ if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
        _ if encoding == X_USER_DEFINED => WINDOWS_1252,
        _ => encoding,
    })
}

/// The encoding that a `Content-Type` names (HTML §2.4.5).
fn from_content(value: &[u8]) -> Option<&'static Encoding> {
    let lower = value.to_ascii_lowercase();
    let mut rest = lower.as_slice();
    loop {
        rest = rest.get(memmem::find(rest, b"charset")? + 7..)?;
        let behind = rest.trim_ascii_start();
        if behind.first() == Some(&b'=') {
            rest = behind.get(1..)?.trim_ascii_start();
            break;
        }
    }
    let label = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let value = rest.get(1..)?;
            value.get(..value.iter().position(|octet| octet == quote)?)?
        }
        _ => rest.split(|&octet| is_blank(octet) || octet == b';').next()?,
    };
    Encoding::for_label(label)
}

/// The attributes of a tag, read as simply as the prescan does.
struct Attributes<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Attributes<'t> {
    fn get(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, test: impl Fn(u8) -> bool) {
        while self.get().is_some_and(&test) {
            self.at += 1;
        }
    }

    /// The name and value of the next attribute, as written; none at the end of the tag.
    fn next(&mut self) -> Option<(&'t [u8], &'t [u8])> {
        self.skip(|octet| is_blank(octet) || octet == b'/');
        if self.get()? == b'>' {
            return None;
        }
        let start = self.at;
        if self.get()? == b'=' {
            self.at += 1;
        }
        self.skip(|octet| !is_blank(octet) && !matches!(octet, b'=' | b'/' | b'>'));
        let name = self.text.get(start..self.at)?;
        self.skip(is_blank);
        if self.get()? != b'=' {
            return Some((name, &[]));
        }
        self.at += 1;
        self.skip(is_blank);
        let quote = self.get()?;
        let value = if matches!(quote, b'"' | b'\'') {
            self.at += 1;
            let start = self.at;
            self.skip(|octet| octet != quote);
            let value = self.text.get(start..self.at)?;
            self.get()?;
            self.at += 1;
            value
        } else {
            let start = self.at;
            self.skip(|octet| !is_blank(octet) && octet != b'>');
            self.text.get(start..self.at)?
        };
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_the_encoding() {
        let name = |text: &[u8], label| of(text, label).0.name();
        assert_eq!(name(b"", None), "UTF-8");
        assert_eq!(name(b"\xE9", None), "windows-1252");
        assert_eq!(name(b"\xEF\xBB\xBF\xE9", Some("koi8-r")), "UTF-8");
        assert_eq!(name(b"\xFF\xFEa\0", None), "UTF-16LE");
        assert_eq!(name(b"<meta charset=koi8-r>", Some("latin1")), "windows-1252");
        for (text, encoding) in [
            ("<meta charset=koi8-r>", "KOI8-R"),
            ("<META a='>' CharSet = \"koi8-r\" >", "KOI8-R"),
            ("<!-- <meta charset=koi8-r> --><meta charset=gbk>", "GBK"),
            ("<!--><meta charset=gbk>", "GBK"),
            ("<p title='<meta charset=gbk>'><meta charset=big5>", "Big5"),
            ("<meta http-equiv=content-type content='text/html; charset = \"gbk\"'>", "GBK"),
            ("<meta content='text/html;charset=gbk'>", "UTF-8"),
            ("<meta charset=utf-16>", "UTF-8"),
            ("<meta charset=x-user-defined>", "windows-1252"),
            ("<meta charset=nonsense><meta charset=gbk>", "GBK"),
            ("<metal charset=gbk>", "UTF-8"),
            ("<?x charset=gbk>", "UTF-8"),
        ] {
            assert_eq!(name(text.as_bytes(), None), encoding, "{text}");
        }
        let mut late = vec![b' '; PRESCAN];
        late.extend_from_slice(b"<meta charset=gbk>");
        assert_eq!(name(&late, None), "UTF-8");
    }
}
