//! Properties of every file.
//!
//! `PROPTEST_CASES` sets how many are tried; `./test --long` raises it.

#![expect(
    clippy::unwrap_used,
    clippy::format_collect,
    reason = "test code may stop at once, and build long texts"
)]

use placet::syntax::ProblemKind;
use placet::syntax::robots::{Content, Key, Lines};
use placet::{Agent, Profile, RobotsPolicy, Verdict};
use placet_testing::reference::{self, Rule};
use proptest::prelude::*;

const PROFILES: [Profile; 2] = [Profile::Rfc9309, Profile::Google];

/// Pieces of lines, patterns and paths, from a small vocabulary, so that many match.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b",
        "ab",
        "/",
        "/",
        "*",
        "$",
        "?",
        "%2F",
        "%2f",
        "%3A",
        ":",
        "%41",
        "%7E",
        "~",
        "%",
        "%2",
        "ä",
        " ",
        "\"",
        "%20",
        "%2A",
        "%24",
        "&",
        "=",
        "index.html",
        ".pdf",
        "aaaaa",
        "[",
        "%5B",
        "%3F",
        ",",
        "%2c",
        "%3D",
        "(",
        "%28",
        "%26",
    ])
}

fn pattern() -> impl Strategy<Value = String> {
    (prop::sample::select(vec!["/", "/", "/", "*", "", "a"]), prop::collection::vec(piece(), 0..7))
        .prop_map(|(start, pieces)| format!("{start}{}", pieces.concat()))
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..10).prop_map(|pieces| format!("/{}", pieces.concat()))
}

fn rules(most: usize) -> impl Strategy<Value = Vec<(bool, String)>> {
    prop::collection::vec((any::<bool>(), pattern()), 0..most)
}

fn line() -> impl Strategy<Value = String> {
    let agent = prop::sample::select(vec!["a", "b", "*", "A/1.0", "c d", "", "1x", "* x", "a-b"]);
    prop_oneof![
        2 => agent.prop_map(|name| format!("User-agent: {name}")),
        4 => (any::<bool>(), pattern())
            .prop_map(|(allow, pattern)| format!("{}: {pattern}", kind(allow))),
        1 => prop::sample::select(vec![
            "", "# x", "Sitemap: https://a/b", "Crawl-delay: 5", "x: y", "disallow /a", "\0", "<p>",
            "  disalow : /b # c", "useragent: b", "Disallow: /a\0b", "Disallow", "\u{feff}Disallow: /a",
            "DisallowAITraining: /", "allow_expand: /", "user-agents: b", "Disallow /a:b",
        ])
        .prop_map(str::to_owned),
    ]
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
    prop::collection::vec((line(), end), 0..30)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect::<String>())
        .prop_map(String::into_bytes)
}

fn kind(allow: bool) -> &'static str {
    if allow { "Allow" } else { "Disallow" }
}

fn verdict(policy: &RobotsPolicy, agent: &str, url: &str) -> Verdict {
    let bot = policy.for_agent(Agent::new(agent));
    let target = bot.target(url).unwrap();
    let verdict = bot.verdict(&target);
    assert_eq!(bot.decide(&target).verdict(), verdict, "{url}");
    verdict
}

proptest! {
    #[test]
    fn lines_tile_the_text(text in prop_oneof![
        file(),
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::vec(prop::sample::select(b"\xEF\xBB\xBF\r\n:# \tallow/\0".to_vec()), 0..60),
    ]) {
        for profile in PROFILES {
            let mut at = 0;
            for (line, number) in Lines::new(&text, profile).zip(1..) {
                prop_assert_eq!(line.span.start(), at);
                prop_assert!(!line.span.is_empty());
                prop_assert_eq!(line.number, number);
                at = line.span.end();
                if let Content::Record(record) = line.content {
                    prop_assert!(line.span.start() <= record.key.start());
                    prop_assert!(record.key.end() <= record.value.start());
                    prop_assert!(record.value.end() <= line.span.end());
                }
            }
            prop_assert_eq!(at, text.len());
        }
    }

    /// The prelude before the first group is parsed on demand, and nothing in it is lost.
    #[test]
    fn a_policy_contains_every_line(text in (
        prop::collection::vec(prop::sample::select(vec![
            "<html>", "\u{feff}", "of an agent", "Host: a", "\r", "\n", "\r\n", "\n\n", " \t", "agents",
            "allow: /", "Sitemap: x", "ACAP", "u", "\0",
        ]), 0..16),
        file(),
    ).prop_map(|(before, file)| [before.concat().into_bytes(), file].concat())) {
        for profile in [Profile::Full, Profile::Rfc9309, Profile::Google] {
            let policy = RobotsPolicy::builder().profile(profile).parse(&text);
            let (mut records, mut agents, mut unreadable) = (vec![], vec![], vec![]);
            for line in Lines::new(&text, profile) {
                match line.content {
                    Content::Record(record) => match record.kind {
                        Key::Allow | Key::Disallow => {}
                        Key::UserAgent => agents.push(line.number as usize),
                        _ => records.push((line.number as usize, record.value)),
                    },
                    Content::Unreadable(words) => unreadable.push((line.number as usize, words)),
                    _ => {}
                }
            }
            let read: Vec<_> = policy.records().map(|it| (it.line(), it.span())).collect();
            prop_assert_eq!(read, records);
            let read: Vec<_> =
                policy.groups().flat_map(|it| it.agents().map(|it| it.line()).collect::<Vec<_>>()).collect();
            prop_assert_eq!(read, agents);
            let problems = policy.problems().filter(|it| it.kind() == ProblemKind::Unreadable);
            let read: Vec<_> = problems.map(|it| (it.line(), it.span())).collect();
            prop_assert_eq!(read, unreadable);
            let marks = policy.problems().filter(|it| it.kind() == ProblemKind::ByteOrderMark);
            // One at the start of the file, whole or not; except for Google, also whole ones on
            // later lines.
            let first = usize::from(text.first() == Some(&0xEF));
            let later = Lines::new(&text, profile).skip(1).filter(|line| {
                profile != Profile::Google && line.span.of(&text).starts_with(b"\xEF\xBB\xBF")
            });
            prop_assert_eq!(marks.count(), first + later.count());
        }
    }

    #[test]
    fn comments_and_unknown_records_change_no_decision(
        text in file(), agent in prop::sample::select(vec!["a", "b", "z"]), url in path(),
        added in prop::sample::select(vec!["# Disallow: /", "X-Unknown: /", "\u{1f916}", " # a: b"]),
        place in any::<prop::sample::Index>(),
    ) {
        for profile in PROFILES {
            let lines: Vec<_> = Lines::new(&text, profile).collect();
            let at = place.index(lines.len() + 1);
            let at = lines.get(at).map_or(text.len(), |line| line.span.start());
            let mut longer = text[..at].to_vec();
            if !matches!(longer.last(), None | Some(b'\n' | b'\r')) {
                longer.push(b'\n');
            }
            longer.extend_from_slice(added.as_bytes());
            longer.push(b'\n');
            longer.extend_from_slice(&text[at..]);
            let builder = RobotsPolicy::builder().profile(profile);
            prop_assert_eq!(
                verdict(&builder.parse(&text), agent, &url),
                verdict(&builder.parse(&longer), agent, &url)
            );
        }
    }

    #[test]
    fn the_order_of_groups_changes_no_decision(
        groups in prop::collection::vec(
            (prop::sample::select(vec!["a", "b", "*", "A"]), rules(6)), 0..6),
        agent in prop::sample::select(vec!["a", "b", "z"]), url in path(),
    ) {
        let texts: Vec<String> = groups
            .iter()
            .map(|(agent, rules)| {
                let rules: String = rules
                    .iter()
                    .map(|(allow, pattern)| format!("{}: {pattern}\n", kind(*allow)))
                    .collect();
                // A group without rules would be merged with the next one.
                format!("User-agent: {agent}\nDisallow:\n{rules}")
            })
            .collect();
        let backwards: Vec<String> = texts.iter().rev().cloned().collect();
        for profile in PROFILES {
            let builder = RobotsPolicy::builder().profile(profile);
            prop_assert_eq!(
                verdict(&builder.parse(texts.concat().as_bytes()), agent, &url),
                verdict(&builder.parse(backwards.concat().as_bytes()), agent, &url)
            );
        }
    }

    #[test]
    fn decisions_equal_those_of_the_reference(
        rules in prop_oneof![rules(8), rules(100)],
        urls in prop::collection::vec(path(), 1..8),
    ) {
        let mut text = b"User-agent: *\n".to_vec();
        let mut read = Vec::new();
        for (allow, pattern) in rules {
            text.extend_from_slice(format!("{}: {pattern}\n", kind(allow)).as_bytes());
            // White space at the start and end is not part of the value.
            read.push(Rule::new(0, allow, pattern.trim_matches([' ', '\t']).as_bytes()));
        }
        let policy = RobotsPolicy::builder().profile(Profile::Rfc9309).parse(&text);
        for url in &urls {
            let permitted = verdict(&policy, "any", url).is_permit();
            let expected = reference::rfc9309(&read, url).map(|answer| !answer.prohibits);
            prop_assert_eq!(Some(permitted), expected, "{}", url);
        }
    }
}
