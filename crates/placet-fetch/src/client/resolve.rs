//! From names to addresses that were checked.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use thiserror::Error;

use crate::address::{Reach, Refused};

/// The addresses of a name, in time.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// How many addresses of a name are looked at.
const ADDRESSES: usize = 16;

/// Resolves names.
///
/// It is asked once for each connection. What it answers is checked, and nothing but what was
/// checked is connected to; so it may answer anything, and otherwise each time.
pub trait Resolve: Debug + Send + Sync {
    /// The addresses of a host.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;
}

/// The resolver of the system, asked on the runtime's threads for blocking work.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "there is nothing to set")]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The name has no address.
#[derive(Debug, Error)]
#[error("the name could not be resolved: {0}")]
pub(super) struct Unresolved(String);

/// A resolver of which only those addresses are heard that may be connected to (F-37).
#[derive(Debug, Clone)]
pub(super) struct Checked {
    resolver: Arc<dyn Resolve>,
    reach: Reach,
}

impl Checked {
    pub(super) fn new(resolver: Arc<dyn Resolve>, reach: Reach) -> Self {
        Self { resolver, reach }
    }

    /// The addresses of a name that may be connected to; where there are none, why.
    async fn addresses(&self, host: &str) -> Result<Vec<SocketAddr>, Unusable> {
        let found = self.resolver.resolve(host).await;
        let found = found.map_err(|error| Unusable::Unresolved(Unresolved(error.to_string())))?;
        let mut refused = None;
        let mut usable = Vec::new();
        for address in found.into_iter().take(ADDRESSES) {
            match self.reach.check(address) {
                // The port is that of the URL.
                Ok(()) => usable.push(SocketAddr::new(address, 0)),
                Err(why) => refused = Some(why),
            }
        }
        match (usable.is_empty(), refused) {
            (false, _) => Ok(usable),
            (true, Some(refused)) => Err(Unusable::Refused(refused)),
            (true, None) => Err(Unusable::Unresolved(Unresolved("it has no address".into()))),
        }
    }
}

/// Why there is nothing to connect to.
enum Unusable {
    Unresolved(Unresolved),
    Refused(Refused),
}

impl reqwest::dns::Resolve for Checked {
    fn resolve(&self, name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let this = self.clone();
        Box::pin(async move {
            match this.addresses(name.as_str()).await {
                Ok(addresses) => {
                    let addresses: reqwest::dns::Addrs = Box::new(addresses.into_iter());
                    Ok(addresses)
                }
                Err(Unusable::Unresolved(error)) => Err(error.into()),
                Err(Unusable::Refused(error)) => Err(error.into()),
            }
        })
    }
}
