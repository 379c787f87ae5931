//! Formats, colours, widths and completions, the same in all commands.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Run, placet, placet_in};

const EXAMPLE: &str = "examples/robots.txt";

/// The commands that print results, with their arguments.
const ANSWERING: [&[&str]; 8] = [
    &["check", "/drafts/42", "-a", "SomeBot", "-r", EXAMPLE],
    &["matrix", "/drafts/42", "-a", "SomeBot", "-r", EXAMPLE],
    &["explain", "/drafts/42", "/", "-a", "SomeBot", "-r", EXAMPLE],
    &["records", EXAMPLE],
    &["page", "examples/page.html"],
    &["extract", "examples/page.html", "-a", "ExampleBot"],
    &["diff", EXAMPLE, "examples/acap.txt"],
    &["test", "--expectations", "examples/placet.toml", EXAMPLE],
];

#[test]
fn commands_print_text_json_and_json_lines() {
    for command in ANSWERING
        .iter()
        .copied()
        .chain([&["convert", EXAMPLE, "--to", "acap"][..], &["fmt", "--check", EXAMPLE]])
    {
        let run = |more: &[&str]| placet(&[command, more].concat(), b"");
        let (text, json, jsonl) =
            (run(&["--format", "text"]), run(&["--format", "json"]), run(&["--format", "jsonl"]));
        assert_eq!(run(&[]).out, text.out, "{command:?}");
        assert_eq!(run(&["--json"]).out, json.out, "{command:?}");
        let document: Value = serde_json::from_str(&json.out).unwrap();
        let lines = jsonl.out.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        // An array in JSON is several JSON lines.
        match document {
            Value::Array(all) => assert_eq!(all, lines, "{command:?}"),
            one => assert_eq!([one], lines[..], "{command:?}"),
        }
        assert_eq!((json.status, jsonl.status), (text.status, text.status), "{command:?}");
        assert_eq!(run(&["--format", "yaml"]).status, 2, "{command:?}");
        assert_eq!(run(&["--json", "--format", "text"]).status, 2, "{command:?}");
    }
    let question = br#"{"robots": "", "agent": "a", "url": "/"}"#;
    let plain = placet(&["decide"], question).out;
    for more in [&["--json"][..], &["--format", "jsonl"]] {
        assert_eq!(placet(&[&["decide"], more].concat(), question).out, plain);
    }
    for more in [&["--json"][..], &["--format", "jsonl"], &["--format", "text"]] {
        assert_eq!(placet(&[&["cache", "list"], more].concat(), b"").status, 0);
    }
}

#[test]
fn colours_obey_the_option_and_the_environment() {
    let check = ANSWERING[0];
    let run = |more: &[&str], env: &[(&str, &str)]| -> Run {
        placet_in(&[check, more].concat(), b"", env)
    };
    let coloured = |run: Run| run.out.contains('\x1B');
    assert!(!coloured(run(&[], &[])));
    assert!(coloured(run(&["--color", "always"], &[])));
    assert!(coloured(run(&["--color=always"], &[("NO_COLOR", "1")])));
    assert!(coloured(run(&[], &[("CLICOLOR_FORCE", "1")])));
    assert!(!coloured(run(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])));
    assert!(!coloured(run(&["--color", "never"], &[("CLICOLOR_FORCE", "1")])));
    assert!(!coloured(run(&["--color", "auto"], &[])));
    // Without colours it is the same text.
    let plain = run(&[], &[]).out;
    assert_eq!(without_colours(&run(&["--color", "always"], &[]).out), plain);
    for command in [
        &["diff", EXAMPLE, "examples/acap.txt"][..],
        &["lint", EXAMPLE],
        &["test", "--expectations", "examples/placet.toml", EXAMPLE],
        &["check", "--help"],
    ] {
        assert!(coloured(placet(&[&["--color", "always"], command].concat(), b"")), "{command:?}");
        assert!(!coloured(placet(&[&["--color", "never"], command].concat(), b"")), "{command:?}");
    }
    assert_eq!(placet(&["check", "--color", "sometimes"], b"").status, 2);
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split('\x1B');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

/// The output of a command on a terminal with this many columns.
fn on_terminal(columns: u16, args: &[&str]) -> Option<String> {
    let quoted: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let command = format!(
        "stty rows 24 cols {columns}; '{}' --color never {}",
        env!("CARGO_BIN_EXE_placet"),
        quoted.join(" ")
    );
    let run = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::null())
        .output();
    let Ok(run) = run else {
        placet_testing::skip("script is not installed");
        return None;
    };
    Some(String::from_utf8(run.stdout).unwrap().replace('\r', ""))
}

#[test]
fn tables_fit_the_terminal_and_nothing_is_cut_elsewhere() {
    let matrix = ["matrix", "/news/1", "-a", "ExampleBot", "-r", "examples/acap.txt"];
    let explain = ["explain", "/news/1", "-a", "ExampleBot", "-r", "examples/acap.txt"];
    let page = ["page", "examples/page.html"];
    for command in [&matrix[..], &explain, &page, &["records", "examples/acap.txt"]] {
        let widest = |text: &str| text.lines().map(|it| it.chars().count()).max().unwrap();
        let whole = placet(command, b"").out;
        assert!(widest(&whole) > 80, "{command:?}\n{whole}");
        assert!(!whole.contains('…'), "{command:?}\n{whole}");
        let Some(shown) = on_terminal(80, command) else { return };
        let table: Vec<&str> = shown.lines().filter(|it| it.starts_with([' ', '─'])).collect();
        assert!(table.len() > 3 && widest(&table.join("\n")) <= 80, "{command:?}\n{shown}");
    }
}

#[test]
fn completions_know_usages_profiles_and_conditions() {
    for shell in ["bash", "zsh", "fish"] {
        let script = placet(&["completions", shell], b"").out;
        for word in
            ["present-oldthumbnail", "train-ai", "rfc9309", "google", "required-context", "jsonl"]
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn a_ceiling_below_the_minimum_is_an_error() {
    for (ceiling, why) in [
        ("511999", "expected at least 512000 bytes"),
        ("0", "expected at least 512000 bytes"),
        ("536870913", "expected at most 536870912 bytes"),
        ("many", "expected a number of bytes"),
    ] {
        for command in [ANSWERING[0], ANSWERING[3], &["decide"], &["fetch", "a.example"]] {
            let run = placet(&[command, &["--ceiling", ceiling]].concat(), b"");
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command:?} {ceiling}");
            assert!(run.err.contains(why), "{command:?} {ceiling}: {}", run.err);
        }
    }
    let command = [ANSWERING[0], &["--ceiling", "512000"]].concat();
    assert_eq!(placet(&command, b"").status, 1);
}
