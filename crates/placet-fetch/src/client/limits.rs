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
/// let limits = Limits { total: Duration::from_secs(20), ..Limits::default() };
/// # assert!(limits.connect < limits.total);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "made with `..Limits::default()`")]
pub struct Limits {
    /// How long a connection may take, with the name resolved and TLS agreed upon.
    pub connect: Duration,
    /// How long the head of an answer may take beyond that, measured from the request.
    pub first_byte: Duration,
    /// How long everything may take for one file, redirects and further tries included, once it is
    /// one's turn; and for all files together that ACAP records of one site refer to.
    /// [`Client::by`](super::Client::by) bounds a whole question.
    pub total: Duration,
    /// How often what failed, and may well not fail again, is tried again.
    pub retries: u32,
    /// How long to wait before the first further try, about; twice as long before each further
    /// one. By chance it is between half and one and a half times as long, so that many clients
    /// do not come back together.
    pub pause: Duration,
    /// How many origins are asked at the same time; further ones wait for their turn.
    pub origins: usize,
    /// How many files that ACAP records refer to are fetched for one site (A-37).
    pub references: usize,
    /// How many bytes of a page are read, after decompression.
    pub page_octets: usize,
}

impl Limits {
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
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(15),
            total: Duration::from_mins(1),
            retries: 2,
            pause: Duration::from_millis(500),
            origins: 64,
            references: 8,
            page_octets: 2 * 1024 * 1024,
        }
    }
}
