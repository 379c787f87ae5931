//! Tests of lines, and that the fast path returns what the general parser returns.

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
fn white_space_and_comments_are_removed() {
    assert_eq!(records(" \tAllow\t:  /a b \t # c: d\n"), [(Key::Allow, "Allow", "/a b")]);
    assert_eq!(records("allow:\n"), [(Key::Allow, "allow", "")]);
    assert_eq!(records("allow: # all\n"), [(Key::Allow, "allow", "")]);
}

#[test]
fn a_colon_may_be_missing_only_between_two_words() {
    assert_eq!(records("disallow \t /x"), [(Key::Disallow, "disallow", "/x")]);
    assert_eq!(records("disallow /x y"), []);
    assert_eq!(records("<html lang=en>"), []);
    assert_eq!(records("disallow"), []);
}

#[test]
fn every_line_end_is_counted_once() {
    let numbers: Vec<_> = Lines::new(b"a:1\r\n\r\nb:2\rc:3\n\rd:4", Profile::Rfc9309)
        .filter(|line| line.content != Content::Blank)
        .map(|line| line.number)
        .collect();
    assert_eq!(numbers, [1, 3, 4, 6]);
}

#[test]
fn byte_order_marks_are_skipped_at_the_start_of_lines() {
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
fn an_unfinished_line_counts_only_if_a_comment_ends_it() {
    let last = |text: &[u8]| Lines::unfinished(text, Profile::Rfc9309).last().unwrap().content;
    assert!(matches!(last(b"allow: /a\nallow: /b"), Content::Unfinished(_)));
    assert!(matches!(last(b"allow: /a\nallow: /b#"), Content::Record(_)));
    assert!(matches!(last(b"allow: /a\nallow: /b\n"), Content::Record(_)));
}

/// A text made of pieces that lines are made of, from a seed.
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

/// The line with `plain` cleared: only the fast path sets it.
fn without_plain(mut line: Line) -> Line {
    if let Content::Record(record) = &mut line.content {
        record.plain = false;
    }
    line
}

#[test]
fn the_fast_path_equals_the_general_parser() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        for lines in [Lines::new, Lines::unfinished] {
            let fast = lines(text.as_bytes(), Profile::Rfc9309);
            let general = Lines { common: 0, ..fast.clone() };
            let fast: Vec<_> = fast.map(without_plain).collect();
            let general: Vec<_> = general.map(without_plain).collect();
            assert_eq!(fast, general, "{text:?}");
        }
    }
}

#[test]
fn plain_rules_equal_those_of_the_general_parser() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        let mut lines = Lines::new(text.as_bytes(), Profile::Rfc9309);
        let mut general = Lines { common: 0, ..lines.clone() };
        while let Some(line) = general.next() {
            match lines.plain_rule() {
                Some((allows, value, number)) => {
                    let Content::Record(record) = line.content else { panic!("{text:?}") };
                    let kind = if allows { Key::Allow } else { Key::Disallow };
                    assert_eq!((record.kind, line.number), (kind, number), "{text:?}");
                    assert_eq!(record.value, value, "{text:?}");
                    assert!(record.well_spelled && record.colon, "{text:?}");
                    assert_eq!(lines.at, general.at, "{text:?}");
                }
                None => assert!(lines.next().is_some()),
            }
        }
    }
}

#[test]
fn no_record_is_skipped() {
    for seed in 0..60_000 {
        let text = text(seed * 7_919);
        let mut lines = Lines::new(text.as_bytes(), Profile::Rfc9309);
        let mut general = Lines { common: 0, ..lines.clone() };
        while general.number == lines.number && general.at < text.len() {
            let mut reported = Vec::new();
            lines.skip_no_records(|words, number| {
                reported.push((without_comment(words, text.as_bytes()), number));
            });
            let mut unreadable = Vec::new();
            let skipped = lines.number - general.number;
            for line in general.by_ref().take(skipped as usize) {
                assert!(!line.nul, "{text:?}");
                match line.content {
                    Content::Blank => {}
                    Content::Unreadable(span) => unreadable.push((span, line.number)),
                    _ => panic!("{text:?}"),
                }
            }
            assert_eq!(reported, unreadable, "{text:?}");
            assert_eq!(lines.at, general.at, "{text:?}");
            assert_eq!(
                lines.next().map(without_plain),
                general.next().map(without_plain),
                "{text:?}"
            );
        }
    }
}
