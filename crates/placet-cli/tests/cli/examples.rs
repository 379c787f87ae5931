//! The output of the examples in help texts.

use std::fmt::Write as _;

use crate::run::{Run, placet};
use crate::shell::commands;

/// Output and messages, as in a terminal.
fn printed(run: &Run) -> String {
    run.out.clone() + &run.err
}

/// The words of a command line; single quotes group words.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.trim().chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    assert!(!quoted, "{line}");
    words
}

fn run(line: &str) -> Run {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words[0], "placet", "{line}");
    placet(&words[1..], b"")
}

/// The examples in the help texts of all commands.
fn examples() -> Vec<String> {
    let mut all = Vec::new();
    for path in std::iter::once(Vec::new()).chain(commands(&[])) {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let help = placet(&args, b"").out;
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        all.extend(examples.lines().map(|line| line.trim().to_owned()));
    }
    all
}

#[test]
fn output_of_the_examples_in_help() {
    let mut shown = String::new();
    let mut seen = Vec::new();
    for example in examples() {
        let here = example.starts_with("placet ") && example.contains(" examples/");
        let alone = !example.contains([',', '|', '>', '<', '$']);
        if !here || !alone || seen.contains(&example) {
            continue;
        }
        let run = run(&example);
        writeln!(shown, "$ {example}\n{}[{}]\n", printed(&run), run.status).unwrap();
        seen.push(example);
    }
    assert!(seen.len() >= 20, "{seen:#?}");
    insta::assert_snapshot!(shown);
}

#[test]
fn every_help_explains_the_exit_status() {
    for path in std::iter::once(Vec::new()).chain(commands(&[])) {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let help = placet(&args, b"").out;
        assert!(help.contains("\nExit status"), "{path:?}\n{help}");
    }
}
