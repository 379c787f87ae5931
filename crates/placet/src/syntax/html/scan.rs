//! Whether a body can contain anything that matters, found without parsing its markup.
//!
//! The beginnings of relevant words and tags are searched in any case, many bytes at a time. Only
//! matches are examined more closely.

use std::sync::LazyLock;

use aho_corasick::packed::Searcher;
use encoding_rs::Encoding;
use memchr::{memchr_iter, memmem, memrchr};

use super::Settings;
use super::attribute::Kept;
use super::encoding::{changed, named};
use super::reference::{self, numeric};
use super::tag::Tag;
use super::window::{Window, is_blank};
use crate::syntax::meta::MetaStatement;
use crate::text::scan;

/// Finds the beginnings of words and tags that could matter.
///
/// `None` on machines for which there is no such searcher; every body is then parsed.
static BEGINNINGS: LazyLock<Option<Searcher>> =
    LazyLock::new(|| scan::in_any_case(&["-aca", "-nos", "<met", "rsl+"]));

/// How far back the beginning of a tag is looked for.
const LOOKED_BACK: usize = 4_096;

/// How many bytes of a tag are examined.
const TAG: usize = 1 << 16;

/// Whether `body` may contain a `meta` that is looked for, a marked element or, while the encoding
/// is tentative, a `meta` that changes it. False only if there is none.
pub(super) fn may_matter(
    body: &[u8],
    settings: &Settings,
    encoding: &'static Encoding,
    is_tentative: bool,
) -> bool {
    let selected = settings.ids.iter().chain(&settings.classes);
    let has_wanted = selected.clone().next().is_some();
    for name in selected {
        let is_simple = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        // Any other character could be written as a character reference.
        if name.is_empty() || !name.bytes().all(is_simple) {
            return true;
        }
        if memmem::find(body, name.as_bytes()).is_some() {
            return true;
        }
    }
    // All named references to letters, digits, `-` and `_`.
    let names: [&[u8]; 3] = [b"&lowbar;", b"&UnderBar;", b"&fjlig;"];
    if has_wanted && names.iter().any(|name| memmem::find(body, name).is_some()) {
        return true;
    }
    let Some(beginnings) = &*BEGINNINGS else { return true };
    let mut tag = Tag::new();
    let mut matters = |at: usize| match body.get(at) {
        Some(b'<') => is_asked_meta(body, at, &mut tag, settings, (encoding, is_tentative)),
        Some(b'-') => is_word(body, at),
        // The media type of a licence.
        _ => settings.for_crawlers,
    };
    beginnings.find_iter(body).any(|found| matters(found.start()))
        || memchr_iter(b'&', body).any(|at| {
            is_reference(body, at, has_wanted) || settings.for_crawlers && is_of_type(body, at)
        })
}

/// Whether the hyphen at `at` belongs to a word that matters.
fn is_word(text: &[u8], at: usize) -> bool {
    has_at(text, at.checked_sub(3), b"the-acap:")
        || has_at(text, at.checked_sub(4), b"data-nosnippet")
}

/// Whether the reference at `at` encodes a character of a word that matters.
fn is_reference(text: &[u8], at: usize, has_wanted: bool) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    if rest.get(1) != Some(&b'#') {
        return rest.starts_with(b"&colon;");
    }
    numeric(rest).is_some_and(|(character, _)| {
        "the-acap:".contains(character.to_ascii_lowercase())
            || has_wanted && (character.is_ascii_alphanumeric() || "-_".contains(character))
    })
}

/// Whether the reference at `at` is a character of the media type of a licence, and is in a
/// tag that has one.
fn is_of_type(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let is_part = match numeric(rest) {
        Some((character, _)) => "application/rsl+xml".contains(character.to_ascii_lowercase()),
        None => rest.starts_with(b"&plus;") || rest.starts_with(b"&sol;"),
    };
    if !is_part {
        return false;
    }
    let from = at.saturating_sub(LOOKED_BACK);
    match memrchr(b'<', text.get(from..at).unwrap_or_default()) {
        Some(open) => {
            ["<link", "<script"].iter().any(|name| has_at(text, Some(from + open), name.as_bytes()))
        }
        None => from > 0,
    }
}

fn has_at(text: &[u8], at: Option<usize>, word: &[u8]) -> bool {
    at.and_then(|at| text.get(at..at + word.len()))
        .is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// Whether a `meta` that is looked for begins at `at`, or one that changes the encoding, or one
/// that is too long to decide.
fn is_asked_meta(
    text: &[u8],
    at: usize,
    tag: &mut Tag,
    settings: &Settings,
    (encoding, is_tentative): (&'static Encoding, bool),
) -> bool {
    let text = text.get(at..).unwrap_or_default();
    let is_meta = has_at(text, Some(0), b"<meta")
        && text.get(5).is_some_and(|&byte| is_blank(byte) || byte == b'/');
    if !is_meta {
        return false;
    }
    let data = text.get(..TAG).unwrap_or(text);
    tag.begin(0, false);
    if tag.read(&Window { data, base: 0, map: None, last: true }, 1).is_none() {
        return true;
    }
    let text = |raw| reference::decoded(raw, encoding);
    let value = |kept| tag.value(kept).map(text);
    let changes = || {
        let (charset, http_equiv) = (value(Kept::Charset), value(Kept::HttpEquiv));
        let content = value(Kept::Content);
        let named = named(charset.as_deref(), http_equiv.as_deref(), content.as_deref());
        named.is_some_and(|named| changed(encoding, named).is_some())
    };
    if is_tentative && changes() {
        return true;
    }
    let (Some(name), Some(content)) = (value(Kept::Name), value(Kept::Content)) else {
        return false;
    };
    !settings.for_crawlers || MetaStatement::read(&name, &content).is_some()
}

#[cfg(test)]
mod tests {
    use encoding_rs::{UTF_8, WINDOWS_1252};

    use super::*;

    #[test]
    fn relevant_words_are_found_at_every_position() {
        let settings = Settings::default();
        let words = [
            "<p class=the-acap:x>",
            "THE-ACAP:",
            "Data-NoSnippet",
            "<META name=a content>",
            "<meta/content='>' name>",
            "&#116;",
            "&#x3A",
            "&colon;",
        ];
        for word in words {
            for before in 0..100 {
                let mut text = vec![b'.'; before];
                text.extend_from_slice(word.as_bytes());
                assert!(may_matter(&text, &settings, UTF_8, false), "{word} at {before}");
                text.extend_from_slice(&[b'.'; 100]);
                assert!(may_matter(&text, &settings, UTF_8, false), "{word} at {before}");
            }
        }
    }

    #[test]
    fn irrelevant_bodies_are_skipped() {
        let settings = Settings::default();
        let text = "<meta charset=x> the-aca e-a a-nosnippet &#8217; &#39; &#160; &copy; &amp; \
                    <meta itemprop=name content=x> <metal name=x content=y> data-n";
        for count in 1..40 {
            assert!(!may_matter(text.repeat(count).as_bytes(), &settings, UTF_8, false));
        }
        let selected = Settings { ids: vec!["top".into()], ..Settings::default() };
        assert!(may_matter(b"<p id=top>", &selected, UTF_8, false));
        assert!(may_matter(b"<p id=t&#111;p>", &selected, UTF_8, false));
        assert!(!may_matter(b"<p id=to>&#8217;", &selected, UTF_8, false));
        let for_crawlers = Settings { for_crawlers: true, ..Settings::default() };
        assert!(!may_matter(
            b"<meta name=b content=b\xE9><meta name=author content=noindex>",
            &for_crawlers,
            WINDOWS_1252,
            false
        ));
        assert!(may_matter(
            b"<meta name=&#97; content=noindex>",
            &for_crawlers,
            WINDOWS_1252,
            false
        ));
        assert!(may_matter(
            b"<meta name=robots content=b\xE9>",
            &for_crawlers,
            WINDOWS_1252,
            false
        ));
        let other = b"<meta charset=koi8-r>";
        assert!(may_matter(other, &settings, UTF_8, true));
        assert!(!may_matter(other, &settings, UTF_8, false));
        assert!(!may_matter(b"<meta charset=utf-16>", &settings, UTF_8, true));
        let pragma = b"<meta content='a; charset=gbk' http-equiv=Content-Type>";
        assert!(may_matter(pragma, &settings, UTF_8, true));
        let odd = Settings { classes: vec!["a:b".into()], ..Settings::default() };
        assert!(may_matter(b"", &odd, UTF_8, false));
    }
}
