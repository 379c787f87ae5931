//! The part of a page that may be used obeys the conditions of the permission.

#![cfg(feature = "html")]
#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::page::Permitted;
use placet::{Agent, AskedAt, RobotsPolicy, Usage};

fn permitted<'p>(robots: &str, html: &'p [u8]) -> Permitted<'p> {
    let bot = RobotsPolicy::parse(robots.as_bytes()).for_agent(Agent::new("ExampleBot"));
    let target = bot.target("https://example.com/p").unwrap();
    bot.permitted(Usage::PresentSnippet, &target, &AskedAt::new(), html)
}

fn snippet(conditions: &str) -> String {
    format!("ACAP-crawler: *\nACAP-allow-present-snippet: / {conditions}\n")
}

fn shown(conditions: &[placet::Condition]) -> Vec<String> {
    conditions.iter().map(ToString::to_string).collect()
}

#[test]
fn a_maximum_length_cuts_text_html_and_ranges_after_a_word() {
    let html = "<title>One</title><p>two th<b>ree</b> four</p><p>five <i>six</i></p>";
    for (length, text, markup) in [
        ("6-words", "One\ntwo three four\nfive six", html),
        (
            "5-words",
            "One\ntwo three four\nfive",
            "<title>One</title><p>two th<b>ree</b> four</p><p>five",
        ),
        // A tag within a word does not end it, and a block does.
        ("3-words", "One\ntwo three", "<title>One</title><p>two th<b>ree"),
        ("2-words", "One\ntwo", "<title>One</title><p>two"),
        // "One", a line end, "two", a space, "three".
        ("13-chars", "One\ntwo three", "<title>One</title><p>two th<b>ree"),
        ("12-chars", "One\ntwo", "<title>One</title><p>two"),
        ("2-chars", "", ""),
    ] {
        let part = permitted(&snippet(&format!("max-length={length}")), html.as_bytes());
        assert_eq!(part.text(), text, "{length}");
        assert_eq!(String::from_utf8_lossy(&part.html()), markup, "{length}");
        assert_eq!(part.is_shortened(), markup != html, "{length}");
        let ranges = part.ranges();
        let of_ranges: String = ranges.into_iter().map(|range| &html[range]).collect();
        assert_eq!(of_ranges, markup, "{length}");
    }
}

#[test]
fn the_smallest_of_several_lengths_applies() {
    let html = b"<meta name=robots content='max-snippet:9'><p>one two three four</p>";
    let part = permitted(&snippet("max-length=3-words"), html);
    assert_eq!(part.text(), "one two");
    assert_eq!(shown(part.conditions()), ["max-length=3-words", "max-length=9-chars"]);
}

#[test]
fn a_page_in_another_encoding_is_cut_between_characters() {
    let text = "<p>\u{6E2F}\u{53E3} opens again";
    let utf16: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let part = permitted(&snippet("max-length=3-words"), &utf16);
    assert_eq!(part.text(), "\u{6E2F}\u{53E3} opens");
    let windows = b"<meta charset=windows-1252><p>caf\xE9 \xE9tait ferm\xE9";
    assert_eq!(permitted(&snippet("max-length=2-words"), windows).text(), "caf\u{E9} \u{E9}tait");
}

#[test]
fn absent_elements_of_conditions_are_listed() {
    let html = b"<meta name=abstract content=x><p id=body>text<p class='credit x'>by us";
    let absent = |conditions: &str| shown(permitted(&snippet(conditions), html).absent());
    for present in [
        "must-use-resource=the-acap:extract:id:body",
        "must-use-resource=the-acap:extract:meta:Abstract",
        "must-include-resource=the-acap:credit:class:credit",
        "must-include-resource=/logo.png",
        "time-limit=30-days",
    ] {
        assert_eq!(absent(present), [""; 0], "{present}");
    }
    for missing in [
        "must-use-resource=the-acap:extract:id:other",
        "must-use-resource=the-acap:extract:class:other",
        "must-use-resource=the-acap:extract:meta:other",
        "must-include-resource=the-acap:credit:id:other",
    ] {
        assert_eq!(absent(missing), [missing]);
    }
}
