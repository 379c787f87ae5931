//! `placet audit`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Run, placet};
use crate::server::{Server, ok, status};

const SITES: &str = r#"{"origin": "a.example", "robots": "User-agent: GPTBot\nDisallow: /\n", "status": 200}
{"origin": "b.example", "robots": "User-agent: *\nDisallow: /news/\nContent-Signal: ai-train=no\n"}
{"origin": "c.example", "status": 404}
{"origin": "d.example", "status": 503}
{"origin": "e.example", "status": 301, "location": "https://www.e.example/robots.txt"}
"#;

fn audit(args: &[&str], input: &str, folder: &Path) -> Run {
    let folder = folder.to_str().unwrap();
    let mut all = vec!["audit", "--output", folder, "--format", "jsonl", "--agent", "GPTBot,CCBot"];
    all.extend(args);
    placet(&all, input.as_bytes())
}

/// The rows of a table.
fn rows(folder: &Path, table: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(table).join("part-00000.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Some columns of a row.
fn shown(row: &Value, columns: &[&str]) -> String {
    columns.iter().map(|name| row[name].to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn sites_are_read_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let run = audit(&["-", "--usage", "crawl,train-ai", "--paths", "/news/"], SITES, folder.path());
    assert_eq!((run.status, &*run.err), (0, ""));
    assert!(run.out.starts_with("5 answers: tables in "), "{}", run.out);
    let sites: Vec<String> = rows(folder.path(), "sites")
        .iter()
        .map(|it| shown(it, &["origin", "outcome", "location"]))
        .collect();
    let expected = [
        r#""https://a.example" "available" null"#,
        r#""https://b.example" "available" null"#,
        r#""https://c.example" "unavailable" null"#,
        r#""https://d.example" "unreachable" null"#,
        r#""https://e.example" "redirect" "https://www.e.example/robots.txt""#,
    ];
    assert_eq!(sites, expected);
    let columns =
        ["agent", "addressed", "extent", "lines", "may_crawl", "may_train_ai", "may_crawl /news/"];
    let access: Vec<String> =
        rows(folder.path(), "access").iter().map(|it| shown(it, &columns)).collect();
    let expected = [
        r#""GPTBot" "named" "everything" [2] false false false"#,
        r#""CCBot" "none" "nothing" [] true true true"#,
        r#""GPTBot" "global" "part" [2] true false false"#,
        r#""CCBot" "global" "part" [2] true false false"#,
        r#""GPTBot" "none" "nothing" [] true true true"#,
        r#""CCBot" "none" "nothing" [] true true true"#,
        r#""GPTBot" "none" "everything" [] false false false"#,
        r#""CCBot" "none" "everything" [] false false false"#,
    ];
    assert_eq!(access, expected);
    let signals = rows(folder.path(), "signals");
    let training = signals.iter().find(|it| it["usage"] == "train-ai").unwrap();
    let expected = r#""*" "content-signal" "disallow" 3"#;
    assert_eq!(shown(training, &["agent", "family", "outcome", "line"]), expected);
}

#[test]
fn a_damaged_input_is_a_row_and_exits_1() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        audit(&["-"], "{\"origin\": \"a.example\", \"robots\": \"\"}\nnonsense\n", folder.path());
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(
        run.out.starts_with("2 answers, 1 unreadable (outcome error in the table sites)"),
        "{}",
        run.out
    );
    assert!(
        rows(folder.path(), "sites")[1]["error"].as_str().unwrap().contains("standard input:2")
    );
}

#[test]
fn the_same_command_does_nothing_again_and_another_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("sites.jsonl");
    fs::write(&list, SITES).unwrap();
    let (list, output) = (list.to_str().unwrap(), folder.path().join("audit"));
    assert_eq!(audit(&[list], "", &output).status, 0);
    let run = audit(&[list, "--json"], "", &output);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&result["captures"], &result["continued"], &result["errors"]),
        (&5.into(), &5.into(), &0.into())
    );
    let run = audit(&[list, "--paths", "/x"], "", &output);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("has an audit with other settings (paths)"), "{}", run.err);
}

#[test]
fn mistakes_at_the_prompt_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (args, expected) in [
        (&["missing.warc.gz"][..], "missing.warc.gz: it does not exist"),
        (&["nothing/*.warc"], "no file matches nothing/*.warc"),
        (&["examples/robots.txt", "--paths", "news"], "is not a path: it must begin with /"),
        (&["examples/robots.txt", "--column", "x=y"], "is not origin, body, status or time"),
        (&["-", "--origins", "-"], "standard input (-) can be used for one file only"),
    ] {
        let run = audit(args, "", &folder.path().join("out"));
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
}

#[test]
fn origins_are_fetched_in_order_with_their_signal_files() {
    let folder = tempfile::tempdir().unwrap();
    let open = Server::new(|path| match path {
        "/robots.txt" => ok("text/plain", "User-agent: *\nDisallow: /drafts/\n"),
        "/.well-known/tdmrep.json" => {
            ok("application/json", r#"[{"location": "/", "tdm-reservation": 1}]"#)
        }
        _ => status("404 Not Found"),
    });
    let none = Server::new(|_| status("404 Not Found"));
    let away = Server::new(|_| status("503 Service Unavailable"));
    let list = format!("# sites\n{}\n\n{}\n{}\nftp://x\n", open.origin, none.origin, away.origin);
    let args = ["--origins", "-", "--signal-files", "--allow-private", "--store", "memory"];
    let run = audit(&args, &list, folder.path());
    assert_eq!(run.status, 1, "{}", run.err);
    let outcomes: Vec<String> = rows(folder.path(), "sites")
        .iter()
        .map(|it| shown(it, &["outcome", "status", "signals"]))
        .collect();
    let expected = [
        r#""available" 200 ["tdmrep"]"#,
        r#""unavailable" 404 []"#,
        r#""unreachable" 503 []"#,
        r#""error" null []"#,
    ];
    assert_eq!(outcomes, expected);
    let signals = rows(folder.path(), "signals");
    let refused =
        signals.iter().find(|it| it["usage"] == "train-ai" || it["usage"] == "mine").unwrap();
    assert_eq!(
        shown(refused, &["family", "outcome", "file"]),
        r#""tdmrep" "disallow" "tdmrep.json""#
    );
}
