//! `Content-Usage` and `Content-Signal` records.

use placet::condition::UseLevel;

use super::answers::{Stance, Stated};
use super::classes::Classes;
use super::list::{Entry, by_length, projected};

/// What both languages have words for.
type Words = [Stance; 3];

fn words(stated: Stated) -> Words {
    [stated.search, stated.input, stated.train]
}

/// The record with a value and the pattern that it is about.
fn record(key: &str, pattern: &str, value: &str) -> String {
    let pattern = if pattern == "/" { "" } else { pattern };
    let space = if pattern.is_empty() || value.is_empty() { "" } else { " " };
    format!("{key}: {pattern}{space}{value}")
}

/// The `Content-Usage` records of a group. The longest path selects a record, and shorter ones do not
/// count at all (attach 3.1, S-027): a record with an empty statement takes back what a shorter one
/// states.
pub(super) fn content_usage(classes: &Classes, stated: &[Entry<Stated>]) -> Vec<String> {
    let entries = projected(classes, stated, |it| words(*it));
    let mut records = Vec::new();
    for (pattern, [search, input, train]) in by_length(classes, &entries) {
        let labels = [("train-ai", train), ("ai-use", input), ("search", search)];
        let stated = labels.iter().filter_map(|(label, stance)| match stance {
            Stance::Silent => None,
            Stance::Allowed => Some(format!("{label}=y")),
            Stance::Refused => Some(format!("{label}=n")),
        });
        let stated: Vec<String> = stated.collect();
        if !stated.is_empty() || !records.is_empty() {
            records.push(record("Content-Usage", &pattern, &stated.join(", ")));
        }
    }
    records
}

/// The `Content-Signal` records of a group. A record hides shorter ones only for the keys that it
/// states (S-040), so a key that is refused anywhere, or `use` below its highest level, is stated
/// everywhere.
pub(super) fn content_signal(classes: &Classes, stated: &[Entry<Stated>]) -> Vec<String> {
    let entries = projected(classes, stated, |it| (words(*it), it.level));
    let is_refused =
        |key: usize| entries.iter().any(|it| it.answer.0.get(key) == Some(&Stance::Refused));
    let is_limited = entries.iter().any(|it| it.answer.1 != UseLevel::Full);
    let mut records = Vec::new();
    for (pattern, (stances, level)) in by_length(classes, &entries) {
        let keys = ["search", "ai-input", "ai-train"].iter().zip(stances).enumerate();
        let mut stated: Vec<String> = keys
            .filter_map(|(at, (key, stance))| match stance {
                Stance::Refused => Some(format!("{key}=no")),
                Stance::Allowed => Some(format!("{key}=yes")),
                Stance::Silent if is_refused(at) && !records.is_empty() => {
                    Some(format!("{key}=yes"))
                }
                Stance::Silent => None,
            })
            .collect();
        if *level != UseLevel::Full || is_limited && !records.is_empty() {
            stated.push(format!("use={}", level.name()));
        }
        if !stated.is_empty() {
            records.push(record("Content-Signal", &pattern, &stated.join(", ")));
        }
    }
    records
}
