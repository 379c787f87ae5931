//! `placet decide`: from questions in a file to answers, as a process.

use std::fmt::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde::Serialize;
use serde_json::json;

use crate::input::{questions, rules};
use crate::race::Effort;
use crate::report::{figure, table};
use crate::requirement::{Bound, Requirement};

/// The number of sites; the questions about one site follow each other.
const SITES: usize = 300;

/// How many questions there are about each, all with the text of its robots.txt.
const PER_SITE: usize = 1_000;

/// How many rules the robots.txt of each has.
const RULES: usize = 20;

/// The rates of `placet decide`.
#[derive(Debug, Serialize)]
pub(crate) struct Deciding {
    pub(crate) questions: usize,
    /// The size of the file of questions.
    pub(crate) bytes: u64,
    /// Questions per second on two threads, `None` if they could not be measured.
    pub(crate) rates: Option<Rates>,
    /// Why they could not.
    pub(crate) missing: Option<String>,
}

/// Questions per second.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Rates {
    pub(crate) verdicts: f64,
    pub(crate) with_reasons: f64,
}

/// Runs the program that was built together with this one.
pub(crate) fn measure(effort: Effort) -> Deciding {
    let (rates, bytes, missing) = match run(effort) {
        Ok((rates, bytes)) => (Some(rates), bytes, None),
        Err(error) => (None, 0, Some(format!("{error:#}"))),
    };
    Deciding { questions: SITES * PER_SITE, bytes, rates, missing }
}

fn run(effort: Effort) -> anyhow::Result<(Rates, u64)> {
    let program = std::env::current_exe()?.with_file_name("placet");
    ensure!(program.is_file(), "no program placet; build placet-cli in the same way");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("questions.jsonl");
    std::fs::write(&file, input(SITES, PER_SITE)?)?;
    let bytes = file.metadata()?.len();
    let mut best = [Duration::MAX; 2];
    // The best run needs both cores undisturbed for a third of a second.
    for _ in 0..effort.calls().max(10) {
        for (options, best) in [&["--verdict-only"][..], &[]].into_iter().zip(&mut best) {
            *best = time(&program, &file, options)?.min(*best);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "less than a million")]
    let [verdicts, with_reasons] = best.map(|time| (SITES * PER_SITE) as f64 / time.as_secs_f64());
    Ok((Rates { verdicts, with_reasons }, bytes))
}

/// The time from starting the program to its end.
fn time(program: &Path, file: &Path, options: &[&str]) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let status = Command::new(program)
        .args(["decide", "--threads", "2"])
        .args(options)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("placet cannot be started")?;
    ensure!(status.success(), "placet decide ended with {status}");
    Ok(start.elapsed())
}

/// Questions that each have the text of their site's robots.txt.
fn input(sites: usize, per_site: usize) -> anyhow::Result<String> {
    let rules = String::from_utf8(rules(RULES).bytes)?;
    let paths = questions();
    let mut lines = String::new();
    for site in 0..sites {
        let robots = format!("# host-{site}\n{rules}");
        for (number, question) in (0..per_site).zip(paths.iter().cycle()) {
            let id = site * per_site + number;
            let url = format!("https://host-{site}.example{}", question.path);
            let line = json!({"id": id, "url": url, "agent": "ExampleBot", "robots": robots});
            writeln!(lines, "{line}")?;
        }
    }
    Ok(lines)
}

impl Deciding {
    /// The rates on two threads.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let Some(rates) = self.rates else { return Vec::new() };
        let new =
            |of: &str, rate, least| Requirement::new("decide", of, rate, Bound::AtLeast(least));
        vec![
            new("questions/s on two threads, verdicts", rates.verdicts, 1e6),
            new("questions/s on two threads, with reasons", rates.with_reasons, 5e5),
        ]
    }
}

impl fmt::Display for Deciding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { questions, bytes, rates, missing } = self;
        writeln!(
            f,
            "\nDecide: `placet decide` on two threads, {questions} questions in {bytes} bytes, each \
             with one of {SITES} robots.txt"
        )?;
        if let Some(why) = missing {
            return writeln!(f, "NOT MEASURED: {why}");
        }
        let Some(rates) = rates else { return Ok(()) };
        let mut table = table(&["", "questions/s"], 0);
        table.add_row(["verdicts".to_owned(), figure(rates.verdicts)]);
        table.add_row(["with reasons".to_owned(), figure(rates.with_reasons)]);
        writeln!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_the_text_of_its_site() {
        let lines = input(2, 3).unwrap();
        let texts: Vec<String> = lines
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["robots"].to_string()
            })
            .collect();
        assert_eq!(texts.len(), 6);
        assert!(texts[0] == texts[2] && texts[2] != texts[3]);
    }
}
