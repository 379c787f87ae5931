//! Whether a body looks like a robots.txt.
//!
//! It is always read as the RFC says. Its problems are reported with the decision, because a login
//! page read as rules permits everything.

mod html;

use std::fmt;

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use placet::syntax::robots::Garbled;

pub use html::HtmlKind;

/// A problem of a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyProblem {
    /// It is a web page.
    Html(HtmlKind),
    /// It is JSON.
    Json,
    /// It is XML, but not a web page.
    Xml,
    /// It is compressed or otherwise not text.
    Binary,
    /// It is longer than the ceiling (F-08).
    Cut,
    /// It is in UTF-16 or UTF-32, or contains NUL bytes.
    Garbled(Garbled),
    /// Its header declares another character set than UTF-8, and its bytes are not UTF-8; they are
    /// read unchanged (F-06).
    Charset(Box<str>),
    /// Its header declares another media type than `text/plain` (RFC 9309 §2.3).
    MediaType(Box<str>),
}

impl BodyProblem {
    /// The name used in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Html(HtmlKind::Plain) => "html",
            Self::Html(HtmlKind::Challenge) => "html-challenge",
            Self::Html(HtmlKind::Consent) => "html-consent",
            Self::Html(HtmlKind::Login) => "html-login",
            Self::Json => "json",
            Self::Xml => "xml",
            Self::Binary => "binary",
            Self::Cut => "cut",
            Self::Garbled(garbled) => garbled.name(),
            Self::Charset(_) => "charset",
            Self::MediaType(_) => "media-type",
        }
    }

    /// Whether it is most likely not a robots.txt at all.
    pub const fn is_no_robots_txt(&self) -> bool {
        matches!(self, Self::Html(_) | Self::Json | Self::Xml | Self::Binary)
    }
}

impl fmt::Display for BodyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Html(HtmlKind::Plain) => f.pad("a web page was served as robots.txt"),
            Self::Html(HtmlKind::Challenge) => {
                f.pad("a page that asks for proof of being human was served as robots.txt")
            }
            Self::Html(HtmlKind::Consent) => {
                f.pad("a page asking for consent was served as robots.txt")
            }
            Self::Html(HtmlKind::Login) => f.pad("a login page was served as robots.txt"),
            Self::Json => f.pad("JSON was served as robots.txt"),
            Self::Xml => f.pad("XML was served as robots.txt"),
            Self::Binary => f.pad("a binary file was served as robots.txt"),
            Self::Cut => f.pad("the file is longer than the limit, and the rest is ignored"),
            Self::Garbled(garbled) => garbled.fmt(f),
            Self::Charset(charset) => {
                f.pad(&format!("the Content-Type declares `{charset}`; robots.txt should be UTF-8"))
            }
            Self::MediaType(kind) => {
                f.pad(&format!("the Content-Type is `{kind}`; robots.txt should be text/plain"))
            }
        }
    }
}

/// Whether the bytes are a web page.
pub(crate) fn is_web_page(bytes: &[u8]) -> bool {
    matches!(html::look(bytes), Some(BodyProblem::Html(_)))
}

/// The problems of a body, the most serious first.
pub fn problems(bytes: &[u8], fields: &HeaderMap, cut: bool) -> Vec<BodyProblem> {
    let mut problems = Vec::new();
    let (kind, declared) = content_type(fields);
    let garbled = Garbled::of(bytes);
    let is_wide = matches!(garbled, Some(Garbled::Wide(_)));
    problems.extend(if is_wide { None } else { html::look(bytes) });
    if cut {
        problems.push(BodyProblem::Cut);
    }
    // A binary file can contain any byte, and markup is a problem of its own.
    let garbled =
        garbled.filter(|it| *it != Garbled::Markup && !problems.contains(&BodyProblem::Binary));
    problems.extend(garbled.map(BodyProblem::Garbled));
    if !is_wide
        && let Some(declared) = declared
        && !matches!(
            declared.to_ascii_lowercase().as_str(),
            "utf-8" | "utf8" | "us-ascii" | "ascii"
        )
        && std::str::from_utf8(bytes).is_err()
    {
        problems.push(BodyProblem::Charset(declared.into()));
    }
    if let Some(kind) = kind.filter(|kind| !kind.eq_ignore_ascii_case("text/plain")) {
        problems.push(BodyProblem::MediaType(kind.into()));
    }
    problems
}

/// The media type and character set of the header (RFC 9110 §8.3).
fn content_type(fields: &HeaderMap) -> (Option<String>, Option<String>) {
    let Some(value) = fields.get(CONTENT_TYPE) else { return (None, None) };
    let value = String::from_utf8_lossy(value.as_bytes());
    let mut parts = value.split(';').map(str::trim);
    let kind = parts.next().filter(|kind| !kind.is_empty()).map(str::to_owned);
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"').into())
    });
    (kind, charset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn names(bytes: &[u8], kind: &str) -> Vec<&'static str> {
        let mut fields = HeaderMap::new();
        if !kind.is_empty() {
            fields.insert(CONTENT_TYPE, HeaderValue::from_str(kind).unwrap());
        }
        problems(bytes, &fields, false).iter().map(BodyProblem::name).collect()
    }

    #[test]
    fn files_that_are_not_robots_txt_are_recognised() {
        let table: &[(&[u8], &str, &[&str])] = &[
            (b"User-agent: *\nDisallow: /\n", "text/plain", &[]),
            (b"User-agent: *\nDisallow: /\n", "Text/Plain; charset=UTF-8", &[]),
            (b"User-agent: *\nDisallow: /\n", "", &[]),
            (b"", "text/plain", &[]),
            (b"User-agent: *\nDisallow: /\n", "text/html", &["media-type"]),
            (b"User-agent: *\n", "text/plain; charset=iso-8859-1", &[]),
            (b"Disallow: /caf\xe9\n", "text/plain; charset=iso-8859-1", &["charset"]),
            (b"Disallow: /caf\xe9\n", "text/plain", &[]),
            (b"<!DOCTYPE html><html>", "text/html", &["html", "media-type"]),
            (b"\xef\xbb\xbf \n<!doctype HTML>", "text/plain", &["html"]),
            (b"<html><head>", "text/plain", &["html"]),
            (b"<!-- x -->\n<HTML>", "text/plain", &["html"]),
            (b"<html><title>Just a moment...</title>", "text/plain", &["html-challenge"]),
            (b"<html><script src=/cdn-cgi/challenge-platform/x>", "", &["html-challenge"]),
            (b"<html><div class=g-recaptcha>", "", &["html-challenge"]),
            (b"<html><form action=/consent>", "", &["html-consent"]),
            (b"<html><input type=\"password\" name=p>", "", &["html-login"]),
            (b"{\"error\": \"not found\"}", "application/json", &["json", "media-type"]),
            (b" [1, 2]", "", &["json"]),
            (b"{}", "", &["json"]),
            (b"<?xml version=\"1.0\"?><Error/>", "", &["xml"]),
            (b"<?xml version=\"1.0\"?><html xmlns=\"x\">", "", &["html"]),
            (b"\x1f\x8b\x08\x00", "", &["binary"]),
            (b"PK\x03\x04", "", &["binary"]),
            (b"\x89PNG\r\n\x1a\n", "", &["binary"]),
            (b"%PDF-1.7", "", &["binary"]),
            (b"\xff\xfeU\0s\0", "text/plain", &["utf-16"]),
            (b"U\0s\0e\0r\0", "text/plain", &["utf-16"]),
            (b"\0\0\0U\0\0\0s", "text/plain", &["utf-32"]),
            (b"\0\0\xfe\xff\0\0\0U", "text/plain", &["utf-32"]),
            (b"Sorry\0\0\0\0", "text/plain", &["nul"]),
            (b"{ not json", "", &[]),
            (b"# <html>\nUser-agent: *\n", "", &[]),
        ];
        for (bytes, kind, expected) in table {
            assert_eq!(names(bytes, kind), *expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
