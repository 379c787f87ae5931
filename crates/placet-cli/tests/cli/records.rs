//! `placet records`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Run, placet};

const ACAP: &[u8] = b"##ACAP version=1.0
User-agent: *
Disallow: /drafts/

User-agent: SlowBot
Crawl-delay: 5
Disallow:

ACAP-resource-set: pictures *.gif *.png
ACAP-qualified-usage: short present-snippet max-length=50-words
ACAP-composite-usage: show index (short)

ACAP-crawler: *
ACAP-disallow-crawl: /drafts/
ACAP-disallow-index: the-acap:resource-set:pictures
ACAP-allow-(show): /news/

ACAP-crawler: NewsBot
ACAP-crawler: OtherBot
ACAP-disallow-crawl: /
ACAP-usage-purpose: news
ACAP-allow-crawl: /news/
ACAP-allow-preserve: /news/ time-limit=3-days
ACAP-allow-present: /news/ colour=red
ACAP-request-take-down: /news/old.html
";

fn records(args: &[&str], input: &[u8]) -> Run {
    placet(&[&["records"], args].concat(), input)
}

/// The printed objects, one per line.
fn objects(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How much is closed to each crawler.
fn closed(contents: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let agents = contents["agents"].as_array().unwrap().iter();
    agents.map(|it| (text(&it["agent"]), text(&it["closed"]))).collect()
}

fn pairs(closed: &[(String, String)]) -> Vec<(&str, &str)> {
    closed.iter().map(|(agent, closed)| (&**agent, &**closed)).collect()
}

#[test]
fn acap_records_are_shown_as_statements() {
    let run = records(&["-"], ACAP);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn acap_records_as_json() {
    let run = records(&["-", "--json", "--agent", "NewsBot"], ACAP);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn crawlers_that_only_acap_names_are_listed() {
    let contents: Value = serde_json::from_str(&records(&["-", "--json"], ACAP).out).unwrap();
    let expected =
        [("*", "part"), ("SlowBot", "part"), ("NewsBot", "everything"), ("OtherBot", "everything")];
    assert_eq!(pairs(&closed(&contents)), expected);
    // A profile that does not read ACAP lists its fields as other records.
    let run = records(&["-", "--json", "--profile", "rfc9309"], ACAP);
    let contents: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(pairs(&closed(&contents)), [("*", "part"), ("SlowBot", "nothing")]);
    assert!(contents.get("acap").is_none());
}

#[test]
fn open_to_every_crawler_is_printed_only_if_true() {
    let open = "no groups, so everything is open to every crawler\n";
    assert_eq!(records(&["-"], b"").out, open);
    let acap = b"ACAP-crawler: *\nACAP-disallow-crawl: /\n";
    let run = records(&["-"], acap);
    assert!(
        !run.out.contains("open to every crawler") && run.out.contains("everything"),
        "{}",
        run.out
    );
    assert_eq!(
        records(&["-", "-p", "google"], b"Disallow: /").out.lines().next().unwrap(),
        open.trim()
    );
    let referring = b"ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n";
    let contents: Value = serde_json::from_str(&records(&["-", "--json"], referring).out).unwrap();
    assert_eq!(pairs(&closed(&contents)), [("*", "everything")]);
    assert_eq!(contents["agents"][0]["closing"], serde_json::json!([2]));
}

#[test]
fn agent_selects_crawlers_that_the_file_does_not_name() {
    let args = ["-", "--agent", "GPTBot", "--agent", "newsbot", "--format", "jsonl"];
    let contents = objects(&records(&args, ACAP)).remove(0);
    assert_eq!(pairs(&closed(&contents)), [("GPTBot", "part"), ("newsbot", "everything")]);
    let run = records(&["-", "-a", "GPTBot"], b"User-agent: a\nDisallow: /\n");
    assert!(run.out.contains("GPTBot") && run.out.contains("nothing"), "{}", run.out);
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn several_files_directories_and_patterns_are_shown_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (all, none) = ("User-agent: *\nDisallow: /\n", "User-agent: *\nAllow: /\n");
    write(
        folder.path(),
        &[("b/robots.txt", all), ("a/x.txt", none), ("a/.hidden", all), ("c.txt", all)],
    );
    let at = |name: &str| folder.path().join(name).display().to_string();
    let files = |run: &Run| -> Vec<String> {
        let file = |it: &Value| it["file"].as_str().unwrap().to_owned();
        objects(run).iter().map(file).collect()
    };
    for form in [&["--json"][..], &["--format", "jsonl"]] {
        let run = records(&[&[&*at("")], form].concat(), b"");
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert_eq!(files(&run), [at("a/x.txt"), at("b/robots.txt"), at("c.txt")]);
    }
    let run = records(&[&at("*/*.txt"), &at("c.txt"), "--format", "jsonl"], b"");
    assert_eq!(files(&run), [at("a/x.txt"), at("b/robots.txt"), at("c.txt")]);
    let run = records(&[&at("a/x.txt"), &at("c.txt")], b"");
    let heads: Vec<_> = run.out.lines().filter(|line| line.starts_with('/')).collect();
    assert_eq!(heads, [at("a/x.txt"), at("c.txt")]);
}

#[test]
fn an_unreadable_file_does_not_stop_the_others() {
    let args = ["missing.txt", "examples/robots.txt", "none/*.txt", "--format", "jsonl"];
    let run = records(&args, b"");
    assert_eq!((run.status, objects(&run).len()), (2, 1));
    let expected = "placet: cannot open missing.txt: No such file or directory (os error 2)\n\
                    placet: none/*.txt is not a file and matches none\n";
    assert_eq!(run.err, expected);
    assert_eq!(records(&["-", "-"], b"").status, 2);
}

#[test]
fn json_lists_every_crawler() {
    let name = |at: usize| format!("User-agent: b{at}x\n");
    let text = (0..1_200).map(name).collect::<String>() + "Disallow: /\n";
    let contents: Value =
        serde_json::from_str(&records(&["-", "--json"], text.as_bytes()).out).unwrap();
    assert_eq!(contents["agents"].as_array().unwrap().len(), 1_200);
    assert!(records(&["-"], text.as_bytes()).out.contains("and 700 more"));
}
