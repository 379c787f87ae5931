//! Background tasks of a connection, which end with it.

use std::sync::{Arc, Mutex, PoisonError};

use hyper::rt::Executor;
use tokio::task::JoinSet;

/// Runs the background tasks of one connection.
#[derive(Debug, Clone, Default)]
pub(super) struct Tasks(Arc<Mutex<JoinSet<()>>>);

impl Tasks {
    /// Drives a connection until the returned guard is dropped.
    pub(super) fn drive(
        &self,
        connection: impl Future<Output = hyper::Result<()>> + Send + 'static,
    ) -> Ending {
        self.execute(async {
            // Its errors reach the caller that waits for the response.
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

/// Ends all tasks of a connection, and so the connection, at once, even if the server is still
/// sending.
pub(super) struct Ending {
    tasks: Tasks,
    /// Kept alive as long: the handle that could make further requests.
    kept: Option<Box<dyn Send>>,
}

impl Ending {
    /// Keeps something alive as long.
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
