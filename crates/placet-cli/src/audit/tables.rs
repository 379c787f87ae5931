//! What is shown of the tables of an audit: a summary, a page, and what changed since another audit.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use placet_bulk::report::{Comparison, Summary, Tables, comparison_text, html, summary_text};
use serde_json::{Map, Value};

use crate::args::Audit;
use crate::output::{self, Printed};

/// Shows the result of a run, if there was one, and what is asked about the tables.
pub(super) fn show(args: &Audit, mut result: Map<String, Value>, mut text: String) -> Result<()> {
    let compare =
        |folder: &PathBuf| Comparison::of(&Tables::open(folder)?, &Tables::open(&args.output)?);
    let changes = args.compare.as_ref().map(compare).transpose()?;
    let is_counted = args.summary || args.report.is_some();
    let count = || Summary::of(&Tables::open(&args.output)?);
    let summary = is_counted.then(count).transpose()?;
    if let (Some(path), Some(summary)) = (&args.report, &summary) {
        output::replace(path, html(summary, changes.as_ref()).as_bytes())?;
        result.insert("report".to_owned(), path.display().to_string().into());
        let _ = writeln!(text, "report in {}", path.display());
    }
    if let Some(summary) = summary.filter(|_| args.summary) {
        result.insert("summary".to_owned(), serde_json::to_value(&summary)?);
        let _ = writeln!(text, "{}", summary_text(&summary));
    }
    if let Some(changes) = changes {
        result.insert("changes".to_owned(), serde_json::to_value(&changes)?);
        // A page has them, too.
        if args.summary || args.report.is_none() {
            text += &comparison_text(&changes);
        }
    }
    let printed = if args.json {
        Printed::Data(serde_json::to_string_pretty(&result)? + "\n")
    } else {
        output::screen(&text)
    };
    output::show(&printed)
}
