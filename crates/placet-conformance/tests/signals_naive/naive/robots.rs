//! robots.txt and files in its grammar: records, groups, the rule that decides.

use placet_testing::pattern::{Case, Pattern, Target};

use crate::borrowed::crawler::{Crawler, is_global};

/// F-08.
pub(crate) const CEILING: usize = 512_000;

/// One record, with its line counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) line: usize,
    /// In lower case; of the conventional records the right spelling.
    pub(crate) key: String,
    pub(crate) value: String,
}

#[derive(Debug, Default)]
struct Group {
    agents: Vec<String>,
    records: Vec<Record>,
}

/// A file, read.
#[derive(Debug, Default)]
pub(crate) struct Robots {
    groups: Vec<Group>,
    /// S-010: the records before the first `User-agent` line.
    pub(crate) outside: Vec<Record>,
    /// S-011: the records that count as outside any group too.
    pub(crate) at_end: Vec<Record>,
    /// F-08, S-115.
    pub(crate) is_cut: bool,
}

/// The records of one crawler's groups.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) records: Vec<Record>,
    /// Whether the groups name the crawler; otherwise they are `*` groups, or there are none.
    pub(crate) by_name: bool,
}

impl Chosen {
    pub(crate) fn with_key(&self, key: &str) -> Vec<&Record> {
        self.records.iter().filter(|record| record.key == key).collect()
    }
}

impl Robots {
    /// Reads a file. `Allow` and `Disallow` end a run of `User-agent` lines (F-03), and so does a
    /// record with the key `ends_run_too` (S-031).
    pub(crate) fn read(text: &str, ends_run_too: &str) -> Self {
        let (text, is_cut) = within_ceiling(text);
        let mut robots = Self { is_cut, ..Self::default() };
        let mut is_run = false;
        let mut blank_since = false;
        for (line, written) in lines(text).into_iter().enumerate() {
            blank_since |= is_blank(written);
            let Some((key, value)) = record(written) else { continue };
            let record = Record { line: line + 1, key, value };
            let key = record.key.as_str();
            if ["user-agent", "allow", "disallow"].contains(&key) {
                robots.at_end.clear();
                blank_since = false;
            } else if blank_since {
                robots.at_end.push(record.clone());
            }
            if key == "user-agent" {
                if !is_run {
                    robots.groups.push(Group::default());
                }
                is_run = true;
                let group = robots.groups.last_mut().unwrap();
                group.agents.push(record.value);
                continue;
            }
            if key == "allow" || key == "disallow" || key == ends_run_too {
                is_run = false;
            }
            match robots.groups.last_mut() {
                Some(group) => group.records.push(record),
                None => robots.outside.push(record),
            }
        }
        // What is outside any group anyway does not count twice.
        if robots.groups.is_empty() {
            robots.at_end.clear();
        }
        robots
    }

    /// S-105.
    pub(crate) fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    /// S-008, F-10 to F-14: the groups that name the crawler, merged, else the `*` groups.
    pub(crate) fn chosen(&self, crawler: &Crawler) -> Chosen {
        let of = |wanted: &dyn Fn(&String) -> bool| -> Vec<&Group> {
            self.groups.iter().filter(|group| group.agents.iter().any(wanted)).collect()
        };
        let named = of(&|agent| crawler.is_user_agent(agent));
        let by_name = !named.is_empty();
        let groups = if by_name { named } else { of(&|agent| is_global(agent)) };
        let records = groups.into_iter().flat_map(|group| group.records.clone()).collect();
        Chosen { records, by_name }
    }
}

/// A rule that decides.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) allows: bool,
    pub(crate) line: usize,
}

/// F-20 to F-25, F-27: the rule with the longest match; `winner` is the key that wins on equal
/// length, `loser` the other.
pub(crate) fn deciding(
    chosen: &Chosen,
    target: &Target,
    winner: &str,
    loser: &str,
) -> Option<(String, usize)> {
    let mut best: Option<(usize, &Record)> = None;
    for key in [winner, loser] {
        for record in chosen.with_key(key) {
            let Some(length) = match_length(&record.value, target) else { continue };
            if best.is_none_or(|(most, _)| length > most) {
                best = Some((length, record));
            }
        }
    }
    best.map(|(_, record)| (record.key.clone(), record.line))
}

/// The rule that decides about access (F-24: `Allow` wins on equal length).
pub(crate) fn deciding_rule(chosen: &Chosen, target: &Target) -> Option<Rule> {
    let (key, line) = deciding(chosen, target, "allow", "disallow")?;
    Some(Rule { allows: key == "allow", line })
}

/// S-009: the length of a pattern that matches.
pub(crate) fn match_length(pattern: &str, target: &Target) -> Option<usize> {
    let pattern = Pattern::conventional(pattern.as_bytes())?;
    pattern.matches(target, Case::Kept).then_some(pattern.length)
}

/// F-08: what is read of a text, and whether that is not all. A line that is cut is dropped.
pub(crate) fn within_ceiling(text: &str) -> (&str, bool) {
    if text.len() <= CEILING {
        return (text, false);
    }
    let is_end = |at: usize| matches!(text.as_bytes()[at], b'\n' | b'\r');
    let mut end = CEILING;
    while end > 0 && !is_end(end) && !is_end(end - 1) {
        end -= 1;
    }
    (&text[..end], true)
}

/// F-01: lines end with CR, LF or CRLF; a byte order mark at the start of one is skipped.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        lines.push(&rest[..end]);
        let is_pair = rest[end..].starts_with("\r\n");
        rest = &rest[end + if is_pair { 2 } else { 1 }..];
    }
    lines.push(rest);
    lines.into_iter().map(|line| line.strip_prefix('\u{feff}').unwrap_or(line)).collect()
}

/// S-011: nothing but white space; a comment is not blank.
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c == ' ' || c == '\t')
}

/// A text without the blanks around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// F-02, F-06, F-07, S-006: the key and the value of a line.
fn record(line: &str) -> Option<(String, String)> {
    let content = line.split(['#', '\0']).next().unwrap_or_default();
    if let Some((key, value)) = content.split_once(':') {
        let key = trim(key).to_ascii_lowercase();
        return Some((conventional(&key).map_or(key, str::to_owned), trim(value).to_owned()));
    }
    // A missing colon is read between exactly two words, but not in signal records.
    let words: Vec<&str> = content.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [key, value] => {
            let key = conventional(&key.to_ascii_lowercase())?;
            Some((key.to_owned(), (*value).to_owned()))
        }
        _ => None,
    }
}

/// F-07: the keys of RFC 9309 and their misspellings.
fn conventional(key: &str) -> Option<&'static str> {
    match key {
        "user-agent" | "useragent" | "user agent" => Some("user-agent"),
        "allow" => Some("allow"),
        "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw" => {
            Some("disallow")
        }
        _ => None,
    }
}
