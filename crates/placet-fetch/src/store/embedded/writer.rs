//! Concurrent writes share one commit.

use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use super::file::File;
use super::lock;
use super::table::{self, Bounds, Change};
use crate::store::{Pending, StoreError};

type Answer = oneshot::Sender<Result<bool, StoreError>>;

/// Pending writes. One caller writes for all that arrived in the meantime, so that a commit, which
/// takes milliseconds, serves many.
#[derive(Debug, Clone)]
pub(super) struct Writers {
    queue: Arc<Mutex<Queue>>,
    bounds: Bounds,
}

#[derive(Debug, Default)]
struct Queue {
    changes: Vec<Change>,
    answers: Vec<Answer>,
    /// Whether a caller is writing, and will take these too.
    busy: bool,
}

impl Writers {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { queue: Arc::default(), bounds }
    }

    /// Makes a change; returns whether there was an entry before.
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

/// The caller that writes. If it is dropped before it is done, the others get an error, and the next
/// caller takes its place.
#[derive(Debug)]
struct Writer {
    file: Arc<File>,
    queue: Arc<Mutex<Queue>>,
    bounds: Bounds,
    done: bool,
}

impl Writer {
    /// Writes until nothing is pending.
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
                // A caller that gets its result may close the file, so it is released first.
                drop(self);
                return send_results(answers, result);
            }
            send_results(answers, result);
        }
    }
}

/// Sends each caller its result; some may have stopped waiting.
fn send_results(answers: Vec<Answer>, result: Result<Vec<bool>, StoreError>) {
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
