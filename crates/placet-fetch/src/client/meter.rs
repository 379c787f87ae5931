//! Counts received bytes.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// How many bytes a connection may receive, and has received.
///
/// It counts on the socket: the TLS handshake, HTTP/2 frames, interim responses, heads, chunk sizes
/// and codings. Every byte that a server sends counts.
#[derive(Debug)]
pub(super) struct Meter {
    most: usize,
    received: AtomicUsize,
}

impl Meter {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, received: AtomicUsize::new(0) })
    }

    /// Whether the limit was exceeded.
    pub(super) fn is_over(&self) -> bool {
        self.received.load(Ordering::Relaxed) > self.most
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        self.received.fetch_add(bytes, Ordering::Relaxed);
        if self.is_over() { Err(io::Error::other(TooMuch)) } else { Ok(()) }
    }
}

/// The limit was exceeded.
#[derive(Debug, Error)]
#[error("the response exceeds the byte limit")]
struct TooMuch;

/// A metered connection. A read beyond the limit fails, and so does every read after that.
#[derive(Debug)]
pub(super) struct Metered {
    stream: TcpStream,
    meter: Arc<Meter>,
}

impl Metered {
    pub(super) fn new(stream: TcpStream, meter: Arc<Meter>) -> Self {
        Self { stream, meter }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.meter.count(0)?;
        let before = into.filled().len();
        std::task::ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        Poll::Ready(self.meter.count(into.filled().len().saturating_sub(before)))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
