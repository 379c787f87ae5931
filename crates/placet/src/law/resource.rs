//! The resources that conditions name (ACAP 1.0 §2.5.3.2, §2.5.5.2.2, §2.5.5.2.5; A-46).

use crate::pattern::Target;
use crate::pattern::target::have_same_origin;
use crate::vocabulary::condition::decoded;
use crate::vocabulary::{Condition, Locator};

/// What the URI of a condition is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// The root of the site: the condition is in robots.txt.
    Root,
    /// The page that contains the condition.
    Page,
}

/// The placeholder origin of a question that has only a path.
const UNKNOWN: &str = "http://localhost";

/// The URL of the resource that a condition names, where it has the origin of the one asked about.
pub(crate) fn needed_url(condition: &Condition, asked: &Target<'_>, base: Base) -> Option<String> {
    match condition.needed()?.locator() {
        // Compared with percent notation decoded.
        Locator::Uri(uri) => resolve(&decoded(uri), asked, base),
        Locator::Id(_) | Locator::Class(_) | Locator::Meta(_) => None,
    }
}

/// The absolute URL of a reference (RFC 3986 §5.2), where it has the origin of the resource asked
/// about. `None` for a reference into that resource itself, and for an absolute one where only the
/// path of the resource is known.
fn resolve(reference: &str, asked: &Target<'_>, base: Base) -> Option<String> {
    let own = asked.url();
    if let Some((scheme, rest)) = reference.split_once(':')
        && !scheme.contains(['/', '?', '#'])
        && !rest.is_empty()
    {
        return same(reference.to_owned(), own);
    }
    if reference.starts_with("//") {
        let (scheme, _) = own.split_once(':').filter(|_| !own.starts_with('/'))?;
        return same(format!("{scheme}:{reference}"), own);
    }
    let site = site(own).unwrap_or(UNKNOWN);
    let page = match base {
        Base::Root => "/".to_owned(),
        Base::Page => asked.to_string(),
    };
    let page = page.split('?').next().unwrap_or_default();
    match reference.chars().next()? {
        '#' => None,
        '/' => Some(format!("{site}{reference}")),
        '?' => Some(format!("{site}{page}{reference}")),
        _ => {
            let folder = page.rfind('/').and_then(|slash| page.get(..=slash)).unwrap_or("/");
            Some(format!("{site}{folder}{reference}"))
        }
    }
}

/// An absolute URL, if it has the origin of another.
fn same(url: String, own: &str) -> Option<String> {
    have_same_origin(&url, own).then_some(url)
}

/// Scheme and authority of an absolute URL, as written.
fn site(url: &str) -> Option<&str> {
    let scheme = url.find("://").filter(|_| !url.starts_with('/'))?;
    let authority = url.get(scheme + 3..)?;
    let end = authority.find(['/', '?', '#', '\\']).unwrap_or(authority.len());
    url.get(..scheme + 3 + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Profile;

    #[test]
    fn references_are_resolved_on_the_same_origin_alone() {
        let page = "https://a.example/b/c?d=e";
        for (asked, reference, base, url) in [
            (page, "/x.txt", Base::Root, Some("https://a.example/x.txt")),
            (page, "x.txt", Base::Root, Some("https://a.example/x.txt")),
            (page, "x.txt", Base::Page, Some("https://a.example/b/x.txt")),
            (page, "?f", Base::Page, Some("https://a.example/b/c?f")),
            (page, "?f", Base::Root, Some("https://a.example/?f")),
            (page, "#f", Base::Page, None),
            (page, "", Base::Page, None),
            (page, "HTTPS://A.example:443/x", Base::Root, Some("HTTPS://A.example:443/x")),
            (page, "//a.example/x", Base::Root, Some("https://a.example/x")),
            (page, "//b.example/x", Base::Root, None),
            (page, "http://a.example/x", Base::Root, None),
            (page, "urn:x", Base::Root, None),
            (page, "x/a:b", Base::Root, Some("https://a.example/x/a:b")),
            ("/b/c", "x.txt", Base::Page, Some("http://localhost/b/x.txt")),
            ("/b/c", "https://a.example/x", Base::Root, None),
            ("/b/c", "//a.example/x", Base::Root, None),
        ] {
            let asked = Target::new(asked, Profile::Full).unwrap();
            assert_eq!(resolve(reference, &asked, base).as_deref(), url, "{reference}");
        }
    }
}
