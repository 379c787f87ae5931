//! `placet fetch`: asks many sites concurrently and prints the results in order.
//!
//! One thread reads origins and spawns a task for each; the main thread prints the results. The
//! number of tasks ahead of the output is bounded, and so is memory, whatever the number of origins.

use std::fmt::Display;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use placet::Profile;
use placet_fetch::Standing;
use placet_report::evidence::{Body, StoredEntry, refused_address};
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Sender};
use tokio::task::JoinHandle;

use crate::args::Fetch;
use crate::fetcher::{SharedClient, origin};
use crate::{Status, descriptors, input, lines};

/// How many tasks may wait for output per concurrent request, so that a slow site does not block
/// others; and in total.
const AHEAD: usize = 64;
const AHEAD_MAX: usize = 8_192;

/// The longest line in bytes, and how many characters of a longer line are shown.
const LINE: usize = 16 * 1024;
const SHOWN: usize = 80;

/// The output line of one origin, and its status.
type OutputLine = (String, Status);

pub(crate) fn run(args: &Fetch) -> Result<Status> {
    let jobs = descriptors::jobs(args.jobs.get());
    let ceiling = args.ceiling.unwrap_or(placet::limits::FILE_MIN);
    let user_agent = args.user_agent.as_deref();
    let fetcher = args.fetching.open(user_agent, Profile::default(), ceiling, jobs)?;

    let (tasks, mut finished) = mpsc::channel(jobs.saturating_mul(AHEAD).min(AHEAD_MAX));
    let bar = bar();
    let spawner = Spawner {
        client: fetcher.shared_client().clone(),
        runtime: fetcher.runtime().clone(),
        tasks,
        bar: bar.clone(),
        with_body: args.with_body,
    };
    // Not joined if the output is closed, because it may be blocked on its input.
    let reader = if let Some(path) = args.input.clone() {
        let lines = BufReader::new(input::open(&path)?);
        std::thread::spawn(move || spawner.lines(lines, &path))
    } else {
        let origins = args.origins.clone();
        std::thread::spawn(move || origins.iter().try_for_each(|it| spawner.spawn(it)))
    };
    let mut worst = Status::Yes;
    let mut out = std::io::stdout();
    while let Some(task) = finished.blocking_recv() {
        let (line, status) =
            fetcher.runtime().block_on(task).context("a fetching task panicked")?;
        bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))
            .context("cannot write to standard output")?;
        bar.inc(1);
        worst = worst.max(status);
    }
    bar.finish_and_clear();
    fetcher.report_store_error();
    reader.join().unwrap_or_else(|_| bail!("the reading thread panicked"))?;
    Ok(worst)
}

/// A progress bar on standard error, if it is a terminal.
pub(crate) fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {elapsed}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Spawns the tasks.
#[derive(Debug)]
struct Spawner {
    client: SharedClient,
    runtime: Handle,
    tasks: Sender<JoinHandle<OutputLine>>,
    bar: ProgressBar,
    with_body: bool,
}

impl Spawner {
    /// Spawns the task of an origin; waits while too many are in progress.
    fn spawn(&self, text: &str) -> Result<()> {
        self.bar.inc_length(1);
        let (client, text, with_body) = (self.client.clone(), text.to_owned(), self.with_body);
        self.send(async move { fetch(&client, &text, with_body).await })
    }

    fn send(&self, work: impl Future<Output = OutputLine> + Send + 'static) -> Result<()> {
        // The main thread reports why it stopped receiving.
        self.tasks.blocking_send(self.runtime.spawn(work)).context("the output is closed")
    }

    fn lines(&self, mut lines: impl BufRead, path: &Path) -> Result<()> {
        for number in 1_u64.. {
            let mut line = Vec::new();
            let is_whole = lines::next(&mut lines, LINE, &mut line)
                .with_context(|| format!("cannot read {}", input::name(path)))?;
            if line.is_empty() {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if is_whole {
                self.spawn(text)?;
            } else {
                let shown: String = text.chars().take(SHOWN).collect();
                let error = format!("line {number} is longer than {LINE} bytes");
                self.bar.inc_length(1);
                self.send(async move { failed(&shown, &error) })?;
            }
        }
        Ok(())
    }
}

/// Fetches the robots.txt of an origin.
async fn fetch(client: &SharedClient, text: &str, with_body: bool) -> OutputLine {
    let origin = match origin(text) {
        Ok(origin) => origin,
        Err(error) => return failed(text, &error),
    };
    let entry = match client.robots(&origin).await {
        Ok(entry) => entry,
        Err(error) => return failed(text, &error),
    };
    let status = match entry.standing() {
        Standing::Fetched | Standing::Unavailable => Status::Yes,
        Standing::Unreachable | Standing::Stale if refused_address(&entry).is_some() => {
            Status::Unknown
        }
        Standing::Unreachable | Standing::Stale => Status::No,
    };
    let body = with_body.then(|| Body::of(&entry)).flatten();
    let line = Line { origin: origin.to_string(), entry: StoredEntry::new(&entry), body };
    match serde_json::to_string(&line) {
        Ok(line) => (line, status),
        Err(error) => failed(text, &error),
    }
}

/// The output line of an error.
fn failed(text: &str, error: &dyn Display) -> OutputLine {
    (json!({ "origin": text, "error": error.to_string() }).to_string(), Status::Unknown)
}

#[derive(serde::Serialize)]
struct Line<'e> {
    origin: String,
    #[serde(flatten)]
    entry: StoredEntry,
    #[serde(flatten)]
    body: Option<Body<'e>>,
}
