//! Summaries, comparisons and pages of small audits.

mod compare;
mod naive;
mod page;
mod queries;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Comparison, Summary, Tables, Tally};
use crate::capture::{Capture, Failure};
use crate::input::Input;
use crate::run::{Format, Progress, Run};
use crate::{Audit, Table};

const AGENTS: [&str; 5] = ["GPTBot", "CCBot", "Googlebot", "Applebot", "Bytespider"];

/// Files that differ in everything that a summary counts.
const FILES: [&str; 12] = [
    "",
    "User-agent: *\nDisallow:\nSitemap: https://a.example/map.xml\n",
    "User-agent: *\nDisallow: /\n",
    "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n",
    "User-agent: *\nDisallow: /news/\nContent-Signal: ai-train=no, search=yes\n",
    "User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nAllow: /\n",
    "User-agent: Google-Extended\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n",
    "User-agent: GPTBot\nDisallow: /archive/\nCrawl-delay: 5\n\nnonsense without a colon\nNew-Key: 1\n",
    "<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
    "User-agent: *\nContent-Usage: train-ai=n\nDisallow: /tmp/\nDisalow: /x\n",
    "Disallow: /\nUser-agent: Bytespider\nDisallow: /\nCrawl-delay: soon\n",
    "ACAP-version: 1.0\nUser-agent: *\nDisallow: /a\nUser-agent: Applebot\nDisallow: /\n",
];

/// Answers of some sites; another `shift` gives some of them another file.
fn captures(sites: usize, shift: usize) -> Vec<Capture> {
    let mut captures: Vec<Capture> = (0..sites)
        .map(|at| {
            let file = if at % 3 == 0 { at + shift } else { at } % FILES.len();
            let origin = format!("https://s{at}.example");
            let mut capture =
                Capture::file(&origin, format!("list:{at}"), FILES[file].as_bytes().to_vec());
            match (at + shift) % 17 {
                3 => capture.status = Some(404),
                7 => capture.status = Some(503),
                11 => capture.status = Some(301),
                13 => capture.failure = Some(Failure::Unreachable("no, \"never\"\n".to_owned())),
                _ => {}
            }
            capture
        })
        .collect();
    captures.push(Capture::unreadable("list:x", "list:x: damaged"));
    // A site with a second answer.
    captures.push(Capture::file("https://s1.example", "list:again", FILES[3].as_bytes().to_vec()));
    captures
}

/// A folder with an audit.
struct Made {
    _folder: TempDir,
    path: PathBuf,
}

impl Made {
    fn new(format: Format, captures: Vec<Capture>) -> Self {
        Self::with(format, captures, &AGENTS)
    }

    fn with(format: Format, captures: Vec<Capture>, agents: &[&str]) -> Self {
        let audit = Audit::builder().agents(agents).paths(["/news/"]).build().unwrap();
        Self::of(format, captures, &audit)
    }

    fn of(format: Format, captures: Vec<Capture>, audit: &Audit) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audit");
        let input = Input::custom("test", move |skip| {
            Box::new(captures.clone().into_iter().skip(usize::try_from(skip).unwrap()))
        });
        let run = Run::new(audit, &path).format(format).part_captures(40);
        run.start(&[input], &Progress::new()).unwrap();
        Self { _folder: folder, path }
    }

    fn tables(&self) -> Tables {
        Tables::open(&self.path).unwrap()
    }

    fn summary(&self) -> Summary {
        Summary::of(&self.tables()).unwrap()
    }
}

/// The rows of a table that was written as JSON lines.
fn rows(folder: &Path, table: Table) -> Vec<serde_json::Value> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder.join(table.name()))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap());
    let lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The numbers of a row.
fn counts<'t>(tally: &'t Tally, keys: &[&str]) -> &'t [u64] {
    let row = tally.rows.iter().find(|row| row.keys == keys);
    &row.unwrap_or_else(|| panic!("{}: no row {keys:?}: {:?}", tally.id, tally.rows)).counts
}

#[test]
fn a_summary_says_how_many_verdicts_it_leaves_out() {
    let paths = (0..crate::limits::TALLY_VERDICTS).map(|at| format!("/{at}/"));
    let audit = Audit::builder().agents(["GPTBot"]).paths(paths).build().unwrap();
    let summary = Made::of(Format::Parquet, captures(3, 0), &audit).summary();
    let usages = summary.tally("usages").unwrap();
    assert_eq!(usages.rows.len(), crate::limits::TALLY_VERDICTS);
    // Two usages of each path, and of `/`.
    assert!(usages.note.contains("34 more pairs"), "{}", usages.note);
}
