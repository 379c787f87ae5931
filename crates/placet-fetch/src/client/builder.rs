//! Building a client.

use std::fmt;
use std::sync::Arc;

use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderValue, USER_AGENT};
use placet::Profile;
use tokio::sync::Semaphore;

use super::connect::Connector;
use super::exchange::Wire;
use super::flight::Flights;
use super::resolve::{Checked, Resolve, ThreadResolver};
use super::tls::Tls;
use super::{BuildError, Client, Limits, Shared, decode};
use crate::address::Reach;
use crate::settings::Settings;
use crate::store::{MEMORY, Memory, Store, Tiers};
use crate::time::{Clock, Time};

/// Builds a [`Client`].
pub struct ClientBuilder {
    user_agent: String,
    settings: Settings,
    limits: Limits,
    reach: Reach,
    profile: Profile,
    store: Option<Arc<dyn Store>>,
    memory: usize,
    resolver: Arc<dyn Resolve>,
    clock: Clock,
    trusted: Vec<Vec<u8>>,
}

impl ClientBuilder {
    pub(super) fn new(user_agent: String) -> Self {
        Self {
            user_agent,
            settings: Settings::new(),
            limits: Limits::default(),
            reach: Reach::default(),
            profile: Profile::default(),
            store: None,
            memory: MEMORY,
            resolver: Arc::new(ThreadResolver::system()),
            clock: Clock::default(),
            trusted: Vec::new(),
        }
    }

    /// How long responses are valid, and how doubtful ones are treated.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// How long a response may take, and how many requests are made at the same time.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Which addresses requests may go to: only public ones by default (F-37).
    #[must_use]
    pub fn reach(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// The profile that files are read with.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// The store for entries, with [memory](ClientBuilder::memory) in front of it. Without a store,
    /// entries are in memory only.
    #[must_use]
    pub fn store(self, store: Arc<dyn Store>) -> Self {
        Self { store: Some(store), ..self }
    }

    /// How many bytes the memory in front of the store may take: 256 MiB by default; 0 for no memory.
    ///
    /// With memory, a file that is used often is read and parsed once, and the client goes on if the
    /// store [fails](Client::store_error). A valid entry in memory is used even if another process
    /// stored a newer one. Without memory, a failing store is an error. Use 0 for a store that has
    /// its own memory, such as [`Tiers`].
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// The resolver for host names; that of the system by default. Its addresses are checked.
    #[must_use]
    pub fn resolver(self, resolver: Arc<dyn Resolve>) -> Self {
        Self { resolver, ..self }
    }

    /// The source of the current time; the system clock by default.
    #[must_use]
    pub fn clock(self, clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        Self { clock: Clock::new(clock), ..self }
    }

    /// Trusts a certificate authority in addition to those of the system; a certificate in DER.
    #[must_use]
    pub fn trust(mut self, certificate: impl Into<Vec<u8>>) -> Self {
        self.trusted.push(certificate.into());
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// If the `User-Agent` is not a valid header value, or a certificate cannot be read. A system
    /// without certificate authorities is an error only at the first TLS connection.
    pub fn build(self) -> Result<Client, BuildError> {
        let Self { reach, mut settings, profile, clock, .. } = self;
        if self.store.as_ref().is_some_and(|store| store.is_shared()) {
            settings = settings.shared(true);
        }
        let limits = self.limits.bounded();
        let named = HeaderValue::from_str(&self.user_agent)
            .ok()
            .filter(|_| !self.user_agent.trim().is_empty());
        let named = named.ok_or(BuildError::UserAgent(self.user_agent))?;
        let fields = [
            (USER_AGENT, named),
            (ACCEPT, HeaderValue::from_static("text/plain, */*;q=0.8")),
            (ACCEPT_ENCODING, HeaderValue::from_static(decode::ACCEPTED)),
        ];
        let resolver = Checked::new(self.resolver, reach);
        let connector = Connector { names: resolver, tls: Tls::new(self.trusted)? };
        let fields = fields.into_iter().collect();
        let memory = Arc::new(Memory::new(self.memory));
        let (store, tiers): (Arc<dyn Store>, _) = match self.store {
            None => (memory, None),
            Some(store) if self.memory == 0 => (store, None),
            Some(store) => {
                let tiers = Tiers::new(settings).with("memory", memory).with("store", store);
                let tiers = Arc::new(tiers);
                (Arc::clone(&tiers) as _, Some(tiers))
            }
        };
        Ok(Client {
            shared: Arc::new(Shared {
                wire: Wire { connector, fields, reach, limits },
                store,
                tiers,
                flights: Flights::default(),
                permits: Semaphore::new(limits.origins.clamp(1, Semaphore::MAX_PERMITS)),
                settings,
                limits,
                clock,
            }),
            by: None,
            profile,
        })
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("user_agent", &self.user_agent)
            .field("settings", &self.settings)
            .field("limits", &self.limits)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}
