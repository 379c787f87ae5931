//! `placet decide`: answers in order, on all cores, in constant memory.
//!
//! One thread reads batches of whole lines, several decide, one writes. Batches are numbered, and
//! only a few per thread are in progress: the reader waits until the writer has written earlier
//! ones.

mod decider;
mod sites;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};
use placet_report::json::Defaults;

use crate::args::Decide;
use crate::lines::{self, Lines};
use crate::{Status, input};
use decider::Decider;
use sites::Sites;

/// The size of a batch in bytes; a batch has at least one line.
const BATCH: usize = 256 * 1024;

/// The longest line that is read. A robots.txt of the largest permitted size could need more, but
/// such a file is better named with `robots_file` than put on a line of JSON.
const LINE: usize = 256 * 1024 * 1024;

/// How many batches per thread may be in progress.
const IN_PROGRESS: usize = 4;

/// A numbered batch of questions.
struct Questions {
    number: u64,
    /// The line number of the first in the input, from 1.
    first: u64,
    lines: Lines,
}

/// The answers to a batch of questions.
struct Answers {
    number: u64,
    text: Vec<u8>,
    /// Whether every question was answered.
    complete: bool,
}

pub(crate) fn run(args: &Decide) -> Result<Status> {
    let path = args.questions.as_deref().unwrap_or(Path::new("-"));
    input::refuse_stdin_twice(std::iter::once(path).chain(args.robots.as_deref()))?;
    let sites = Sites::new(args.robots.as_deref(), &args.reading)?;
    let defaults = Defaults {
        agent: args.agent(),
        usage: args.usage,
        url: args.url.clone(),
        profile: args.reading.profile,
        now: args.now,
    };
    let questions = BufReader::with_capacity(BATCH, input::open(path)?);
    let threads = args.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, std::num::NonZeroUsize::get);

    let (to_workers, batches) = sync_channel::<Questions>(threads);
    let batches = Arc::new(Mutex::new(batches));
    let (to_writer, answers) = sync_channel::<Answers>(threads);
    let (to_reader, written) = sync_channel::<()>(threads * IN_PROGRESS);
    for _ in 0..threads * IN_PROGRESS {
        to_reader.send(())?;
    }
    thread::scope(|scope| {
        for _ in 0..threads {
            let (batches, to_writer) = (Arc::clone(&batches), to_writer.clone());
            let decider = Decider::new(&sites, &defaults, args.verdict_only);
            scope.spawn(move || work(decider, &batches, &to_writer));
        }
        drop((to_writer, batches));
        let reader = scope.spawn(move || read(questions, &written, &to_workers));
        let written = write(&answers, &to_reader);
        // After a write error, dropping the channels stops the other threads.
        drop((answers, to_reader));
        let complete = written?;
        let read = reader.join().unwrap_or_else(|_| bail!("the reading thread panicked"));
        read.with_context(|| format!("cannot read {}", input::name(path)))?;
        Ok(if complete { Status::Yes } else { Status::Unknown })
    })
}

/// Splits the input into batches of whole lines.
fn read(
    mut input: impl BufRead,
    written: &Receiver<()>,
    to_workers: &SyncSender<Questions>,
) -> Result<()> {
    let mut first = 1;
    for number in 0.. {
        if written.recv().is_err() {
            break;
        }
        let lines = lines::batch(&mut input, BATCH, LINE)?;
        let count = lines.count;
        if count == 0 || to_workers.send(Questions { number, first, lines }).is_err() {
            break;
        }
        first += count;
    }
    Ok(())
}

/// Answers batches until there are no more.
fn work(
    mut decider: Decider<'_>,
    batches: &Mutex<Receiver<Questions>>,
    to_writer: &SyncSender<Answers>,
) {
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Questions { number, first, lines }) = batch else { return };
        let mut answers = Answers { number, text: Vec::with_capacity(BATCH), complete: true };
        for (number, line) in (first..).zip(lines.split()) {
            if !line.trim_ascii().is_empty() {
                answers.complete &= decider.answer(number, line, &mut answers.text);
            }
        }
        if to_writer.send(answers).is_err() {
            return;
        }
    }
}

/// Writes the batches in order; returns whether every question was answered.
fn write(answers: &Receiver<Answers>, to_reader: &SyncSender<()>) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut complete = true;
    for batch in answers {
        early.insert(batch.number, batch);
        while let Some(batch) = early.remove(&next) {
            out.write_all(&batch.text).context("cannot write to standard output")?;
            complete &= batch.complete;
            next += 1;
            // A reader at the end of its input no longer listens.
            let _ = to_reader.send(());
        }
    }
    out.flush().context("cannot write to standard output")?;
    Ok(complete)
}
