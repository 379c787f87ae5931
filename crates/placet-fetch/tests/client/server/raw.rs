//! A server that sends given bytes, HTTP or not.

use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// What is done on a connection.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Reads until the request is over.
    Hear,
    Say(Vec<u8>),
    Wait(Duration),
    /// Sends the same bytes again and again, with a pause each time, while the client reads.
    Drip(Vec<u8>, Duration),
    /// Sends the same bytes again and again without a pause, while the client reads; it ends when much
    /// more was sent than any client should read.
    Flood(Vec<u8>),
    /// Ends the connection without farewell.
    Reset,
    /// Says nothing more, and keeps the connection.
    Hang,
}

impl Act {
    pub(crate) fn say(bytes: impl Into<Vec<u8>>) -> Self {
        Self::Say(bytes.into())
    }
}

/// How many bytes a flood has at most.
const FLOOD: usize = 64 * 1024 * 1024;

/// The send buffer that the system is asked for.
const SEND_BUFFER: u32 = 64 * 1024;

/// A server that stops when it is dropped.
pub(crate) struct Raw {
    address: SocketAddr,
    scheme: &'static str,
    counts: Arc<Counts>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Counts {
    connections: AtomicUsize,
    /// How many of them are not over.
    open: AtomicUsize,
    /// How many bytes were sent, to the system's buffers if not to the client.
    sent: AtomicUsize,
}

impl Raw {
    /// Acts by how many connections there were before.
    pub(crate) fn start(acts: impl Fn(usize) -> Vec<Act> + Send + 'static) -> Ready<Self> {
        ready(Self::run(None, acts))
    }

    /// The same with TLS, which does the talking before.
    pub(crate) fn start_tls(
        tls: TlsAcceptor,
        acts: impl Fn(usize) -> Vec<Act> + Send + 'static,
    ) -> Ready<Self> {
        ready(Self::run(Some(tls), acts))
    }

    fn run(tls: Option<TlsAcceptor>, acts: impl Fn(usize) -> Vec<Act> + Send + 'static) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(SEND_BUFFER).unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1_024).unwrap();
        let address = listener.local_addr().unwrap();
        let counts = Arc::new(Counts::default());
        let scheme = if tls.is_some() { "https" } else { "http" };
        let own = Arc::clone(&counts);
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                own.open.fetch_add(1, Ordering::SeqCst);
                let acts = acts(own.connections.fetch_add(1, Ordering::SeqCst));
                let (own, tls) = (Arc::clone(&own), tls.clone());
                tokio::spawn(async move {
                    let stream = Counted { stream, counts: Arc::clone(&own) };
                    // A client that goes away ends the play.
                    let _ = match tls {
                        None => play(stream, |it| it.stream.set_zero_linger(), acts).await,
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => play(stream, |_| Ok(()), acts).await,
                            Err(error) => Err(error),
                        },
                    };
                    own.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { address, scheme, counts, task }
    }

    /// Hears each request and says the same.
    pub(crate) async fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::start(move |_| vec![Act::Hear, Act::Say(bytes.clone())]).await
    }

    pub(crate) fn origin(&self) -> String {
        format!("{}://{}/", self.scheme, self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn connections(&self) -> usize {
        self.counts.connections.load(Ordering::SeqCst)
    }

    /// How many bytes could be sent, after the client has closed the connection.
    pub(crate) async fn sent(&self) -> usize {
        let listens = || self.counts.open.load(Ordering::SeqCst) > 0;
        for _ in 0..1_000 {
            if !listens() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(!listens(), "somebody still listens");
        self.counts.sent.load(Ordering::SeqCst)
    }
}

/// A connection whose bytes are counted as they leave.
struct Counted {
    stream: TcpStream,
    counts: Arc<Counts>,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let written = std::task::ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        self.counts.sent.fetch_add(written, Ordering::SeqCst);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn play<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    break_off: impl Fn(&S) -> std::io::Result<()>,
    acts: Vec<Act>,
) -> std::io::Result<()> {
    for act in acts {
        match act {
            Act::Hear => read_head(&mut stream).await?,
            Act::Say(bytes) => stream.write_all(&bytes).await?,
            Act::Wait(pause) => tokio::time::sleep(pause).await,
            Act::Drip(bytes, pause) => loop {
                stream.write_all(&bytes).await?;
                tokio::time::sleep(pause).await;
            },
            Act::Flood(bytes) => {
                let many = bytes.repeat((64 * 1024 / bytes.len()).max(1));
                for _ in 0..FLOOD / many.len() {
                    stream.write_all(&many).await?;
                }
            }
            Act::Reset => {
                break_off(&stream)?;
                return Ok(());
            }
            Act::Hang => {
                let mut rest = [0; 1024];
                while stream.read(&mut rest).await? > 0 {}
            }
        }
    }
    stream.shutdown().await
}

async fn read_head(stream: &mut (impl AsyncRead + Unpin)) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut head).await? == 0 {
            break;
        }
    }
    Ok(())
}
