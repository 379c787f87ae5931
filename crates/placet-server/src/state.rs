//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use placet_fetch::address::Reach;
use placet_fetch::client::{BuildError, Limits};
use placet_fetch::store::StoreError;
use placet_fetch::{Client, Digest, Entry, Settings, Time};
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::config::Config;
use crate::files::{File, Files};
use crate::guard::{self, Rates, Tokens};
use crate::limits;
use crate::metrics::Metrics;
use crate::problem::{Code, Problem};
use crate::refresh::Asked;
use crate::shown::Shown;
use crate::store::{Stores, Turns};

/// What all requests share.
pub(crate) type Shared = Arc<App>;

#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) client: Client,
    pub(crate) settings: Settings,
    pub(crate) files: Files,
    pub(crate) turns: Turns,
    /// Which sites were asked about lately.
    pub(crate) asked: Asked,
    /// Entries in the form in which they are shown.
    pub(crate) shown: Shown,
    pub(crate) tokens: Tokens,
    pub(crate) rates: Rates,
    pub(crate) assets: Assets,
    pub(crate) metrics: Metrics,
    /// One permit per request that may be answered at the same time.
    pub(crate) in_flight: Arc<Semaphore>,
    /// The memory for the bodies of requests.
    pub(crate) body_memory: Arc<Semaphore>,
    /// One permit per long computation.
    heavy: Arc<Semaphore>,
    draining: AtomicBool,
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The client cannot be built.
    #[error(transparent)]
    Client(#[from] BuildError),
    /// The tokens cannot be read.
    #[error("{0}")]
    Tokens(String),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// Why.
        error: std::io::Error,
    },
}

impl App {
    /// Opens the store and builds the client.
    pub(crate) fn new(config: Config) -> Result<Self, StartError> {
        let stores = Stores::open(config.store.as_deref())?;
        let settings = match config.max_age {
            Some(seconds) => Settings::new().longest(Duration::from_secs(seconds)),
            None => Settings::new(),
        };
        // Several crawlers use what it stores, whatever the store is.
        let settings = settings.shared(true);
        let fetch_timeout = Duration::from_secs(config.fetch_timeout.max(1));
        let builder = Client::builder(&*config.user_agent)
            .settings(settings)
            .limits(Limits::new().origins(config.jobs).total(fetch_timeout))
            .memory(config.memory)
            .reach(if config.allow_private { Reach::Private } else { Reach::Public });
        let client = match stores.store {
            Some(store) => builder.store(store),
            None => builder,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            client: client.build()?,
            settings,
            files: Files::new(config.file_memory),
            turns: stores.turns,
            asked: Asked::new(),
            shown: Shown::new(),
            tokens: Tokens::read(config.tokens.as_deref()).map_err(StartError::Tokens)?,
            rates: Rates::new(config.rate, config.burst),
            assets: Assets::new(config.assets.clone()),
            metrics: Metrics::new(),
            in_flight: Arc::new(Semaphore::new(
                config.max_in_flight.clamp(1, Semaphore::MAX_PERMITS),
            )),
            body_memory: guard::memory(limits::BODY_MEMORY),
            heavy: Arc::new(Semaphore::new(cores * limits::HEAVY_PER_CORE)),
            draining: AtomicBool::new(false),
            config,
        })
    }

    /// The client with the deadline of a request that starts now.
    pub(crate) fn client_by_deadline(&self) -> Client {
        self.client.by(Instant::now() + Duration::from_secs(self.config.fetch_timeout.max(1)))
    }

    /// The file with a digest: one that was sent, or the bytes that an earlier decision was based on.
    pub(crate) async fn file(&self, digest: &Digest) -> Result<Arc<File>, Problem> {
        if let Some(file) = self.files.get(digest) {
            return Ok(file);
        }
        let unknown = || Problem::unknown_digest(&digest.to_string());
        let key = digest.key().ok_or_else(unknown)?;
        let stored = self.client.store().get(&key, Time::now()).await?;
        let stored = stored.ok_or_else(unknown)?;
        let copy = stored.copy().ok_or_else(unknown)?;
        let file = Arc::new(File::new(Bytes::copy_from_slice(copy.body().bytes())));
        self.files.put(&file);
        Ok(file)
    }

    /// Stores the bytes of an entry under their digest, so that questions can refer to them.
    pub(crate) async fn archive(&self, entry: &Entry) -> Result<(), Problem> {
        let Some(archived) = entry.archived() else { return Ok(()) };
        let store = self.client.store();
        if store.get(archived.url(), Time::now()).await?.is_none() {
            store.put(&Arc::new(archived)).await?;
        }
        Ok(())
    }

    /// Runs a computation that may take long on another thread, once there is a permit for it.
    pub(crate) async fn heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.heavy).acquire_owned().await;
        let result = tokio::task::spawn_blocking(move || {
            // Kept until the work is done, even if the client goes away.
            let _permit = permit;
            work()
        });
        result.await.map_err(|_| Problem::new(Code::Internal, "the computation stopped"))
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }
}
