//! Hostile pages: work and memory are bounded, statements before a ceiling are honoured, and the
//! cut is reported.

#![cfg(feature = "html")]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "test code may stop at once, and build long texts"
)]

use std::fmt::Write as _;

use placet::limits;
use placet::syntax::html::{Markup, Reader, Settings, read};

const MILLION: usize = 1_000_000;

/// A page that is generated in parts, so that a test needs no more memory than the reader does.
struct Page {
    before: String,
    part: String,
    times: usize,
    after: String,
}

impl Page {
    fn new(before: &str, part: &str, times: usize, after: &str) -> Self {
        // Parts are joined, because every chunk has a cost.
        let together = (16_384 / part.len()).clamp(1, times);
        Self {
            before: before.to_owned(),
            part: part.repeat(together),
            times: times / together,
            after: after.to_owned(),
        }
    }

    fn bytes(&self) -> usize {
        self.before.len() + self.part.len() * self.times + self.after.len()
    }

    /// Reads the page and checks the bounds on work and memory.
    fn read(&self, steps_per_byte: u64, memory: u64) -> Markup {
        let mut found = None;
        let used = allocation_counter::measure(|| {
            let mut reader = Reader::new(Settings::default());
            reader.feed(self.before.as_bytes());
            for _ in 0..self.times {
                reader.feed(self.part.as_bytes());
            }
            reader.feed(self.after.as_bytes());
            found = Some((reader.steps(), reader.finish()));
        });
        let (steps, markup) = found.unwrap();
        let bound = 10_000 + steps_per_byte * self.bytes() as u64;
        assert!(steps <= bound, "{steps} steps, at most {bound} expected");
        assert!(used.bytes_max <= memory, "{} bytes, at most {memory} expected", used.bytes_max);
        markup
    }
}

const ROBOTS: &str = "<title>x</title><meta name=robots content=noindex><body>";
const STATEMENT: &str = "<p class=the-acap:disallow-index>x</p>";
const SMALL: u64 = 1 << 20;

fn check_noindex(markup: &Markup) {
    let robots = &markup.metas[0];
    assert!(robots.in_head);
    assert_eq!((&*robots.name, &*robots.content), ("robots", "noindex"));
}

#[test]
fn a_hundred_megabytes_of_less_than_signs() {
    let page = Page::new(ROBOTS, "<", 100 * MILLION, STATEMENT);
    let markup = page.read(1, SMALL);
    check_noindex(&markup);
    // The last of them begins the tag.
    assert_eq!(markup.elements.len(), 1);
    assert_eq!(markup.bytes, page.bytes() as u64);
    assert!(markup.cut.is_none());
}

#[test]
fn a_million_attributes() {
    for tag in ["<meta ", "<b ", "<p ", "</p "] {
        let page = Page::new(&format!("{ROBOTS}{tag}"), "a1=b ", MILLION, &format!(">{STATEMENT}"));
        let markup = page.read(1, SMALL);
        check_noindex(&markup);
        assert_eq!(markup.elements.len(), 1);
    }
    let named = Page::new("<meta name=robots ", "a1=b ", MILLION, "content=noindex><p>");
    check_noindex(&named.read(1, SMALL));
}

#[test]
fn a_million_nested_elements() {
    let page = Page::new(ROBOTS, "<div>", MILLION, STATEMENT);
    let markup = page.read(1, SMALL);
    check_noindex(&markup);
    let cut = markup.cut.expect("the reader stops at the ceiling");
    assert_eq!(cut.span.end() as u64, markup.bytes);
    assert_eq!(cut.span.end(), ROBOTS.len() + 5 * (limits::PAGE_DEPTH - 1));
    assert!(markup.elements.is_empty());
    // Statements before the ceiling are honoured.
    let page = Page::new(&format!("{ROBOTS}{STATEMENT}"), "<div>", MILLION, "");
    assert_eq!(page.read(1, SMALL).elements.len(), 1);
}

#[test]
fn a_content_of_fifty_megabytes() {
    let start = "<meta name=robots content='noindex, ";
    let page = Page::new(start, "x", 50 * MILLION, &format!("'>{ROBOTS}{STATEMENT}"));
    let markup = page.read(1, SMALL);
    let long = &markup.metas[0];
    assert!(long.in_head && long.content_cut && long.content.starts_with("noindex, x"));
    assert!(long.content.len() == limits::ATTRIBUTE_VALUE && long.content.len() >= 8 * 1_024);
    assert!(long.content_span.len() > 49 * MILLION);
    assert_eq!(markup.shortened, Some(long.position));
    assert_eq!((markup.metas.len(), markup.elements.len()), (2, 1));
}

#[test]
fn a_class_attribute_of_a_million_tokens() {
    let start = format!("{ROBOTS}<p class='");
    let page = Page::new(&start, "the-acap:x ", MILLION, &format!("'>{STATEMENT}"));
    let markup = page.read(1, SMALL);
    check_noindex(&markup);
    assert_eq!(markup.elements.len(), 2);
    assert_eq!(markup.elements[0].tokens.len(), limits::CLASS_TOKENS);
    assert!(markup.shortened.is_some());
}

#[test]
fn a_million_statements() {
    let markup = Page::new(ROBOTS, STATEMENT, MILLION, "").read(2, 64 << 20);
    check_noindex(&markup);
    assert_eq!(markup.elements.len(), limits::MARKED_ELEMENTS + 1);
    assert!(markup.cut.is_some());
}

#[test]
fn a_million_ids() {
    let page =
        Page::new(&format!("{ROBOTS}<div class=the-acap:x>"), "<p id=a>", MILLION, STATEMENT);
    let markup = page.read(3, 16 << 20);
    assert!(markup.ids_overflow);
    assert_eq!(markup.elements.len(), 2);
}

#[test]
fn a_million_metas() {
    let markup = Page::new("", "<meta name=a content=b>", MILLION, "").read(2, 16 << 20);
    assert_eq!(markup.metas.len(), limits::METAS + 1);
    assert!(markup.cut.is_some());
}

/// Each paragraph copies a few hundred formatting elements.
#[test]
fn formatting_elements_that_are_copied_repeatedly() {
    let mut before = ROBOTS.to_owned();
    before += "<p>";
    for number in 0..400 {
        write!(before, "<b x={number}>").unwrap();
    }
    let markup = Page::new(&before, "<p>x", MILLION, STATEMENT).read(400, 2 * SMALL);
    check_noindex(&markup);
    assert!(markup.cut.is_some());
}

/// End tags that search the whole stack and find nothing.
#[test]
fn end_tags_that_find_nothing() {
    let before = format!("{ROBOTS}{}", "<span>".repeat(500));
    for part in
        ["</x>", "</b>", "</p>", "</li>", "</table>", "<li></li>", "</h1>", "</a-long-name>"]
    {
        let markup = Page::new(&before, part, MILLION / 40, STATEMENT).read(200, 2 * SMALL);
        check_noindex(&markup);
    }
}

/// Elements that are opened and closed leave nothing in memory.
#[test]
fn memory_does_not_depend_on_the_length_of_a_page() {
    for part in [
        "<div><p>x<b>y</p>z</b></div>",
        "<table>x<tr><td><i>y</table>",
        "<a><div></a></div>",
        "<svg><g><desc></desc></g></svg>",
        "<template><td>x</template>",
    ] {
        let page = Page::new(ROBOTS, part, MILLION / 4, STATEMENT);
        let markup = page.read(4, SMALL);
        check_noindex(&markup);
        assert_eq!(markup.elements.len(), 1, "{part}");
    }
}

/// Tags that never end make the search stop instead of starting again.
#[test]
fn tags_that_never_end() {
    let text = ROBOTS.to_owned() + &"<meta a='".repeat(MILLION / 3 * 2);
    check_noindex(&read(text.as_bytes(), Settings::default()));
    let text = ROBOTS.to_owned() + &"&#0000".repeat(MILLION);
    check_noindex(&read(text.as_bytes(), Settings::default()));
}
