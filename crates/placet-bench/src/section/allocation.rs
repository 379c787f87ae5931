//! How often decisions allocate, as another program counts it.

use std::fmt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};

use crate::report::table;
use crate::requirement::{Bound, Requirement};

/// How often the steps of a decision allocate.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Allocations {
    files: usize,
    rows: Vec<Row>,
    /// Why nothing was counted.
    missing: Option<String>,
}

/// How often one step allocates, over all files.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    name: String,
    median: u64,
    ninth_decile: u64,
    most: u64,
}

/// Runs the program that was built together with this one.
pub(crate) fn measure(corpus: Option<&Path>) -> Allocations {
    run(corpus).unwrap_or_else(|error| Allocations {
        missing: Some(format!("{error:#}")),
        ..Allocations::default()
    })
}

fn run(corpus: Option<&Path>) -> anyhow::Result<Allocations> {
    let program = std::env::current_exe()?.with_file_name("placet-allocations");
    let output = Command::new(program)
        .args(corpus)
        .output()
        .context("the program placet-allocations cannot be started")?;
    ensure!(output.status.success(), "placet-allocations ended with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

impl Allocations {
    /// The counts; that a verdict allocates nothing is a test of the engine.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let state = |row: &Row| {
            let of = format!("allocations, median of the files: {}", row.name);
            #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 allocations")]
            Requirement::new("allocation", of, row.median as f64, Bound::Stated)
        };
        self.rows.iter().map(state).collect()
    }
}

impl fmt::Display for Allocations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nAllocations: how often each step allocates, {} files with rules",
            self.files
        )?;
        if let Some(why) = &self.missing {
            return writeln!(f, "NOT MEASURED: {why}");
        }
        let mut table = table(&["", "median", "9 of 10 files", "most"], 0);
        for row in &self.rows {
            let counts = [row.median, row.ninth_decile, row.most].map(|it| it.to_string());
            table.add_row(std::iter::once(row.name.clone()).chain(counts));
        }
        writeln!(f, "{table}")
    }
}
