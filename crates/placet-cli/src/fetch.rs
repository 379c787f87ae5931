//! `placet fetch`: many sites, in order, so many at the same time.
//!
//! One thread reads origins and sets a task going for each; the main one writes what the tasks
//! came to, in order. No more than a number of tasks are ahead of what is written, so memory is
//! bounded whatever the number of origins.

use std::fmt::Display;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use placet::Profile;
use placet_fetch::Standing;
use placet_report::evidence::{BodySent, Held};
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Sender};
use tokio::task::JoinHandle;

use crate::args::Fetch;
use crate::asked::unasked;
use crate::fetching::{Asker, origin};
use crate::{Status, descriptors, input, lines};

/// How many tasks there may be for each site that is asked at the same time, so that a slow one
/// does not keep others waiting; and how many at most.
const AHEAD: usize = 64;
const AHEAD_MOST: usize = 8_192;

/// The longest line that is read, in bytes, and how many characters of a longer one are shown.
const LINE: usize = 16 * 1024;
const SHOWN: usize = 80;

/// What became of one origin: its line, and what that means for all.
type Told = (String, Status);

pub(crate) fn run(args: &Fetch) -> Result<Status> {
    let jobs = descriptors::jobs(args.jobs.get());
    let ceiling = args.ceiling.unwrap_or(placet::limits::FILE_MIN);
    let sent = args.user_agent.as_deref();
    let fetcher = args.fetching.open(sent, Profile::default(), ceiling, jobs)?;

    let (tasks, mut begun) = mpsc::channel(jobs.saturating_mul(AHEAD).min(AHEAD_MOST));
    let bar = bar();
    let setting = Setting {
        asker: fetcher.asker().clone(),
        runtime: fetcher.runtime().clone(),
        tasks,
        bar: bar.clone(),
        with_body: args.with_body,
    };
    // Not waited for when nobody reads the output any more: it may be waiting for input.
    let reader = if let Some(path) = args.input.clone() {
        let lines = BufReader::new(input::open(&path)?);
        std::thread::spawn(move || setting.lines(lines, &path))
    } else {
        let origins = args.origins.clone();
        std::thread::spawn(move || origins.iter().try_for_each(|it| setting.begin(it)))
    };
    let mut worst = Status::Yes;
    let mut out = std::io::stdout();
    while let Some(task) = begun.blocking_recv() {
        let (line, status) = fetcher.runtime().block_on(task).context("a task stopped")?;
        bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))
            .context("cannot write")?;
        bar.inc(1);
        worst = worst.max(status);
    }
    bar.finish_and_clear();
    fetcher.tell_trouble();
    reader.join().unwrap_or_else(|_| bail!("the reader stopped"))?;
    Ok(worst)
}

/// A bar on standard error, where that is a terminal.
pub(crate) fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {elapsed}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Sets tasks going.
#[derive(Debug)]
struct Setting {
    asker: Asker,
    runtime: Handle,
    tasks: Sender<JoinHandle<Told>>,
    bar: ProgressBar,
    with_body: bool,
}

impl Setting {
    /// Begins with an origin; waits while too many are under way.
    fn begin(&self, text: &str) -> Result<()> {
        self.bar.inc_length(1);
        let (asker, text, with_body) = (self.asker.clone(), text.to_owned(), self.with_body);
        self.send(async move { told(&asker, &text, with_body).await })
    }

    fn send(&self, work: impl Future<Output = Told> + Send + 'static) -> Result<()> {
        // Where nobody takes it, output has ended, which whoever writes it tells.
        self.tasks.blocking_send(self.runtime.spawn(work)).context("the output has ended")
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
                self.begin(text)?;
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

/// What holds for an origin, as a line.
async fn told(asker: &Asker, text: &str, with_body: bool) -> Told {
    let origin = match origin(text) {
        Ok(origin) => origin,
        Err(error) => return failed(text, &error),
    };
    let entry = match asker.robots(&origin).await {
        Ok(entry) => entry,
        Err(error) => return failed(text, &error),
    };
    let status = match entry.standing() {
        Standing::Fetched | Standing::Unavailable => Status::Yes,
        Standing::Unreachable | Standing::Stale if unasked(&entry).is_some() => Status::Unknown,
        Standing::Unreachable | Standing::Stale => Status::No,
    };
    let body = with_body.then(|| BodySent::of(&entry)).flatten();
    let line = Line { origin: origin.to_string(), held: Held::new(&entry), body };
    match serde_json::to_string(&line) {
        Ok(line) => (line, status),
        Err(error) => failed(text, &error),
    }
}

/// That nothing could be found out, as a line.
fn failed(text: &str, error: &dyn Display) -> Told {
    (json!({ "origin": text, "error": error.to_string() }).to_string(), Status::Unknown)
}

#[derive(serde::Serialize)]
struct Line<'e> {
    origin: String,
    #[serde(flatten)]
    held: Held,
    #[serde(flatten)]
    body: Option<BodySent<'e>>,
}
