//! From names to addresses that were checked.

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

/// The addresses of a name, in time.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// How many addresses of a name are looked at.
const ADDRESSES: usize = 16;

/// How many names are looked up at the same time: as many as there are origins asked by default. A
/// name whose servers do not answer holds its thread for as long as the system is patient, half a
/// minute or so, though nobody waits for it any more.
const LOOKUPS: usize = 64;

/// How much stack a lookup has; the system may load modules for it.
const STACK: usize = 512 * 1024;

/// Resolves names.
///
/// It is asked once for each connection. What it answers is checked, and nothing but what was
/// checked is connected to; so it may answer anything, and otherwise each time.
pub trait Resolve: Debug + Send + Sync {
    /// The addresses of a host.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;

    /// Whether lookups wait for others that do not come to an end. One that is late then is no
    /// fault of its site.
    fn is_busy(&self) -> bool {
        false
    }
}

type Lookup = dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync;

/// A resolver that blocks, asked on threads of its own: lookups that hang keep neither the runtime
/// nor its blocking work (stores) from going on, and nobody waits for them at the end.
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

    /// Any function that looks a name up.
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
            let (tell, told) = oneshot::channel();
            let (lookup, host) = (Arc::clone(&self.lookup), host.to_owned());
            let thread = thread::Builder::new().name("placet-resolver".into()).stack_size(STACK);
            thread.spawn(move || {
                let found = lookup(&host);
                drop(turn);
                // Nobody need be waiting any more.
                let _ = tell.send(found);
            })?;
            told.await.map_err(io::Error::other)?
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
        // What it says does not tell a name that does not exist from a machine that is cut off.
        Err(error) => Err(cut_off().unwrap_or(error)),
    }
}

/// Why no address of the internet can be gone to from here, if none can.
///
/// Nothing is sent: to connect a datagram's socket is to look a route up. The addresses are those
/// for examples (RFC 5737, RFC 3849).
fn cut_off() -> Option<io::Error> {
    let route = |own: &str, there: &str| UdpSocket::bind(own)?.connect(there);
    let error = route("0.0.0.0:0", "192.0.2.1:53").err()?;
    route("[::]:0", "[2001:db8::1]:53").err()?;
    LocalFailure::of(&error).map(|_| error)
}

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

    pub(super) fn is_busy(&self) -> bool {
        self.resolver.is_busy()
    }

    /// The addresses of a name that may be connected to; where there are none, why.
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
