//! The work that a connection needs besides, which ends with it.

use std::sync::{Arc, Mutex, PoisonError};

use hyper::rt::Executor;
use tokio::task::JoinSet;

/// Where the work for one connection goes on.
#[derive(Debug, Clone, Default)]
pub(super) struct Tasks(Arc<Mutex<JoinSet<()>>>);

impl Tasks {
    /// Keeps a connection going until what is given back is dropped.
    pub(super) fn drive(
        &self,
        connection: impl Future<Output = hyper::Result<()>> + Send + 'static,
    ) -> Ending {
        self.execute(async {
            // What goes wrong with it, whoever waits for the answer is told.
            let _ = connection.await;
        });
        Ending { tasks: self.clone(), kept: None }
    }
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Tasks {
    fn execute(&self, work: F) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).spawn(work);
    }
}

/// Ends all work for a connection, and so the connection, at once: a server that goes on sending
/// is not waited for.
pub(super) struct Ending {
    tasks: Tasks,
    /// What must not end before: who could make further requests.
    kept: Option<Box<dyn Send>>,
}

impl Ending {
    /// Keeps something for as long.
    pub(super) fn keep(&mut self, kept: impl Send + 'static) {
        self.kept = Some(Box::new(kept));
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        drop(self.kept.take());
        self.tasks.0.lock().unwrap_or_else(PoisonError::into_inner).abort_all();
    }
}
