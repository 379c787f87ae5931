//! What lines hold, and that the fast way reads the same as the other.

use placet_testing::Random;

use super::*;
use crate::syntax::robots::without_comment;

fn records(text: &str) -> Vec<(Key, &str, &str)> {
    Lines::new(text.as_bytes(), Profile::Rfc9309)
        .filter_map(|line| match line.content {
            Content::Record(record) => {
                Some((record.kind, &text[record.key.range()], &text[record.value.range()]))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn white_space_and_comments_are_left_out() {
    assert_eq!(records(" \tAllow\t:  /a b \t # c: d\n"), [(Key::Allow, "Allow", "/a b")]);
    assert_eq!(records("allow:\n"), [(Key::Allow, "allow", "")]);
    assert_eq!(records("allow: # all\n"), [(Key::Allow, "allow", "")]);
}

#[test]
fn a_missing_colon_takes_exactly_two_known_words() {
    assert_eq!(records("disallow \t /x"), [(Key::Disallow, "disallow", "/x")]);
    assert_eq!(records("disallow /x y"), []);
    assert_eq!(records("<html lang=en>"), []);
    assert_eq!(records("disallow"), []);
}

#[test]
fn every_line_end_counts_once() {
    let numbers: Vec<_> = Lines::new(b"a:1\r\n\r\nb:2\rc:3\n\rd:4", Profile::Rfc9309)
        .filter(|line| line.content != Content::Blank)
        .map(|line| line.number)
        .collect();
    assert_eq!(numbers, [1, 3, 4, 6]);
}

#[test]
fn byte_order_marks_are_skipped_where_lines_begin() {
    let marked = |text: &str, profile| -> Vec<usize> {
        Lines::new(text.as_bytes(), profile).map(|line| line.mark).collect()
    };
    let joined = "\u{feff}allow: /\n\u{feff}\r\u{feff}allow: /\n \u{feff}allow: /\n";
    assert_eq!(marked(joined, Profile::Rfc9309), [3, 3, 3, 0]);
    assert_eq!(marked(joined, Profile::Google), [3, 0, 0, 0]);
    assert_eq!(records(joined).len(), 2);
    let mojibake = "ï»¿allow: /a\nï»¿allow: /b\n";
    assert_eq!(marked(mojibake, Profile::Full), [6, 0]);
    assert_eq!(marked(mojibake, Profile::Google), [0, 0]);
    assert_eq!(records(mojibake), [(Key::Allow, "allow", "/a")]);
}

#[test]
fn an_unfinished_line_counts_only_when_a_comment_ends_it() {
    let last = |text: &[u8]| Lines::unfinished(text, Profile::Rfc9309).last().unwrap().content;
    assert!(matches!(last(b"allow: /a\nallow: /b"), Content::Unfinished(_)));
    assert!(matches!(last(b"allow: /a\nallow: /b#"), Content::Record(_)));
    assert!(matches!(last(b"allow: /a\nallow: /b\n"), Content::Record(_)));
}

/// Texts made of pieces that lines are made of, from a number.
fn text(seed: u64) -> String {
    const PIECES: [&str; 50] = [
        "Disallow",
        "disallow:",
        "Disallow: ",
        "DISALLOW:\t",
        "Allow",
        "allow: ",
        "aLLow:/",
        "User-agent",
        "user-agent: *",
        "User agent:",
        "user\ragent:",
        "Sitemap: ",
        "sitemap",
        "Crawl-delay",
        "crawl-delay 10",
        "Host",
        "host a/",
        "Dissallow:",
        "x-y",
        "<p>",
        "ACAP-crawler: *",
        "acap-ignore-conventional-records",
        "ACAP-frob x",
        "color: red",
        "#",
        " # ",
        ":",
        " ",
        "  \t",
        "\t",
        "        ",
        "/",
        "/a/b",
        "/*.pdf$",
        "%7E",
        "~!",
        "ä",
        "/a/rather/long/path/with?a=query&in=it",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\u{1a}",
        "\0",
        "\u{feff}",
        "\n\u{feff}",
        "Disallowed: ",
        "DisallowAITraining:",
        "Content-Signal a",
        "ï»¿",
    ];
    Random::new(seed).text(&PIECES, 12)
}

/// What a line says, whether or not its value was looked at closely.
fn unlooked(mut line: Line) -> Line {
    if let Content::Record(record) = &mut line.content {
        record.plain = false;
    }
    line
}

#[test]
fn the_fast_way_reads_what_the_other_reads() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        for lines in [Lines::new, Lines::unfinished] {
            let fast = lines(text.as_bytes(), Profile::Rfc9309);
            let looked = Lines { common: 0, ..fast.clone() };
            let fast: Vec<_> = fast.map(unlooked).collect();
            let looked: Vec<_> = looked.map(unlooked).collect();
            assert_eq!(fast, looked, "{text:?}");
        }
    }
}

#[test]
fn plain_rules_are_what_a_closer_look_sees() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        let mut lines = Lines::new(text.as_bytes(), Profile::Rfc9309);
        let mut looked = Lines { common: 0, ..lines.clone() };
        while let Some(line) = looked.next() {
            match lines.plain_rule() {
                Some((allows, value, number)) => {
                    let Content::Record(record) = line.content else { panic!("{text:?}") };
                    let kind = if allows { Key::Allow } else { Key::Disallow };
                    assert_eq!((record.kind, line.number), (kind, number), "{text:?}");
                    assert_eq!(record.value, value, "{text:?}");
                    assert!(record.spelt && record.colon, "{text:?}");
                    assert_eq!(lines.at, looked.at, "{text:?}");
                }
                None => assert!(lines.next().is_some()),
            }
        }
    }
}

#[test]
fn no_record_is_passed_over() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        let mut lines = Lines::new(text.as_bytes(), Profile::Rfc9309);
        let mut looked = Lines { common: 0, ..lines.clone() };
        while looked.number == lines.number && looked.at < text.len() {
            let mut told = Vec::new();
            lines
                .pass(|words, number| told.push((without_comment(words, text.as_bytes()), number)));
            let mut unreadable = Vec::new();
            let passed = lines.number - looked.number;
            for line in looked.by_ref().take(passed as usize) {
                assert!(!line.nul, "{text:?}");
                match line.content {
                    Content::Blank => {}
                    Content::Unreadable(span) => unreadable.push((span, line.number)),
                    _ => panic!("{text:?}"),
                }
            }
            assert_eq!(told, unreadable, "{text:?}");
            assert_eq!(lines.at, looked.at, "{text:?}");
            assert_eq!(lines.next().map(unlooked), looked.next().map(unlooked), "{text:?}");
        }
    }
}
