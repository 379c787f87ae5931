//! Determines the encoding of a page (HTML §13.2.3).
//!
//! A byte order mark comes first, then the label in the response; both are certain. Then come a
//! `meta` in the first 1,024 bytes and an XML declaration there. Without any of these, the encoding
//! is UTF-8 if those bytes are valid, and windows-1252 otherwise. These are tentative: the first
//! `meta` with an encoding that the parser reaches decides (HTML §13.2.3.4).

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};
use smallvec::SmallVec;

use super::window::is_blank;

/// How many bytes of a page are examined for its encoding.
pub(super) const PRESCAN: usize = 1_024;

/// The encoding that a page is read in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sniffed {
    pub(super) encoding: &'static Encoding,
    /// The length of the byte order mark in bytes.
    pub(super) mark: usize,
    /// Whether a `meta` may still change it.
    pub(super) is_tentative: bool,
}

/// Determines the encoding of a page that begins with `start`; `label` is the one in the response.
pub(super) fn of(start: &[u8], label: Option<&str>) -> Sniffed {
    if let Some((encoding, mark)) = Encoding::for_bom(start) {
        return Sniffed { encoding, mark, is_tentative: false };
    }
    if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        return Sniffed { encoding, mark: 0, is_tentative: false };
    }
    let start = start.get(..PRESCAN).unwrap_or(start);
    let named = wide_xml(start).or_else(|| prescan(start)).or_else(|| xml(start));
    let encoding = named.unwrap_or_else(|| match std::str::from_utf8(start) {
        Ok(_) => UTF_8,
        // The last character may be cut off.
        Err(error) if error.error_len().is_none() && start.len() == PRESCAN => UTF_8,
        Err(_) => WINDOWS_1252,
    });
    Sniffed { encoding, mark: 0, is_tentative: true }
}

/// Whether markup can be recognised in the undecoded bytes.
pub(super) fn is_plain(encoding: &'static Encoding) -> bool {
    encoding.is_ascii_compatible() && encoding != ISO_2022_JP
}

/// Whether bytes mean the same in every encoding in which markup can be recognised in the bytes,
/// and are not changed by decoding ISO-2022-JP.
pub(super) fn is_neutral(bytes: &[u8]) -> bool {
    bytes.is_ascii() && memchr::memchr3(0x0E, 0x0F, 0x1B, bytes).is_none()
}

/// The encoding to use if a `meta` declares `named`: a page that declares it in ASCII cannot be
/// UTF-16 (HTML §13.2.3.4).
fn meant(named: &'static Encoding) -> &'static Encoding {
    if is_wide(named) {
        UTF_8
    } else if named == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        named
    }
}

fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

/// The encoding that a `meta` declares: by `charset`, otherwise by `content` together with
/// `http-equiv` (HTML §13.2.6.4.4).
pub(super) fn named(
    charset: Option<&str>,
    http_equiv: Option<&str>,
    content: Option<&str>,
) -> Option<&'static Encoding> {
    let by_charset = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    let is_pragma = http_equiv.is_some_and(|it| it.eq_ignore_ascii_case("content-type"));
    by_charset.or_else(|| from_content(content.filter(|_| is_pragma)?.as_bytes()))
}

/// The encoding to restart with if a `meta` declares `named` while `current` is tentative; `None`
/// if nothing changes (HTML §13.2.3.4).
pub(super) fn changed(
    current: &'static Encoding,
    named: &'static Encoding,
) -> Option<&'static Encoding> {
    let named = meant(named);
    (!is_wide(current) && named != current).then_some(named)
}

/// UTF-16, if the page begins with an XML declaration in it (HTML §13.2.3.2).
fn wide_xml(text: &[u8]) -> Option<&'static Encoding> {
    if text.starts_with(b"<\0?\0x\0") {
        Some(UTF_16LE)
    } else {
        text.starts_with(b"\0<\0?\0x").then_some(UTF_16BE)
    }
}

/// The encoding in an XML declaration (HTML §13.2.3.2, "get an XML encoding").
fn xml(text: &[u8]) -> Option<&'static Encoding> {
    let declaration = text.strip_prefix(b"<?xml")?;
    let declaration = declaration.get(..memchr(b'>', declaration)?)?;
    let skip = |text: &[u8]| text.iter().position(|&byte| byte > b' ').unwrap_or(text.len());
    let rest = declaration.get(memmem::find(declaration, b"encoding")? + 8..)?;
    let rest = rest.get(skip(rest)..)?.strip_prefix(b"=")?;
    let rest = rest.get(skip(rest)..)?;
    let (quote, value) = rest.split_first().filter(|(first, _)| matches!(first, b'"' | b'\''))?;
    let value = value.get(..memchr(*quote, value)?)?;
    let label = Some(value).filter(|value| value.iter().all(|&byte| byte > b' '))?;
    Encoding::for_label(label).map(|named| if is_wide(named) { UTF_8 } else { named })
}

/// Searches for a `meta` with an encoding (HTML §13.2.3.2). A tag that is cut off has none.
fn prescan(text: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    loop {
        at += memchr(b'<', text.get(at..)?)?;
        let rest = text.get(at..)?;
        let next = rest.get(1).copied();
        if rest.starts_with(b"<!--") {
            // The two hyphens that open a comment may also close it.
            at += 2 + memmem::find(rest.get(2..)?, b"-->")? + 2;
        } else if starts(rest, b"<meta")
            && rest.get(5).is_some_and(|&it| is_blank(it) || it == b'/')
        {
            let mut attributes = Attributes { text, at: at + 5 };
            if let Some(encoding) = meta(&mut attributes)? {
                return Some(encoding);
            }
            at = attributes.at;
        } else if next.is_some_and(|it| it.is_ascii_alphabetic())
            || next == Some(b'/') && rest.get(2).is_some_and(u8::is_ascii_alphabetic)
        {
            let name = rest.iter().position(|&byte| is_blank(byte) || byte == b'>')?;
            let mut attributes = Attributes { text, at: at + name };
            while attributes.next()?.is_some() {}
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

/// The encoding that the attributes of a `meta` declare, if any. The outer `None` means that the
/// text ends before the tag does.
#[expect(clippy::option_option, reason = "the text may end before the answer is known")]
fn meta(attributes: &mut Attributes<'_>) -> Option<Option<&'static Encoding>> {
    let mut seen: SmallVec<[&[u8]; 8]> = SmallVec::new();
    let mut got_pragma = false;
    let mut need_pragma = None;
    // An unknown label counts too: it prevents `content` from being used.
    let mut charset = None;
    while let Some((name, value)) = attributes.next()? {
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        if seen.iter().any(|before| is(before)) {
            continue;
        }
        if is(b"http-equiv") {
            got_pragma |= value.eq_ignore_ascii_case(b"content-type");
        } else if is(b"charset") {
            charset = Some(Encoding::for_label(value));
            need_pragma = Some(false);
        } else if is(b"content")
            && charset.is_none()
            && let Some(encoding) = from_content(value)
        {
            charset = Some(Some(encoding));
            need_pragma = Some(true);
        }
        seen.push(name);
    }
    let counts = need_pragma.is_some_and(|needed| !needed || got_pragma);
    Some(charset.flatten().filter(|_| counts).map(meant))
}

/// The encoding in a `Content-Type` (HTML §2.4.5).
fn from_content(value: &[u8]) -> Option<&'static Encoding> {
    let lower = value.to_ascii_lowercase();
    let mut rest = lower.as_slice();
    loop {
        rest = rest.get(memmem::find(rest, b"charset")? + 7..)?;
        let after = rest.trim_ascii_start();
        if after.first() == Some(&b'=') {
            rest = after.get(1..)?.trim_ascii_start();
            break;
        }
    }
    let label = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let value = rest.get(1..)?;
            value.get(..value.iter().position(|byte| byte == quote)?)?
        }
        _ => rest.split(|&byte| is_blank(byte) || byte == b';').next()?,
    };
    Encoding::for_label(label)
}

/// The attributes of a tag, parsed as simply as in the prescan.
struct Attributes<'t> {
    text: &'t [u8],
    at: usize,
}

/// The name and the value of an attribute, as written.
type Written<'t> = (&'t [u8], &'t [u8]);

impl<'t> Attributes<'t> {
    fn get(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, test: impl Fn(u8) -> bool) {
        while self.get().is_some_and(&test) {
            self.at += 1;
        }
    }

    /// The next attribute, if there is one. The outer `None` means that the text ends before this
    /// is known.
    #[expect(clippy::option_option, reason = "the text may end before the answer is known")]
    fn next(&mut self) -> Option<Option<Written<'t>>> {
        self.skip(|byte| is_blank(byte) || byte == b'/');
        if self.get()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        if self.get()? == b'=' {
            self.at += 1;
        }
        self.skip(|byte| !is_blank(byte) && !matches!(byte, b'=' | b'/' | b'>'));
        let name = self.text.get(start..self.at)?;
        self.skip(is_blank);
        if self.get()? != b'=' {
            return Some(Some((name, &[])));
        }
        self.at += 1;
        self.skip(is_blank);
        let quote = self.get()?;
        let value = if matches!(quote, b'"' | b'\'') {
            self.at += 1;
            let start = self.at;
            self.skip(|byte| byte != quote);
            let value = self.text.get(start..self.at)?;
            self.get()?;
            self.at += 1;
            value
        } else {
            let start = self.at;
            self.skip(|byte| !is_blank(byte) && byte != b'>');
            // A value that is cut off may continue.
            self.get()?;
            self.text.get(start..self.at)?
        };
        Some(Some((name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_found_in_every_source() {
        let name = |text: &[u8], label| of(text, label).encoding.name();
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
            (
                "<meta charset=nonsense content='text/html;charset=gbk' http-equiv=content-type>",
                "UTF-8",
            ),
            ("<meta charset=nonsense title='<meta charset=gbk>'>", "UTF-8"),
            ("<?xml version='1.0' encoding = 'koi8-r'?><p>", "KOI8-R"),
            ("<?xml encoding=\"koi8-r\"?><meta charset=gbk>", "GBK"),
            ("<?xml encoding='utf-16'?>", "UTF-8"),
            (" <?xml encoding='koi8-r'?>", "UTF-8"),
            ("<?xml encoding='koi8 -r'?>", "UTF-8"),
            ("<?xml encoding=koi8-r?>", "UTF-8"),
            ("<\0?\0x\0m\0l\0", "UTF-16LE"),
            ("\0<\0?\0x\0m\0l", "UTF-16BE"),
            // A tag that is cut off declares nothing.
            ("<meta charset=gbk", "UTF-8"),
            ("<meta charset=gbk ", "UTF-8"),
            ("<meta charset='gbk'", "UTF-8"),
            ("<meta charset='gbk", "UTF-8"),
        ] {
            assert_eq!(name(text.as_bytes(), None), encoding, "{text}");
        }
        let mut late = vec![b' '; PRESCAN];
        late.extend_from_slice(b"<meta charset=gbk>");
        assert_eq!(name(&late, None), "UTF-8");
    }

    /// `gb` is not a label, and a cut `iso-8859-15` must not be read as `iso-8859-1`.
    #[test]
    fn a_label_that_the_prescan_cuts_is_ignored() {
        let tag = b"<meta charset=iso-8859-15>";
        for before in PRESCAN - tag.len() - 1..PRESCAN {
            let mut page = vec![b' '; before];
            page.extend_from_slice(tag);
            page.extend_from_slice(b"<p>");
            let whole = before + tag.len() <= PRESCAN;
            let expected = if whole { "ISO-8859-15" } else { "UTF-8" };
            assert_eq!(of(&page, None).encoding.name(), expected, "at {before}");
        }
    }

    #[test]
    fn a_mark_and_a_label_are_certain() {
        assert!(!of(b"\xEF\xBB\xBF", None).is_tentative);
        assert!(!of(b"<meta charset=gbk>", Some("latin1")).is_tentative);
        assert!(of(b"<meta charset=gbk>", Some("nonsense")).is_tentative);
        assert!(of(b"", None).is_tentative);
    }
}
