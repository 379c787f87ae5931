//! How long and how much.

use std::time::Duration;

use crate::time::DAY;

/// How many octets the fields of an answer may have together.
pub const HEAD_MAX: usize = 64 * 1024;

/// How many fields an answer may have.
pub const HEADERS_MAX: usize = 256;

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
    /// How long everything may take, redirects and further tries included, once it is one's turn.
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
    /// How many octets of a page are read, after decompression.
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
