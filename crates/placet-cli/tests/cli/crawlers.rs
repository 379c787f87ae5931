//! `crawlers`: the list, a search, one of them, for programs.

use serde_json::Value;

use crate::run::placet;

#[test]
fn all_are_listed() {
    let run = placet(&["crawlers"], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.trim_start().starts_with("token "), "{}", run.out);
    for token in ["Googlebot ", "GPTBot ", "CCBot ", "archive.org_bot "] {
        assert!(run.out.lines().any(|line| line.trim_start().starts_with(token)), "{token}");
    }
}

#[test]
fn words_are_searched_for() {
    let run = placet(&["crawlers", "openai", "SEARCH"], b"");
    assert_eq!(run.status, 0);
    assert!(run.out.contains("OAI-SearchBot") && !run.out.contains("GPTBot"), "{}", run.out);
}

#[test]
fn one_is_shown_with_its_group() {
    insta::assert_snapshot!(placet(&["crawlers", "google-extended"], b"").out);
    let sent = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
    let run = placet(&["crawlers", sent], b"");
    assert!(run.out.starts_with("bingbot\n"), "{}", run.out);
}

#[test]
fn programs_read_json() {
    let run = placet(&["crawlers", "control", "--json"], b"");
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found[0]["token"], "Google-Extended");
    assert_eq!(found[0]["controls"][0], "Googlebot");
    assert_eq!(found[1]["purposes"], serde_json::json!(["ai-training"]));
    let run = placet(&["crawlers", "-f", "jsonl"], b"");
    let listed: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(listed.len() >= 60, "{}", listed.len());
}

#[test]
fn nothing_found_is_status_1() {
    let run = placet(&["crawlers", "no such crawler"], b"");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("no known crawler matches"), "{}", run.err);
    let run = placet(&["crawlers", "no such crawler", "--json"], b"");
    assert_eq!((run.status, run.out.as_str()), (1, "[]\n"));
}
