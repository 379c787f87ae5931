//! References to other resources (RFC 3986 §5.2).

/// The absolute URL of a reference, and whether it was one as written.
///
/// The base is an absolute URL, or a path where the site is not known: then what is relative stays a
/// path.
pub(crate) fn resolve(reference: &str, base: &str) -> (String, bool) {
    let reference = reference.trim_matches(|c: char| c <= ' ');
    if scheme(reference).is_some() {
        return (reference.to_owned(), true);
    }
    let own = scheme(base).map_or(0, |scheme| scheme.len() + 1);
    let authority = base
        .get(own..)
        .and_then(|rest| rest.strip_prefix("//"))
        .map_or(0, |rest| 2 + rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len()));
    let site = base.get(..own + authority).unwrap_or_default();
    let rest = base.get(own + authority..).unwrap_or_default();
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) =
        rest.split_at_checked(rest.find('?').unwrap_or(rest.len())).unwrap_or_default();
    let resolved = if let Some(other) = reference.strip_prefix("//") {
        format!("{}//{other}", base.get(..own).unwrap_or_default())
    } else if reference.starts_with('/') {
        format!("{site}{}", without_dots(reference))
    } else if reference.is_empty() || reference.starts_with('#') {
        format!("{site}{}{query}{reference}", rooted(path))
    } else if reference.starts_with('?') {
        format!("{site}{}{reference}", rooted(path))
    } else {
        let folder = path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or("/");
        format!("{site}{}", without_dots(&format!("{folder}{reference}")))
    };
    (resolved, false)
}

/// The scheme that a reference begins with, if it has one (RFC 3986 §3.1).
fn scheme(reference: &str) -> Option<&str> {
    let (scheme, _) = reference.split_once(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_scheme && scheme.chars().all(is_part)).then_some(scheme)
}

fn rooted(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}

/// A reference that begins with a path, without the dot segments of that (RFC 3986 §5.2.4).
fn without_dots(reference: &str) -> String {
    let end = reference.find(['?', '#']).unwrap_or(reference.len());
    let (path, rest) = reference.split_at_checked(end).unwrap_or_default();
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    format!("/{}{rest}", kept.join("/"))
}

/// Whether a reference is an absolute URL of HTTP.
pub(crate) fn is_http(reference: &str) -> bool {
    let host = |prefix: &str| {
        let start = reference.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| reference.get(prefix.len()..))?
    };
    let host = host("http://").or_else(|| host("https://"));
    host.is_some_and(|host| !host.is_empty() && !host.starts_with(['/', '?', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved() {
        let base = "https://a.example/b/c?d=e#f";
        for (base, reference, url, is_absolute) in [
            (base, "http://x.example/y", "http://x.example/y", true),
            (base, "urn:x", "urn:x", true),
            (base, "/x", "https://a.example/x", false),
            (base, "x.xml", "https://a.example/b/x.xml", false),
            (base, "../x/./y", "https://a.example/x/y", false),
            (base, "../../..", "https://a.example/", false),
            (base, ".", "https://a.example/b/", false),
            (base, "?x", "https://a.example/b/c?x", false),
            (base, "#x", "https://a.example/b/c?d=e#x", false),
            (base, "", "https://a.example/b/c?d=e", false),
            (base, "//x.example/y", "https://x.example/y", false),
            ("https://a.example", "x", "https://a.example/x", false),
            ("https://a.example", "", "https://a.example/", false),
            ("/b/c", "x", "/b/x", false),
            ("/b/c", "/x", "/x", false),
            (base, " x/a:b ", "https://a.example/b/x/a:b", false),
        ] {
            assert_eq!(resolve(reference, base), (url.to_owned(), is_absolute), "{reference}");
        }
        assert!(is_http("HTTPS://a") && !is_http("https://") && !is_http("https:a"));
        assert!(!is_http("MIT") && !is_http("ftp://a/"));
    }
}
