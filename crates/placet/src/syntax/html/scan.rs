//! Whether a body can hold anything that matters, told without reading its markup.
//!
//! A block of octets is looked at with a test for three octets that is the same at every place, so
//! that a compiler can make it work on many places at once. Only in blocks where it is true
//! somewhere is a closer look taken.

use memchr::memmem;

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
        if rest.get(..BLOCK + 2).map_or(true, is_suspicious) {
            let len = BLOCK.min(rest.len());
            if (at..at + len).any(|at| matters(body, at, has_wanted)) {
                return true;
            }
        }
        at += BLOCK;
    }
    false
}

/// Whether `e-a`, `a-n`, `<me`, `&#` or `&co` begins anywhere in the block but its last two places.
#[inline]
fn is_suspicious(block: &[u8]) -> bool {
    let seconds = block.get(1..).unwrap_or_default();
    let thirds = block.get(2..).unwrap_or_default();
    let places = block.iter().zip(seconds).zip(thirds);
    places.fold(0, |found, ((&first, &second), &third)| {
        let (lower, low_third) = (first | 0x20, third | 0x20);
        let hyphen = u8::from(second == b'-')
            & (u8::from(lower == b'e') & u8::from(low_third == b'a')
                | u8::from(lower == b'a') & u8::from(low_third == b'n'));
        let meta =
            u8::from(first == b'<') & u8::from(second | 0x20 == b'm') & u8::from(low_third == b'e');
        let reference = u8::from(first == b'&')
            & (u8::from(second == b'#') | u8::from(second == b'c') & u8::from(third == b'o'));
        found | hyphen | meta | reference
    }) != 0
}

/// Whether something that may matter has its telling octets at `at`.
fn matters(text: &[u8], at: usize, has_wanted: bool) -> bool {
    let Some(rest) = text.get(at..) else { return false };
    match rest {
        [b'e' | b'E', b'-', ..] => has_at(text, at.checked_sub(2), b"the-acap:"),
        [b'a' | b'A', b'-', ..] => has_at(text, at.checked_sub(3), b"data-nosnippet"),
        [b'&', b'#', ..] => numeric(rest).is_some_and(|(character, _)| {
            "the-acap:".contains(character.to_ascii_lowercase())
                || has_wanted && (character.is_ascii_alphanumeric() || "-_".contains(character))
        }),
        [b'&', b'c', ..] => rest.starts_with(b"&colon;"),
        [b'<', b'm' | b'M', ..] => is_named_meta(rest),
        _ => false,
    }
}

fn has_at(text: &[u8], at: Option<usize>, word: &[u8]) -> bool {
    at.and_then(|at| text.get(at..at + word.len()))
        .is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// Whether `text` begins with a `meta` that has a name and a content, or one that is too long to
/// tell.
fn is_named_meta(text: &[u8]) -> bool {
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
