//! Every setting, with its reason.

use std::time::Duration;

use placet::limits::{FILE_MAX, FILE_MIN};

use crate::freshness::Cache;
use crate::time::DAY;

/// How many redirects are followed; RFC 9309 §2.3.1.2 asks for at least five (F-32).
pub const REDIRECTS: usize = 5;

/// How far the clocks of machines that share a store may differ.
///
/// What was checked further in the future than this is checked again, because the clock must have
/// been set back since.
pub const SKEW: Duration = Duration::from_mins(1);

/// The longest URL that is followed or kept, in bytes.
pub const URL_MAX: usize = 8 * 1024;

/// The longest response field that is kept, in bytes; a longer one counts as absent, but for what it
/// says of freshness, which is kept in short.
pub const FIELD_MAX: usize = 8 * 1024;

/// How many fields of one name are kept.
pub const FIELDS_OF_A_NAME: usize = 16;

/// How long answers hold, and what is made of doubtful ones.
///
/// ```
/// use std::time::Duration;
/// use placet_fetch::Settings;
///
/// let settings = Settings::new().longest(Duration::from_secs(3_600)).refuse_forbidden(true);
/// assert_eq!(settings.ceiling_bytes(), 512_000);
/// # assert!(settings == settings);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    pub(crate) ceiling: usize,
    pub(crate) longest: Duration,
    pub(crate) shortest: Duration,
    pub(crate) unavailable: Duration,
    pub(crate) retry_least: Duration,
    pub(crate) retry_most: Duration,
    pub(crate) outage: Option<Duration>,
    pub(crate) refuse_forbidden: bool,
    pub(crate) follow_downgrade: bool,
    pub(crate) cache: Cache,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ceiling: FILE_MIN,
            longest: DAY,
            shortest: Duration::from_mins(1),
            unavailable: Duration::from_hours(1),
            retry_least: Duration::from_mins(1),
            retry_most: Duration::from_hours(1),
            outage: Some(30 * DAY),
            refuse_forbidden: false,
            follow_downgrade: true,
            cache: Cache::Private,
        }
    }
}

impl Settings {
    /// What the specification asks for.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes of a body are read, after decompression: 500 KiB unless told otherwise,
    /// never less (RFC 9309 §2.5, F-08, F-37).
    #[must_use]
    pub fn ceiling(self, bytes: usize) -> Self {
        Self { ceiling: bytes.clamp(FILE_MIN, FILE_MAX), ..self }
    }

    /// How many bytes of a body are read.
    pub fn ceiling_bytes(&self) -> usize {
        self.ceiling
    }

    /// How long a file holds at most, and as long as it says nothing else: 24 hours unless told
    /// otherwise, never more (RFC 9309 §2.4, F-36).
    #[must_use]
    pub fn longest(self, longest: Duration) -> Self {
        Self { longest: longest.min(DAY), ..self }
    }

    /// How long any answer holds at least: one minute unless told otherwise.
    ///
    /// A site that says `no-cache` would else be asked before every page, which is not what it
    /// wants. The [longest](Settings::longest) time goes before it.
    #[must_use]
    pub fn shortest(self, shortest: Duration) -> Self {
        Self { shortest: shortest.min(DAY), ..self }
    }

    /// How long "there is none" holds at most: one hour unless told otherwise, never more than 24
    /// hours. Fields can make it shorter, not longer.
    #[must_use]
    pub fn unavailable(self, longest: Duration) -> Self {
        Self { unavailable: longest.min(DAY), ..self }
    }

    /// After how long a file that could not be reached is tried again: at first after `least`,
    /// then after half the time it has been out of reach, but after `most` at the latest. One
    /// minute and one hour unless told otherwise; never more than 24 hours.
    #[must_use]
    pub fn retry(self, least: Duration, most: Duration) -> Self {
        let most = most.min(DAY);
        Self { retry_least: least.min(most), retry_most: most, ..self }
    }

    /// After how long out of reach a file counts as unavailable where no copy is kept: 30 days
    /// unless told otherwise; `None` for never (RFC 9309 §2.3.1.4, F-35).
    #[must_use]
    pub fn outage(self, outage: Option<Duration>) -> Self {
        Self { outage, ..self }
    }

    /// Whether 401 and 403 prohibit everything; otherwise they mean that there is no file, as the
    /// RFC has it (RFC 9309 §2.3.1.3, F-33).
    #[must_use]
    pub fn refuse_forbidden(self, refuse: bool) -> Self {
        Self { refuse_forbidden: refuse, ..self }
    }

    /// Whether a redirect from https to http is followed; it is unless told otherwise, since RFC
    /// 9309 §2.3.1.2 makes no difference between redirects.
    #[must_use]
    pub fn follow_downgrade(self, follow: bool) -> Self {
        Self { follow_downgrade: follow, ..self }
    }

    /// Whether several crawlers use what is kept, so that it is a shared cache (RFC 9111 §1): then
    /// an answer that is `private` is asked for again, and `s-maxage` overrides `max-age`. A client
    /// whose [store](crate::store::Store::is_shared) is shared sees to it.
    #[must_use]
    pub fn shared(self, shared: bool) -> Self {
        Self { cache: if shared { Cache::Shared } else { Cache::Private }, ..self }
    }
}
