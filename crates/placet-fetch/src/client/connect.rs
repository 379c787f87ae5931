//! Connecting to the host of a URL.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};
use url::{Host, Url};

use super::limits::RECEIVE_BUFFER;
use super::local::{LocalFailure, Trouble};
use super::meter::{Meter, Metered};
use super::resolve::Checked;
use super::tls::Tls;
use super::{CONNECTIONS, classify};
use crate::failure::Failure;

/// After how long the next address is tried in parallel (RFC 8305 §5).
const STAGGER: Duration = Duration::from_millis(250);

/// Makes connections.
pub(super) struct Connector {
    pub(super) names: Checked,
    pub(super) tls: Tls,
}

/// The deadline of a connection, and the failure after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Due {
    pub(super) by: Instant,
    pub(super) late: Failure,
}

/// A stream that can be read and written.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A connection for HTTP.
pub(super) struct Connection {
    pub(super) stream: Box<dyn Stream>,
    /// Whether to use HTTP/2.
    pub(super) is_h2: bool,
}

impl Connector {
    /// Connects to the host of a URL; a literal address was checked before.
    pub(super) async fn open(
        &self,
        url: &Url,
        meter: &Arc<Meter>,
        due: Due,
    ) -> Result<Connection, Trouble> {
        let tls = match url.scheme() {
            "https" => Some(self.tls.connector()?),
            _ => None,
        };
        let addresses = self.addresses(url, due).await?;
        let port = url.port_or_known_default().unwrap_or_default();
        let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, port));
        let (late, left) = (due.late, due.by.saturating_duration_since(Instant::now()));
        let stream = timeout_at(due.by, first(addresses.collect(), left)).await;
        let stream = Metered::new(stream.map_err(|_| late)??, Arc::clone(meter));
        let Some(tls) = tls else {
            return Ok(Connection { stream: Box::new(stream), is_h2: false });
        };
        let name = server_name(url).ok_or(Failure::Tls)?;
        let stream = timeout_at(due.by, tls.connect(name, stream)).await.map_err(|_| late)?;
        let stream = stream.map_err(|error| classify::of_handshake(&error))?;
        let is_h2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        Ok(Connection { stream: Box::new(stream), is_h2 })
    }

    async fn addresses(&self, url: &Url, due: Due) -> Result<Vec<IpAddr>, Trouble> {
        match url.host() {
            Some(Host::Ipv4(address)) => Ok(vec![address.into()]),
            Some(Host::Ipv6(address)) => Ok(vec![address.into()]),
            Some(Host::Domain(name)) => {
                match timeout_at(due.by, self.names.addresses(name)).await {
                    Ok(found) => found,
                    Err(_) if self.names.is_busy() => Err(LocalFailure::Resolver.into()),
                    Err(_) => Err(due.late.into()),
                }
            }
            None => Err(Failure::Address.into()),
        }
    }
}

fn server_name(url: &Url) -> Option<ServerName<'static>> {
    match url.host()? {
        Host::Ipv4(address) => Some(ServerName::from(IpAddr::V4(address))),
        Host::Ipv6(address) => Some(ServerName::from(IpAddr::V6(address))),
        Host::Domain(name) => ServerName::try_from(name.to_owned()).ok(),
    }
}

/// The first connection that succeeds, with at most two attempts at the same time.
async fn first(addresses: Vec<SocketAddr>, left: Duration) -> Result<TcpStream, Trouble> {
    // Some addresses may never answer, so each gets a share of the time.
    let share = left / u32::try_from(addresses.len().clamp(1, 4)).unwrap_or(1);
    let mut waiting = addresses.into_iter();
    let mut tries = JoinSet::new();
    let (mut trouble, mut next) = (None, true);
    loop {
        if next && let Some(address) = waiting.next() {
            tries.spawn(async move { timeout(share, connect(address)).await });
        }
        let can_wait = waiting.len() == 0 || tries.len() >= CONNECTIONS;
        let joined = if can_wait {
            tries.join_next().await
        } else if let Ok(joined) = timeout(STAGGER, tries.join_next()).await {
            joined
        } else {
            next = true;
            continue;
        };
        next = tries.len() < CONNECTIONS;
        let error = match joined {
            Some(Ok(Ok(Ok(stream)))) => return Ok(stream),
            Some(Ok(Ok(Err(error)))) => classify::of_connection(&error),
            Some(Ok(Err(_))) => Failure::ConnectTimeout.into(),
            Some(Err(_)) => Failure::Other.into(),
            None if waiting.len() == 0 => {
                return Err(trouble.unwrap_or(Trouble::Site(Failure::Refused)));
            }
            None => continue,
        };
        match error {
            Trouble::Local(local) if local.is_final() => return Err(error),
            // A failure of the site takes precedence over a problem of this machine.
            Trouble::Local(_) => trouble = trouble.or(Some(error)),
            Trouble::Site(_) => trouble = Some(error),
        }
    }
}

async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.set_nodelay(true)?;
    socket.connect(address).await
}
