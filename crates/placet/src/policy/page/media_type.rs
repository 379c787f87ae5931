//! The media type of a response: its essence and its charset.

use std::borrow::Cow;

use crate::syntax::quoted;

/// The media type of a response (Fetch, "extract a MIME type").
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MediaType {
    /// Type and subtype in lower case: `text/html`.
    pub(super) essence: Box<str>,
    pub(super) charset: Option<Box<str>>,
}

impl MediaType {
    /// The media type that field lines declare. Of several the last valid one counts; a charset is
    /// kept where a later one of the same essence has none.
    pub(super) fn of<'f>(fields: impl Iterator<Item = (&'f str, &'f [u8])>) -> Option<Self> {
        let lines = fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        lines.fold(None, |mut declared: Option<Self>, (_, value)| {
            let mask = quoted::mask(value);
            let mut at = 0;
            while at <= value.len() {
                let end = quoted::find(&mask, at, b",").unwrap_or(value.len());
                let one = value.get(at..end).unwrap_or_default();
                if let Some(mut next) = Self::parse(one) {
                    let before = declared.take().filter(|it| it.essence == next.essence);
                    next.charset = next.charset.or_else(|| before?.charset);
                    declared = Some(next);
                }
                at = end + 1;
            }
            declared
        })
    }

    /// One media type; `None` where it is not a type and subtype, or is `*/*`.
    fn parse(text: &[u8]) -> Option<Self> {
        let mask = quoted::mask(text);
        let end = quoted::find(&mask, 0, b";").unwrap_or(text.len());
        let essence = std::str::from_utf8(text.get(..end)?.trim_ascii()).ok()?;
        let (kind, subtype) = essence.split_once('/')?;
        let is_token = |text: &str| {
            let part = |it: u8| it.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&it);
            !text.is_empty() && text.bytes().all(part)
        };
        if !is_token(kind) || !is_token(subtype) || essence == "*/*" {
            return None;
        }
        let mut charset = None;
        let mut at = end + 1;
        while at < text.len() && charset.is_none() {
            let end = quoted::find(&mask, at, b";").unwrap_or(text.len());
            charset = charset_of(text.get(at..end).unwrap_or_default()).map(Into::into);
            at = end + 1;
        }
        Some(Self { essence: essence.to_ascii_lowercase().into(), charset })
    }

    /// Whether a body of this type is read as HTML: HTML itself, and XHTML, where crawlers find the
    /// same elements.
    pub(super) fn is_html(&self) -> bool {
        self.essence
            .split_once('/')
            .is_some_and(|(_, subtype)| subtype == "html" || subtype.ends_with("xhtml+xml"))
    }
}

/// The value of a parameter, if it is `charset` (RFC 9110 §8.3.1).
fn charset_of(parameter: &[u8]) -> Option<Cow<'_, str>> {
    let equals = parameter.iter().position(|&byte| byte == b'=')?;
    let (name, value) = parameter.split_at_checked(equals)?;
    let value = value.get(1..)?.trim_ascii();
    let value = value.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\"")).unwrap_or(value);
    let is_charset = name.trim_ascii().eq_ignore_ascii_case(b"charset");
    (is_charset && !value.is_empty()).then(|| String::from_utf8_lossy(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&str]) -> Option<(String, Option<String>, bool)> {
        let fields = values.iter().map(|value| ("Content-Type", value.as_bytes()));
        let read = MediaType::of(fields)?;
        let charset = read.charset.as_deref().map(str::to_owned);
        Some((read.essence.to_string(), charset, read.is_html()))
    }

    #[test]
    fn the_last_that_is_one_counts() {
        for (values, essence, charset, is_html) in [
            (&["text/html"][..], "text/html", None, true),
            (&["Text/HTML; Charset=\"koi8-r\""], "text/html", Some("koi8-r"), true),
            (
                &["application/xhtml+xml;charset=utf-8"],
                "application/xhtml+xml",
                Some("utf-8"),
                true,
            ),
            (&["text/plain; a=\";charset=x\"; charset=gbk"], "text/plain", Some("gbk"), false),
            (&["text/html;charset=gbk", "text/html"], "text/html", Some("gbk"), true),
            (&["text/html;charset=gbk, text/plain"], "text/plain", None, false),
            (&["text/html", "nonsense", "*/*", ""], "text/html", None, true),
            (&["application/pdf"], "application/pdf", None, false),
            (&["image/svg+xml"], "image/svg+xml", None, false),
        ] {
            let expected = (essence.to_owned(), charset.map(str::to_owned), is_html);
            assert_eq!(read(values), Some(expected), "{values:?}");
        }
        assert_eq!(read(&[]), None);
        assert_eq!(read(&["html", "/html", "text/", "text/ht ml"]), None);
    }
}
