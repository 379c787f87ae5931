//! Each row of docs/src/reference/exit-status.md: a situation, its output and its exit status.

use std::path::Path;

use serde_json::Value;

use crate::examples::words;
use crate::run::{Run, placet_with};
use crate::server::{Server, ok, status};

const TABLE: &str = include_str!("../../../../docs/src/reference/exit-status.md");

/// A row of the table.
struct Row<'t> {
    command: &'t str,
    situation: &'t str,
    prints: &'t str,
    verdict: &'t str,
    status: i32,
}

fn rows() -> Vec<Row<'static>> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [command, situation, prints, verdict, status] = cells.try_into().unwrap();
        Row { command, situation, prints, verdict, status: status.parse().unwrap() }
    };
    let lines = TABLE.lines().filter(|line| line.starts_with("| "));
    lines.skip(1).map(row).collect()
}

const NOT_ASKED: &str = "the address is private and was not asked";
const INDEX: &str = "the page is unavailable, and the site permits indexing";
const UNREAD: &str = "the file cannot be read";

/// How to produce each situation: the command, the situation, arguments, and standard input.
///
/// SITE has a robots.txt and no pages, NONE has no files, AWAY does not answer, FOLDER does not exist.
const SITUATIONS: [(&str, &str, &str, &str); 73] = [
    ("check", "a statement permits", "/drafts/index.html -a SomeBot -r examples/robots.txt", ""),
    ("check", "no statement applies", "/else -a SomeBot -r examples/robots.txt", ""),
    ("check", "a statement prohibits", "/drafts/42 -a SomeBot -r examples/robots.txt", ""),
    ("check", "the site has no robots.txt", "NONE/news -a ExampleBot --allow-private", ""),
    ("check", "the robots.txt cannot be reached", "AWAY/news -a ExampleBot --allow-private", ""),
    ("check", NOT_ASKED, "SITE/news -a ExampleBot", ""),
    ("check", INDEX, "SITE/news -a ExampleBot --allow-private --page -u index", ""),
    (
        "check",
        "the page is unavailable, and the site permits crawling",
        "SITE/news -a ExampleBot --allow-private --page",
        "",
    ),
    (
        "check",
        "the page is unavailable, and the site prohibits indexing",
        "SITE/closed/1 -a ExampleBot --allow-private --page -u index",
        "",
    ),
    (
        "check",
        "the page may not be crawled",
        "SITE/drafts/1 -a ExampleBot --allow-private --page -u index",
        "",
    ),
    ("check", "the text is not a URL", "'no url' -a SomeBot -r examples/robots.txt", ""),
    ("check", "the robots.txt given cannot be read", "/a -a a -r missing.txt", ""),
    ("check", "no crawler is named", "/a -r examples/robots.txt", ""),
    ("explain", "a statement permits", "/drafts/index.html -a SomeBot -r examples/robots.txt", ""),
    ("explain", "a statement prohibits", "/drafts/42 -a SomeBot -r examples/robots.txt", ""),
    ("explain", NOT_ASKED, "SITE/news -a ExampleBot", ""),
    ("explain", INDEX, "SITE/news -a ExampleBot --allow-private --page -u index", ""),
    (
        "explain",
        "of two URLs the second is prohibited",
        "/ /drafts/42 -a SomeBot -r examples/robots.txt",
        "",
    ),
    ("matrix", "every use is decided", "/ -a ExampleBot -r examples/robots.txt", ""),
    ("matrix", NOT_ASKED, "SITE/news -a ExampleBot", ""),
    ("matrix", "the page is unavailable", "SITE/news -a ExampleBot --allow-private --page", ""),
    ("replay", "a statement permits", "SITE /news -a ExampleBot", ""),
    ("replay", "a statement prohibits", "SITE /drafts/1 -a ExampleBot", ""),
    ("replay", "the bytes are not in the store", "SITE /news -a ExampleBot", ""),
    (
        "decide",
        "every question is answered",
        "-a SomeBot -r examples/robots.txt",
        "{\"url\": \"/drafts/42\"}",
    ),
    ("decide", "one line is not a question", "-", "{"),
    ("decide", "the questions cannot be read", "missing.txt", ""),
    ("audit", "every input is read", "examples/robots.txt -o FOLDER -a GPTBot", ""),
    ("audit", "a place of an input is unreadable", "- -o FOLDER -a GPTBot", "{nonsense"),
    ("audit", "an input does not exist", "missing.txt -o FOLDER", ""),
    ("serve", "the settings cannot be read", "--config missing.toml", ""),
    ("records", "a file is shown", "examples/robots.txt", ""),
    ("records", UNREAD, "missing.txt", ""),
    ("page", "a page is shown", "examples/page.html", ""),
    ("page", "the page cannot be read", "missing.txt", ""),
    ("extract", "something may be used", "examples/page.html -a ExampleBot", ""),
    (
        "extract",
        "nothing may be used",
        "examples/page.html -a ExampleBot --header 'Robots-Tag: *;noindex'",
        "",
    ),
    ("extract", "the page cannot be read", "missing.txt -a ExampleBot", ""),
    ("fetch", "the file is fetched", "SITE --allow-private", ""),
    ("fetch", "the site has no robots.txt", "NONE --allow-private", ""),
    ("fetch", "the robots.txt cannot be reached", "AWAY --allow-private", ""),
    ("fetch", NOT_ASKED, "SITE", ""),
    ("fetch", "the text is not an origin", "ftp://a.example", ""),
    ("cache list", "the store is empty", "--format text", ""),
    ("cache show", "nothing is held", "a.example", ""),
    ("cache purge", "nothing is held", "a.example", ""),
    ("lint", "nothing is found", "-", "User-agent: *\nDisallow: /drafts/\n"),
    ("lint", "an error is found", "-", "Disallow: /drafts/\n"),
    ("lint", UNREAD, "missing.txt", ""),
    ("rule", "the rule is shown", "ROB101", ""),
    ("rule", "there is no such rule", "ROB999", ""),
    ("crawlers", "a crawler is found", "GPTBot", ""),
    ("crawlers", "no known crawler matches", "NoSuchBot", ""),
    ("signals", "the statements are shown", "examples/signals.txt", ""),
    ("signals", "the file cannot be read", "examples/none.txt", ""),
    ("diff", "nothing changes", "examples/robots.txt examples/robots.txt", ""),
    ("diff", "something changes", "examples/robots.txt examples/acap.txt", ""),
    ("diff", "a file cannot be read", "examples/robots.txt missing.txt", ""),
    ("fmt --check", "the file has its form", "examples/robots.txt", ""),
    ("fmt --check", "the file would change", "-", "user-agent:*\n"),
    ("fmt --check", UNREAD, "missing.txt", ""),
    ("convert", "nothing is lost", "examples/robots.txt --to acap", ""),
    ("convert", "something is lost", "examples/acap.txt --to robots", ""),
    ("convert", "nothing can be converted", "examples/page.html --to acap", ""),
    ("write", "nothing is lost", "--refuse train-ai --to content-usage", ""),
    ("write", "something is lost", "--refuse train-ai --to crawler-groups", ""),
    ("write", "the source cannot be read", "missing.txt --to tdmrep", ""),
    ("test", "all expectations are met", "--expectations examples/placet.toml", ""),
    ("test", "some are not met", "--expectations examples/placet.toml examples/robots.txt", ""),
    ("test", "there is no table", "--expectations missing.toml", ""),
    ("completions", "written", "bash", ""),
    ("completions", "there is no such shell", "tcsh", ""),
    ("man", "written", "--color auto", ""),
];

fn site() -> Server {
    Server::new(|path| match path {
        "/robots.txt" => ok(
            "text/plain",
            "User-agent: *\nDisallow: /drafts/\n\nACAP-crawler: *\nACAP-disallow-index: /closed/\n",
        ),
        _ => status("503 Service Unavailable"),
    })
}

/// Runs the command of a row.
fn ask(row: &Row<'_>, more: &[&str]) -> Run {
    let known = SITUATIONS.iter().find(|it| (it.0, it.1) == (row.command, row.situation));
    assert!(known.is_some(), "{}: {}", row.command, row.situation);
    let (_, _, given, input) = known.unwrap();
    let caches = tempfile::tempdir().unwrap();
    let site = site();
    let none = Server::new(|_| status("404 Not Found"));
    let away = Server::new(|_| status("503 Service Unavailable"));
    if row.command == "replay" && !row.situation.contains("not in the store") {
        let first = ["check", &site.url("/news"), "-a", "ExampleBot", "--allow-private"];
        placet_with(caches.path(), &first, b"");
    }
    let given = given.replace("SITE", &site.origin);
    let given = given.replace("NONE", &none.origin).replace("AWAY", &away.origin);
    let folder = caches.path().join("audit");
    let given = words(&given.replace("FOLDER", &folder.to_string_lossy()));
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let command: Vec<&str> = row.command.split(' ').collect();
    placet_with(caches.path(), &[&command[..], &given, more].concat(), input.as_bytes())
}

/// The text between backticks.
fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`')
}

#[test]
fn every_row_prints_and_returns_the_documented_values() {
    let rows = rows();
    assert_eq!(rows.len(), SITUATIONS.len());
    for row in &rows {
        let about = format!("{}: {}", row.command, row.situation);
        let run = ask(row, &[]);
        assert_eq!(run.status, row.status, "{about}\n{}{}", run.out, run.err);
        match (code(row.prints), row.prints) {
            // The cells of the table are trimmed, the output is not.
            (Some(begins), _) => {
                assert!(run.out.trim_start().starts_with(begins.trim()), "{about}\n{}", run.out);
            }
            (None, "nothing") => assert_eq!(run.out, "", "{about}"),
            (None, other) => panic!("{about}: {other}"),
        }
        if row.status == 2 && row.prints == "nothing" {
            assert!(!run.err.is_empty(), "{about}");
        }
        let Some(verdict) = code(row.verdict) else {
            assert_eq!(row.verdict, "-", "{about}");
            continue;
        };
        let run = ask(row, &["--json"]);
        assert_eq!(run.status, row.status, "{about}, as JSON");
        let json: Value = serde_json::from_str(&run.out).unwrap();
        // For a matrix, a usage other than crawling.
        let found = json["usages"].get(2).map_or(&json["verdict"], |usage| &usage["verdict"]);
        assert_eq!(found, verdict, "{about}, as JSON");
    }
}

#[test]
fn every_command_has_a_row() {
    let rows = rows();
    let named = |name: &str| rows.iter().any(|row| row.command.split(' ').any(|it| it == name));
    let help = placet_with(Path::new("/"), &["--help"], b"").out;
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    for line in list.lines().take_while(|line| !line.is_empty()) {
        if line.starts_with("  ") && !line.starts_with("   ") {
            let name = line.split_whitespace().next().unwrap();
            assert!(named(name) || name == "help", "{name}");
        }
    }
}
