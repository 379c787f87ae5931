//! Reader, workers and writer.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::encode::{Encoder, Piece, SharedEncoder};
use super::manifest::Manifest;
use super::parts::Parts;
use super::{Progress, Run, RunError, Summary};
use crate::audit::{Audit, Auditor};
use crate::capture::Capture;
use crate::input::Input;
use crate::limits;

/// How many chunks may be in progress for each worker, next to the one that it works on.
const AHEAD: usize = 2;

/// Captures that one worker makes rows of.
struct Chunk {
    number: u64,
    captures: Vec<Capture>,
    place: Place,
}

/// Which captures they are.
#[derive(Debug, Clone, Default)]
struct Place {
    /// How many of them come from each input, by its index, and whether the input ends there.
    inputs: Vec<(usize, u64, bool)>,
    ends_part: bool,
}

/// The rows of a chunk.
struct Encoded {
    number: u64,
    pieces: Vec<Piece>,
    captures: u64,
    errors: u64,
    place: Place,
}

pub(super) fn run(
    run: &Run<'_>,
    inputs: &[Input],
    progress: &Progress,
) -> Result<Summary, RunError> {
    let folder = &run.folder;
    fs::create_dir_all(folder).map_err(RunError::file("create", folder))?;
    let _lock = lock(folder)?;
    refuse_other_files(folder)?;
    let mut manifest = Manifest::open(run, inputs)?;
    let continued = manifest.captures();
    progress.captures.store(continued, Ordering::Relaxed);
    let mut parts = Parts::new(run, &manifest)?;
    manifest.write(folder)?;
    if !manifest.finished {
        let encoder = Arc::new(Encoder::new(run.audit, run.format)?);
        let done: Vec<(u64, bool)> =
            manifest.inputs.iter().map(|it| (it.captures, it.finished)).collect();
        thread::scope(|scope| {
            let (to_workers, chunks) = sync_channel::<Chunk>(run.jobs);
            let chunks = Arc::new(Mutex::new(chunks));
            let (to_writer, done_chunks) = sync_channel(run.jobs);
            let permits = run.jobs * (1 + AHEAD);
            let (to_reader, permitted) = sync_channel::<()>(permits);
            for _ in 0..permits {
                let _ = to_reader.send(());
            }
            for _ in 0..run.jobs {
                let (chunks, to_writer) = (Arc::clone(&chunks), to_writer.clone());
                let encoder = Arc::clone(&encoder);
                scope.spawn(move || work(run.audit, &encoder, &chunks, &to_writer));
            }
            drop((chunks, to_writer));
            let reader = Reader { run, inputs, done, read: &progress.read };
            let reader = scope.spawn(move || reader.read(&permitted, &to_workers));
            let written =
                write(&done_chunks, &to_reader, &mut parts, &mut manifest, folder, progress);
            // After an error, dropping the channels stops the other threads.
            drop((done_chunks, to_reader));
            let read = reader.join().map_err(|_| RunError::Panicked);
            written.and(read)
        })?;
        if !manifest.finished {
            return Err(RunError::Panicked);
        }
    }
    Ok(Summary { captures: manifest.captures(), errors: manifest.errors(), continued })
}

/// Locks the folder for this process; the system unlocks it when the process ends, however it does.
fn lock(folder: &Path) -> Result<File, RunError> {
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(RunError::file("create", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(RunError::Locked(folder.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(RunError::file("lock", &path)(error)),
    }
}

/// Refuses a folder with files of others, so that nothing of theirs is mixed up with tables.
fn refuse_other_files(folder: &Path) -> Result<(), RunError> {
    if Manifest::read(folder)?.is_some() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(RunError::file("read", folder))? {
        let name = entry.map_err(RunError::file("read", folder))?.file_name();
        let is_ours = crate::tables::Table::ALL.iter().any(|table| name == table.name());
        if !is_ours && !name.as_encoded_bytes().starts_with(b".") {
            return Err(RunError::NotEmpty(folder.to_owned()));
        }
    }
    Ok(())
}

/// Reads inputs into chunks.
struct Reader<'r> {
    run: &'r Run<'r>,
    inputs: &'r [Input],
    /// How many captures of each input are done, and whether these are all.
    done: Vec<(u64, bool)>,
    read: &'r Arc<AtomicU64>,
}

impl Reader<'_> {
    /// Chunks end at the same captures in every run: by their number and size, and with a part.
    fn read(&self, permitted: &Receiver<()>, to_workers: &SyncSender<Chunk>) {
        let (mut captures, mut place) = (Vec::new(), Place::default());
        let (mut bytes, mut in_part, mut number) = (0, 0, 0);
        let mut send = |captures: &mut Vec<Capture>, place: &mut Place| {
            let captures = std::mem::take(captures);
            let chunk = Chunk { number, captures, place: std::mem::take(place) };
            number += 1;
            permitted.recv().is_ok() && to_workers.send(chunk).is_ok()
        };
        for (index, input) in self.inputs.iter().enumerate() {
            let (skip, is_finished) = self.done.get(index).copied().unwrap_or_default();
            if is_finished {
                continue;
            }
            place.inputs.push((index, 0, false));
            for capture in input.open(&self.run.columns, skip, self.read) {
                bytes += capture.weight();
                captures.push(capture);
                in_part += 1;
                if let Some((_, count, _)) = place.inputs.last_mut() {
                    *count += 1;
                }
                place.ends_part = in_part == self.run.part_captures;
                let is_full =
                    captures.len() >= limits::CHUNK_CAPTURES || bytes >= limits::CHUNK_BYTES;
                if is_full || place.ends_part {
                    if place.ends_part {
                        in_part = 0;
                    }
                    bytes = 0;
                    if !send(&mut captures, &mut place) {
                        return;
                    }
                    place.inputs.push((index, 0, false));
                }
            }
            if let Some((_, _, is_finished)) = place.inputs.last_mut() {
                *is_finished = true;
            }
        }
        place.ends_part = true;
        send(&mut captures, &mut place);
    }
}

/// Makes and encodes the rows of chunks until there are no more.
fn work(
    audit: &Audit,
    encoder: &SharedEncoder,
    chunks: &Mutex<Receiver<Chunk>>,
    to_writer: &SyncSender<Result<Encoded, RunError>>,
) {
    let mut auditor = Auditor::new(audit);
    loop {
        let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(chunk) = chunk else { return };
        if to_writer.send(encode(chunk, &mut auditor, encoder)).is_err() {
            return;
        }
    }
}

fn encode(chunk: Chunk, auditor: &mut Auditor<'_>, encoder: &Encoder) -> Result<Encoded, RunError> {
    let Chunk { number, captures, place } = chunk;
    let (count, mut errors, mut pieces) = (captures.len() as u64, 0, Vec::new());
    let mut captures = captures.into_iter().peekable();
    while let Some(capture) = captures.next() {
        auditor.push(&capture);
        if (captures.peek().is_none() || auditor.is_full())
            && let Some(rows) = auditor.take()
        {
            errors += rows.errors as u64;
            pieces.extend(encoder.encode(&rows.tables)?);
        }
    }
    Ok(Encoded { number, pieces, captures: count, errors, place })
}

/// Writes chunks in order, and the manifest after each part.
fn write(
    encoded: &Receiver<Result<Encoded, RunError>>,
    to_reader: &SyncSender<()>,
    parts: &mut Parts<'_>,
    manifest: &mut Manifest,
    folder: &Path,
    progress: &Progress,
) -> Result<(), RunError> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    for chunk in encoded {
        let chunk = chunk?;
        early.insert(chunk.number, chunk);
        while let Some(chunk) = early.remove(&next) {
            next += 1;
            let number = manifest.parts.len() as u64;
            if chunk.captures > 0 {
                parts.add(number, chunk.pieces)?;
                parts.count(number, chunk.captures, chunk.errors)?;
                progress.captures.fetch_add(chunk.captures, Ordering::Relaxed);
            }
            // The manifest is written at the end of a part, so that these counts are of whole parts.
            for (index, count, is_finished) in chunk.place.inputs {
                if let Some(input) = manifest.inputs.get_mut(index) {
                    input.captures += count;
                    input.finished |= is_finished;
                }
            }
            if chunk.place.ends_part {
                manifest.parts.extend(parts.finish()?);
                manifest.finished = manifest.inputs.iter().all(|input| input.finished);
                manifest.write(folder)?;
            }
            // A reader at the end of its inputs no longer waits.
            let _ = to_reader.send(());
        }
    }
    Ok(())
}
