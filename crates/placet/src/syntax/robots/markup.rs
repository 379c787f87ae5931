//! Markup served as robots.txt.

/// Whether text is HTML or XML: after blanks and a byte order mark it begins with a tag, a comment
/// or a declaration, as no record does. A `<` before anything else is text in HTML too.
///
/// ```
/// use placet::syntax::robots::is_markup;
///
/// assert!(is_markup(b"\xEF\xBB\xBF\n<!DOCTYPE html><title>Not found</title>"));
/// assert!(is_markup(b"<?xml version='1.0'?><permissions/>"));
/// assert!(!is_markup(b"# <html>\nUser-agent: *\n"));
/// assert!(!is_markup(b"< 3 robots\nUser-agent: *\n"));
/// ```
pub fn is_markup(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    matches!(text, [b'<', b'!' | b'?' | b'/' | b'a'..=b'z' | b'A'..=b'Z', ..])
}
