//! Writes that come together, made durable together.

use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::file::File;
use super::lock;
use super::table::{self, Bounds, Change};
use crate::store::{Pending, StoreError};

type Answer = oneshot::Sender<Result<bool, StoreError>>;

/// Those who want something written. One of them writes for all who came meanwhile, so a commit,
/// which takes milliseconds, serves many.
#[derive(Debug, Clone)]
pub(super) struct Writers {
    queue: Arc<Mutex<Queue>>,
    bounds: Bounds,
}

#[derive(Debug, Default)]
struct Queue {
    changes: Vec<Change>,
    answers: Vec<Answer>,
    /// Whether someone is writing, and will come back for these.
    busy: bool,
}

impl Writers {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { queue: Arc::default(), bounds }
    }

    /// Makes a change; says whether there was something before.
    pub(super) fn write(&self, file: &Arc<File>, change: Change) -> Pending<'static, bool> {
        let (answer, answered) = oneshot::channel();
        let idle = {
            let mut queue = lock(&self.queue);
            queue.changes.push(change);
            queue.answers.push(answer);
            !std::mem::replace(&mut queue.busy, true)
        };
        if idle {
            let queue = Arc::clone(&self.queue);
            let writer = Writer { file: Arc::clone(file), queue, bounds: self.bounds, done: false };
            tokio::task::spawn_blocking(move || writer.run());
        }
        Box::pin(async move { answered.await.map_err(|_| StoreError::Ended)? })
    }
}

/// The one who writes. Should it end before it is done, those who wait are told, and the next to
/// come takes its place.
#[derive(Debug)]
struct Writer {
    file: Arc<File>,
    queue: Arc<Mutex<Queue>>,
    bounds: Bounds,
    done: bool,
}

impl Writer {
    /// Writes what waits, until nothing does.
    fn run(mut self) {
        while !self.done {
            let (changes, answers) = {
                let mut queue = lock(&self.queue);
                (std::mem::take(&mut queue.changes), std::mem::take(&mut queue.answers))
            };
            let path = self.file.path();
            let result = self.file.write(|base| table::change(base, path, &changes, self.bounds));
            {
                let mut queue = lock(&self.queue);
                self.done = queue.changes.is_empty();
                queue.busy = !self.done;
            }
            if self.done {
                // Whoever is told that it is written can close the file, so it is let go before.
                drop(self);
                return tell(answers, result);
            }
            tell(answers, result);
        }
    }
}

/// Tells each what became of its write; some may have gone.
fn tell(answers: Vec<Answer>, result: Result<Vec<bool>, StoreError>) {
    match result {
        Ok(was) => {
            for (answer, was) in answers.into_iter().zip(was) {
                let _ = answer.send(Ok(was));
            }
        }
        Err(error) => {
            for answer in answers {
                let _ = answer.send(Err(error.clone()));
            }
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.done {
            *lock(&self.queue) = Queue::default();
        }
    }
}
