//! A `meta` that names another encoding than the initial one restarts the parser (HTML §13.2.3.4): the
//! reader finds the same as html5ever for the page in that encoding.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use placet::syntax::html::{Markup, Settings, read};
use placet_testing::Random;

use crate::dom::Dom;
use crate::facts::{Facts, settings};
use crate::generate;
use crate::{documents, in_chunks_by};

/// With these bytes first, the prescan finds no encoding, so that it is UTF-8 initially.
const PRESCANNED: usize = 1_024;

const LABELS: &[&str] = &[
    "iso-2022-jp",
    "iso-2022-jp",
    "shift_jis",
    "gbk",
    "latin1",
    "utf-8",
    "utf-16",
    "x-user-defined",
    "iso-2022-kr",
    "nonsense",
    "",
];

/// Bytes that encodings read differently: escapes to and from Kanji, letters after lead bytes, words in
/// them.
const BYTES: &[&[u8]] = &[
    b"\x1B$B",
    b"\x1B(B",
    b"\x1B(J",
    b"\x1B",
    b"\x0E",
    b"\xE9",
    b"\x83\x5C",
    b"\x81<",
    b"\xC3\xA9",
    b"<meta name=robots content='a\x1B$B$\"\x1B(B'>",
    b"<meta name=robots content='\xE9'>",
    b"<meta name=robots content='\x83\x41'>",
    b"<me\x1B(Bta name=robots content=escaped>",
    b"<p class='the-acap:\xE9 the-acap:\x83a' id='\xC3\xA9'>",
    b"<p \x1B$Bclass=the-acap:kanji\x1B(B>",
];

/// The encoding that the metas of a tree name, by the first of them that names one.
fn named_encoding(dom: &Dom) -> Option<&'static Encoding> {
    let label = |text: &str| Encoding::for_label(text.as_bytes());
    let metas = dom.nodes.iter().filter(|node| node.name == "meta" && node.is_html);
    let mut named = metas.filter_map(|meta| {
        meta.attribute("charset").and_then(label).or_else(|| {
            let pragma = meta.attribute("http-equiv")?.eq_ignore_ascii_case("content-type");
            let (_, named) =
                meta.attribute("content").filter(|_| pragma)?.split_once("charset=")?;
            label(named)
        })
    });
    named.next()
}

/// The tree of a page that begins in UTF-8, and its final encoding.
fn tree(page: &[u8], scripting: bool) -> (Dom, &'static Encoding) {
    let decoded = |encoding: &'static Encoding| {
        (Dom::parse(&encoding.decode_without_bom_handling(page).0, scripting), encoding)
    };
    let begun = decoded(UTF_8);
    match named_encoding(&begun.0).map(Encoding::name) {
        None | Some("UTF-8" | "UTF-16LE" | "UTF-16BE") => begun,
        Some("x-user-defined") => decoded(WINDOWS_1252),
        Some(name) => decoded(Encoding::for_label(name.as_bytes()).unwrap_or(UTF_8)),
    }
}

/// The facts to compare; words are compared elsewhere.
fn facts_of(markup: &Markup) -> Facts {
    let mut markup = markup.clone();
    markup.pieces.clear();
    Facts::of_markup("", &markup)
}

/// A page that names its encoding after the prescan.
fn page(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut page = vec![b' '; PRESCANNED];
    let mut tokens: Vec<Vec<u8>> =
        generate::document(seed).into_iter().map(String::into_bytes).collect();
    for _ in 0..=random.below(3) {
        let label = random.pick(LABELS);
        let tag = match random.below(4) {
            0 => format!("<meta http-equiv=content-type content='text/html; charset={label}'>"),
            1 => format!("<meta content='charset={label}' http-equiv=Content-Type charset=none>"),
            2 => format!("<!--<meta charset=koi8-r>--><meta charset={label}>"),
            _ => format!("<meta charset='{label}'>"),
        };
        let at = random.below(tokens.len() + 1);
        tokens.insert(at, tag.into_bytes());
    }
    for _ in 0..random.below(6) {
        let at = random.below(tokens.len() + 1);
        tokens.insert(at, BYTES[random.below(BYTES.len())].to_vec());
    }
    page.extend(tokens.concat());
    page
}

fn unlabelled(pieces: bool) -> Settings {
    let mut settings = settings(pieces);
    settings.charset = None;
    settings
}

#[test]
fn a_late_meta_changes_the_encoding_as_the_parser_of_html_does() {
    let mut differing = Vec::new();
    for seed in 0..documents() / 2 {
        let page = page(5_000_000 + seed);
        let ((off, encoding), (on, with_scripts)) = (tree(&page, false), tree(&page, true));
        let mut theirs = Facts::of_trees(&off, &on);
        theirs.words.clear();
        let whole = read(&page, unlabelled(true));
        let mut ours = facts_of(&whole);
        // If clients with and without scripts read a page in different encodings, metas in the body
        // need not be reported in both.
        if encoding != with_scripts {
            theirs.metas.retain(|(_, _, in_head)| *in_head);
            ours.metas.retain(|(_, _, in_head)| *in_head);
        }
        // Equal metas of the two trees are indistinguishable.
        for facts in [&mut theirs, &mut ours] {
            facts.metas.reverse();
            facts.metas.dedup_by_key(|(name, content, _)| (name.clone(), content.clone()));
        }
        if ours != theirs {
            let shown = String::from_utf8_lossy(&page[PRESCANNED..]).into_owned();
            differing.push(format!(
                "seed {seed}: {shown:?}\n   html5ever {theirs:?}\n   reader    {ours:?}"
            ));
        }
        let mut random = Random::new(seed);
        let mut chunks = Vec::new();
        let mut rest = page.as_slice();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(1 + random.below(rest.len().min(300)));
            chunks.push(chunk);
            rest = after;
        }
        assert_eq!(in_chunks_by(unlabelled(true), chunks.clone()), whole, "seed {seed}");
        let lean = in_chunks_by(unlabelled(false), chunks);
        assert_eq!(read(&page, unlabelled(false)), lean, "seed {seed}");
    }
    differing.truncate(5);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
