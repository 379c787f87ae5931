//! How a client is made.

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

/// Makes a [`Client`].
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

    /// How long answers hold, and what is made of doubtful ones.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// How long an answer may take, and how much is asked for at the same time.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// How far requests may go: no further than the internet unless told otherwise (F-37).
    #[must_use]
    pub fn reach(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// How files are read.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Where entries are kept, with [memory](ClientBuilder::memory) in front of it; in memory alone
    /// unless a store is given.
    #[must_use]
    pub fn store(self, store: Arc<dyn Store>) -> Self {
        Self { store: Some(store), ..self }
    }

    /// How many bytes the memory in front of the store may take: 256 MiB unless told otherwise; 0
    /// for no memory.
    ///
    /// A file that is asked about often is then read and parsed once, and the client goes on with
    /// memory alone where the store [fails](Client::store_error). What holds in memory is used
    /// whatever others put into the store in the meantime. Without memory, a store that fails is an
    /// error. Give no memory to a store that has some itself, such as [`Tiers`].
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// What resolves names; the system unless told otherwise. Its answers are checked.
    #[must_use]
    pub fn resolver(self, resolver: Arc<dyn Resolve>) -> Self {
        Self { resolver, ..self }
    }

    /// What says the time; the system unless told otherwise.
    #[must_use]
    pub fn clock(self, clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        Self { clock: Clock::new(clock), ..self }
    }

    /// Trusts an authority beside those that the system does, by its certificate in DER.
    #[must_use]
    pub fn trust(mut self, certificate: impl Into<Vec<u8>>) -> Self {
        self.trusted.push(certificate.into());
        self
    }

    /// Makes the client.
    ///
    /// # Errors
    /// When the name for `User-Agent` cannot be sent, or a certificate to trust is none. That the
    /// system knows no authorities is found out where one is needed.
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
                profile,
                clock,
            }),
            by: None,
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
