//! How long and how much.

use std::time::Duration;

use crate::time::DAY;

/// How many bytes the fields of an answer may have together.
pub const HEAD_MAX: usize = 64 * 1024;

/// How many fields an answer may have.
pub const HEADERS_MAX: usize = 256;

/// How many bytes may be received for an answer, beyond its content and an eighth of that.
///
/// It is for what is around the content: the handshake and certificates of TLS (some 10 KiB, rarely
/// more than 64), interim answers and the head (64 KiB), [what is read ahead](READ_AHEAD), and with
/// the eighth for records, frames and chunks, which take more than that only where a server sends
/// its lines one by one.
pub const RECEIVED_SLACK: usize = 512 * 1024;

/// How many bytes are taken from a connection before someone wants them: a head must fit in, and a
/// window of HTTP/2 is as large.
pub const READ_AHEAD: usize = 128 * 1024;

/// How many bytes the system is asked to hold for a connection that are not taken from it yet; it
/// takes twice as many. Left alone, systems let them grow to megabytes.
pub(super) const RECEIVE_BUFFER: u32 = 256 * 1024;

/// How many connections to one host are tried at the same time.
pub const CONNECTIONS: usize = 2;

/// How many bytes are received at most for one answer of which so many bytes of content are read:
/// everything that comes in, TLS and its handshake included, until the answer is over.
///
/// ```
/// use placet_fetch::client::received_max;
///
/// assert_eq!(received_max(512_000), 512_000 + 64_000 + 524_288);
/// ```
pub const fn received_max(content: usize) -> usize {
    content.saturating_add(content / 8).saturating_add(RECEIVED_SLACK)
}

/// How long an answer may take, and how much is asked for at the same time. No time is longer than
/// a day.
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

    /// How long a connection may take, with the name resolved and TLS agreed upon: 10 seconds unless
    /// told otherwise.
    #[must_use]
    pub const fn connect(self, connect: Duration) -> Self {
        Self { connect, ..self }
    }

    /// How long the head of an answer may take beyond that, measured from the request: 15 seconds
    /// unless told otherwise.
    #[must_use]
    pub const fn first_byte(self, first_byte: Duration) -> Self {
        Self { first_byte, ..self }
    }

    /// How long everything may take for one file, redirects and further tries included, once it is
    /// one's turn; and for all files together that ACAP records of one site refer to: a minute
    /// unless told otherwise. [`Client::by`](super::Client::by) bounds a whole question.
    #[must_use]
    pub const fn total(self, total: Duration) -> Self {
        Self { total, ..self }
    }

    /// How long everything may take for one file.
    pub const fn total_time(&self) -> Duration {
        self.total
    }

    /// How often what failed, and may well not fail again, is tried again: twice unless told
    /// otherwise.
    #[must_use]
    pub const fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// How long to wait before the first further try, about: half a second unless told otherwise;
    /// twice as long before each further one. A random factor between a half and one and a half
    /// keeps many clients from coming back together.
    #[must_use]
    pub const fn pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// How many origins are asked at the same time, 64 unless told otherwise; further ones wait for
    /// their turn.
    #[must_use]
    pub const fn origins(self, origins: usize) -> Self {
        Self { origins, ..self }
    }

    /// How many files that ACAP records refer to are fetched for one site (A-37): 8 unless told
    /// otherwise.
    #[must_use]
    pub const fn references(self, references: usize) -> Self {
        Self { references, ..self }
    }

    /// How many bytes of a page are read, after decompression: 2 MiB unless told otherwise.
    #[must_use]
    pub const fn page_bytes(self, page_bytes: usize) -> Self {
        Self { page_bytes, ..self }
    }

    /// The same, with times that can be counted.
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
