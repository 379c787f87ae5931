//! One fetch at a time per URL, shared by all callers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use url::Url;

use super::ClientError;
use super::find::Found;

/// The result, for every caller.
type Told = Result<Found, ClientError>;

/// The fetches under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Flights {
    under_way: Arc<Mutex<HashMap<Url, watch::Receiver<Option<Told>>>>>,
}

impl Flights {
    /// Waits for the fetch under way for a URL; starts `work` if there is none.
    ///
    /// The work is a separate task: it goes on if its first caller stops waiting, and all other
    /// callers get its result.
    pub(super) async fn join(
        &self,
        url: &Url,
        work: impl Future<Output = Told> + Send + 'static,
    ) -> Told {
        let (mut result, to_begin) = {
            let mut under_way = self.lock();
            if let Some(result) = under_way.get(url) {
                (result.clone(), None)
            } else {
                let (sender, result) = watch::channel(None);
                under_way.insert(url.clone(), result.clone());
                (result, Some(sender))
            }
        };
        if let Some(sender) = to_begin {
            // Removed when the task ends, in any way. A runtime that shuts down drops it at once, so
            // the table must not be locked here.
            let landing = Landing { flights: self.clone(), url: url.clone() };
            tokio::spawn(async move {
                let _landing = landing;
                let outcome = work.await;
                // All callers may have stopped waiting.
                let _ = sender.send(Some(outcome));
            });
        }
        match result.wait_for(Option::is_some).await {
            Ok(result) => result.clone().unwrap_or(Err(ClientError::Ended)),
            Err(_) => Err(ClientError::Ended),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Url, watch::Receiver<Option<Told>>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a fetch from the table when it ends.
struct Landing {
    flights: Flights,
    url: Url,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.flights.lock().remove(&self.url);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::mpsc;
    use std::task::{Context, Poll, Waker};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_runtime_that_ends_leaves_nobody_waiting() {
        let (sender, result) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let handle = runtime.handle().clone();
            drop(runtime);
            let _entered = handle.enter();
            let (flights, url) = (Flights::default(), Url::parse("https://a.example/").unwrap());
            let mut join = pin!(flights.join(&url, std::future::pending()));
            let polled = join.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            sender.send(matches!(polled, Poll::Ready(Err(ClientError::Ended)))).unwrap();
        });
        // It ends at once, unless it deadlocks.
        assert_eq!(result.recv_timeout(Duration::from_secs(30)), Ok(true));
    }
}
