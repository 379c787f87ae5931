//! Files with signals that commands fetch.

use serde_json::Value;

use crate::run::{Run, placet};
use crate::server::{Server, ok, status};

const RESERVED: &str = r#"[{"location": "/", "tdm-reservation": 1}]"#;
const TDMREP: &str = "/.well-known/tdmrep.json";

/// A site with a robots.txt and a tdmrep.json that reserves.
fn reserving(robots: &'static str) -> Server {
    Server::new(move |path| match path {
        "/robots.txt" => ok("text/plain", robots),
        TDMREP => ok("application/json", RESERVED),
        _ => status("404 Not Found"),
    })
}

fn live(args: &[&str]) -> Run {
    placet(&[args, &["--store", "memory", "--allow-private"]].concat(), b"")
}

fn check(site: &Server, usage: &str, more: &[&str]) -> Run {
    live(&[&["check", &site.url("/a"), "-a", "GPTBot", "-u", usage], more].concat())
}

fn json(run: &Run) -> Value {
    assert!(!run.out.is_empty(), "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// The paths that were requested, sorted.
fn paths(site: &Server) -> Vec<String> {
    let mut paths = site.paths();
    paths.sort();
    paths
}

#[test]
fn check_fetches_what_the_usage_depends_on() {
    let site = reserving("User-agent: *\nContent-Signal: ai-train=yes\n");
    assert_eq!(check(&site, "crawl", &[]).status, 0);
    assert_eq!(check(&site, "index", &[]).status, 0);
    assert_eq!(paths(&site), ["/robots.txt", "/robots.txt"]);
    let run = check(&site, "train-ai", &["--json"]);
    assert_eq!(run.status, 1);
    let all = [TDMREP, "/.well-known/trust.txt", "/ai.txt", "/robots.txt", "/trust.txt"];
    assert_eq!(paths(&site)[..5], [&all[..3], &["/robots.txt"; 2]].concat());
    let json = json(&run);
    let files = json["evidence"].as_array().unwrap().iter();
    let files: Vec<(&str, &str)> = files
        .map(|it| (it["url"].as_str().unwrap(), it["standing"].as_str().unwrap()))
        .map(|(url, standing)| (url.strip_prefix(&site.origin).unwrap(), standing))
        .collect();
    assert_eq!(
        files,
        [
            ("/robots.txt", "fetched"),
            (TDMREP, "fetched"),
            ("/trust.txt", "unavailable"),
            ("/.well-known/trust.txt", "unavailable"),
            ("/ai.txt", "unavailable")
        ]
    );
    assert_eq!(json["evidence"][1]["problems"], Value::Array(Vec::new()));
    let contradiction = &json["contradictions"][0];
    assert_eq!(
        (&contradiction["usage"], &contradiction["allow"]),
        (&"train-ai".into(), &"content-signal".into())
    );
    assert_eq!(contradiction["disallow"], "tdmrep");
    assert_eq!(json["signals"][0]["outcome"], "allow");
    assert_eq!(json["signals"][0]["statements"][0]["line"], 2);
}

#[test]
fn nothing_more_is_fetched_where_it_cannot_matter() {
    let closed = reserving("User-agent: *\nDisallow: /\n");
    assert_eq!(check(&closed, "train-ai", &[]).status, 1);
    assert_eq!(paths(&closed), ["/robots.txt"]);
    let open = reserving("");
    assert_eq!(check(&open, "train-ai", &["--signals", "none"]).status, 0);
    assert_eq!(check(&open, "mine", &["--tdmrep", "examples/tdmrep.json"]).status, 1);
    assert_eq!(check(&open, "train-ai", &["-p", "rfc9309"]).status, 0);
    assert_eq!(paths(&open), ["/robots.txt"; 3]);
}

#[test]
fn a_file_that_is_unreachable_or_a_page_is_noted() {
    let site = Server::new(|path| match path {
        TDMREP => status("503 Service Unavailable"),
        "/ai.txt" => ok("text/html", "<!doctype html>Not found"),
        _ => status("404 Not Found"),
    });
    let run = check(&site, "train-ai", &[]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let out = site.masked(&run.out);
    for note in [
        "tdmrep.json is unreachable: the server answered 503; its statements are not considered",
        "http://site.example/ai.txt is a web page, so it is not considered",
    ] {
        assert!(out.contains(note), "{out}");
    }
    assert!(!out.contains("trust.txt"), "{out}");
}

#[test]
fn matrix_and_explain_fetch_too() {
    let site = reserving("");
    let run = live(&["matrix", &site.url("/a"), "-a", "GPTBot"]);
    let rows: Vec<Vec<&str>> = run
        .out
        .lines()
        .skip(3)
        .take(5)
        .map(|row| row.split_whitespace().take(2).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["crawl", "permit"],
            ["mine", "prohibit"],
            ["train-ai", "prohibit"],
            ["ai-input", "permit"],
            ["follow", "permit"]
        ],
        "{}",
        run.out
    );
    let run = live(&["explain", &site.url("/a"), "-a", "GPTBot", "-u", "mine"]);
    assert!(run.status == 1 && run.out.contains("tdmrep.json:1"), "{}", run.out);
}

#[test]
fn a_licence_of_the_page_is_fetched_with_the_page() {
    const LICENCE: &str = "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\
        <prohibits type=\"usage\">ai-input</prohibits></license></content></rsl>";
    let site = Server::new(|path| match path {
        "/a" => ok(
            "text/html",
            "<!doctype html><link rel=license type=application/rsl+xml href=/l.xml><p>x",
        ),
        "/l.xml" => ok("text/xml", LICENCE),
        _ => status("404 Not Found"),
    });
    assert_eq!(check(&site, "ai-input", &[]).status, 0);
    let run = check(&site, "ai-input", &["--page"]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("<prohibits"), "{}", run.out);
    let run = live(&["signals", &site.url("/a"), "--page", "--json"]);
    assert_eq!(json(&run)["usages"][1]["families"][0]["family"], "rsl", "{}", run.out);
}

#[test]
fn signals_shows_what_a_live_site_says_and_for_whom_it_differs() {
    let site = reserving("User-agent: Google-Extended\nDisallow: /\n");
    let run = live(&["signals", &site.url("/")]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("tdmrep.json:1"), "{}", run.out);
    assert!(!run.out.contains("not read"), "{}", run.out);
    assert!(run.out.contains("other verdicts for Googlebot, "), "{}", run.out);
    assert!(run.out.contains(": ai-input prohibit"), "{}", run.out);
    let known = live(&["signals", &site.url("/"), "--agent", "known", "--format", "jsonl"]);
    assert!(known.out.lines().count() > 50, "{}", known.out.lines().count());
}

#[test]
fn expectations_are_tested_with_the_signals_of_a_site() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("expected.csv");
    std::fs::write(&table, "agent,usage,url,expect\nGPTBot,train-ai,/a,prohibit\n").unwrap();
    let table = table.display().to_string();
    let site = reserving("");
    let run = live(&["test", &site.origin, "--expectations", &table]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let run = live(&["test", &site.origin, "--expectations", &table, "--signals", "none"]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    let local = ["test", "examples/robots.txt", "--expectations", &table];
    assert_eq!(placet(&local, b"").status, 1);
    let with_copy = [&local[..], &["--tdmrep", "examples/tdmrep.json"]].concat();
    assert_eq!(placet(&with_copy, b"").status, 0);
}

#[test]
fn a_decision_with_signals_is_replayed_from_the_store() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.redb").display().to_string();
    let site = reserving("");
    let url = site.url("/a");
    let stored = ["--store", &store];
    let question = ["-a", "GPTBot", "-u", "mine"];
    let args = [&["check", &url, "--allow-private", "--json"], &question[..], &stored].concat();
    let decided = json(&placet(&args, b""));
    let digest = decided["evidence"][1]["digest"].as_str().unwrap();
    assert_eq!(site.paths().len(), 2);
    for reference in [vec![], vec!["--reference".to_owned(), format!("{TDMREP}={digest}")]] {
        let reference: Vec<&str> = reference.iter().map(|it| &**it).collect();
        let args = ["replay", &site.origin, &url, "--json"];
        let run = placet(&[&args[..], &question, &stored, &reference].concat(), b"");
        assert_eq!(run.status, 1, "{}{}", run.out, run.err);
        let replayed = json(&run);
        assert_eq!(replayed["reasons"], decided["reasons"]);
        assert_eq!(replayed["evidence"][1]["digest"], digest);
    }
    assert_eq!(site.paths().len(), 2);
}

/// A page with statements, below a site with a licence and a tdmrep.json.
fn with_page() -> Server {
    const LICENCE: &str = "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\
        <prohibits type=\"usage\">ai-input</prohibits></license></content></rsl>";
    Server::new(|path| match path {
        "/robots.txt" => {
            ok("text/plain", "License: /l.xml\nUser-agent: placet\nDisallow: /closed\n")
        }
        "/a" => ok("text/html", "<!doctype html><meta name=robots content=noindex><p>x").replace(
            "Connection:",
            "Content-Usage: train-ai=y\r\nCache-Control: max-age=60\r\nConnection:",
        ),
        "/old" => {
            "HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Length: 0\r\nConnection: close\r\n\
                   \r\n"
                .to_owned()
        }
        "/l.xml" => ok("application/rsl+xml", LICENCE),
        TDMREP => ok("application/json", RESERVED),
        _ => status("404 Not Found"),
    })
}

#[test]
fn page_fetches_the_page_and_the_signals_of_its_site() {
    let site = with_page();
    let run = live(&["page", &site.url("/a")]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    insta::assert_snapshot!(site.masked(&run.out));
    let json = json(&live(&["page", &site.url("/a"), "--json"]));
    let usages = json["signals"]["usages"].as_array().unwrap();
    let verdicts: Vec<&str> = usages.iter().map(|it| it["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["prohibit", "prohibit", "prohibit", "prohibit"]);
    let requested = site.paths().len();
    let run = live(&["page", &site.url("/a"), "--signals", "none"]);
    assert!(run.status == 0 && !run.out.contains("train-ai"), "{}", run.out);
    assert_eq!(site.paths()[requested..], ["/robots.txt", "/a"]);
}

#[test]
fn page_reports_why_a_page_cannot_be_shown() {
    let site = with_page();
    let message = |path: &str, more: &[&str]| {
        let run = live(&[&["page", &site.url(path)], more].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{path}");
        site.masked(&run.err)
    };
    let closed = message("/closed", &[]);
    assert!(closed.contains("placet may not crawl it: robots.txt:3"), "{closed}");
    let moved = message("/old", &[]);
    assert!(moved.contains("it redirects to http://site.example/a"), "{moved}");
    assert!(message("/none", &[]).contains("the server answered 404"));
    assert!(message("/a", &["--header", "A: b"]).contains("--header, --url and --received"));
}

#[test]
fn check_notes_a_licence_that_is_unavailable() {
    let site = Server::robots("License: /gone.xml\n");
    let run = check(&site, "train-ai", &[]);
    let out = site.masked(&run.out);
    let note = "the licence http://site.example/gone.xml is unavailable: the server answered 404";
    assert!(run.status == 1 && out.contains(note), "{out}");
}

#[test]
fn expectations_about_a_relative_licence_are_tested_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("expected.csv");
    let expected = "agent,usage,url,expect\nBot,ai-input,/a,prohibit\nBot,index,/a,permit\n";
    std::fs::write(&table, expected).unwrap();
    let site = with_page();
    let run = live(&["test", &site.origin, "--expectations", &table.display().to_string()]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let run =
        live(&["test", &site.origin, "--expectations", &table.display().to_string(), "--json"]);
    assert!(!run.out.contains("not-honoured"), "{}", run.out);
}

#[test]
fn write_and_convert_read_the_files_of_a_live_site() {
    let site = with_page();
    let run = live(&["convert", &site.origin, "--to", "content-usage"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("Content-Usage: train-ai=n, ai-use=n"), "{}", run.out);
    let run = live(&["convert", &site.origin, "--to", "content-usage", "--signals", "rsl"]);
    assert!(run.out.contains("Content-Usage: train-ai=y, ai-use=n"), "{}", run.out);
    let run = live(&["write", &site.origin, "--to", "tdmrep"]);
    assert!(run.out.contains("\"tdm-reservation\": 1"), "{}{}", run.out, run.err);
    let requested = site.paths().len();
    assert_eq!(live(&["convert", &site.origin, "--to", "acap"]).status, 0);
    assert_eq!(site.paths()[requested..], ["/robots.txt"]);
}

#[test]
fn explain_lists_the_files_with_signals() {
    let site = with_page();
    let run = live(&["explain", &site.url("/a"), "-a", "GPTBot", "-u", "train-ai"]);
    let out = site.masked(&run.out);
    for line in [
        "  /.well-known/tdmrep.json: 41 bytes\n",
        "  /ai.txt: unavailable\n",
        "  http://site.example/l.xml: ",
    ] {
        assert!(out.contains(line), "{out}");
    }
}
