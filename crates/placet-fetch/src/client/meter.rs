//! Counting what is received.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// How many bytes a connection may receive, and did.
///
/// It counts where they come in, before anyone reads them: TLS and its handshake, frames of HTTP/2,
/// interim answers, heads, chunk sizes, codings. Nothing that a server sends is free.
#[derive(Debug)]
pub(super) struct Meter {
    most: usize,
    received: AtomicUsize,
}

impl Meter {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, received: AtomicUsize::new(0) })
    }

    /// Whether more came than may.
    pub(super) fn is_over(&self) -> bool {
        self.received.load(Ordering::Relaxed) > self.most
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        self.received.fetch_add(bytes, Ordering::Relaxed);
        if self.is_over() { Err(io::Error::other(TooMuch)) } else { Ok(()) }
    }
}

/// More was received than may be.
#[derive(Debug, Error)]
#[error("more was received than an answer may take")]
struct TooMuch;

/// A connection on a meter. What is read beyond it fails, and so does every read after that.
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
