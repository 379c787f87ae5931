//! Completions, manual pages and help texts.

use std::fs;
use std::process::Command;

use crate::run::placet;

/// The subcommands of a command, recursively, from its help.
pub(crate) fn commands(path: &[String]) -> Vec<Vec<String>> {
    let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
    args.push("--help");
    let help = placet(&args, b"").out;
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let names = list.lines().take_while(|line| !line.is_empty());
    // Continuation lines of a description are indented further.
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let mut all = Vec::new();
    for name in names.filter(|name| *name != "help") {
        let within = [path, &[name.to_owned()]].concat();
        all.push(within.clone());
        all.extend(commands(&within));
    }
    all
}

#[test]
fn every_help_has_examples() {
    let all = commands(&[]);
    assert!(all.len() >= 16, "{all:?}");
    for path in all {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        let example = format!("  placet {}", args.join(" "));
        args.push("--help");
        let help = placet(&args, b"").out;
        let taught = help.split_once("\nExamples:\n").map(|(_, examples)| examples);
        let shown = taught.is_some_and(|it| it.contains(&example) || it.contains(&example[2..]));
        assert!(shown, "{example} is not shown in\n{help}");
    }
}

#[test]
fn completions_for_every_shell() {
    for (shell, word) in [
        ("bash", "complete -F _placet"),
        ("zsh", "#compdef placet"),
        ("fish", "complete -c placet"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let run = placet(&["completions", shell], b"");
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert!(run.out.contains(word), "{shell}");
        for path in commands(&[]) {
            assert!(run.out.contains(path.last().unwrap().as_str()), "{shell}: {path:?}");
        }
    }
    assert_eq!(placet(&["completions", "tcsh"], b"").status, 2);
}

#[test]
fn shells_accept_their_completions() {
    for (shell, check) in [
        ("bash", &["bash", "-n"][..]),
        ("zsh", &["zsh", "-n"]),
        ("fish", &["fish", "--no-execute"]),
    ] {
        let Some(tool) = installed(check[0]) else { continue };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("completions");
        fs::write(&file, placet(&["completions", shell], b"").out).unwrap();
        let read = Command::new(tool).args(&check[1..]).arg(&file).output().unwrap();
        assert!(read.status.success(), "{shell}: {}", String::from_utf8_lossy(&read.stderr));
    }
}

/// A tool, by name; none with a message if it is not installed.
fn installed(name: &str) -> Option<&str> {
    let found = Command::new(name).arg("--version").output().is_ok();
    if !found {
        placet_testing::skip(&format!("{name} is not installed"));
    }
    found.then_some(name)
}

#[test]
fn a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man/man1");
    let run = placet(&["man", "--out", out.to_str().unwrap()], b"");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let mut expected: Vec<String> =
        commands(&[]).iter().map(|path| format!("placet-{}.1", path.join("-"))).collect();
    expected.push("placet.1".to_owned());
    expected.sort();
    let entries = fs::read_dir(&out).unwrap();
    let mut written: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    written.sort();
    assert_eq!(written, expected);

    let main = fs::read_to_string(out.join("placet.1")).unwrap();
    assert_eq!(placet(&["man"], b"").out, main);
    for path in commands(&[]).iter().filter(|path| path.len() == 1) {
        assert!(main.contains(&format!("placet\\-{}(1)", path[0])), "{path:?}");
    }
    let Some(reader) = installed("man") else { return };
    for name in written {
        let shown = Command::new(reader)
            .args(["--warnings", "-l"])
            .arg(out.join(&name))
            .env("MANWIDTH", "100")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.status.success() && text.contains("SYNOPSIS"), "{name}: {text}");
        assert!(text.contains("Examples:") || name == "placet.1", "{name}: {text}");
        assert_eq!(String::from_utf8_lossy(&shown.stderr), "", "{name}");
    }
}
