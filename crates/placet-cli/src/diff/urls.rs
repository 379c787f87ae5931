//! Counts changes over a list of URLs, on all cores, in constant memory.

use std::fs;
use std::io::{BufReader, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use placet::compare::{Audience, Changes};
use placet::{Profile, Target, Usage};
use placet_report::changes::{Count, Counts};

use crate::input;
use crate::lines::{self, Lines};

/// The size of a batch in bytes; a batch has at least one line.
const BATCH: usize = 256 * 1024;

/// The longest URL.
const LINE: usize = 64 * 1024;

/// Whole lines, and the line number of the first.
struct Batch {
    first: u64,
    lines: Lines,
}

/// What to evaluate for each URL.
struct Questions<'c> {
    audiences: Vec<&'c Audience>,
    usages: &'c [Usage],
    profile: Profile,
}

/// Counts how many URLs of a list change. Audiences without any change are skipped: the comparison
/// covers all paths.
pub(super) fn count<'c>(
    path: &Path,
    changes: &'c Changes,
    profile: Profile,
    threads: Option<NonZeroUsize>,
) -> Result<Counts<'c>> {
    let may_change = |it: &&Audience| !it.changes().is_empty() || !it.is_complete();
    let audiences = changes.audiences().iter().filter(may_change).collect();
    let questions = Questions { audiences, usages: changes.usages(), profile };
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let mut list = BufReader::with_capacity(BATCH, input::open(path)?);
    let bar = bar(path);

    let (to_workers, batches) = sync_channel::<Batch>(threads);
    let batches = Mutex::new(batches);
    let mut counted = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| work(&batches, &questions))).collect();
        let mut first = 1;
        loop {
            let lines = lines::batch(&mut list, BATCH, LINE, Lines::default());
            let lines = lines.with_context(|| format!("cannot read {}", input::name(path)))?;
            if lines.count == 0 {
                break;
            }
            bar.inc(lines.text.len() as u64);
            let next = first + lines.count;
            // A panicked worker is reported below.
            let _ = to_workers.send(Batch { first, lines });
            first = next;
        }
        drop(to_workers);
        let mut counted = Counted::new(questions.audiences.len());
        for worker in workers {
            counted.join(worker.join().or_else(|_| bail!("a counting thread panicked"))?);
        }
        anyhow::Ok(counted)
    })?;
    bar.finish_and_clear();
    let audiences =
        questions.audiences.into_iter().zip(std::mem::take(&mut counted.audiences)).collect();
    Ok(Counts {
        name: input::name(path),
        urls: counted.urls,
        invalid: counted.invalid,
        unlisted: changes.unlisted(),
        usages: changes.usages(),
        audiences,
    })
}

/// The counts of one thread.
struct Counted {
    urls: u64,
    invalid: u64,
    audiences: Vec<Count>,
}

impl Counted {
    fn new(audiences: usize) -> Self {
        Self { urls: 0, invalid: 0, audiences: vec![Count::default(); audiences] }
    }

    fn join(&mut self, other: Self) {
        self.urls += other.urls;
        self.invalid += other.invalid;
        for (own, other) in self.audiences.iter_mut().zip(other.audiences) {
            own.join(other);
        }
    }

    fn line(&mut self, number: u64, line: &[u8], questions: &Questions<'_>) {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            return;
        }
        let text = std::str::from_utf8(line).ok().filter(|_| line != lines::TOO_LONG);
        let Some(url) = text.filter(|url| Target::new(url, questions.profile).is_ok()) else {
            self.invalid += 1;
            return;
        };
        self.urls += 1;
        for (audience, count) in questions.audiences.iter().zip(&mut self.audiences) {
            if let Ok(effects) = audience.effects(questions.usages, url) {
                count.add(number, url, &effects);
            }
        }
    }
}

/// Counts batches until there are no more.
fn work(batches: &Mutex<Receiver<Batch>>, questions: &Questions<'_>) -> Counted {
    let mut counted = Counted::new(questions.audiences.len());
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Batch { first, lines }) = batch else { return counted };
        for (number, line) in (first..).zip(lines.split()) {
            counted.line(number, line, questions);
        }
    }
}

/// A progress bar on standard error, if it is a terminal. It shows the part of the file read if the
/// size is known.
fn bar(path: &Path) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let length = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|it| it.len());
    let (bar, style) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta}")
        }
        None => (ProgressBar::no_length(), "{spinner} {bytes} {bytes_per_sec} {elapsed}"),
    };
    let style = ProgressStyle::with_template(style);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
