//! Limits on time, bytes and connections.

use std::time::Duration;

use crate::time::DAY;

/// How many bytes all headers of a response may have together.
pub const HEAD_MAX: usize = 64 * 1024;

/// How many header lines a response may have.
pub const HEADERS_MAX: usize = 256;

/// How many bytes may be received for a response, beyond its content and an eighth of that.
///
/// This covers the overhead: the TLS handshake and certificates (some 10 KiB, rarely more than 64),
/// interim responses and the head (64 KiB), and [read-ahead](READ_AHEAD). The eighth covers records,
/// frames and chunks, which take more only if a server sends its lines one by one.
pub const RECEIVED_SLACK: usize = 512 * 1024;

/// How many bytes are read ahead from a connection: a head must fit in, and an HTTP/2 window has the
/// same size.
pub const READ_AHEAD: usize = 128 * 1024;

/// The receive buffer that the system is asked for; it allocates twice as much. By default, systems
/// let these buffers grow to megabytes.
pub(super) const RECEIVE_BUFFER: u32 = 256 * 1024;

/// How many connections to one host are tried at the same time.
pub const CONNECTIONS: usize = 2;

/// How many bytes are received at most for a response of which this many bytes of content are read.
/// Everything counts, the TLS handshake included, until the response is complete.
///
/// ```
/// use placet_fetch::client::received_max;
///
/// assert_eq!(received_max(512_000), 512_000 + 64_000 + 524_288);
/// ```
pub const fn received_max(content: usize) -> usize {
    content.saturating_add(content / 8).saturating_add(RECEIVED_SLACK)
}

/// How long a response may take, and how many requests are made at the same time. No time is longer
/// than a day.
///
/// ```
/// use std::time::Duration;
/// use placet_fetch::client::Limits;
///
/// let limits = Limits::new().total(Duration::from_secs(20)).retries(0);
/// # assert_eq!(limits.total_time().as_secs(), 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub(super) connect: Duration,
    pub(super) first_byte: Duration,
    pub(super) total: Duration,
    pub(super) retries: u32,
    pub(super) pause: Duration,
    pub(super) origins: usize,
    pub(super) references: usize,
    pub(super) page_bytes: usize,
}

impl Limits {
    /// The defaults.
    pub const fn new() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(15),
            total: Duration::from_mins(1),
            retries: 2,
            pause: Duration::from_millis(500),
            origins: 64,
            references: 8,
            page_bytes: 2 * 1024 * 1024,
        }
    }

    /// How long connecting may take, including DNS and the TLS handshake: 10 seconds by default.
    #[must_use]
    pub const fn connect(self, connect: Duration) -> Self {
        Self { connect, ..self }
    }

    /// How long the head of a response may take after [connecting](Limits::connect): 15 seconds by
    /// default. The head must arrive within both times of the start of the request.
    #[must_use]
    pub const fn first_byte(self, first_byte: Duration) -> Self {
        Self { first_byte, ..self }
    }

    /// How long one file may take, including redirects and retries, from its first request; all files
    /// together that the ACAP records of one site refer to; and all files with signals that one
    /// question depends on: a minute by default.
    /// [`Client::by`](super::Client::by) limits a whole question.
    #[must_use]
    pub const fn total(self, total: Duration) -> Self {
        Self { total, ..self }
    }

    /// The time limit for one file.
    pub const fn total_time(&self) -> Duration {
        self.total
    }

    /// How often a temporary failure is retried: twice by default.
    #[must_use]
    pub const fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// How long to wait before the first retry, approximately: half a second by default, and twice
    /// as long before each further one. Jitter (a factor between 0.5 and 1.5) keeps many clients from
    /// retrying at the same time.
    #[must_use]
    pub const fn pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// How many origins are asked at the same time: 64 by default. Others wait.
    #[must_use]
    pub const fn origins(self, origins: usize) -> Self {
        Self { origins, ..self }
    }

    /// How many files that ACAP records refer to are fetched for one site (A-37), and how many RSL
    /// documents for one question: 8 by default.
    #[must_use]
    pub const fn references(self, references: usize) -> Self {
        Self { references, ..self }
    }

    /// How many bytes of a page are read, after decompression: 2 MiB by default.
    #[must_use]
    pub const fn page_bytes(self, page_bytes: usize) -> Self {
        Self { page_bytes, ..self }
    }

    /// The same, with times that cannot overflow.
    pub(super) fn bounded(self) -> Self {
        Self {
            connect: self.connect.min(DAY),
            first_byte: self.first_byte.min(DAY),
            total: self.total.min(DAY),
            pause: self.pause.min(DAY),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
