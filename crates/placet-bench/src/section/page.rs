//! Pages: the cost of finding all their statements.
//!
//! Tokenizers find only tags; a tree is needed to know which META elements count and what is in which
//! element. placet is measured with all of its work: encoding, tree construction, lowering.

use std::hint::black_box;
use std::time::Duration;

use html5ever::tendril::TendrilSink as _;
use html5ever::tokenizer::{
    BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use lol_html::{HtmlRewriter, Settings, element, end_tag};
use markup5ever_rcdom::RcDom;
use placet::PagePolicy;
use serde::Serialize;

use crate::input::Corpus;
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// How many bytes of pages are read at most, so that a lap stays short.
const BYTES: usize = 4 << 20;

/// From this size on a page is long.
const LONG: usize = 64 << 10;

/// One of this many elements is marked.
const MARKED: usize = 50;

/// The cost of pages.
#[derive(Debug, Serialize)]
pub(crate) struct Pages {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
    pub(crate) rows: Vec<Row>,
}

/// The results of one reader.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// MB/s over pages as they are, over those of 64 KiB or more, and over all with class tokens in
    /// them.
    pub(crate) mb_per_second: [f64; 3],
    pub(crate) finds: &'static str,
}

/// A way to read a page.
type Read = fn(&str);

const READERS: [(&str, Read, &str); 6] = [
    ("placet", placet_whole, "all statements of a page"),
    ("placet, in chunks of 16 KiB", placet_chunks, "all statements of a page"),
    ("lol_html", lol_html_metas, "meta tags"),
    ("lol_html, element selectors", lol_html_elements, "meta tags, marked elements"),
    ("html5gum", html5gum_tokens, "tokens"),
    ("html5ever tokenizer", html5ever_tokens, "tokens"),
];

const TREE: (&str, Read, &str) = ("html5ever", html5ever_tree, "a tree");

fn placet_whole(page: &str) {
    black_box(PagePolicy::builder().html(page.as_bytes()).build());
}

fn placet_chunks(page: &str) {
    let mut reader = PagePolicy::builder().stream();
    for chunk in page.as_bytes().chunks(16 << 10) {
        black_box(reader.feed(chunk));
    }
    black_box(reader.finish());
}

fn lol_html_metas(page: &str) {
    lol_html(page, with_metas());
}

fn lol_html_elements(page: &str) {
    let marked = r#"[class*="the-acap:" i], [data-nosnippet]"#;
    let handler = element!(marked, |marked| {
        black_box((marked.get_attribute("class"), marked.get_attribute("id")));
        // The extent of an element is known once it ends.
        if let Some(handlers) = marked.end_tag_handlers() {
            handlers.push(end_tag!(|end| {
                black_box(end.source_location());
                Ok(())
            }));
        }
        Ok(())
    });
    lol_html(page, with_metas().append_element_content_handler(handler));
}

fn with_metas() -> Settings<'static, 'static> {
    Settings::new().append_element_content_handler(element!("meta[name]", |meta| {
        black_box(meta.get_attribute("content"));
        Ok(())
    }))
}

fn lol_html(page: &str, settings: Settings<'_, '_>) {
    let mut rewriter = HtmlRewriter::new(settings, |output: &[u8]| {
        black_box(output);
    });
    black_box(rewriter.write(page.as_bytes()).and_then(|()| rewriter.end()).is_ok());
}

fn html5gum_tokens(page: &str) {
    for token in html5gum::Tokenizer::new(page).flatten() {
        black_box(token);
    }
}

struct Tokens;

impl TokenSink for Tokens {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        black_box(token);
        TokenSinkResult::Continue
    }
}

fn html5ever_tokens(page: &str) {
    let input = BufferQueue::default();
    input.push_back(page.into());
    let tokenizer = Tokenizer::new(Tokens, TokenizerOpts::default());
    let _ = black_box(tokenizer.feed(&input));
    tokenizer.end();
}

fn html5ever_tree(page: &str) {
    black_box(
        html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page),
    );
}

/// Reads the pages among the files.
pub(crate) fn measure(corpus: &Corpus, effort: Effort) -> Pages {
    let plain = pages(corpus);
    let marked: Vec<String> = plain.iter().map(|page| mark(page)).collect();
    let bytes: usize = plain.iter().map(String::len).sum();
    let readers: Vec<_> = READERS.into_iter().chain([TREE]).collect();
    let speeds = |pages: &[String]| -> Vec<f64> {
        let works = readers.iter().map(|&(_, read, _)| -> Work<'_> {
            Box::new(move || pages.iter().for_each(|page| read(page)))
        });
        let bytes: usize = pages.iter().map(String::len).sum();
        #[expect(clippy::cast_precision_loss, reason = "a few megabytes")]
        let speed = |time: Duration| bytes as f64 / time.as_secs_f64() / 1e6;
        race(works.collect(), effort).into_iter().map(speed).collect()
    };
    let long: Vec<String> = plain.iter().filter(|page| page.len() >= LONG).cloned().collect();
    let rows = readers.iter().zip(speeds(&plain)).zip(speeds(&long)).zip(speeds(&marked));
    let rows = rows
        .map(|(((&(name, _, finds), plain), long), marked)| Row {
            name,
            mb_per_second: [plain, long, marked],
            finds,
        })
        .collect();
    Pages { count: plain.len(), bytes, rows }
}

/// The HTML files without statements about elements, or a generated page if there are none.
fn pages(corpus: &Corpus) -> Vec<String> {
    let is_page = |text: &&str| {
        let start: String = text.trim_start().chars().take(2_048).collect();
        let policy = || PagePolicy::builder().html(text.as_bytes()).build();
        start.starts_with('<')
            && start.to_ascii_lowercase().contains("<html")
            && policy().statements().all(|statement| statement.element().is_none())
    };
    let mut bytes = 0;
    let mut pages: Vec<String> = corpus
        .texts
        .iter()
        .map(|text| &*text.lossy)
        .filter(is_page)
        .take_while(|page| {
            bytes += page.len();
            bytes <= BYTES
        })
        .map(str::to_owned)
        .collect();
    if pages.is_empty() {
        let body =
            "<div class=\"row\"><p>Some text, <a href=\"/a?b&amp;c\">a link</a>.</p></div>\n";
        let head = "<!doctype html><html><head><title>t</title>\
                    <meta name=robots content=noarchive></head><body>\n";
        pages.push(format!("{head}{}", body.repeat(2_000)));
    }
    pages
}

/// The page with a class token on some of its `div` and `p` elements.
fn mark(page: &str) -> String {
    let mut marked = String::with_capacity(page.len());
    let mut met = 0;
    let mut rest = page;
    while let Some(at) = rest.find("<div").into_iter().chain(rest.find("<p")).min() {
        let end = at + if rest.get(at..at + 4) == Some("<div") { 4 } else { 2 };
        let (before, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        marked.push_str(before);
        if after.starts_with([' ', '>']) {
            met += 1;
            if met % MARKED == 1 {
                marked.push_str(" class=\"the-acap:disallow-index\"");
            }
        }
        rest = after;
    }
    marked.push_str(rest);
    marked
}

impl Pages {
    fn speed(&self, name: &str, of: usize) -> f64 {
        let row = self.rows.iter().find(|row| row.name == name);
        row.and_then(|row| row.mb_per_second.get(of).copied()).unwrap_or(f64::NAN)
    }

    /// The requirements, and whether they are met.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let over = |rival: &str, of: usize| self.speed("placet", of) / self.speed(rival, of);
        let wanted = |of: &str, ratio: f64, least: f64| {
            Requirement::new("page", of, ratio, Bound::AtLeast(least))
        };
        vec![
            wanted("times html5ever on pages without class tokens", over("html5ever", 0), 10.0),
            wanted("times lol_html on pages without class tokens", over("lol_html", 0), 3.0),
            Requirement::new(
                "page",
                "times lol_html on those of 64 KiB or more",
                over("lol_html", 1),
                Bound::Stated,
            ),
            wanted(
                "MB/s in chunks of 16 KiB",
                self.speed("placet, in chunks of 16 KiB", 0),
                2_000.0,
            ),
            wanted(
                "times lol_html with element selectors on pages with class tokens",
                over("lol_html, element selectors", 2),
                1.0,
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_pages_have_marks_and_nothing_else_changes() {
        let page = "<p>a</p><div id=b><p class=c>".repeat(40);
        let marked = mark(&page);
        assert_eq!(marked.matches("the-acap:").count(), 3);
        assert_eq!(marked.replace(" class=\"the-acap:disallow-index\"", ""), page);
        let statements = PagePolicy::builder().html(marked.as_bytes()).build();
        assert!(statements.statements().count() >= 2);
    }
}
