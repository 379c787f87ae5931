//! The links of a page: scripts, style sheets, images, its canonical URL.
//!
//! A link that only a browser could resolve reliably is left out, and so are links in `noscript` and
//! `template`, which a browser does not fetch.

use std::collections::HashSet;
use std::ops::Range;

use placet::syntax::html::{self, ListedTag, Settings};
use url::Url;

use crate::limits::{REFERENCE, RESOURCES};

/// A link of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) kind: LinkKind,
    pub(crate) url: Url,
    /// Its tag.
    pub(crate) span: Range<usize>,
}

/// The kind of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LinkKind {
    Script,
    Style,
    Image,
    /// The URL under which search engines should list the page.
    Canonical,
}

/// The elements with links, and those whose content is not fetched.
const ELEMENTS: [&str; 6] = ["base", "img", "link", "noscript", "script", "template"];

/// The links of a page at `url`, without duplicates.
///
/// # Limits
/// No more than [`RESOURCES`].
pub(crate) fn links(page: &[u8], url: &Url) -> Vec<Link> {
    let mut settings = Settings::default();
    settings.tags = ELEMENTS.map(Into::into).to_vec();
    let markup = html::read(page, settings);
    let mut links = Vec::new();
    let (mut base, mut hidden) = (None, 0_usize);
    let mut seen = HashSet::new();
    for tag in &markup.tags {
        if matches!(&*tag.name, "noscript" | "template") {
            hidden = if tag.is_end { hidden.saturating_sub(1) } else { hidden + 1 };
        }
        if tag.is_end || hidden > 0 {
            continue;
        }
        // The first `base` counts, wherever it is.
        if &*tag.name == "base" && base.is_none() {
            base = tag.value("href").and_then(|href| url.join(href.trim()).ok());
        }
        let Some((kind, reference)) = reference(tag) else { continue };
        if links.len() >= RESOURCES || reference.len() > REFERENCE {
            continue;
        }
        let Ok(target) = base.as_ref().unwrap_or(url).join(reference) else { continue };
        if matches!(target.scheme(), "http" | "https") && seen.insert((kind, target.clone())) {
            links.push(Link { kind, url: target, span: tag.position.span.range() });
        }
    }
    links
}

/// The link of a start tag, with its kind.
fn reference(tag: &ListedTag) -> Option<(LinkKind, &str)> {
    let value = |name: &str| tag.value(name).map(str::trim);
    match &*tag.name {
        "script" => {
            let runs = !tag.has("nomodule") && value("type").is_none_or(is_script);
            return value("src").filter(|_| runs).map(|it| (LinkKind::Script, it));
        }
        "img" => return value("src").filter(|it| !it.is_empty()).map(|it| (LinkKind::Image, it)),
        "link" => {}
        _ => return None,
    }
    let rel = value("rel")?.to_ascii_lowercase();
    let is = |wanted: &str| rel.split_ascii_whitespace().any(|it| it == wanted);
    let on_paper = value("media").is_some_and(|it| it.eq_ignore_ascii_case("print"));
    let kind = if is("canonical") {
        LinkKind::Canonical
    } else if is("stylesheet") && !is("alternate") && !tag.has("disabled") && !on_paper {
        LinkKind::Style
    } else {
        return None;
    };
    value("href").filter(|it| !it.is_empty()).map(|it| (kind, it))
}

/// Whether browsers run a script of this type (HTML §4.12.1.1).
fn is_script(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    let scripts = ["", "module", "text/javascript", "application/javascript", "text/ecmascript"];
    scripts.contains(&kind.as_str()) || kind == "application/x-javascript"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> Vec<(LinkKind, String)> {
        let url = Url::parse("https://a.example/b/c").unwrap();
        let links = links(page.as_bytes(), &url);
        links.into_iter().map(|link| (link.kind, link.url.to_string())).collect()
    }

    #[test]
    fn links_that_a_browser_fetches_are_found() {
        let page = "<!doctype html><link rel='preload stylesheet' href=/x.css?a=1&amp;b=2>\
                    <SCRIPT SRC=\"y.js\" async></SCRIPT><script>'<img src=no>'</script>\
                    <img alt='>' src=../z.png><img src=../z.png><link rel=canonical href=//b.example/>";
        let expected = [
            (LinkKind::Style, "https://a.example/x.css?a=1&b=2"),
            (LinkKind::Script, "https://a.example/b/y.js"),
            (LinkKind::Image, "https://a.example/z.png"),
            (LinkKind::Canonical, "https://b.example/"),
        ];
        let expected = expected.map(|(kind, url)| (kind, url.to_owned()));
        assert_eq!(found(page), expected);
    }

    #[test]
    fn links_that_it_does_not_fetch_are_not_found() {
        for page in [
            "<!-- <img src=a> --><!--><!-- <img src=a> -->",
            "<noscript><img src=a></noscript><template><img src=a></template>",
            "<script type=application/json src=a></script><script nomodule src=a></script>",
            "<title><img src=a></title><textarea><img src=a></textarea><style><img src=a></style>",
            "<link rel='alternate stylesheet' href=a><link rel=stylesheet media=print href=a>",
            "<img src=data:,x><img><link rel=icon href=a>",
        ] {
            assert_eq!(found(page), [], "{page}");
        }
    }

    #[test]
    fn links_are_read_in_every_notation_and_encoding() {
        let url = Url::parse("https://a.example/").unwrap();
        let page = "\u{feff}<img src='a&eacute;b&#x3F;c&copy=1'>";
        let wide: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for page in [page.as_bytes(), &wide] {
            let links = links(page, &url);
            let shown: Vec<&str> = links.iter().map(|it| it.url.as_str()).collect();
            assert_eq!(shown, ["https://a.example/a%C3%A9b?c&copy=1"]);
        }
    }

    #[test]
    fn the_first_base_counts() {
        let page = "<base href=/x/><base href=/y/><img src=z>";
        assert_eq!(found(page), [(LinkKind::Image, "https://a.example/x/z".to_owned())]);
    }
}
