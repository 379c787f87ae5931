//! Choosing groups (F-11 to F-13), matching (F-20 to F-27) and the `google` profile once more,
//! written from the specification alone: no index, no shortcut, no optimisation.

use url::Url;

use crate::pattern::{Case, Pattern, Target, hex, triplet};

/// Whether a `User-agent` value addresses every crawler that no group names (F-12).
pub fn is_global(value: &[u8]) -> bool {
    value == b"*" || value.starts_with(b"*") && b" \t\x0B\x0C".contains(&value[1])
}

/// Whether a `User-agent` value names a crawler, by its name or by the whole field it sends (F-11);
/// Google's matcher goes by the name alone.
pub fn names(value: &[u8], name: &str, field: &str, is_google: bool) -> bool {
    let is_token = |byte: &&u8| byte.is_ascii_alphabetic() || b"_-".contains(byte);
    let token: Vec<u8> = value.iter().take_while(is_token).copied().collect();
    let by_token = token.eq_ignore_ascii_case(name.as_bytes());
    let is = |text: &str| value.eq_ignore_ascii_case(text.as_bytes());
    let as_a_whole = is(name) || is(field);
    let by_rfc9309 = !name.is_empty() && (by_token || as_a_whole);
    !is_global(value) && if is_google { by_token } else { by_rfc9309 }
}

/// A rule and its line.
#[derive(Debug)]
pub struct Rule {
    line: usize,
    allow: bool,
    rfc9309: Option<Pattern>,
    /// The pattern, and what is tried in its place where it does not match.
    google: Vec<Pattern>,
}

impl Rule {
    /// The rule on a line, with its pattern as it is written there.
    pub fn new(line: usize, allow: bool, written: &[u8]) -> Self {
        let pattern = google_pattern(written);
        let folder = google_folder(&pattern).filter(|_| allow);
        let google = [Some(pattern), folder].into_iter().flatten();
        let google = google.filter(|pattern| !pattern.is_empty());
        Self {
            line,
            allow,
            rfc9309: Pattern::conventional(written),
            google: google.map(|pattern| Pattern::plain(&pattern)).collect(),
        }
    }
}

/// What the specification answers.
#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "made by tests, field by field")]
pub struct Answer {
    /// Every rule that matches, by its line, and the bytes counted for it (F-23).
    pub matched: Vec<(usize, usize)>,
    /// The line that decides; the first of several that say the same.
    pub deciding: Option<usize>,
    /// Whether that is a prohibition.
    pub prohibits: bool,
}

/// The answer of RFC 9309 about a URL; none where the text is neither a URL nor a path.
pub fn rfc9309(rules: &[Rule], url: &str) -> Option<Answer> {
    let target = Target::of_path(&path_and_query(url)?);
    Some(answer(rules, target.is_robots_txt(), |rule| {
        rule.rfc9309.as_ref().filter(|pattern| pattern.matches(&target, Case::Kept))
    }))
}

/// The answer of Google's matcher about any text.
pub fn google(rules: &[Rule], url: &str) -> Answer {
    let path = Target::raw(google_path(url.as_bytes()));
    answer(rules, false, |rule| rule.google.iter().find(|it| it.matches(&path, Case::Kept)))
}

/// The most bytes win, allow on a tie (F-23, F-24), unless it is /robots.txt (F-26).
fn answer<'r>(
    rules: &'r [Rule],
    is_open: bool,
    find: impl Fn(&'r Rule) -> Option<&'r Pattern>,
) -> Answer {
    let matching: Vec<(&Rule, usize)> =
        rules.iter().filter_map(|rule| Some((rule, find(rule)?.length))).collect();
    let mut best: Option<(&Rule, usize)> = None;
    for &(rule, bytes) in matching.iter().filter(|_| !is_open) {
        let wins = best.is_none_or(|(other, most)| {
            bytes > most || (bytes == most && rule.allow && !other.allow)
        });
        if wins {
            best = Some((rule, bytes));
        }
    }
    Answer {
        matched: matching.iter().map(|&(rule, bytes)| (rule.line, bytes)).collect(),
        deciding: best.map(|(rule, _)| rule.line),
        prohibits: best.is_some_and(|(rule, _)| !rule.allow),
    }
}

/// The parts of a pattern: bytes, and triplets with their decoded byte.
fn characters(text: &[u8]) -> Vec<(bool, u8)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let value = hex(&text[at + 1..]).filter(|_| text[at] == b'%');
        found.push((value.is_some(), value.unwrap_or(text[at])));
        at += if value.is_some() { 3 } else { 1 };
    }
    found
}

/// F-20: a path unchanged, an absolute URL as the URL standard parses it, both up to `#`.
fn path_and_query(url: &str) -> Option<String> {
    if url.starts_with('/') {
        return Some(url.split('#').next()?.to_owned());
    }
    let parsed = Url::parse(url).ok().filter(|it| ["http", "https"].contains(&it.scheme()))?;
    let query = parsed.query().map_or_else(String::new, |query| format!("?{query}"));
    Some(format!("{}{query}", parsed.path()))
}

/// Whether this reference does not say if the text is a URL: the engine knows other schemes, and has
/// no tables to say which letters a host may have.
pub fn is_left_open(url: &str) -> bool {
    let url = url.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
    let scheme = url.trim_start_matches(|c: char| c <= ' ').split(':').next();
    let is_http = matches!(scheme, Some("http" | "https"));
    !is_http || !url.is_ascii() || url.contains('%') || url.contains("xn--")
}

/// Bytes over 127 are percent-encoded, existing triplets upper-cased, nothing decoded.
fn google_pattern(written: &[u8]) -> Vec<u8> {
    let rewritten = characters(written).into_iter().flat_map(|character| match character {
        (true, byte) | (_, byte @ 0x80..) => triplet(byte).to_vec(),
        (false, byte) => vec![byte],
    });
    rewritten.collect()
}

/// `/a/index.html` is tried again as `/a/$`.
fn google_folder(pattern: &[u8]) -> Option<Vec<u8>> {
    let slash = pattern.iter().rposition(|&byte| byte == b'/')?;
    pattern[slash..].starts_with(b"/index.htm").then(|| [&pattern[..=slash], b"$"].concat())
}

/// The path as Google's `GetPathParamsQuery` finds it; its matcher takes it as a C string.
fn google_path(url: &[u8]) -> Vec<u8> {
    let starts = |byte: &u8| b"/?;".contains(byte);
    let url = url.strip_prefix(b"//").unwrap_or(url);
    let scheme = url.windows(3).position(|three| three == b"://");
    let scheme = scheme.filter(|&at| !url[..at].iter().any(starts)).map_or(0, |at| at + 3);
    let start = url[scheme..].iter().position(starts).map(|at| scheme + at);
    let end = url.iter().position(|&byte| byte == b'#').unwrap_or(url.len());
    let path = start.filter(|&start| start < end).map_or(&b"/"[..], |start| &url[start..end]);
    let path = path.split(|&byte| byte == 0).next().unwrap_or_default();
    if path.starts_with(b"/") { path.to_vec() } else { [b"/", path].concat() }
}
