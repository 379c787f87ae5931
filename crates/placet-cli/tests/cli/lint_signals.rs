//! `placet lint` and the files that signals about AI are read from.

use std::fs;
use std::path::Path;

use crate::run::{Run, placet};
use insta::assert_snapshot;
use serde_json::Value;

const ROBOTS: &str = "User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n\
                      License: https://a.example/license.xml\n";
const TDMREP: &str = "[\n  {\"location\": \"/\", \"tdm-reservation\": \"1\"}\n]\n";
const RSL: &str = "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license>\
                   <prohibits type=\"usage\">train-ai</prohibits></license>\n  </content>\n</rsl>\n";
const TRUST: &str = "# us\ndatatrainingallowed=false\n";
const AI: &str = "User-Agent: *\nDisallow: .jpg\n";

/// Writes the files; returns their paths: robots.txt, tdmrep.json, license.xml, trust.txt, ai.txt.
fn files(folder: &Path) -> Vec<String> {
    let files = [
        ("robots.txt", ROBOTS),
        ("tdmrep.json", TDMREP),
        ("license.xml", RSL),
        ("trust.txt", TRUST),
        ("example.com.ai.txt", AI),
    ];
    let write = |(name, text): (&str, &str)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    files.into_iter().map(write).collect()
}

fn lint(args: &[&str]) -> Run {
    placet(&[&["lint"], args].concat(), b"")
}

/// Output without the folder.
fn shown(run: &Run, folder: &Path) -> String {
    run.out.replace(&format!("{}/", folder.display()), "")
}

#[test]
fn files_are_recognised_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let run = lint(&[&names[1..], &["-f", "concise"]].concat());
    assert_eq!(run.status, 1);
    assert_snapshot!(shown(&run, folder.path()), @r"
    tdmrep.json:2:40: warning SIG304 tdmrep-number-in-quotes: some crawlers ignore this rule: the number is in quotes
    license.xml:3:38: error SIG405 rsl-unknown-word: `train-ai` has no effect: RSL has no such usage
    trust.txt:2:1: error SIG501 trust-txt-value: some programs ignore this refusal: the value is not `yes` or `no`
    example.com.ai.txt:2:11: error SIG505 ai-txt-rule-without-effect: this rule has no effect: the pattern begins with neither `/` nor `*`
    ");
    // Standard input has no name.
    let run = placet(&["lint", "-", "--as", "trust-txt", "-f", "concise"], TRUST.as_bytes());
    assert!(run.out.starts_with("standard input:2:1: error SIG501"), "{}", run.out);
}

#[test]
fn files_given_by_options_are_linted_together_with_a_url() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let [robots, tdmrep, rsl, trust, ai] = &files[..] else { panic!() };
    let rsl = format!("https://a.example/license.xml={rsl}");
    let options = ["--tdmrep", tdmrep, "--rsl", &rsl, "--trust-txt", trust, "--ai-txt", ai];
    let alone = lint(&[&[&**robots][..], &options, &["-f", "concise"]].concat());
    assert!(alone.out.contains("SIG304") && !alone.out.contains("SIG602"), "{}", alone.out);
    let url = ["--url", "https://a.example/b", "--select", "SIG6"];
    let together = lint(&[&[&**robots][..], &options, &url, &["-f", "json"]].concat());
    let found: Vec<Value> = serde_json::from_str(&together.out).unwrap();
    let related = |it: &Value| {
        let file =
            it["related"][0]["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (file, it["related"][0]["start"]["line"].as_u64().unwrap())
    };
    let refusals: Vec<_> = found.iter().map(related).collect();
    let both = [("tdmrep.json".to_owned(), 2), ("trust.txt".to_owned(), 2)];
    assert_eq!(refusals, [both.clone(), both].concat());
    // A list of unknown usages prohibits nothing, so that the licence allows everything.
    let allows = |it: &Value| (it["file"].clone(), it["start"]["line"].as_u64().unwrap());
    let allowed: Vec<_> = found.iter().map(allows).collect();
    let [site, licence] = [&files[0], &files[2]].map(|path| Value::from(path.as_str()));
    let expected = [(site, 2), (licence, 3)];
    assert_eq!(allowed, [0, 0, 1, 1].map(|at| expected[at].clone()));
    let sarif = lint(&[&[&**robots][..], &options, &["-f", "sarif"]].concat());
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let of_rsl = results.iter().find(|it| it["ruleId"] == "SIG405").unwrap();
    let place = &of_rsl["locations"][0]["physicalLocation"];
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/license.xml"));
    assert_eq!(place["region"]["startLine"], 3);
}

#[test]
fn families_of_signals_can_be_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let codes = |signals: &str| {
        let run = lint(&[&names[..], &["--signals", signals, "-f", "jsonl"]].concat());
        let code = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["code"].as_str().unwrap().to_owned()
        };
        run.out.lines().map(code).filter(|it| it.starts_with("SIG")).collect::<Vec<_>>()
    };
    assert_eq!(codes("none"), [""; 0]);
    assert_eq!(codes("tdmrep,trust-txt"), ["SIG304", "SIG501"]);
    assert_eq!(lint(&[names[0], "--signals", "gold"]).status, 2);
    let settings = folder.path().join("placet.toml");
    fs::write(&settings, "[lint]\nsignals = ['ai-txt']\n").unwrap();
    let run =
        lint(&[&names[..], &["--config", settings.to_str().unwrap(), "-f", "concise"]].concat());
    assert!(run.out.contains("SIG505") && !run.out.contains("SIG501"), "{}", run.out);
}

#[test]
fn statistics_count_the_findings_of_each_rule() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let args = [&names[..], &["--select", "SIG", "--statistics"]].concat();
    let run = lint(&args);
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out, @r"
    1  1 file  SIG304  warning  tdmrep-number-in-quotes
    1  1 file  SIG405  error    rsl-unknown-word
    1  1 file  SIG501  error    trust-txt-value
    1  1 file  SIG505  error    ai-txt-rule-without-effect
    4 findings in 5 files
    ");
    let json = lint(&[&args[..], &["--json"]].concat());
    let json: Vec<Value> = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json[0]["findings"], 1);
    assert_eq!(json[0]["files"], 1);
    assert_eq!(lint(&[&args[..], &["-f", "sarif"]].concat()).status, 2);
    let clean = placet(&["lint", "-", "--statistics"], b"User-agent: *\nDisallow: /a\n");
    assert_eq!((clean.out.as_str(), clean.status), ("0 findings in 1 file\n", 0));
}

#[test]
fn the_beginning_of_codes_lists_rules() {
    let run = placet(&["rule", "sig5"], b"");
    let codes: Vec<&str> = run.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(codes, ["SIG501", "SIG502", "SIG503", "SIG504", "SIG505"]);
    assert_eq!(placet(&["rule", "ROB"], b"").status, 0);
    assert_eq!(placet(&["rule", "ROB9"], b"").status, 2);
}

#[test]
fn different_messages_of_one_rule_are_shown() {
    let text =
        b"User-agent: *\nContent-Usage: train-ai=no, search=yes\nContent-Usage: /a train-ai=no\n";
    let run = placet(&["lint", "-", "--select", "SIG104", "-f", "concise"], text);
    assert_snapshot!(run.out, @r"
    standard input:2:16: error SIG104 content-usage-value: `train-ai` states nothing: its value is not `y` or `n` (1 more on line 3)
    standard input:2:29: error SIG104 content-usage-value: `search` states nothing: its value is not `y` or `n`
    ");
    let run = placet(&["lint", "-", "--select", "SIG104"], text);
    assert_eq!(run.out.matches("error[SIG104]").count(), 2, "{}", run.out);
    // Not without end.
    let many: Vec<String> = (0..40).map(|at| format!("Content-Usage: a{at}=n\n")).collect();
    let many = many.concat();
    let run = placet(&["lint", "-", "--select", "SIG102", "-f", "concise"], many.as_bytes());
    assert_eq!(run.out.lines().count(), 10);
    assert!(run.out.trim_end().ends_with("(30 more on lines 11, 12, 13, 14, 15, 16, 17, 18, …)"));
}
