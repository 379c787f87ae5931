//! The conventional part of a file, RFC 9309 by the letter.

use placet_testing::pattern::{Case, Pattern, Target};

use super::crawler::{Crawler, is_global};
use super::text::{lines, lower, string};

/// An `allow` or `disallow` line.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    /// The line it is on, counted from 1.
    pub(crate) line: usize,
    /// Whether it allows.
    pub(crate) allow: bool,
    /// `None`: it matches nothing (F-25, F-27).
    pub(crate) pattern: Option<Pattern>,
}

#[derive(Debug, Default)]
struct Group {
    user_agents: Vec<String>,
    rules: Vec<Rule>,
}

/// The groups of a file.
#[derive(Debug)]
pub(crate) struct Conventional {
    groups: Vec<Group>,
}

/// The rules that hold for one crawler.
#[derive(Debug)]
pub(crate) struct Chosen {
    /// The file they are in.
    pub(crate) source: String,
    /// All rules of its groups.
    pub(crate) rules: Vec<Rule>,
    /// Whether the groups name the crawler; otherwise they are `*` groups.
    pub(crate) by_name: bool,
}

enum Key {
    UserAgent,
    Allow,
    Disallow,
}

impl Conventional {
    /// Reads the groups (F-03 to F-07).
    pub(crate) fn read(file: &[u8]) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut last_was_user_agent = false;
        for (at, line) in lines(file).iter().enumerate() {
            let Some((key, value)) = key_and_value(line) else { continue };
            match kind(&key) {
                Some(Key::UserAgent) => {
                    if !last_was_user_agent {
                        groups.push(Group::default());
                    }
                    last_was_user_agent = true;
                    if let Some(group) = groups.last_mut() {
                        group.user_agents.push(string(&value));
                    }
                }
                Some(key) => {
                    // F-04: before the first user-agent line there is no group.
                    if let Some(group) = groups.last_mut() {
                        let pattern = Pattern::conventional(&value);
                        let allow = matches!(key, Key::Allow);
                        group.rules.push(Rule { line: at + 1, allow, pattern });
                    }
                    // F-03: also where the pattern is empty or can never match.
                    last_was_user_agent = false;
                }
                // F-05, R-133, A-06: other records, ACAP's among them, change nothing.
                None => {}
            }
        }
        Self { groups }
    }

    /// F-13, F-14: the groups that name the crawler, else the `*` groups, else nothing.
    pub(crate) fn chosen(&self, crawler: &Crawler, source: &str) -> Chosen {
        let groups_with = |wanted: &dyn Fn(&String) -> bool| -> Vec<&Group> {
            self.groups.iter().filter(|group| group.user_agents.iter().any(wanted)).collect()
        };
        let named = groups_with(&|value| crawler.is_user_agent(value));
        let by_name = !named.is_empty();
        let groups = if by_name { named } else { groups_with(&|value| is_global(value)) };
        let rules = groups.iter().flat_map(|group| group.rules.clone()).collect();
        Chosen { source: source.to_owned(), rules, by_name }
    }
}

/// Whether a line is one of RFC 9309's records.
pub(crate) fn is_conventional(line: &[u8]) -> bool {
    key_and_value(line).is_some_and(|(key, _)| kind(&key).is_some())
}

/// F-02: `key : value` with SP or HTAB around each part. F-07: a missing colon is read when white
/// space separates exactly two words.
fn key_and_value(line: &[u8]) -> Option<(String, Vec<u8>)> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    if let Some(colon) = line.iter().position(|&byte| byte == b':') {
        let (key, value) = line.split_at(colon);
        return Some((lower(trim(key)), trim(value.split_at(1).1).to_vec()));
    }
    let mut words = line.split(is_space).filter(|word| !word.is_empty());
    match (words.next(), words.next(), words.next()) {
        (Some(key), Some(value), None) => Some((lower(key), value.to_vec())),
        _ => None,
    }
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = text {
        text = rest;
    }
    text
}

/// F-07: a key is exactly this, or one of the known misspellings.
fn kind(key: &str) -> Option<Key> {
    match key {
        "user-agent" | "useragent" | "user agent" => Some(Key::UserAgent),
        "allow" => Some(Key::Allow),
        "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw" => {
            Some(Key::Disallow)
        }
        _ => None,
    }
}

/// The rule that decides: the longest match (F-23), an allow among equals (F-24), the first of
/// these; none where nothing matches (F-25) or it is the robots.txt itself (F-26).
pub(crate) fn deciding<'r>(rules: &'r [Rule], target: &Target) -> Option<&'r Rule> {
    if target.is_robots_txt() {
        return None;
    }
    let length = |rule: &Rule| {
        let pattern = rule.pattern.as_ref()?;
        pattern.matches(target, Case::Kept).then_some(pattern.length)
    };
    let matching = rules.iter().filter(|rule| length(rule).is_some());
    matching.rev().max_by_key(|rule| (length(rule), rule.allow))
}
