//! Statements of pages: header and META only restrict, and which part of a page may be used.

#![cfg(feature = "html")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use placet::page::Permitted;
use placet::{Agent, AskedAt, Crawler, PagePolicy, RobotsPolicy, Usage};
use proptest::prelude::*;

/// Pieces of which rules, names, values and nonsense are made.
const WORDS: [&str; 34] = [
    "noindex",
    "nofollow",
    "none",
    "nosnippet",
    "noarchive",
    "noimageindex",
    "notranslate",
    "max-snippet:20",
    "max-snippet:-1",
    "max-snippet=0",
    "max-image-preview:large",
    "max-image-preview=none",
    "max-video-preview:3",
    "unavailable_after: 25 Jun 2010 15:00:00 PST",
    "unavailable_after=\"2030-01-01\"",
    "noai",
    "noml",
    "all",
    "index",
    "follow",
    "indexifembedded",
    "*",
    "ExampleBot",
    "otherbot",
    "examplebot:",
    "robots:",
    ";",
    ",",
    "; ",
    ", ",
    " ",
    "\"",
    "@@@",
    "x=1",
];

fn value() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 0..12).prop_map(|words| words.concat())
}

const SITES: [&str; 4] = [
    "",
    "ACAP-crawler: *\nACAP-allow-index: / time-limit=30-days\nACAP-disallow-preserve: /\n",
    "ACAP-crawler: examplebot\nACAP-allow-present: /\nACAP-crawler: *\nACAP-disallow-other: /\n",
    "User-agent: *\nDisallow: /closed\n",
];

const PAGES: [&str; 3] = [
    "",
    "<meta name=robots content='ACAP disallow-index'><p id=a class=the-acap:allow-index>x",
    "<meta name=examplebot content='ACAP allow-present max-length=5-words'><p id=a>x",
];

proptest! {
    /// T-03: whatever header and META state, nothing becomes permitted that was not, and no
    /// condition is lifted.
    #[test]
    fn header_and_meta_only_restrict(
        fields in prop::collection::vec((any::<bool>(), value()), 0..3),
        meta in value(),
        site in prop::sample::select(&SITES[..]),
        page in prop::sample::select(&PAGES[..]),
        whole_pages in any::<bool>(),
        now in prop::option::of(0_u64..4_000_000_000),
    ) {
        let crawler = Crawler::new(Agent::new("ExampleBot"));
        let crawler = if whole_pages { crawler.whole_pages() } else { crawler };
        let mut asked_at = AskedAt::new();
        asked_at.now = now.map(|seconds| {
            std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)
        });
        let bot = RobotsPolicy::parse(site.as_bytes()).for_agent(&crawler);
        let target = bot.target("https://example.com/closed").unwrap();

        let without = PagePolicy::builder().html(page.as_bytes()).build();
        let ruled = format!("<meta name=robots content='{}'>{page}", meta.replace('\'', ""));
        let mut with = PagePolicy::builder().html(ruled.as_bytes());
        for (old, value) in &fields {
            with = with.header(if *old { "X-Robots-Tag" } else { "Robots-Tag" }, value);
        }
        let with = with.build();
        for element in [None, Some("a")] {
            let ask = |page: &PagePolicy| {
                let bot = bot.page(page);
                let bot = element.map_or_else(|| bot.clone(), |id| bot.element(id));
                bot.matrix(&target, &asked_at)
            };
            for (before, after) in ask(&without).iter().zip(&ask(&with)) {
                prop_assert!(
                    !after.verdict().is_permit() || before.verdict().is_permit(),
                    "{} is lifted by {fields:?} {meta:?}: {after}", before.usage()
                );
                if after.verdict().is_permit() {
                    for condition in before.conditions() {
                        prop_assert!(after.conditions().contains(condition), "{condition} is lifted");
                    }
                }
            }
        }
    }

    /// The order in which field lines are given does not matter.
    #[test]
    fn the_order_of_field_lines_does_not_matter(values in prop::collection::vec(value(), 2..4)) {
        let answers = |values: &[String]| {
            let page = values.iter().fold(PagePolicy::builder(), |page, value| {
                page.header("Robots-Tag", value)
            });
            let bot = RobotsPolicy::parse(b"").for_agent(Agent::new("ExampleBot")).page(&page.build());
            let target = bot.target("/").unwrap();
            let decisions = bot.matrix(&target, &AskedAt::new());
            decisions
                .iter()
                .map(|decision| {
                    let mut conditions: Vec<String> =
                        decision.conditions().iter().map(ToString::to_string).collect();
                    conditions.sort();
                    (decision.verdict(), conditions)
                })
                .collect::<Vec<_>>()
        };
        let reversed: Vec<String> = values.iter().rev().cloned().collect();
        prop_assert_eq!(answers(&values), answers(&reversed));
    }
}

fn permitted<'p>(robots: &str, html: &'p str, usage: Usage) -> Permitted<'p> {
    let bot = RobotsPolicy::parse(robots.as_bytes()).for_agent(Agent::new("ExampleBot"));
    let target = bot.target("https://example.com/p").unwrap();
    bot.permitted(usage, &target, &AskedAt::new(), html.as_bytes())
}

#[test]
fn closed_elements_are_removed_but_not_open_ones_inside_them() {
    let html = "<title>T</title><p>one</p><div class='the-acap:disallow-index'>two<p \
                class='the-acap:allow-index'>three</p>four</div><p>five &amp; six</p>";
    let part = permitted("", html, Usage::Index);
    assert_eq!(part.text(), "T\none\nthree\nfive & six");
    assert_eq!(
        part.html().as_ref(),
        b"<title>T</title><p>one</p><p class='the-acap:allow-index'>three</p><p>five &amp; six</p>"
    );
    assert_eq!(part.ranges().len(), 3);
    assert_eq!(permitted("", html, Usage::Preserve).html().as_ref(), html.as_bytes());
}

#[test]
fn only_open_elements_of_a_closed_page_remain() {
    let html = "<meta name=robots content='ACAP disallow-index'><p>no</p><p \
                class=the-acap:allow-index>yes</p>";
    assert_eq!(permitted("", html, Usage::Index).text(), "yes");
    let closed = permitted("User-agent: *\nDisallow: /\n", html, Usage::Index);
    assert!(closed.is_empty() && closed.text().is_empty() && closed.ranges().is_empty());
}

#[test]
fn only_the_required_extract_remains() {
    let html = "<meta name=abstract content='In &lt;short&gt;'><div id=a>first <b \
                class=the-acap:disallow-index>not</b></div><div class='b c'>second</div><div \
                class=b>third</div>";
    let extract = |locator: &str| {
        let robots = format!(
            "ACAP-crawler: *\nACAP-allow-index: / must-use-resource=the-acap:extract:{locator}\n"
        );
        permitted(&robots, html, Usage::Index).text()
    };
    assert_eq!(extract("id:a"), "first");
    assert_eq!(extract("class:b"), "second");
    assert_eq!(extract("meta:abstract"), "In <short>");
    assert_eq!(extract("id:missing"), "");
    let other = "ACAP-crawler: *\nACAP-allow-index: / must-use-resource=/other.txt\n";
    assert!(permitted(other, html, Usage::Index).is_empty());
}

#[test]
fn nosnippet_applies_to_snippets_only() {
    let html = "<p>shown</p><p data-nosnippet>hidden <b>too</b></p>";
    assert_eq!(permitted("", html, Usage::PresentSnippet).text(), "shown");
    assert_eq!(permitted("", html, Usage::Index).text(), "shown\nhidden too");
}

#[test]
fn scripts_and_styles_are_not_text() {
    let html = "<style>p{}</style><p>a<script>b</script>c<!-- d --> e</p><table><tr><td>f<td>g";
    assert_eq!(permitted("", html, Usage::Index).text(), "ac e\nf\ng");
}
