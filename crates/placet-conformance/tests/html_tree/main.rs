//! The reader of pages against html5ever: the same metas, the same marked elements, the same
//! place for every id and every word.

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test prints what it ran and stops at the first surprise"
)]

mod cases;
#[expect(dead_code, reason = "other tests ask for the lines of elements")]
mod dom;
mod encoding;
mod facts;
mod generate;

use facts::{Facts, settings};
use placet::syntax::html::{Markup, Reader, Settings, read};
use placet_testing::Random;

/// How many documents are compared: 5,000, unless `PLACET_DOCUMENTS` says otherwise.
fn documents() -> u64 {
    placet_testing::runs("PLACET_DOCUMENTS", 5_000)
}

/// The results of both for a document, if they differ.
fn difference(html: &str) -> Option<String> {
    let theirs = Facts::of_html5ever(html);
    let ours = std::panic::catch_unwind(|| Facts::of_reader(html).without_dropped_words(&theirs));
    match ours {
        Ok(ours) if ours == theirs => None,
        ours => Some(format!("{html:?}\n   html5ever {theirs:?}\n   reader    {ours:?}")),
    }
}

/// The smallest document from `tokens`, with some left out, that still differs.
fn shrunk(mut tokens: Vec<String>, differs: impl Fn(&str) -> bool) -> String {
    loop {
        let before: usize = tokens.iter().map(String::len).sum();
        let mut size = tokens.len();
        while size > 0 {
            let mut at = 0;
            while at < tokens.len() {
                let mut fewer = tokens.clone();
                fewer.drain(at..(at + size).min(tokens.len()));
                if differs(&fewer.concat()) {
                    tokens = fewer;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        if tokens.iter().map(String::len).sum::<usize>() == before {
            if tokens.iter().all(|token| token.chars().count() <= 1) {
                return tokens.concat();
            }
            tokens = tokens.concat().chars().map(String::from).collect();
        }
    }
}

#[test]
fn the_reader_finds_what_html5ever_does() {
    let mut differing = Vec::new();
    let (mut metas, mut elements, mut ids, mut words) = (0, 0, 0, 0);
    for seed in 0..documents() {
        let tokens = generate::document(seed);
        let html = tokens.concat();
        if difference(&html).is_some() {
            let small = shrunk(tokens, |html| difference(html).is_some());
            differing.push(format!("seed {seed}: {}", difference(&small).unwrap_or_default()));
            if differing.len() >= 12 {
                break;
            }
            continue;
        }
        let facts = Facts::of_html5ever(&html);
        metas += facts.metas.len();
        elements += facts.elements.len();
        ids += facts.ids.len();
        words += facts.words.len();
    }
    println!(
        "html_tree: {} documents, {metas} metas, {elements} marked elements, {ids} ids, {words} words",
        documents()
    );
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Some documents are cut at every byte.
#[test]
fn documents_that_end_anywhere_are_read_as_html5ever_does() {
    let mut differing = Vec::new();
    for seed in 0..documents() / 50 {
        let html = generate::document(1_000_000 + seed).concat();
        for (cut, _) in html.char_indices() {
            differing.extend(difference(&html[..cut]));
        }
    }
    differing.truncate(5);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// In UTF-16 the reader finds the same, at the positions in that encoding.
#[test]
fn other_encodings_are_read_as_utf_8_is() {
    for seed in 0..documents() / 10 {
        let html = generate::document(4_000_000 + seed).concat();
        let plain = in_chunks([html.as_bytes()], true);
        for (label, wide) in [
            ("utf-16le", html.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
            ("utf-16be", html.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ] {
            let mut settings = settings(true);
            settings.charset = Some(label.into());
            let found = read(&wide, settings);
            // Each position in one is twice that in the other.
            let wide_place = |at: usize| 2 * html[..at].encode_utf16().count();
            assert_eq!(found.metas.len(), plain.metas.len(), "{html:?}");
            for (wide, plain) in found.metas.iter().zip(&plain.metas) {
                assert_eq!((&wide.name, &wide.content), (&plain.name, &plain.content));
                assert_eq!(wide.position.span.start(), wide_place(plain.position.span.start()));
                assert_eq!(wide.position.span.end(), wide_place(plain.position.span.end()));
                assert_eq!(wide.content_span.start(), wide_place(plain.content_span.start()));
                assert_eq!(wide.content_span.end(), wide_place(plain.content_span.end()));
                assert_eq!(wide.position.line, plain.position.line);
            }
            assert_eq!(found.elements.len(), plain.elements.len(), "{html:?}");
            for (wide, plain) in found.elements.iter().zip(&plain.elements) {
                assert_eq!((&wide.tokens, wide.parent), (&plain.tokens, plain.parent));
                assert_eq!(wide.position.span.start(), wide_place(plain.position.span.start()));
                assert_eq!(wide.text, plain.text);
            }
            assert_eq!(found.ids, plain.ids, "{html:?}");
            assert_eq!(found.pieces.len(), plain.pieces.len(), "{html:?}");
            for (wide, plain) in found.pieces.iter().zip(&plain.pieces) {
                assert_eq!((wide.container, wide.kind), (plain.container, plain.kind));
                assert_eq!(wide.span.end(), wide_place(plain.span.end()), "{html:?}");
            }
        }
    }
}

fn in_chunks<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, pieces: bool) -> Markup {
    in_chunks_by(settings(pieces), chunks)
}

fn in_chunks_by<'a>(settings: Settings, chunks: impl IntoIterator<Item = &'a [u8]>) -> Markup {
    let mut reader = Reader::new(settings);
    for chunk in chunks {
        reader.feed(chunk);
    }
    reader.finish()
}

#[test]
fn chunks_make_no_difference() {
    for seed in 0..documents() / 5 {
        let html = generate::document(2_000_000 + seed).concat();
        let mut random = Random::new(seed);
        let whole = in_chunks([html.as_bytes()], true);
        let mut chunks = Vec::new();
        let mut rest = html.as_bytes();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(1 + random.below(rest.len().min(40)));
            chunks.push(chunk);
            rest = after;
        }
        // The first chunks are buffered until the encoding is known, so there must be more before.
        let padding = " ".repeat(1_024);
        let padded: String = padding.clone() + &html;
        let padded_whole = in_chunks([padded.as_bytes()], true);
        let mut padded_chunks = vec![padding.as_bytes()];
        padded_chunks.extend(&chunks);
        assert_eq!(in_chunks(chunks, true), whole, "{html:?}");
        assert_eq!(in_chunks(padded_chunks, true), padded_whole, "{html:?}");
        assert_eq!(read(html.as_bytes(), settings(true)), whole, "{html:?}");
        let lean = in_chunks([html.as_bytes()], false);
        assert_eq!(read(html.as_bytes(), settings(false)), lean, "{html:?}");
        // Most bodies contain nothing relevant if nothing is asked for, and many pages if only
        // statements to crawlers are; they are skipped.
        for for_crawlers in [false, true] {
            let settings = || {
                let mut settings = Settings::default();
                settings.for_crawlers = for_crawlers;
                settings
            };
            let mut reader = Reader::new(settings());
            reader.feed(html.as_bytes());
            assert_eq!(read(html.as_bytes(), settings()), reader.finish(), "{html:?}");
        }
        assert_eq!(lean.elements, whole.elements);
        assert_eq!(lean.ids, whole.ids);
    }
}

#[test]
fn every_split_of_a_small_document_makes_no_difference() {
    for seed in 0..documents() / 50 {
        let html = generate::document(3_000_000 + seed).concat();
        let padded = " ".repeat(1_024) + &html;
        let whole = in_chunks([padded.as_bytes()], true);
        for cut in 1_024..padded.len().min(1_024 + 400) {
            let (first, second) = padded.as_bytes().split_at(cut);
            assert_eq!(in_chunks([first, second], true), whole, "{html:?} at {cut}");
        }
        let single: Vec<_> = padded.as_bytes().chunks(1).collect();
        assert_eq!(in_chunks(single, true), whole, "{html:?}");
    }
}
