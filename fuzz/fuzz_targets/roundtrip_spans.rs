//! Lines tile the text, and writing the records down again gives the same records and verdicts.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::syntax::robots::{Content, Key, Line, Lines, Record};
use placet::{limits, Profile, RobotsPolicy};
use placet_fuzz::questions;

fuzz_target!(|data: &[u8]| {
    for profile in [Profile::Rfc9309, Profile::Google] {
        tiles(data, Lines::new(data, profile), profile);
        tiles(data, Lines::unfinished(data, profile), profile);
        round_trip(data, profile);
        nul_behind(data, profile);
    }
    // A share of the inputs: the work is in the padding.
    if data.len() % 8 == 3 {
        line_over_the_limit(data);
    }
});

/// Each line begins where the previous one ended, every byte is in a line, and the content of a line
/// is inside it.
fn tiles(text: &[u8], lines: Lines<'_>, profile: Profile) {
    let mut end = 0;
    for (number, line) in (1..).zip(lines) {
        assert_eq!(line.number, number);
        assert_eq!(line.span.start(), end);
        assert!(!line.span.is_empty());
        end = line.span.end();
        match line.content {
            Content::Record(record) => {
                assert!(line.span.start() + line.mark <= record.key.start());
                assert!(!record.key.is_empty());
                assert!(record.key.end() <= record.value.start());
                assert!(record.value.end() <= end);
                let between = &text[record.key.end()..record.value.start()];
                assert_eq!(between.contains(&b':'), record.colon);
                let (kind, spelt) = Key::recognise_as(record.key.of(text), profile);
                assert_eq!((kind, spelt), (record.kind, record.well_spelled));
                for part in [record.key.of(text), record.value.of(text)] {
                    assert!(!part.iter().any(|byte| b"\r\n#\0".contains(byte)));
                    assert_eq!(part, trim(part));
                }
            }
            Content::Unreadable(span) => {
                assert!(line.span.start() <= span.start() && span.end() <= end);
                assert!(!span.is_empty());
            }
            Content::Unfinished(span) => {
                assert!(line.span.start() <= span.start() && span.end() <= end);
                assert_eq!(end, text.len());
            }
            _ => {}
        }
        let terminator = text[..end].ends_with(b"\n") || text[..end].ends_with(b"\r");
        assert!(terminator || end == text.len());
    }
    assert_eq!(end, text.len());
}

/// Without SP and HTAB at either end (F-02).
fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = text {
        text = rest;
    }
    text
}

fn records(text: &[u8], profile: Profile) -> Vec<(Line, Record)> {
    Lines::new(text, profile)
        .filter_map(|line| match line.content {
            Content::Record(record) => Some((line, record)),
            _ => None,
        })
        .collect()
}

/// A NUL ends its own line and changes nothing about those before it (F-06).
///
/// The engine has a fast way through files without a NUL, so this also compares its two ways.
fn nul_behind(text: &[u8], profile: Profile) {
    let text = [text, b"\n"].concat();
    let with_nul = [&text[..], b"\0"].concat();
    let fast: Vec<Line> = Lines::new(&text, profile).collect();
    let thorough: Vec<Line> = Lines::new(&with_nul, profile).take(fast.len()).collect();
    assert_eq!(fast.len(), thorough.len());
    for (one, other) in fast.iter().zip(&thorough) {
        assert_eq!((one.span, one.mark), (other.span, other.mark));
        assert_eq!((one.nul, one.cut), (other.nul, other.cut));
        match (one.content, other.content) {
            (Content::Record(one), Content::Record(other)) => {
                assert_eq!((one.key, one.value), (other.key, other.value));
                assert_eq!((one.kind, one.well_spelled), (other.kind, other.well_spelled));
                assert_eq!(one.colon, other.colon);
                let visible = |byte: &u8| byte.is_ascii_graphic() && !b"%$".contains(byte);
                assert!(!one.plain || one.value.of(&text).iter().all(visible));
            }
            (one, other) => assert_eq!(one, other),
        }
    }
}

fn round_trip(text: &[u8], profile: Profile) {
    let written = records(text, profile);
    // The comment keeps a key that begins like a byte order mark from the start of the file.
    let mut again = b"#\n".to_vec();
    for (line, record) in &written {
        // A line at Google's limit has no room for the space.
        let colon: &[u8] = if line.span.len() < limits::GOOGLE_LINE { b": " } else { b":" };
        again.extend([record.key.of(text), colon, record.value.of(text), b"\n"].concat());
    }
    let read = records(&again, profile);
    assert_eq!(written.len(), read.len());
    for ((_, before), (line, after)) in written.iter().zip(&read) {
        assert_eq!(before.kind, after.kind);
        assert_eq!(before.well_spelled, after.well_spelled);
        assert!(after.colon && !line.nul && !line.cut);
        assert_eq!(before.key.of(text), after.key.of(&again));
        assert_eq!(before.value.of(text), after.value.of(&again));
    }
    let policy = RobotsPolicy::builder().profile(profile).parse(text);
    // A decoded file has other lines.
    if policy.text() == text {
        same_answers(&policy, &RobotsPolicy::builder().profile(profile).parse(&again));
    }
}

/// Both files have the same tables and the same answers.
fn same_answers(one: &RobotsPolicy, other: &RobotsPolicy) {
    assert_eq!(one.groups().count(), other.groups().count());
    for (one, other) in one.groups().zip(other.groups()) {
        assert!(one.agents().map(|it| it.value()).eq(other.agents().map(|it| it.value())));
        let rule = |it: placet::robots::Rule<'_>| (it.kind(), it.bytes(), it.pattern().into_owned());
        assert!(one.rules().map(rule).eq(other.rules().map(rule)));
    }
    let record = |it: placet::robots::Record<'_>| (it.kind(), it.group(), it.value().into_owned());
    assert!(one.records().map(record).eq(other.records().map(record)));
    let urls = questions::urls(one);
    let targets = questions::targets(&urls, one.profile());
    for agent in questions::agents(one) {
        let (one, other) = (one.for_agent(&agent), other.for_agent(&agent));
        assert_eq!(one.choice(), other.choice());
        assert_eq!(one.crawl_delay(), other.crawl_delay());
        for target in &targets {
            assert_eq!(one.verdict(target), other.verdict(target), "{agent} {target}");
        }
    }
}

/// Google's parser reads a line that is too long as one that ends at the limit; the RFC's reads
/// all of it (F-09).
fn line_over_the_limit(data: &[u8]) {
    let line: Vec<u8> = data.iter().copied().filter(|byte| !b"\r\n".contains(byte)).collect();
    let keep = data.first().map_or(0, |&byte| usize::from(byte).min(line.len()));
    let start = b"disallow: /";
    let mut text = b"user-agent: *\n".to_vec();
    let at = text.len();
    text.extend_from_slice(start);
    text.resize(at + limits::GOOGLE_LINE - keep, b'a');
    text.extend_from_slice(&line);
    let cut = &text[..at + limits::GOOGLE_LINE];
    same_answers(
        &RobotsPolicy::builder().profile(Profile::Google).parse(&text),
        &RobotsPolicy::builder().profile(Profile::Google).parse(cut),
    );
    let whole = Lines::new(&text, Profile::Rfc9309).last().expect("two lines");
    let stop = text.iter().position(|byte| b"#\0".contains(byte)).unwrap_or(text.len());
    let Content::Record(record) = whole.content else { panic!("a record") };
    assert_eq!(record.value.of(&text), trim(&text[at + start.len() - 1..stop]));
}
