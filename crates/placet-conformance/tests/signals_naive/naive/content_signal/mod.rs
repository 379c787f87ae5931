//! The family `content-signal` (S-036 to S-048, S-118): what follows for a usage.

mod pairs;

use pairs::{Pair, Value, pairs};

use super::field::field;
use super::finding::{Finding, Outcome, SEARCH, Stated};
use super::robots::{Record, Robots, match_length, trim};
use super::site::Site;

/// A record or the field: how long its path is, if it matches, and its pairs.
struct Statement {
    length: Option<usize>,
    source: &'static str,
    pairs: Vec<(usize, Pair)>,
}

impl Statement {
    fn states(&self, key: &str) -> bool {
        self.pairs.iter().any(|(_, pair)| pair.key == key)
    }
}

/// S-036: the key for a usage.
fn key(usage: &str) -> Option<&'static str> {
    match usage {
        "train-ai" => Some("ai-train"),
        "ai-input" => Some("ai-input"),
        usage if SEARCH.contains(&usage) => Some("search"),
        _ => None,
    }
}

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    if usage == "crawl" || usage == "follow" {
        return finding;
    }
    let statements = Statements::read(site, &mut finding);
    let mut stated = Vec::new();
    if let Some(key) = key(usage) {
        for (source, line, value) in statements.deciding(key) {
            stated.push(Stated::new(value == Value::No, source, line));
        }
    }
    // S-048: of `use` the lowest level counts.
    let levels = statements.deciding("use");
    let level = levels.iter().map(|&(_, _, value)| value).min();
    match level.map_or(Limit::None, |level| limit(level, usage)) {
        Limit::None => {}
        Limit::Condition(condition) => {
            finding.conditions.insert(condition.to_owned());
        }
        Limit::Disallow => {
            for (source, line, value) in levels {
                if limit(value, usage) == Limit::Disallow {
                    stated.push(Stated::new(true, source, line));
                }
            }
        }
    }
    // S-107: by source, then by line.
    stated.sort_by_key(|stated| (stated.source != "robots.txt", stated.line));
    // S-040, S-046: a refusal wins.
    finding.add(&stated);
    if finding.outcome == Outcome::Disallow {
        finding.conditions.clear();
    }
    finding
}

/// All statements to the crawler.
struct Statements {
    in_groups: Vec<Statement>,
    outside: Vec<Statement>,
    field: Statement,
}

impl Statements {
    fn read(site: &Site<'_>, finding: &mut Finding) -> Self {
        let robots = Robots::read(&site.question.robots, "");
        if robots.is_cut {
            finding.report("signal-truncated");
        }
        let is_signal = |record: &&Record| record.key == "content-signal";
        if robots.outside.iter().any(|record| is_signal(&record)) {
            finding.report("signal-outside-group");
        }
        let mut of = |record: &Record| {
            // S-039: a first word that begins with `/` or `*` is a path.
            let (path, text) = if record.value.starts_with(['/', '*']) {
                let end = record.value.find([' ', '\t']).unwrap_or(record.value.len());
                let (path, text) = record.value.split_at(end);
                (Some(path), trim(text))
            } else {
                (None, record.value.as_str())
            };
            let length = match path {
                Some(path) => match_length(path, &site.target),
                None => Some(0),
            };
            let pairs = pairs(text, finding).into_iter().map(|pair| (record.line, pair));
            Statement { length, source: "robots.txt", pairs: pairs.collect() }
        };
        let chosen = robots.chosen(&site.crawler);
        let in_groups = chosen.records.iter().filter(is_signal).map(&mut of).collect();
        // S-010, S-011.
        let outside = robots.outside.iter().chain(&robots.at_end);
        let outside = outside.filter(is_signal).map(of).collect();
        // S-045: the field is one record without a path.
        let lines = field(site, "Content-Signal");
        if lines.is_cut {
            finding.report("signal-truncated");
        }
        let mut all = Vec::new();
        for (line, value) in lines.lines {
            all.extend(pairs(&value, finding).into_iter().map(|pair| (line, pair)));
        }
        let field = Statement { length: Some(0), source: "Content-Signal", pairs: all };
        // S-041: a key twice in one record.
        let statements = Self { in_groups, outside, field };
        let records = statements.in_groups.iter().chain(&statements.outside);
        for record in records.chain([&statements.field]) {
            for (at, (_, one)) in record.pairs.iter().enumerate() {
                let rest = record.pairs.iter().skip(at + 1);
                if rest.clone().any(|(_, two)| one.key == two.key && one.value != two.value) {
                    finding.report("signal-conflict");
                }
            }
        }
        statements
    }

    /// S-040: the values of the longest matching records that state the key, and those of the
    /// field (S-046), each with its source and line.
    fn deciding(&self, key: &str) -> Vec<(&'static str, usize, Value)> {
        let mut records: Vec<&Statement> = self.in_groups.iter().collect();
        // S-010: whether or not its path matches, a record of the groups hides those outside.
        if !records.iter().any(|record| record.states(key)) {
            records.extend(&self.outside);
        }
        records.retain(|record| record.length.is_some() && record.states(key));
        let longest = records.iter().map(|record| record.length).max();
        records.retain(|record| Some(record.length) == longest);
        records.push(&self.field);
        let mut values = Vec::new();
        for record in records {
            for (line, pair) in record.pairs.iter().filter(|(_, pair)| pair.key == key) {
                values.push((record.source, *line, pair.value));
            }
        }
        values
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Limit {
    None,
    Condition(&'static str),
    Disallow,
}

/// S-047: the table of section 13.
fn limit(level: Value, usage: &str) -> Limit {
    let row = match usage {
        "ai-input" | "present-original" | "other" => {
            [Limit::Condition("max-use=immediate"), Limit::Condition("max-use=reference")]
        }
        "index"
        | "present-link"
        | "present-snippet"
        | "present-oldsnippet"
        | "present-thumbnail"
        | "present-oldthumbnail"
        | "present-extract"
        | "present-oldextract" => [Limit::Disallow, Limit::None],
        "preserve" | "present" | "mine" | "train-ai" => {
            [Limit::Disallow, Limit::Condition("max-use=reference")]
        }
        "present-currentcopy" | "present-oldcopy" => [Limit::Disallow, Limit::Disallow],
        _ => [Limit::None, Limit::None],
    };
    let [immediate, reference] = row;
    match level {
        Value::Immediate => immediate,
        Value::Reference => reference,
        Value::Full | Value::No | Value::Yes => Limit::None,
    }
}
