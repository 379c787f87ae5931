//! One at a time for each URL, whoever asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use url::Url;

use super::ClientError;
use crate::entry::Entry;

/// What everyone who asked is told.
type Told = Result<Arc<Entry>, ClientError>;

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
        let mut told = {
            let mut under_way = self.lock();
            if let Some(told) = under_way.get(url) {
                told.clone()
            } else {
                let (tell, told) = watch::channel(None);
                under_way.insert(url.clone(), told.clone());
                // Taken away when the task ends, however it does.
                let landing = Landing { flights: self.clone(), url: url.clone() };
                tokio::spawn(async move {
                    let _landing = landing;
                    let outcome = work.await;
                    // Nobody need be waiting any more.
                    let _ = tell.send(Some(outcome));
                });
                told
            }
        };
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
