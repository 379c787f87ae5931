//! `placet signals`, and signals in other commands.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::placet;

const FILE: &str = "examples/signals.txt";
const CONTRADICTING: &[u8] =
    b"User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\n";

#[test]
fn a_file_is_shown_family_by_family() {
    let run = placet(&["signals", FILE, "--tdmrep", "examples/tdmrep.json"], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn contradictions_are_on_top_and_in_json() {
    let run = placet(&["signals", "-"], CONTRADICTING);
    let line = "contradiction about train-ai: aipref allows it, content-signal refuses it\n";
    assert_eq!(run.out.lines().nth(2), Some(line.trim_end()), "{}", run.out);
    let run = placet(&["signals", "-", "--json"], CONTRADICTING);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["contradictions"][0]["usage"], "train-ai");
    let families = json["usages"][0]["families"].as_array().unwrap();
    assert_eq!(families.len(), 2);
    assert_eq!(families[0]["statements"][0]["line"], 3);
    assert_eq!(json["missing"][0], "/.well-known/tdmrep.json");
    let args = ["check", "/", "-a", "Bot", "-u", "train-ai", "-r", "-"];
    let check = placet(&args, CONTRADICTING);
    assert_eq!(check.status, 1);
    let note = "allowed by aipref, prohibited by content-signal: the two contradict each other";
    assert!(check.out.contains(note), "{}", check.out);
}

#[test]
fn what_also_prohibits_is_noted() {
    let args = ["check", "/", "-a", "GPTBot", "-u", "train-ai", "-r", "-", "--tdmrep"];
    let args = [&args[..], &["examples/tdmrep.json"]].concat();
    let robots = b"User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n\n\
        AllowAITraining: /\n";
    let run = placet(&args, robots);
    assert_eq!(run.status, 1);
    assert!(run.out.starts_with("prohibited: GPTBot may not use / to train AI\n"), "{}", run.out);
    for note in [
        "also prohibited by content-signal and tdmrep (mining)",
        "allowed by ai-training, prohibited by aipref, content-signal and tdmrep: these contradict \
         each other",
    ] {
        assert!(run.out.contains(note), "{}", run.out);
    }
    let matrix = ["matrix", "/", "-a", "GPTBot", "-r", "-"];
    let run = placet(&matrix, robots);
    let note = "train-ai: allowed by ai-training, prohibited by aipref and content-signal: these \
                contradict each other";
    assert!(run.out.contains(note), "{}", run.out);
    let run = placet(&args, b"");
    assert!(run.status == 1 && !run.out.contains("also prohibited"), "{}", run.out);
}

#[test]
fn copies_of_files_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let trust = write("trust.txt", "datatrainingallowed=no\n");
    let ai = write("ai.txt", "User-Agent: *\nDisallow: /\n");
    let licence = write(
        "license.xml",
        "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\
         <prohibits type=\"usage\">ai-train</prohibits></license></content></rsl>",
    );
    let rsl = format!("https://example.com/license.xml={licence}");
    let robots = "License: https://example.com/license.xml\n";
    for args in [["--trust-txt", &trust], ["--ai-txt", &ai], ["--rsl", &rsl]] {
        let question = ["check", "https://example.com/a", "-a", "Bot", "-u", "train-ai", "-r", "-"];
        let run = placet(&[&question[..], &args].concat(), robots.as_bytes());
        assert_eq!(run.status, 1, "{args:?}: {}{}", run.out, run.err);
        let none = [&question[..], &args, &["--signals", "none"]].concat();
        assert_eq!(placet(&none, robots.as_bytes()).status, 0, "{args:?}");
    }
}

#[test]
fn a_permission_names_the_files_that_were_not_read() {
    let args = ["check", "/", "-a", "Bot", "-u", "train-ai", "-r", "examples/robots.txt"];
    let run = placet(&args, b"");
    assert_eq!(run.status, 0);
    let note = "not read, so not considered: /.well-known/tdmrep.json, /trust.txt, /ai.txt";
    assert!(run.out.contains(note), "{}", run.out);
}

#[test]
fn families_can_be_chosen() {
    let check = |signals: &str| {
        let args = ["check", "/", "-a", "Bot", "-u", "train-ai", "-r", "-", "--signals", signals];
        placet(&args, CONTRADICTING).status
    };
    assert_eq!((check("aipref"), check("aipref,content-signal"), check("none")), (0, 1, 0));
    assert_eq!(check("unknown"), 2);
}

#[test]
fn a_page_shows_its_signals() {
    let page = b"<!doctype html><meta name=tdm-reservation content=1>\
        <link rel=license type=application/rsl+xml href=/l.xml><p>x";
    let run = placet(&["page", "-", "--header", "Content-Usage: train-ai=n"], page);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for text in ["Content-Usage:1", "standard input:1 <meta name=tdm-reservation content=1>"] {
        assert!(run.out.contains(text), "{}", run.out);
    }
    let run = placet(&["page", "-", "--signals", "none", "--json"], page);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["signals"], Value::Null);
}

#[test]
fn records_show_what_known_crawlers_may_do() {
    let run = placet(&["records", FILE, "--agent", "known", "--json"], b"");
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let uses = json["uses"].as_array().unwrap();
    assert!(uses.len() > 60 && uses.len() == json["agents"].as_array().unwrap().len());
    let of = |agent: &str| uses.iter().find(|it| it["agent"] == agent).unwrap()["uses"].clone();
    assert_eq!(of("CCBot")[0]["verdict"], "prohibit");
    assert_eq!(of("bingbot")[1]["verdict"], "permit");
    let run = placet(&["records", "examples/robots.txt", "--json"], b"");
    assert!(!run.out.contains("\"uses\""), "{}", run.out);
    let trust = ["records", "examples/robots.txt", "--tdmrep", "examples/tdmrep.json"];
    assert!(placet(&trust, b"").out.contains("uses of /"));
}

#[test]
fn differences_can_leave_signals_out() {
    let dir = tempfile::tempdir().unwrap();
    let new = dir.path().join("new.txt");
    std::fs::write(&new, "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n").unwrap();
    let new = new.display().to_string();
    let diff = |more: &[&str]| {
        placet(&[&["diff", "-", &new], more].concat(), b"User-agent: *\nAllow: /\n").status
    };
    assert_eq!((diff(&[]), diff(&["--signals", "content-signal"])), (1, 1));
    assert_eq!((diff(&["--signals", "none"]), diff(&["--signals", "aipref"])), (0, 0));
}

#[test]
fn an_unknown_rule_is_named_with_the_known_one() {
    let args =
        ["check", "/", "-a", "Bot", "-u", "index", "--header", "X-Robots-Tag: noindexx, frob"];
    let run = placet(&args, b"");
    assert_eq!(run.status, 0);
    let note = "no effect, because it is not a known rule: X-Robots-Tag:1 noindexx (did you mean \
                noindex?); X-Robots-Tag:1 frob";
    assert!(run.out.contains(note), "{}", run.out);
}

#[test]
fn questions_carry_files_with_signals() {
    let decide = |question: &str, more: &[&str]| {
        let args = ["decide", "--agent", "Bot", "--url", "/", "--usage", "train-ai"];
        let run = placet(&[&args[..], more].concat(), question.as_bytes());
        let json: Value = serde_json::from_str(&run.out).unwrap();
        json
    };
    for file in [
        r#""trust_txt": "datatrainingallowed=no""#,
        r#""ai_txt": "User-Agent: *\nDisallow: /""#,
        r#""tdmrep": "[{\"location\": \"/\", \"tdm-reservation\": 1}]""#,
    ] {
        let answer = decide(&format!(r#"{{"robots": "", {file}}}"#), &[]);
        assert_eq!(answer["verdict"], "prohibit", "{answer}");
        let answer = decide(&format!(r#"{{"robots": "", {file}, "signals": ["rsl"]}}"#), &[]);
        assert_eq!(answer["verdict"], "permit", "{answer}");
        let answer = decide(&format!(r#"{{"robots": "", {file}}}"#), &["--signals", "none"]);
        assert_eq!(answer["verdict"], "permit", "{answer}");
    }
    let answer = decide(r#"{"robots": ""}"#, &["--tdmrep", "examples/tdmrep.json"]);
    assert_eq!(answer["verdict"], "prohibit", "{answer}");
    let rsl = r#"{"robots": "License: https://e.example/l.xml", "honours": "license",
        "rsl": {"https://e.example/l.xml": "<rsl xmlns=\"https://rslstandard.org/rsl\"/>"}}"#;
    let answer = decide(&rsl.replace('\n', ""), &[]);
    assert_eq!((&answer["verdict"], &answer["conditions"][0]), (&"permit".into(), &Value::Null));
    assert_eq!(decide(r#"{"robots": "", "signals": ["x"]}"#, &[])["verdict"], Value::Null);
}
