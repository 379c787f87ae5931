//! The family `aipref`: `Content-Usage` (S-021 to S-035).

use super::field::field;
use super::finding::{Finding, SEARCH, Stated};
use super::robots::{Robots, match_length, trim};
use super::site::Site;
use super::structured::{Member, Value, dictionary};

const LEGACY: [&str; 8] =
    ["tdm", "ai", "genai", "inference", "all", "train-genai", "bots", "ai-output"];

/// S-021: the label for a usage.
fn label(usage: &str) -> Option<&'static str> {
    match usage {
        "train-ai" => Some("train-ai"),
        "ai-input" => Some("ai-use"),
        usage if SEARCH.contains(&usage) => Some("search"),
        _ => None,
    }
}

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    let Some(label) = label(usage) else { return finding };
    let mut stated = in_robots(site, label, &mut finding);
    stated.extend(in_field(site, label, &mut finding));
    // S-028, S-034: any `n` gives `disallow`, else any `y` gives `allow`.
    finding.add(&stated);
    finding
}

fn in_robots(site: &Site<'_>, label: &str, finding: &mut Finding) -> Vec<Stated> {
    // S-031: the record ends a run of `User-agent` lines.
    let robots = Robots::read(&site.question.robots, "content-usage");
    if robots.is_cut {
        finding.report("signal-truncated");
    }
    if robots.outside.iter().any(|record| record.key == "content-usage") {
        finding.report("signal-outside-group");
    }
    let mut matching = Vec::new();
    for record in robots.chosen(&site.crawler).with_key("content-usage") {
        // S-026: a path runs to the first blank.
        let (path, statement) = if record.value.starts_with('/') {
            let end = record.value.find([' ', '\t']).unwrap_or(record.value.len());
            let (path, statement) = record.value.split_at(end);
            (Some(path), trim(statement))
        } else {
            (None, record.value.as_str())
        };
        // S-029: what does not parse is passed over.
        let Some(members) = dictionary(statement) else {
            finding.report("signal-unparsable");
            continue;
        };
        report(&members, finding);
        // S-027: without a path it matches everything with length 0.
        let length = match path {
            Some(path) => match_length(path, &site.target),
            None => Some(0),
        };
        if let Some(length) = length {
            matching.push((length, record.line, members));
        }
    }
    // S-027: those with the longest path.
    let longest = matching.iter().map(|(length, _, _)| *length).max();
    let selected = matching.iter().filter(|(length, _, _)| Some(*length) == longest);
    selected
        .filter_map(|(_, line, members)| {
            let (is_refusal, _) = value(members, label)?;
            Some(Stated::new(is_refusal, "robots.txt", *line))
        })
        .collect()
}

fn in_field(site: &Site<'_>, label: &str, finding: &mut Finding) -> Option<Stated> {
    let field = field(site, "Content-Usage");
    if field.is_cut {
        finding.report("signal-truncated");
    }
    // S-033: empty lines are skipped, the others joined.
    let lines: Vec<_> = field.lines.iter().filter(|(_, value)| !value.is_empty()).collect();
    let texts: Vec<&str> = lines.iter().map(|(_, value)| value.as_str()).collect();
    let Some(members) = dictionary(&texts.join(", ")) else {
        finding.report("signal-unparsable");
        return None;
    };
    report(&members, finding);
    let (is_refusal, start) = value(&members, label)?;
    // The line that the key is on.
    let mut end = 0;
    let line = lines.iter().find(|(_, value)| {
        end += value.len() + 2;
        start < end
    });
    Some(Stated::new(is_refusal, "Content-Usage", line?.0))
}

/// S-022, S-024: whether the last value of a label refuses, and where its key begins; `None` where
/// it says nothing.
fn value(members: &[Member], label: &str) -> Option<(bool, usize)> {
    let last = members.iter().rfind(|member| member.key == label)?;
    match &last.value {
        Value::Token(token) if token == "n" => Some((true, last.start)),
        Value::Token(token) if token == "y" => Some((false, last.start)),
        _ => None,
    }
}

/// S-022, S-025.
fn report(members: &[Member], finding: &mut Finding) {
    for member in members {
        let key = member.key.as_str();
        if LEGACY.contains(&key) {
            finding.report("signal-legacy-label");
        } else if !["train-ai", "ai-use", "search"].contains(&key) {
            finding.report("signal-unknown-key");
        } else if value(members, key).is_none() {
            finding.report("signal-value");
        }
    }
}
