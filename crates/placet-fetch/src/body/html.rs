//! Bodies that are not a robots.txt: pages, JSON, binary files.

use placet::syntax::robots::is_markup;

use super::BodyProblem;

/// The kind of a web page that was served as robots.txt, as far as it can be recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HtmlKind {
    /// Unknown: an error page, a front page.
    Plain,
    /// It asks for proof that the visitor is human.
    Challenge,
    /// It asks for consent.
    Consent,
    /// It asks for a password.
    Login,
}

/// How many bytes of a body are examined.
const LOOKED_AT: usize = 64 * 1024;

/// Text that is typical of each kind, in lower case; the first kind that matches counts.
const MARKS: [(HtmlKind, &[&str]); 3] = [
    (
        HtmlKind::Challenge,
        &[
            "challenge-platform",
            "cf-chl",
            "just a moment...",
            "captcha",
            "_incapsula_",
            "datadome",
            "ddos-guard",
            "awswaf",
            "checking your browser",
            "are you a robot",
        ],
    ),
    (HtmlKind::Login, &["type=\"password\"", "type='password'", "type=password"]),
    (HtmlKind::Consent, &["consent", "accept cookies", "cookie-wall", "cookiewall"]),
];

/// The first bytes of binary formats.
const BINARY: [&[u8]; 9] = [
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"%PDF-",
    b"\x7fELF",
    b"BZh",
];

/// What the bytes look like if they are not a robots.txt.
pub(super) fn look(bytes: &[u8]) -> Option<BodyProblem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if BINARY.iter().any(|mark| bytes.starts_with(mark)) {
        return Some(BodyProblem::Binary);
    }
    let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes).trim_ascii_start();
    if is_markup(bytes) {
        return Some(markup(&bytes.to_ascii_lowercase()));
    }
    match bytes.first()? {
        b'{' | b'[' => is_json(bytes).then_some(BodyProblem::Json),
        _ => None,
    }
}

/// A body that is HTML or XML, in lower case.
fn markup(bytes: &[u8]) -> BodyProblem {
    let has = |mark: &str| contains(bytes, mark.as_bytes());
    if bytes.starts_with(b"<?xml") && !has("<html") {
        return BodyProblem::Xml;
    }
    let page = MARKS.iter().find(|(_, marks)| marks.iter().any(|mark| has(mark)));
    BodyProblem::Html(page.map_or(HtmlKind::Plain, |(page, _)| *page))
}

/// Whether it continues as JSON after the first bracket.
fn is_json(bytes: &[u8]) -> bool {
    let (open, rest) = bytes.split_at_checked(1).unwrap_or_default();
    matches!(
        (open, rest.trim_ascii_start().first()),
        (b"{", Some(b'"' | b'}'))
            | (b"[", Some(b'"' | b'{' | b'[' | b']' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'))
    )
}

fn contains(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len().max(1)).any(|window| window == mark)
}
