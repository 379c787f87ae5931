//! Opens the store and the pacer that belongs to it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use placet::Agent;
use placet_fetch::store::{Embedded, Notice, RedisStore, Store, StoreError};
use placet_fetch::{Origin, Pace, Pacer, SharedPacer, Time};
use tracing::warn;

/// Where fetched files are kept, and who counts the turns of crawlers.
#[derive(Debug)]
pub(crate) struct Stores {
    /// None for memory only.
    pub(crate) store: Option<Arc<dyn Store>>,
    pub(crate) turns: Turns,
}

/// Counts the turns of crawlers, for this process or for a fleet.
#[derive(Debug, Clone)]
pub(crate) enum Turns {
    Own(Pacer),
    Fleet(SharedPacer),
}

impl Stores {
    /// Opens the store at a location: `memory`, the address of a Redis server, or a file.
    pub(crate) fn open(location: Option<&str>) -> Result<Self, StoreError> {
        let own = || Turns::Own(Pacer::new());
        match location {
            None | Some("memory") => Ok(Self { store: None, turns: own() }),
            Some(address) if address.contains("://") => {
                let store = RedisStore::new(address)?.on_notice(report);
                let turns = Turns::Fleet(SharedPacer::new(address)?);
                Ok(Self { store: Some(Arc::new(store)), turns })
            }
            Some(path) => {
                let store = Embedded::builder().private_folder().on_notice(report);
                let store = store.open(Path::new(path))?;
                Ok(Self { store: Some(Arc::new(store)), turns: own() })
            }
        }
    }
}

impl Turns {
    /// How long the crawler must wait for its turn, if that is at most `longest`. Otherwise no turn is
    /// taken.
    pub(crate) async fn next_within(
        &self,
        origin: &Origin,
        agent: &Agent,
        pace: Pace,
        longest: Duration,
    ) -> Result<Option<Duration>, StoreError> {
        match self {
            Self::Own(pacer) => {
                let now = Time::now();
                let turn = pacer.next_within(origin, agent, pace, now, longest);
                Ok(turn.map(|at| at.since(now)))
            }
            Self::Fleet(pacer) => pacer.next_within(origin, agent, pace, longest).await,
        }
    }
}

fn report(notice: &Notice) {
    warn!("{notice}");
}
