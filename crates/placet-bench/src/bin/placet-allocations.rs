//! Counts how often decisions allocate, over the files with at least one rule, and prints the counts as
//! JSON.
//!
//! A program apart from the comparison of speeds, because counting makes every allocation slower.

#![expect(clippy::print_stdout, reason = "the counts are what the program is for")]
#![allow(dead_code, reason = "the comparison of speeds needs more of the files")]

#[path = "../input/corpus.rs"]
mod corpus;
#[path = "../input/synthetic.rs"]
mod synthetic;

use std::path::PathBuf;

use placet::{Agent, RobotsPolicy, Usage};
use serde_json::json;

use crate::corpus::Corpus;

/// The path that every file is asked about.
const PATH: &str = "/section/article-2024.html?id=1";

/// What is counted.
const ROWS: [&str; 6] = [
    "parse",
    "choose groups",
    "first verdict",
    "cold decision: bytes to verdict",
    "first decision with reasons",
    "bytes to decision with reasons",
];

/// How often each step allocates for one file.
fn count(bytes: &[u8]) -> Option<[u64; ROWS.len()]> {
    let agent = Agent::new("placetbot");
    let (policy, parse) = counting(|| RobotsPolicy::parse(bytes))?;
    let (bot, choose) = counting(|| policy.for_agent(&agent))?;
    let (_, verdict) = counting(|| bot.allows(PATH))?;
    let (_, explained) = counting(|| bot.may(Usage::Crawl, PATH))?;
    let before = parse + choose;
    Some([parse, choose, verdict, before + verdict, explained, before + explained])
}

/// The result of some work, and how often it allocates.
fn counting<T>(work: impl FnOnce() -> T) -> Option<(T, u64)> {
    let mut result = None;
    let counted = allocation_counter::measure(|| result = Some(work()));
    Some((result?, counted.count_total))
}

/// The argument is the folder or archive with the files, as for `placet-bench --corpus`.
fn main() -> anyhow::Result<()> {
    let path = std::env::args_os().nth(1).map(PathBuf::from);
    let corpus = Corpus::open(path.as_deref())?;
    let has_rule = |policy: RobotsPolicy| policy.groups().any(|it| it.rules().next().is_some());
    let texts = corpus.texts.iter().filter(|text| has_rule(RobotsPolicy::parse(&text.bytes)));
    let counts: Vec<_> = texts.filter_map(|text| count(&text.bytes)).collect();
    let rows = ROWS.iter().enumerate().map(|(at, name)| {
        let mut row: Vec<u64> = counts.iter().filter_map(|it| it.get(at).copied()).collect();
        row.sort_unstable();
        let tenths = |of: usize| row.get(row.len() * of / 10).copied();
        json!({ "name": name, "median": tenths(5), "ninth_decile": tenths(9), "most": row.last() })
    });
    println!("{}", json!({ "files": counts.len(), "rows": rows.collect::<Vec<_>>() }));
    Ok(())
}
