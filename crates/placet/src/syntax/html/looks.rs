//! Whether a text that should be something else is a page.

/// Whether a text begins as pages and other markup do: with a tag, a comment, a document type or an
/// XML declaration. White space and a byte order mark may come before it.
///
/// No record of a robots.txt begins so. A server that answers every request with a page, or with an
/// error in HTML, is recognised by this.
///
/// ```
/// use placet::syntax::html::looks_like_page;
///
/// assert!(looks_like_page(b"\n<!DOCTYPE html><title>Not found</title>"));
/// assert!(!looks_like_page(b"User-agent: *\nDisallow: /<id>/\n"));
/// ```
pub fn looks_like_page(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let begins = |start: &str| {
        text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start.as_bytes()))
    };
    begins("<!doctype")
        || begins("<?xml")
        || begins("<!--")
        || matches!(text, [b'<', first, ..] if first.is_ascii_alphabetic())
}
