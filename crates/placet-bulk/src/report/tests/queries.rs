//! The queries give the numbers, if `DuckDB` is there.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Comparison, Made, captures};
use crate::run::Format;

/// Runs queries and compares: a list of folder, name, query and rows on standard input.
const PROGRAM: &str = r#"
import json, os, sys
import duckdb
failed = False
for folder, name, query, expected in json.load(sys.stdin):
    os.chdir(folder)
    rows = [[str(it) for it in row] for row in duckdb.sql(query).fetchall()]
    if rows != expected:
        failed = True
        print(f"{name}:\n{query}\ngives {rows}\nexpected {expected}")
sys.exit(failed)
"#;

/// Where `pip install --target` put `DuckDB`.
fn packages() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/duckdb")
}

fn python(program: &str) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", program]).env("PYTHONPATH", packages());
    command
}

#[test]
fn queries_give_the_numbers_of_the_summary() {
    let found = python("import duckdb").stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        skip("DuckDB is missing: pip install --target target/duckdb duckdb");
        return;
    }
    let before = Made::new(Format::Parquet, captures(150, 0));
    let after = Made::new(Format::Parquet, captures(170, 1));
    let summary = after.summary();
    let changes = Comparison::of(&before.tables(), &after.tables()).unwrap();
    let mut questions: Vec<Value> = Vec::new();
    let mut ask = |id: &str, query: &str, rows: Vec<Vec<String>>| {
        questions.push(json!([after.path, id, query, rows]));
    };
    for tally in summary.tallies.iter().chain(&changes.tallies) {
        let row = |row: &crate::report::TallyRow| {
            row.keys.iter().cloned().chain(row.counts.iter().map(u64::to_string)).collect()
        };
        ask(&tally.id, &tally.query, tally.rows.iter().map(row).collect());
    }
    for listing in &changes.listings {
        ask(listing.id, &listing.query, listing.rows.clone());
    }
    assert!(questions.len() >= 20, "{}", questions.len());
    let mut child = python(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let text = serde_json::to_vec(&questions).unwrap();
    child.stdin.take().unwrap().write_all(&text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Reports a test that cannot run, to the list that `./test` prints.
#[expect(clippy::disallowed_methods, reason = "the script names the list in the environment")]
#[expect(clippy::print_stderr, reason = "a skipped test is visible")]
fn skip(why: &str) {
    eprintln!("SKIPPED: {why}");
    if let Ok(path) = std::env::var("PLACET_SKIPPED") {
        let list = OpenOptions::new().append(true).create(true).open(path);
        let _ = list.and_then(|mut list| writeln!(list, "queries of the audit report\t{why}"));
    }
}
