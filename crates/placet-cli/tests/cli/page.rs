//! `placet page`, `placet extract`, and `placet check` with a page.

use crate::run::{Run, placet};
use insta::assert_snapshot;
use serde_json::Value;

const PAGE: &str = "examples/page.html";

#[test]
fn a_header_prohibits_what_the_page_permits() {
    let run = placet(
        &[
            "check",
            "https://example.com/p",
            "--agent",
            "ExampleBot",
            "--usage",
            "index",
            "--html",
            PAGE,
            "--header",
            "Robots-Tag: *;max-snippet=50, ExampleBot;noindex",
            "--offline",
        ],
        b"",
    );
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn conditions_of_header_and_page_add_up() {
    let args = ["check", "/p", "-a", "ExampleBot", "-u", "present-snippet", "--html", PAGE];
    let run = placet(&[&args[..], &["--header", "X-Robots-Tag: max-snippet: 50"]].concat(), b"");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn an_element_is_selected_by_its_id() {
    let args = ["check", "/p", "-a", "ExampleBot", "-u", "index", "--html", PAGE];
    assert_eq!(placet(&args, b"").status, 0);
    let of_element = placet(&[&args[..], &["--element", "quote"]].concat(), b"");
    assert_eq!(of_element.status, 1);
    assert_snapshot!(of_element.out);
    let coarse = placet(&[&args[..], &["--no-element-level"]].concat(), b"");
    assert_eq!(coarse.status, 1);
    assert_snapshot!("a_crawler_that_does_not_work_on_elements", coarse.out);
}

#[test]
fn scripts_can_restrict_more() {
    let args = ["check", "/p", "-a", "ExampleBot", "-u", "follow", "--html", PAGE];
    let rendered = [&args[..], &["--rendered", "-"]].concat();
    let run = placet(&rendered, b"<head>\n<meta\n  name=robots\n  content=nofollow>");
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn statements_of_a_page_are_shown_with_their_crawlers() {
    let run = placet(
        &[
            "page",
            PAGE,
            "--header",
            "Robots-Tag: *;max-snippet=50, OtherBot;Noindex;frob",
            "--header",
            "Cache-Control: max-age=3600",
            "--received",
            "2026-11-15",
        ],
        b"",
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_page_as_json() {
    let page =
        b"<meta name=robots content='noindex, frob'><body><meta name=robots content=nofollow>\
        <p id=a class='the-acap:allow-index x'>";
    let run = placet(&["page", "-", "--json"], page);
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn a_page_without_statements() {
    let run = placet(&["page", "-"], b"<p>hello");
    assert_snapshot!(run.out, @r"
    The page has no statements for crawlers.

    encoding UTF-8
    ");
}

#[test]
fn extracts_are_text_html_and_ranges() {
    let extract = |usage: &str, format: &str| {
        placet(&["extract", PAGE, "-a", "ExampleBot", "-u", usage, "--format", format], b"")
    };
    let text = extract("index", "text");
    let message = "placet: on condition: time-limit=until-2027-12-31\n";
    assert_eq!((text.status, text.err.as_str()), (0, message));
    assert_snapshot!("extract_text", text.out);
    assert_snapshot!("extract_html", extract("present-snippet", "html").out);

    let html = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/page.html"));
    let html = html.unwrap();
    let ranges = extract("present-snippet", "ranges").out;
    let parts: Vec<&[u8]> = ranges
        .lines()
        .map(|line| {
            let (start, end) = line.split_once('-').unwrap();
            &html[start.parse().unwrap()..end.parse().unwrap()]
        })
        .collect();
    assert_eq!(String::from_utf8(parts.concat()).unwrap(), extract("present-snippet", "html").out);
}

#[test]
fn nothing_to_extract_is_reported_and_exits_1() {
    let args = ["extract", PAGE, "-a", "ExampleBot", "--header", "Robots-Tag: *;noindex"];
    let run = placet(&args, b"");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert_eq!(run.err, "placet: nothing may be used: Robots-Tag:1 noindex\n");
}

/// Extracts the snippet of a page.
fn snippet(conditions: &str, page: &str, more: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let robots = folder.path().join("robots.txt");
    let text = format!("ACAP-crawler: *\nACAP-allow-present-snippet: / {conditions}\n");
    std::fs::write(&robots, text).unwrap();
    let args = ["extract", "-", "-a", "a", "-u", "present-snippet", "-r", robots.to_str().unwrap()];
    placet(&[&args[..], more].concat(), page.as_bytes())
}

#[test]
fn an_extract_obeys_the_length_limit() {
    let page = "<p>one two <b>three</b> four</p>";
    let run = snippet("max-length=2-words", page, &[]);
    assert_eq!((run.status, run.out.as_str()), (0, "one two\n"));
    assert_eq!(run.err, "placet: cut after the last word that fits: max-length=2-words\n");
    let run = snippet("max-length=2-words", page, &["--format", "html"]);
    assert_eq!(run.out, "<p>one two");
    let run = snippet("max-length=2-words", page, &["--format", "ranges"]);
    assert_eq!(run.out, "0-10\n");
    let run = snippet("max-length=12-chars", page, &[]);
    assert_eq!(run.out, "one two\n");
    // A text that fits is not reported.
    let run = snippet("max-length=4-words", page, &[]);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("one two three four\n", ""));
    let run = snippet("max-length=2-chars", page, &[]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("no part of the page meets the conditions"), "{}", run.err);
}

#[test]
fn conditions_of_an_extract_are_reported() {
    let page = "<p id=body>one two three</p><p>four";
    let conditions = "max-length=2-words time-limit=30-days \
        must-use-resource=the-acap:extract:id:body must-include-resource=the-acap:credit:id:credit";
    let run = snippet(conditions, page, &[]);
    assert_eq!((run.status, run.out.as_str()), (0, "one two\n"));
    assert_snapshot!(run.err);
    let run = snippet(conditions, page, &["--json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["verdict"], "permit");
    assert_snapshot!(
        "an_extract_as_json",
        serde_json::to_string_pretty(&json["permitted"]).unwrap()
    );

    let run = snippet("must-use-resource=the-acap:extract:id:other", page, &[]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert_eq!(
        run.err,
        "placet: must-use-resource=the-acap:extract:id:other: the page does not have this element\n\
         placet: nothing may be used: no part of the page meets the conditions\n"
    );
}

#[test]
fn standard_input_is_used_for_one_file_only() {
    let run = placet(&["check", "/", "-a", "a", "-r", "-", "--html", "-"], b"");
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "placet: standard input (-) can be used for one file only\n");
}

#[test]
fn a_page_in_json_lines_may_be_in_base64() {
    let question = r#"{"robots": "", "agent": "a", "usage": "index", "url": "/", "html_b64": "PG1ldGEgbmFtZT1yb2JvdHMgY29udGVudD1ub2luZGV4Pg=="}"#;
    let run = placet(&["decide"], question.as_bytes());
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["verdict"], "prohibit");
    assert_eq!(answer["reasons"][0]["by"], "restricted");
    assert_eq!(answer["reasons"][0]["source"], "page");
}
