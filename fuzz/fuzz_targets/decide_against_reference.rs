//! The engine decides as the naive [`reference`] does.
//!
//! The first byte of the input selects the rules that are added to pass the threshold above which the
//! engine builds an index; the rest of that line is skipped. Of the other lines those that begin
//! with `A` or `D` are the patterns of allow and disallow rules, and all others are URLs. If
//! the first byte is above 127, every other byte selects one of [`PIECES`], so that patterns and paths
//! match each other more often.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::robots::RuleKind::{Allow, Disallow};
use placet::explain::ReasonCode;
use placet::robots::RuleKind;
use placet::{Agent, limits, Profile, RobotsPolicy, Target, Verdict};
use placet_testing::reference::{self, Answer, Rule};

/// At most this many rules and URLs are taken from the input, to keep an execution short.
const RULES: usize = 24;
const URLS: usize = 4;

/// The pieces of patterns and URLs, interesting ones more than once.
#[rustfmt::skip]
const PIECES: [&str; 80] = [
    "\nD/", "\nD/", "\nD/*", "\nD*", "\nA/", "\nA/", "\nA/*", "\n/", "\n/", "\n/", "\n/?",
    "\nhttp://", "\n", "\n//", "*", "*", "*", "**", "$", "$", "/", "/", "?", "?", "a", "a", "b",
    "ab", "aab", "%2F", "%2f", "%3F", "%3A", "%40", "%5b", "%5D", "%2A", "%24", "%25", "%61", "%7E",
    "%20", "%C3%A4", "ä", "%", "2", "F", "~", ":", "@", "[", "]", " ", "|", "%7c", "&", "%26", ";",
    "#", "%46", "1", "/index.htm", "\nA/index.html", "/robots.txt", ",", "%2c", "=", "%3D", "(",
    "%28", "'", "\nhttps://a", "\nhttp:\\\\a", "\\", "/..", "/.", "%2e", "\t", ".", "!",
];

fuzz_target!(|data: &[u8]| {
    let Some((&mode, rest)) = data.split_first() else { return };
    let piece = |&byte: &u8| PIECES[usize::from(byte) % PIECES.len()].bytes();
    let text = if mode > 127 { rest.iter().flat_map(piece).collect() } else { rest.to_vec() };
    let mut rules: Vec<(RuleKind, Vec<u8>)> = Vec::new();
    let mut urls: Vec<String> = Vec::new();
    for line in text.split(|byte| b"\n\r".contains(byte)).skip(1) {
        match line {
            [b'A', pattern @ ..] if rules.len() < RULES => rules.push((Allow, value(pattern))),
            [b'D', pattern @ ..] if rules.len() < RULES => rules.push((Disallow, value(pattern))),
            url if urls.len() < URLS => urls.push(String::from_utf8_lossy(url).into_owned()),
            _ => {}
        }
    }
    for (_, pattern) in rules.iter().take(URLS) {
        urls.extend(near(&String::from_utf8_lossy(pattern)));
    }
    let added = more_rules(mode, &rules, &urls);
    if let Some(first) = urls.first().cloned() {
        urls.extend([format!("http://a{first}"), format!("{first}1")]);
    }
    rules.extend(added);
    check(&rules, &urls);
});

/// A pattern as it can be written in a file; other targets test the syntax.
fn value(pattern: &[u8]) -> Vec<u8> {
    let kept: Vec<u8> = pattern.iter().copied().filter(|byte| !b"#\0".contains(byte)).collect();
    let is_space = |byte: &u8| b" \t\x0B\x0C".contains(byte);
    let start = kept.iter().position(|byte| !is_space(byte)).unwrap_or(kept.len());
    let end = kept.iter().rposition(|byte| !is_space(byte)).map_or(start, |last| last + 1);
    kept[start..end].to_vec()
}

/// The shortest URL that a pattern matches, and one that lacks a byte after each wildcard, so that the
/// text before and after it would have to overlap.
fn near(pattern: &str) -> [String; 2] {
    let body = pattern.strip_suffix('$').unwrap_or(pattern);
    let parts = || body.split('*');
    let lacking = parts().skip(1).map(|part| part.get(1..).unwrap_or_default());
    [parts().collect(), parts().take(1).chain(lacking).collect()]
}

/// Rules derived from the given rules and URLs, enough to build an index; none in one of four modes.
fn more_rules(
    mode: u8,
    rules: &[(RuleKind, Vec<u8>)],
    urls: &[String],
) -> Vec<(RuleKind, Vec<u8>)> {
    let count = limits::RULES_UNINDEXED + 1 + usize::from(mode % 128 / 4);
    let numbered = |between: &'static str| {
        (0..count).zip(rules.iter().cycle()).map(move |(at, (kind, pattern))| {
            (*kind, value(&[pattern, between.as_bytes(), at.to_string().as_bytes()].concat()))
        })
    };
    match mode % 4 {
        1 => numbered("").collect(),
        2 => numbered("*").collect(),
        // Short pieces of the URLs, each of which is found in one of them.
        3 => {
            let bytes: Vec<u8> = urls.iter().flat_map(|url| url.bytes()).collect();
            let width = 1 + usize::from(mode % 128 / 4) % 5;
            let pieces = bytes.windows(width).take(count + 32);
            let kinds = [Allow, Disallow, Disallow];
            let rule = |(kind, piece): (RuleKind, &[u8])| (kind, value(&[b"/*", piece].concat()));
            kinds.into_iter().cycle().zip(pieces).map(rule).collect()
        }
        _ => Vec::new(),
    }
}

fn check(rules: &[(RuleKind, Vec<u8>)], urls: &[String]) {
    let mut text = b"User-agent: *\n".to_vec();
    let mut expected = Vec::new();
    for (line, (kind, pattern)) in (2..).zip(rules) {
        text.extend([kind.name().as_bytes(), b": ", pattern, b"\n"].concat());
        expected.push(Rule::new(line, *kind == Allow, pattern));
    }
    for profile in [Profile::Rfc9309, Profile::Google] {
        let policy = RobotsPolicy::builder().profile(profile).parse(&text);
        let agent_policy = policy.for_agent(&Agent::new("examplebot"));
        for url in urls {
            let answer = match profile {
                Profile::Google => Some(reference::google(&expected, url)),
                _ => reference::rfc9309(&expected, url),
            };
            let about = || {
                let robots = text.escape_ascii();
                format!("\nprofile {profile}\nrobots \"{robots}\"\nurl {url:?}\n")
            };
            match (Target::new(url, profile), answer) {
                (Ok(target), Some(answer)) => {
                    let verdict = agent_policy.verdict(&target);
                    let prohibits = verdict == Verdict::Prohibit;
                    assert_eq!(prohibits, answer.prohibits, "verdict{}{answer:?}", about());
                    let decision = agent_policy.decide(&target);
                    assert_eq!(of(&decision), answer, "decision{}", about());
                    let robots_txt = decision.code() == ReasonCode::RobotsTxt;
                    assert_eq!(robots_txt, target.is_robots_txt(), "ground{}", about());
                }
                (Ok(_), None) => assert!(reference::is_left_open(url), "accepted{}", about()),
                (Err(_), None) => {}
                (Err(error), Some(_)) => panic!("refused: {error}{}", about()),
            }
        }
    }
}

/// The engine's decision in the form of the reference.
fn of(decision: &placet::Decision) -> Answer {
    Answer {
        matched: decision.matched().map(|it| (it.rule().line(), it.bytes())).collect(),
        deciding: decision.deciding().map(|rule| rule.line()),
        prohibits: decision.verdict() == Verdict::Prohibit,
    }
}
