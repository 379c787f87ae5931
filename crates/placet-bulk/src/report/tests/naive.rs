//! The numbers of a summary equal those of a naive count over the rows.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{AGENTS, Made, captures, counts, rows};
use crate::Table;
use crate::run::Format;

fn number(rows: &[Value], is_counted: impl Fn(&Value) -> bool) -> u64 {
    rows.iter().filter(|row| is_counted(row)).count() as u64
}

/// How many captures have such a row.
fn sites(rows: &[Value], is_counted: impl Fn(&Value) -> bool) -> u64 {
    let counted = rows.iter().filter(|row| is_counted(row));
    let names = counted.map(|row| (row["origin"].to_string(), row["source"].to_string()));
    names.collect::<BTreeSet<_>>().len() as u64
}

#[test]
fn every_format_gives_the_same_summary() {
    let expected = Made::new(Format::Jsonl, captures(100, 0)).summary();
    assert!(expected.tallies.len() >= 14, "{}", expected.tallies.len());
    for format in [Format::Parquet, Format::Csv] {
        let summary = Made::new(format, captures(100, 0)).summary();
        assert_eq!((summary.answers, summary.finished), (102, true));
        for (tally, expected) in summary.tallies.iter().zip(&expected.tallies) {
            assert_eq!(tally, expected, "{format:?}");
        }
        assert_eq!(summary.tallies.len(), expected.tallies.len());
    }
}

#[test]
fn sites_and_access_equal_a_naive_count() {
    let made = Made::new(Format::Jsonl, captures(100, 0));
    let summary = made.summary();
    let sites = rows(&made.path, Table::Sites);
    let outcomes = summary.tally("outcomes").unwrap();
    for outcome in ["available", "unavailable", "unreachable", "redirect", "error"] {
        let count = number(&sites, |row| row["outcome"] == outcome);
        assert_eq!(counts(outcomes, &[outcome]), [102, count], "{outcome}");
    }
    let files = summary.tally("files").unwrap();
    let available = number(&sites, |row| row["outcome"] == "available");
    let html = number(&sites, |row| row["html"] == true);
    assert_eq!(counts(files, &["HTML or XML instead of robots.txt"]), [available, html]);
    let problems = number(&sites, |row| row["problems"].as_u64() > Some(0));
    let fact = "with lines that cannot be read as intended";
    assert_eq!(counts(files, &[fact]), [available, problems]);

    let access = rows(&made.path, Table::Access);
    for agent in AGENTS {
        let with = |column: &str, value: &str| {
            number(&access, |row| row["agent"] == agent && row[column] == value)
        };
        let all = number(&access, |row| row["agent"] == agent);
        let expected =
            ["everything", "part", "nothing", "undetermined"].map(|it| with("extent", it));
        let extents = counts(summary.tally("agents").unwrap(), &[agent]);
        assert_eq!((extents[0], &extents[1..]), (all, &expected[..]), "{agent}");
        let expected = ["named", "global", "none"].map(|it| with("addressed", it));
        let addressed = counts(summary.tally("addressed").unwrap(), &[agent]);
        assert_eq!((addressed[0], &addressed[1..]), (all, &expected[..]), "{agent}");
        let named = number(&access, |row| {
            row["agent"] == agent && row["addressed"] == "named" && row["extent"] == "everything"
        });
        assert_eq!(counts(summary.tally("closed").unwrap(), &[agent])[1], named, "{agent}");
        for (id, column) in [("may-train-ai", "may_train_ai"), ("may-crawl-1", "may_crawl /news/")]
        {
            let with = |verdict: bool| {
                number(&access, |row| row["agent"] == agent && row[column] == verdict)
            };
            let expected = [with(false) + with(true), with(false), with(true)];
            assert_eq!(counts(summary.tally(id).unwrap(), &[agent]), expected, "{id} {agent}");
        }
    }
    let usages = counts(summary.tally("usages").unwrap(), &["train-ai", "/"]);
    let any = self::sites(&access, |row| row["may_train_ai"] == false);
    let all = self::sites(&access, |_| true);
    let open = self::sites(&access, |row| row["may_train_ai"] == true);
    assert_eq!(usages, [all, all - open, any + open - all, all - any]);
}

#[test]
fn signals_findings_and_records_equal_a_naive_count() {
    let made = Made::new(Format::Jsonl, captures(100, 0));
    let summary = made.summary();
    let counted = number(&rows(&made.path, Table::Sites), |row| {
        ["available", "unavailable", "unreachable"].iter().any(|it| row["outcome"] == *it)
    });
    let signals = rows(&made.path, Table::Signals);
    let usages = summary.tally("signal-usages").unwrap();
    let is = |row: &Value, usage: &str, outcome: &str| {
        row["usage"] == usage && row["outcome"] == outcome
    };
    for usage in ["train-ai", "index"] {
        let expected = [
            counted,
            sites(&signals, |row| is(row, usage, "disallow")),
            sites(&signals, |row| is(row, usage, "disallow") && row["family"] != "control-token"),
            sites(&signals, |row| is(row, usage, "allow")),
            sites(&signals, |row| {
                row["usage"] == usage && row["contradicts"] != serde_json::json!([])
            }),
        ];
        assert_eq!(counts(usages, &[usage]), expected, "{usage}");
    }
    assert!(counts(usages, &["train-ai"])[4] > 0);
    let tally = summary.tally("signals").unwrap();
    let with = |outcome: &str| {
        number(&signals, |row| {
            is(row, "train-ai", outcome)
                && row["family"] == "content-signal"
                && row["agent"] == "*"
                && row["path"] == "/"
        })
    };
    let expected = [counted, with("disallow"), with("allow"), with("silent")];
    assert_eq!(counts(tally, &["content-signal", "train-ai", "*"]), expected);
    let contradictions = summary.tally("contradictions").unwrap();
    let expected = sites(&signals, |row| {
        is(row, "train-ai", "disallow")
            && row["family"] == "content-signal"
            && row["contradicts"].as_array().unwrap().iter().any(|it| it == "aipref")
    });
    let found = counts(contradictions, &["train-ai", "content-signal", "aipref"]);
    assert_eq!(found, [counted, expected]);

    let findings = rows(&made.path, Table::Findings);
    for row in &summary.tally("findings").unwrap().rows {
        let of_rule = |it: &&Value| it["rule"] == row.keys[0] && it["severity"] == row.keys[2];
        let files = findings.iter().filter(of_rule).count() as u64;
        let all: u64 =
            findings.iter().filter(of_rule).map(|it| it["count"].as_u64().unwrap()).sum();
        assert_eq!(row.counts[1..], [files, all], "{:?}", row.keys);
    }
    let records = rows(&made.path, Table::Records);
    for row in &summary.tally("records").unwrap().rows {
        let kind = |it: &Value| it["kind"] == row.keys[0];
        assert_eq!(row.counts[1..], [sites(&records, kind), number(&records, kind)]);
    }
}
