//! Sites that are fetched: many at the same time, in the order of the list.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use placet::{Profile, RobotsPolicy, Usage};
use placet_bulk::{Capture, Captures, Failure, Input};
use placet_fetch::{Entry, Origin, Standing};
use placet_report::evidence::refused_address;
use placet_report::signals::files_needed;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;

use crate::args::Audit;
use crate::fetcher::{Fetcher, SharedClient, origin};
use crate::{descriptors, input, lines};

/// The longest line in bytes.
const LINE: usize = 16 * 1024;

/// How many sites may wait for their turn for each that is asked.
const AHEAD: usize = 16;

/// The usages that signal files are fetched for.
const USAGES: [Usage; 4] = [Usage::Index, Usage::Mine, Usage::TrainAi, Usage::AiInput];

/// The sites of a list as an input, and the client, which must live as long.
pub(super) fn open(args: &Audit, path: &Path) -> Result<(Input, Fetcher)> {
    let connections = descriptors::jobs(args.connections.get());
    let user_agent = args.user_agent.as_deref();
    let ceiling = placet::limits::FILE_MIN;
    let fetcher = args.fetching.open(user_agent, Profile::default(), ceiling, connections)?;
    let list = List {
        path: path.to_owned(),
        client: fetcher.shared_client().clone(),
        runtime: fetcher.runtime().clone(),
        ahead: connections * AHEAD,
        with_signals: args.signal_files,
    };
    // Opened once to report a missing file at once; - is read when its turn comes.
    if !input::is_stdin(path) {
        drop(input::open(path)?);
    }
    Ok((Input::custom(input::name(path), move |skip| list.captures(skip)), fetcher))
}

/// A list of sites.
struct List {
    path: PathBuf,
    client: SharedClient,
    runtime: Handle,
    ahead: usize,
    with_signals: bool,
}

impl List {
    /// The answers of the sites after the first `skip`.
    fn captures(&self, skip: u64) -> Captures {
        let (tasks, finished) = mpsc::channel(self.ahead);
        let (path, client, runtime) =
            (self.path.clone(), self.client.clone(), self.runtime.clone());
        let with_signals = self.with_signals;
        std::thread::spawn(move || spawn_all(&path, skip, &client, &runtime, with_signals, &tasks));
        Box::new(Answers { finished, runtime: self.runtime.clone(), path: self.path.clone() })
    }
}

type Task = JoinHandle<Capture>;

/// Spawns a task for each line; waits while too many are in progress.
fn spawn_all(
    path: &Path,
    skip: u64,
    client: &SharedClient,
    runtime: &Handle,
    with_signals: bool,
    tasks: &Sender<Task>,
) {
    let failed = |number: u64, error: String| {
        let source = format!("{}:{number}", input::name(path));
        runtime.spawn(async move { Capture::unreadable(&source, format!("{source}: {error}")) })
    };
    let mut text = match input::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) => {
            let _ = tasks.blocking_send(failed(0, format!("{error:#}")));
            return;
        }
    };
    let mut left = skip;
    for number in 1_u64.. {
        let mut line = Vec::new();
        let task = match lines::next(&mut text, LINE, &mut line) {
            Ok(_) if line.is_empty() => return,
            Ok(is_whole) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if text.is_empty() || text.starts_with('#') {
                    continue;
                }
                if left > 0 {
                    left -= 1;
                    continue;
                }
                let source = format!("{}:{number}", input::name(path));
                if is_whole {
                    let client = client.clone();
                    runtime.spawn(async move { fetch(&client, &text, source, with_signals).await })
                } else {
                    failed(number, format!("the line is longer than {LINE} bytes"))
                }
            }
            Err(error) => {
                let _ = tasks.blocking_send(failed(number, error.to_string()));
                return;
            }
        };
        if tasks.blocking_send(task).is_err() {
            return;
        }
    }
}

/// The answers, in the order of the list.
struct Answers {
    finished: Receiver<Task>,
    runtime: Handle,
    path: PathBuf,
}

impl Iterator for Answers {
    type Item = Capture;

    fn next(&mut self) -> Option<Capture> {
        let task = self.finished.blocking_recv()?;
        Some(self.runtime.block_on(task).unwrap_or_else(|error| {
            Capture::unreadable(input::name(&self.path), format!("a fetching task failed: {error}"))
        }))
    }
}

/// Fetches the robots.txt of a site, and the files with signals that it may have.
async fn fetch(client: &SharedClient, text: &str, source: String, with_signals: bool) -> Capture {
    let origin = match origin(text) {
        Ok(origin) => origin,
        Err(error) => {
            let error = format!("{source}: {text:?}: {error}");
            return Capture::unreadable(source, error);
        }
    };
    let entry = match client.robots(&origin).await {
        Ok(entry) => entry,
        Err(error) => {
            let error = format!("{source}: {error}");
            return Capture {
                origin: Some(origin.to_string()),
                ..Capture::unreadable(source, error)
            };
        }
    };
    let mut capture = answered(&origin, &entry, source);
    if with_signals && !matches!(capture.failure, Some(Failure::Input(_))) {
        let policy = RobotsPolicy::parse(&capture.body).for_agent("*");
        let url = format!("{origin}/");
        let needed = policy.target(&url).map(|target| files_needed(&policy, &target, &USAGES));
        match client.signal_files(&origin, needed.unwrap_or_default()).await {
            Ok(entries) => capture.signal_files = Some(entries.files()),
            Err(error) => capture.note = Some(format!("the files with signals: {error}")),
        }
    }
    capture
}

/// What a site answered.
fn answered(origin: &Origin, entry: &Arc<Entry>, source: String) -> Capture {
    let time = entry.checked().to_system().and_then(micros);
    let cause = entry.cause();
    let mut capture =
        Capture { origin: Some(origin.to_string()), source, time, ..Capture::default() };
    capture.status = cause.status();
    if let Some(refused) = refused_address(entry) {
        capture.failure = Some(Failure::Input(refused));
        return capture;
    }
    match entry.standing() {
        Standing::Unavailable => capture.failure = Some(Failure::Unavailable(cause.to_string())),
        Standing::Unreachable => capture.failure = Some(Failure::Unreachable(cause.to_string())),
        Standing::Fetched | Standing::Stale => {
            if entry.standing() == Standing::Stale {
                capture.note = Some(format!("unreachable ({cause}); the last good copy counts"));
            }
            if let Some(copy) = entry.copy() {
                capture.status = Some(copy.status());
                capture.body = copy.body().bytes().to_vec();
                // One byte more shows that the file is longer.
                let cut = u64::from(copy.body().is_cut());
                capture.size = Some(capture.body.len() as u64 + cut);
            }
        }
    }
    capture
}

fn micros(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_micros()).ok()
}
