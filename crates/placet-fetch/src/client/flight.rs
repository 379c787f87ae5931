//! One at a time for each URL, whoever asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use url::Url;

use super::ClientError;
use super::find::Found;

/// What everyone who asked is told.
type Told = Result<Found, ClientError>;

/// What is under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Flights {
    under_way: Arc<Mutex<HashMap<Url, watch::Receiver<Option<Told>>>>>,
}

impl Flights {
    /// Waits for what is under way for a URL; where nothing is, sets `work` going.
    ///
    /// The work is a task of its own: it goes on when who asked for it no longer waits, and others
    /// who came to wait for it get what it comes to.
    pub(super) async fn join(
        &self,
        url: &Url,
        work: impl Future<Output = Told> + Send + 'static,
    ) -> Told {
        let (mut told, to_begin) = {
            let mut under_way = self.lock();
            if let Some(told) = under_way.get(url) {
                (told.clone(), None)
            } else {
                let (tell, told) = watch::channel(None);
                under_way.insert(url.clone(), told.clone());
                (told, Some(tell))
            }
        };
        if let Some(tell) = to_begin {
            // Taken away when the task ends, however it does. A runtime that is ending drops it at
            // once, so the table must not be locked here.
            let landing = Landing { flights: self.clone(), url: url.clone() };
            tokio::spawn(async move {
                let _landing = landing;
                let outcome = work.await;
                // Nobody need be waiting any more.
                let _ = tell.send(Some(outcome));
            });
        }
        match told.wait_for(Option::is_some).await {
            Ok(told) => told.clone().unwrap_or(Err(ClientError::Ended)),
            Err(_) => Err(ClientError::Ended),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Url, watch::Receiver<Option<Told>>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a flight off the table when it is over.
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
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let handle = runtime.handle().clone();
            drop(runtime);
            let _entered = handle.enter();
            let (flights, url) = (Flights::default(), Url::parse("https://a.example/").unwrap());
            let mut join = pin!(flights.join(&url, std::future::pending()));
            let polled = join.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            tell.send(matches!(polled, Poll::Ready(Err(ClientError::Ended)))).unwrap();
        });
        // It ends at once, unless it waits for itself.
        assert_eq!(told.recv_timeout(Duration::from_secs(30)), Ok(true));
    }
}
