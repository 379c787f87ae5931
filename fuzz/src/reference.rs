//! Choosing groups (F-11 to F-13), matching (F-20 to F-27) and the `google` profile once more, written from the
//! specification alone and as plainly as possible: no index, no shortcut, no care for speed.

use placet::Profile;
use placet::RuleKind::{self, Allow, Disallow};
use url::Url;

/// Whether a `User-agent` value addresses every crawler that no group names (F-12).
pub fn is_global(value: &[u8]) -> bool {
    value == b"*" || value.starts_with(b"*") && b" \t\x0B\x0C".contains(&value[1])
}

/// Whether a `User-agent` value names a crawler, by its name or by the whole field it sends (F-11).
pub fn names(value: &[u8], name: &str, field: &str, profile: Profile) -> bool {
    let is_token = |octet: &&u8| octet.is_ascii_alphabetic() || b"_-".contains(octet);
    let token: Vec<u8> = value.iter().take_while(is_token).copied().collect();
    let by_token = token.eq_ignore_ascii_case(name.as_bytes());
    let is = |text: &str| value.eq_ignore_ascii_case(text.as_bytes());
    let as_a_whole = is(name) || is(field);
    !is_global(value)
        && match profile {
            Profile::Google => by_token,
            _ => !name.is_empty() && (by_token || as_a_whole),
        }
}

/// A rule and the line it stands on.
#[derive(Debug)]
pub struct Rule {
    line: usize,
    kind: RuleKind,
    rfc9309: Pattern,
    /// The pattern, and what is tried in its place where it does not match.
    google: Vec<Pattern>,
}

impl Rule {
    pub fn new(line: usize, kind: RuleKind, written: &[u8]) -> Self {
        let pattern = google_pattern(written);
        let folder = google_folder(&pattern).filter(|_| kind == Allow);
        let google = [Some(pattern), folder].into_iter().flatten();
        let google = google.filter(|pattern| !pattern.is_empty());
        Self {
            line,
            kind,
            rfc9309: Pattern::rfc9309(written),
            google: google.map(|pattern| Pattern::plain(&pattern)).collect(),
        }
    }
}

/// What the specification answers.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// Every rule that matches, by its line, and the octets counted for it (F-23).
    pub matched: Vec<(usize, usize)>,
    /// The line that decides; the first of several that say the same.
    pub deciding: Option<usize>,
    pub prohibits: bool,
}

/// The answer of RFC 9309 about a URL; none where the text is neither a URL nor a path.
pub fn rfc9309(rules: &[Rule], url: &str) -> Option<Answer> {
    let path = normal_path(&path_and_query(url)?);
    let robots_txt = path.split(|&octet| octet == b'?').next() == Some(b"/robots.txt");
    Some(answer(rules, robots_txt, |rule| rule.rfc9309.matches(&path).then_some(&rule.rfc9309)))
}

/// The answer of Google's matcher about any text.
pub fn google(rules: &[Rule], url: &str) -> Answer {
    let path = google_path(url.as_bytes());
    answer(rules, false, |rule| rule.google.iter().find(|pattern| pattern.matches(&path)))
}

/// The most octets win, allow on a tie (F-23, F-24), unless it is /robots.txt (F-26).
fn answer<'r>(
    rules: &'r [Rule],
    is_open: bool,
    find: impl Fn(&'r Rule) -> Option<&'r Pattern>,
) -> Answer {
    let matching: Vec<(&Rule, usize)> =
        rules.iter().filter_map(|rule| Some((rule, find(rule)?.octets))).collect();
    let mut best: Option<(&Rule, usize)> = None;
    for &(rule, octets) in matching.iter().filter(|_| !is_open) {
        let wins = best.is_none_or(|(other, most)| {
            octets > most || (octets == most && rule.kind == Allow && other.kind == Disallow)
        });
        if wins {
            best = Some((rule, octets));
        }
    }
    Answer {
        matched: matching.iter().map(|&(rule, octets)| (rule.line, octets)).collect(),
        deciding: best.map(|(rule, _)| rule.line),
        prohibits: best.is_some_and(|(rule, _)| rule.kind == Disallow),
    }
}

#[derive(Debug, Clone, Copy)]
enum Token {
    Octet(u8),
    /// `*`
    Any,
    /// The triplet of `/` or `?`: matches the triplet before the first `?` of the URL and the raw
    /// character after it (F-22).
    Delimiter(u8),
}

#[derive(Debug)]
struct Pattern {
    tokens: Vec<Token>,
    /// It ends in `$`.
    anchored: bool,
    /// The octets counted (F-23).
    octets: usize,
}

impl Pattern {
    /// The matcher: where in the path can the tokens so far have ended?
    fn matches(&self, path: &[u8]) -> bool {
        let mark = path.iter().position(|&octet| octet == b'?').unwrap_or(path.len());
        let read = |at: usize, text: &[u8]| path[at..].starts_with(text).then(|| at + text.len());
        let mut ends = vec![0];
        for &token in &self.tokens {
            let Some(&first) = ends.first() else { return false };
            ends = match token {
                Token::Any => (first..=path.len()).collect(),
                Token::Octet(octet) => ends.iter().filter_map(|&at| read(at, &[octet])).collect(),
                Token::Delimiter(octet) => {
                    let before = ends.iter().filter(|&&at| at < mark);
                    let behind = ends.iter().filter(|&&at| at > mark);
                    let before = before.filter_map(|&at| read(at, &triplet(octet)));
                    before.chain(behind.filter_map(|&at| read(at, &[octet]))).collect()
                }
            };
        }
        if self.anchored { ends.last() == Some(&path.len()) } else { !ends.is_empty() }
    }

    /// F-22, F-23, F-25 and F-27.
    fn rfc9309(written: &[u8]) -> Self {
        let anchored = written.ends_with(b"$");
        let mut pattern = Self { tokens: Vec::new(), anchored, octets: usize::from(anchored) };
        if !matches!(written.first(), Some(b'/' | b'*')) {
            // Every path begins with `/`.
            pattern.tokens.push(Token::Octet(b' '));
            return pattern;
        }
        for character in characters(&written[..written.len() - usize::from(anchored)]) {
            pattern.octets += match character {
                Character::Triplet(octet) if is_unreserved(octet) => 1,
                Character::Triplet(_) | Character::Raw(0x80..) => 3,
                Character::Raw(_) => 1,
            };
            match character {
                Character::Raw(b'*') => pattern.tokens.push(Token::Any),
                Character::Triplet(octet) if b"/?".contains(&octet) => {
                    pattern.tokens.push(Token::Delimiter(octet));
                }
                _ => pattern.tokens.extend(character.normal().into_iter().map(Token::Octet)),
            }
        }
        pattern
    }

    /// A pattern that needs no more rewriting.
    fn plain(pattern: &[u8]) -> Self {
        let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
        let token = |&octet: &u8| if octet == b'*' { Token::Any } else { Token::Octet(octet) };
        Self {
            tokens: body.iter().map(token).collect(),
            anchored: body.len() < pattern.len(),
            octets: pattern.len(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Character {
    Raw(u8),
    /// A percent-triplet, by the octet it stands for.
    Triplet(u8),
}

impl Character {
    /// F-22 without wildcards, and without `/` and `?` after the first `?`. Reserved characters are
    /// compared as themselves: as triplets, a pattern that ends inside one would match them.
    fn normal(self) -> Vec<u8> {
        match self {
            Self::Triplet(octet) if is_unreserved(octet) || is_reserved(octet) => vec![octet],
            Self::Triplet(octet) => triplet(octet).to_vec(),
            Self::Raw(octet) if equals_its_triplet(octet) => triplet(octet).to_vec(),
            Self::Raw(octet) => vec![octet],
        }
    }
}

fn characters(text: &[u8]) -> Vec<Character> {
    let digit = |at: usize| text.get(at).and_then(|&octet| char::from(octet).to_digit(16));
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let hex = digit(at + 1).zip(digit(at + 2)).filter(|_| text[at] == b'%');
        found.push(match hex {
            Some((high, low)) => Character::Triplet(u8::try_from(high * 16 + low).unwrap()),
            None => Character::Raw(text[at]),
        });
        at += if hex.is_some() { 3 } else { 1 };
    }
    found
}

fn triplet(octet: u8) -> [u8; 3] {
    let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
    [b'%', digit(octet / 16), digit(octet % 16)]
}

fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

/// Octets that are compared as their triplets everywhere: F-22, and docs/readings.md for control
/// characters.
fn equals_its_triplet(octet: u8) -> bool {
    let others = b" \"<>\\^`{|}*$";
    !octet.is_ascii() || octet.is_ascii_control() || others.contains(&octet)
}

/// The reserved characters that equal their triplets.
fn is_reserved(octet: u8) -> bool {
    b":@[]!'()+,;=&".contains(&octet)
}

/// F-20: a path as it stands, an absolute URL as the URL standard parses it, both up to `#`.
fn path_and_query(url: &str) -> Option<Vec<u8>> {
    if url.starts_with('/') {
        return Some(url.split('#').next()?.as_bytes().to_vec());
    }
    let parsed = Url::parse(url).ok().filter(|it| ["http", "https"].contains(&it.scheme()))?;
    let query = parsed.query().map_or_else(String::new, |query| format!("?{query}"));
    Some(format!("{}{query}", parsed.path()).into_bytes())
}

/// Whether this reference does not say if the text is a URL: the engine knows other schemes, and has
/// no tables to say which letters a host may have.
pub fn is_left_open(url: &str) -> bool {
    let url = url.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
    let scheme = url.trim_start_matches(|c: char| c <= ' ').split(':').next();
    let is_http = matches!(scheme, Some("http" | "https"));
    !is_http || !url.is_ascii() || url.contains('%') || url.contains("xn--")
}

/// F-22 for a URL: after its first `?` the triplets of `/` and `?` are decoded.
fn normal_path(path: &[u8]) -> Vec<u8> {
    let mut normal = Vec::new();
    let mut in_query = false;
    for character in characters(path) {
        match character {
            Character::Triplet(octet) if in_query && b"/?".contains(&octet) => {
                normal.push(octet);
            }
            _ => normal.extend(character.normal()),
        }
        in_query |= matches!(character, Character::Raw(b'?'));
    }
    normal
}

/// Octets over 127 are percent-encoded, existing triplets upper-cased, nothing decoded.
fn google_pattern(written: &[u8]) -> Vec<u8> {
    let rewritten = characters(written).into_iter().flat_map(|character| match character {
        Character::Triplet(octet) | Character::Raw(octet @ 0x80..) => triplet(octet).to_vec(),
        Character::Raw(octet) => vec![octet],
    });
    rewritten.collect()
}

/// `/a/index.html` is tried again as `/a/$`.
fn google_folder(pattern: &[u8]) -> Option<Vec<u8>> {
    let slash = pattern.iter().rposition(|&octet| octet == b'/')?;
    pattern[slash..].starts_with(b"/index.htm").then(|| [&pattern[..=slash], b"$"].concat())
}

/// The path as Google's `GetPathParamsQuery` finds it; its matcher takes it as a C string.
fn google_path(url: &[u8]) -> Vec<u8> {
    let starts = |octet: &u8| b"/?;".contains(octet);
    let url = url.strip_prefix(b"//").unwrap_or(url);
    let scheme = url.windows(3).position(|three| three == b"://");
    let scheme = scheme.filter(|&at| !url[..at].iter().any(starts)).map_or(0, |at| at + 3);
    let start = url[scheme..].iter().position(starts).map(|at| scheme + at);
    let end = url.iter().position(|&octet| octet == b'#').unwrap_or(url.len());
    let path = start.filter(|&start| start < end).map_or(&b"/"[..], |start| &url[start..end]);
    let path = path.split(|&octet| octet == 0).next().unwrap_or_default();
    if path.starts_with(b"/") { path.to_vec() } else { [b"/", path].concat() }
}
