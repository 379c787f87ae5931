//! Resolving names to checked addresses.

use std::fmt::{self, Debug};
use std::io;
use std::net::{IpAddr, ToSocketAddrs as _, UdpSocket};
use std::pin::Pin;
use std::sync::Arc;
use std::thread;

use tokio::sync::{Semaphore, oneshot};

use super::local::{LocalFailure, Trouble};
use crate::address::Reach;
use crate::failure::Failure;

/// The future addresses of a name.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// How many addresses of a name are used.
const ADDRESSES: usize = 16;

/// How many names are looked up at the same time: the default number of concurrent origins. A lookup
/// that gets no answer occupies its thread until the system times out, after about half a minute, even
/// if its result is no longer needed.
const LOOKUPS: usize = 64;

/// How much stack a lookup has; the system may load modules for it.
const STACK: usize = 512 * 1024;

/// Resolves names.
///
/// It is called once per connection. The client checks its addresses and connects only to checked
/// ones, so an untrusted or changing answer is safe.
pub trait Resolve: Debug + Send + Sync {
    /// The addresses of a host.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;

    /// Whether lookups wait for others that hang. A late lookup is then not the fault of its site.
    fn is_busy(&self) -> bool {
        false
    }
}

type Lookup = dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync;

/// A blocking resolver on separate threads: lookups that hang do not block the runtime or its
/// blocking work (stores), and are not waited for at exit.
#[derive(Clone)]
pub struct ThreadResolver {
    lookup: Arc<Lookup>,
    turns: Arc<Semaphore>,
}

impl ThreadResolver {
    /// The resolver of the system.
    pub fn system() -> Self {
        Self::new(system)
    }

    /// A resolver from a function.
    pub fn new(lookup: impl Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync + 'static) -> Self {
        Self { lookup: Arc::new(lookup), turns: Arc::new(Semaphore::new(LOOKUPS)) }
    }
}

impl Default for ThreadResolver {
    fn default() -> Self {
        Self::system()
    }
}

impl Resolve for ThreadResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(io::Error::other)?;
            let (sender, receiver) = oneshot::channel();
            let (lookup, host) = (Arc::clone(&self.lookup), host.to_owned());
            let thread = thread::Builder::new().name("placet-resolver".into()).stack_size(STACK);
            thread.spawn(move || {
                let found = lookup(&host);
                drop(turn);
                // The caller may have stopped waiting.
                let _ = sender.send(found);
            })?;
            receiver.await.map_err(io::Error::other)?
        })
    }

    fn is_busy(&self) -> bool {
        self.turns.available_permits() == 0
    }
}

impl Debug for ThreadResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadResolver").field("turns", &self.turns).finish_non_exhaustive()
    }
}

fn system(host: &str) -> io::Result<Vec<IpAddr>> {
    match (host, 0).to_socket_addrs() {
        Ok(found) => Ok(found.map(|address| address.ip()).collect()),
        // The error does not distinguish an unknown name from a machine without network.
        Err(error) => Err(cut_off().unwrap_or(error)),
    }
}

/// Why this machine has no route to the internet, if it has none.
///
/// Nothing is sent: connecting a datagram socket only looks up a route. The addresses are those
/// for examples (RFC 5737, RFC 3849).
fn cut_off() -> Option<io::Error> {
    let route = |own: &str, there: &str| UdpSocket::bind(own)?.connect(there);
    let error = route("0.0.0.0:0", "192.0.2.1:53").err()?;
    route("[::]:0", "[2001:db8::1]:53").err()?;
    LocalFailure::of(&error).map(|_| error)
}

/// A resolver that returns only checked addresses (F-37).
#[derive(Debug, Clone)]
pub(super) struct Checked {
    resolver: Arc<dyn Resolve>,
    reach: Reach,
}

impl Checked {
    pub(super) fn new(resolver: Arc<dyn Resolve>, reach: Reach) -> Self {
        Self { resolver, reach }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.resolver.is_busy()
    }

    /// The allowed addresses of a name; an error if there are none.
    pub(super) async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Trouble> {
        let found = self.resolver.resolve(host).await.map_err(|error| {
            // No thread could be started.
            let local = (error.kind() == io::ErrorKind::WouldBlock).then_some(LocalFailure::Memory);
            let local = local.or_else(|| LocalFailure::of(&error));
            local.map_or(Trouble::Site(Failure::Dns), Trouble::Local)
        })?;
        let mut usable: Vec<IpAddr> = found.into_iter().take(ADDRESSES).collect();
        let any = !usable.is_empty();
        usable.retain(|address| self.reach.check(*address).is_ok());
        match (usable.is_empty(), any) {
            (false, _) => Ok(usable),
            (true, true) => Err(Failure::Address.into()),
            (true, false) => Err(Failure::Dns.into()),
        }
    }
}
