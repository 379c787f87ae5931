//! A page read in chunks is the page read as a whole, its pieces tile it, and nothing in it points
//! outside it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::limits;
use placet::syntax::html::{Markup, Progress, Reader, Settings, read};

fuzz_target!(|data: &[u8]| {
    // The first bytes select the question, and how the page is cut.
    let [ask, size, html @ ..] = data else { return };
    let charsets = [None, Some("utf-8"), Some("shift_jis"), Some("utf-16le"), Some("iso-2022-jp")];
    let settings = |pieces: bool| {
        let mut settings = Settings::default();
        settings.charset = charsets[usize::from(ask & 7) % charsets.len()].map(Into::into);
        settings.ids = if ask & 8 != 0 { vec!["a".into()] } else { Vec::new() };
        settings.classes = if ask & 16 != 0 { vec!["b".into()] } else { Vec::new() };
        settings.for_crawlers = ask & 64 != 0;
        settings.tags = if pieces { vec!["img".into(), "p".into()] } else { Vec::new() };
        settings.pieces = pieces;
        settings.head_only = ask & 32 != 0;
        settings
    };
    // The first bytes determine the encoding, so the page is also placed after some of them.
    let padded = [" ".repeat(1_024).as_bytes(), html].concat();
    for html in [html, &padded] {
        for pieces in [false, true] {
            let whole = read(html, settings(pieces));
            let parts = in_chunks(html, usize::from(*size).max(1), settings(pieces));
            if settings(pieces).head_only {
                // How much of the text that ends the head is read depends on its length.
                assert_eq!((parts.metas, parts.encoding), (whole.metas.clone(), whole.encoding));
            } else {
                assert_eq!(parts, whole);
            }
            sound(html, &whole, pieces);
        }
    }
});

fn in_chunks(html: &[u8], size: usize, settings: Settings) -> Markup {
    let mut reader = Reader::new(settings);
    for chunk in html.chunks(size) {
        if reader.feed(chunk) == Progress::Enough {
            break;
        }
    }
    // A step for each byte and token, and a few hundred for each element that is open.
    assert!(reader.steps() <= 1_000 + 600 * html.len() as u64);
    reader.finish()
}

fn sound(html: &[u8], markup: &Markup, pieces: bool) {
    assert!(markup.bytes as usize <= html.len());
    for tag in &markup.tags {
        assert!(tag.position.span.end() <= html.len());
        assert!(tag.attributes.iter().all(|it| it.span.end() <= html.len()));
    }
    let mut end = 0;
    for piece in &markup.pieces {
        assert_eq!(piece.span.start(), end);
        assert!(!piece.span.is_empty());
        assert!(piece.container.is_none_or(|at| (at as usize) < markup.elements.len()));
        end = piece.span.end();
    }
    assert!(!pieces || end == markup.bytes as usize, "{end} of {}", markup.bytes);
    for (number, element) in markup.elements.iter().enumerate() {
        assert!(element.position.span.end() <= html.len() && element.position.line > 0);
        assert!(element.parent.is_none_or(|parent| (parent as usize) < markup.elements.len()));
        assert_ne!(element.parent, Some(number as u32));
        assert!(element.tokens.len() <= limits::CLASS_TOKENS);
        assert!(element.nosnippet || element.selected || !element.tokens.is_empty());
    }
    for meta in &markup.metas {
        assert!(meta.position.span.end() <= html.len() && meta.content_span.end() <= html.len());
    }
    assert!(markup.metas.is_sorted_by_key(|meta| meta.position.span.start()));
    let is_element = |holder: u32| (holder as usize) < markup.elements.len();
    assert!(markup.ids.iter().all(|(_, holder)| holder.is_none_or(is_element)));
}
