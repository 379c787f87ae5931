//! Whether a body can hold anything that matters, told without reading its markup.
//!
//! A block of octets is looked at with a test for three octets that is the same at every place, so
//! that a compiler can make it work on many places at once. Only in blocks where it is true
//! somewhere is a closer look taken.

use memchr::{memchr_iter, memmem};

use super::Settings;
use super::reference::numeric;
use super::tag::{Kept, Tag};
use super::window::{Window, is_blank};

/// How many places are looked at together.
const BLOCK: usize = 512;
/// How many octets of a tag are looked at.
const TAG: usize = 1 << 16;

/// Whether a `meta` with a name, or a marked element, may stand in `body`. False only if there is
/// none.
pub(super) fn may_matter(body: &[u8], settings: &Settings) -> bool {
    let wanted = settings.ids.iter().chain(&settings.classes);
    let has_wanted = wanted.clone().next().is_some();
    for name in wanted {
        let is_simple = |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_');
        // Any other character could be written as a reference in some way.
        if name.is_empty() || !name.bytes().all(is_simple) {
            return true;
        }
        if memmem::find(body, name.as_bytes()).is_some() {
            return true;
        }
    }
    // These are all the names of references to letters, digits, `-` and `_`.
    let names: [&[u8]; 3] = [b"&lowbar;", b"&UnderBar;", b"&fjlig;"];
    if has_wanted && names.iter().any(|name| memmem::find(body, name).is_some()) {
        return true;
    }
    let mut at = 0;
    while at < body.len() {
        let rest = body.get(at..).unwrap_or_default();
        let block = rest.get(..BLOCK).unwrap_or(rest);
        let found = rest.first_chunk().map_or(Found::ANYTHING, suspect);
        if found.0 != 0 && found.matters(body, at, block, has_wanted) {
            return true;
        }
        at += BLOCK;
    }
    false
}

/// What begins somewhere in a block, as bits.
#[derive(Debug, Clone, Copy)]
struct Found(u8);

impl Found {
    /// `-ac` or `-no`.
    const HYPHEN: u8 = 1;
    /// `<me`.
    const META: u8 = 2;
    /// `&#` or `&co`.
    const REFERENCE: u8 = 4;
    const ANYTHING: Self = Self(7);

    /// Whether something in the block, which stands at `start` in `text`, may matter indeed.
    fn matters(self, text: &[u8], start: usize, block: &[u8], has_wanted: bool) -> bool {
        let has = |kind: u8| self.0 & kind != 0;
        has(Self::HYPHEN) && memchr_iter(b'-', block).any(|at| is_word(text, start + at))
            || has(Self::META) && memchr_iter(b'<', block).any(|at| is_named_meta(text, start + at))
            || has(Self::REFERENCE)
                && memchr_iter(b'&', block).any(|at| is_reference(text, start + at, has_wanted))
    }
}

/// What begins anywhere in the block but at its last two places.
#[inline]
fn suspect(block: &[u8; BLOCK + 2]) -> Found {
    let from = |start: usize| block.iter().skip(start).take(BLOCK);
    let mut kinds = [0; BLOCK];
    for (((kind, first), second), third) in kinds.iter_mut().zip(from(0)).zip(from(1)).zip(from(2))
    {
        *kind = begins(*first, *second, *third);
    }
    Found(kinds.iter().fold(0, |found, kind| found | kind))
}

/// What three octets are the beginning of.
#[inline]
fn begins(first: u8, second: u8, third: u8) -> u8 {
    let (low, lower) = (second | 0x20, third | 0x20);
    let is_o = flag(lower == b'o');
    let word = flag(low == b'a') & flag(lower == b'c') | flag(low == b'n') & is_o;
    let meta = flag(low == b'm') & flag(lower == b'e');
    let reference = flag(second == b'#') | flag(low == b'c') & is_o;
    flag(first == b'-') & word & Found::HYPHEN
        | flag(first == b'<') & meta & Found::META
        | flag(first == b'&') & reference & Found::REFERENCE
}

/// All bits or none: that is what comparing many octets at once gives.
#[inline]
fn flag(is: bool) -> u8 {
    if is { 0xFF } else { 0 }
}

/// Whether the hyphen at `at` is that of a word that matters.
fn is_word(text: &[u8], at: usize) -> bool {
    has_at(text, at.checked_sub(3), b"the-acap:")
        || has_at(text, at.checked_sub(4), b"data-nosnippet")
}

/// Whether the reference at `at` stands for a character that words which matter are made of.
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

fn has_at(text: &[u8], at: Option<usize>, word: &[u8]) -> bool {
    at.and_then(|at| text.get(at..at + word.len()))
        .is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// Whether a `meta` that has a name and a content begins at `at`, or one that is too long to tell.
fn is_named_meta(text: &[u8], at: usize) -> bool {
    let text = text.get(at..).unwrap_or_default();
    let is_meta = has_at(text, Some(0), b"<meta")
        && text.get(5).is_some_and(|&octet| is_blank(octet) || octet == b'/');
    if !is_meta {
        return false;
    }
    let data = text.get(..TAG).unwrap_or(text);
    let mut tag = Tag::new();
    tag.begin(0, false);
    match tag.read(&Window { data, base: 0, map: None, last: true }, 1) {
        Some(_) => tag.value(Kept::Name).is_some() && tag.value(Kept::Content).is_some(),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_found_at_every_place() {
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
            for before in 0..BLOCK + 20 {
                let mut text = vec![b'.'; before];
                text.extend_from_slice(word.as_bytes());
                assert!(may_matter(&text, &settings), "{word} at {before}");
                text.extend_from_slice(&[b'.'; BLOCK + 20]);
                assert!(may_matter(&text, &settings), "{word} at {before}");
            }
        }
    }

    #[test]
    fn what_does_not_matter() {
        let settings = Settings::default();
        let text = "<meta charset=x> the-aca e-a a-nosnippet &#8217; &#39; &#160; &copy; &amp; \
                    <meta itemprop=name content=x> <metal name=x content=y> data-n";
        for count in 1..40 {
            assert!(!may_matter(text.repeat(count).as_bytes(), &settings));
        }
        let wanted = Settings { ids: vec!["top".into()], ..Settings::default() };
        assert!(may_matter(b"<p id=top>", &wanted));
        assert!(may_matter(b"<p id=t&#111;p>", &wanted));
        assert!(!may_matter(b"<p id=to>&#8217;", &wanted));
        let odd = Settings { classes: vec!["a:b".into()], ..Settings::default() };
        assert!(may_matter(b"", &odd));
    }
}
