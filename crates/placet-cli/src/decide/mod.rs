//! `placet decide`: answers in order, on all cores, in constant memory.
//!
//! One thread reads batches of whole lines, several decide, one writes. Batches are numbered, and
//! only a few per thread are in progress: the writer returns each to the reader, which waits for it and
//! fills it again.

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
use crate::{Status, input, output};
use decider::Decider;
use sites::Sites;

/// The size of a batch in bytes; a batch has at least one line.
const BATCH: usize = 256 * 1024;

/// How much memory for answers a batch keeps. With reasons, answers are about as long as questions.
const ANSWERS_KEPT: usize = 4 * BATCH;

/// The longest line that is read. A robots.txt of the largest permitted size could need more, but
/// such a file is better named with `robots_file` than put on a line of JSON.
const LINE: usize = 256 * 1024 * 1024;

/// How many batches per thread may be in progress.
const IN_PROGRESS: usize = 4;

/// A numbered batch of questions, and the answers to them. Once they are written, its memory is used
/// for another.
#[derive(Default)]
struct Batch {
    number: u64,
    /// The line number of the first question in the input, from 1.
    first: u64,
    questions: Lines,
    answers: Vec<u8>,
    unanswered: Unanswered,
}

/// The questions that have no answer.
#[derive(Default)]
struct Unanswered {
    count: u64,
    /// The line of the first.
    first: Option<u64>,
}

impl Unanswered {
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.first = self.first.or(other.first);
    }

    /// Reports them on standard error, where answers cannot hide them.
    fn report(&self) -> Status {
        let Some(first) = self.first else { return Status::Yes };
        output::message(&match self.count {
            1 => format!("1 question is not answered: line {first}"),
            count => format!("{count} questions are not answered; the first is line {first}"),
        });
        Status::Unknown
    }
}

pub(crate) fn run(args: &Decide) -> Result<Status> {
    let path = args.questions.as_deref().unwrap_or(Path::new("-"));
    let signals = args.signals.paths().map(|path| &**path);
    input::refuse_stdin_twice(std::iter::once(path).chain(args.robots.as_deref()).chain(signals))?;
    let sites = Sites::new(args.robots.as_deref(), &args.reading)?;
    let defaults = Defaults {
        agent: args.agent(),
        usage: args.usage,
        url: args.url.clone(),
        profile: args.reading.profile,
        now: args.now,
        files: args.signals.files()?,
        families: args.signals.families.chosen(),
    };
    let questions = BufReader::with_capacity(BATCH, input::open(path)?);
    let threads = args.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, std::num::NonZeroUsize::get);

    let (to_workers, batches) = sync_channel::<Batch>(threads);
    let batches = Arc::new(Mutex::new(batches));
    let (to_writer, answers) = sync_channel::<Batch>(threads);
    let (to_reader, written) = sync_channel::<Batch>(threads * IN_PROGRESS);
    for _ in 0..threads * IN_PROGRESS {
        to_reader.send(Batch::default())?;
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
        let unanswered = written?;
        let read = reader.join().unwrap_or_else(|_| bail!("the reading thread panicked"));
        read.with_context(|| format!("cannot read {}", input::name(path)))?;
        Ok(unanswered.report())
    })
}

/// Splits the input into batches of whole lines.
fn read(
    mut input: impl BufRead,
    written: &Receiver<Batch>,
    to_workers: &SyncSender<Batch>,
) -> Result<()> {
    let mut first = 1;
    for number in 0.. {
        let Ok(Batch { questions, answers, .. }) = written.recv() else { break };
        let questions = lines::batch(&mut input, BATCH, LINE, questions)?;
        let (count, unanswered) = (questions.count, Unanswered::default());
        let batch = Batch { number, first, questions, answers, unanswered };
        if count == 0 || to_workers.send(batch).is_err() {
            break;
        }
        first += count;
    }
    Ok(())
}

/// Answers batches until there are no more.
fn work(mut decider: Decider<'_>, batches: &Mutex<Receiver<Batch>>, to_writer: &SyncSender<Batch>) {
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut batch) = batch else { return };
        let Batch { first, questions, answers, unanswered, .. } = &mut batch;
        for (number, line) in (*first..).zip(questions.split()) {
            if !line.trim_ascii().is_empty() && !decider.answer(number, line, answers) {
                unanswered.add(&Unanswered { count: 1, first: Some(number) });
            }
        }
        if to_writer.send(batch).is_err() {
            return;
        }
    }
}

/// Writes the batches in order; returns the questions that were not answered.
fn write(answers: &Receiver<Batch>, to_reader: &SyncSender<Batch>) -> Result<Unanswered> {
    let mut out = std::io::stdout().lock();
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut unanswered = Unanswered::default();
    for batch in answers {
        early.insert(batch.number, batch);
        while let Some(mut batch) = early.remove(&next) {
            out.write_all(&batch.answers).context("cannot write to standard output")?;
            unanswered.add(&batch.unanswered);
            next += 1;
            batch.answers.clear();
            batch.answers.shrink_to(ANSWERS_KEPT);
            // A reader at the end of its input no longer listens.
            let _ = to_reader.send(batch);
        }
    }
    out.flush().context("cannot write to standard output")?;
    Ok(unanswered)
}
