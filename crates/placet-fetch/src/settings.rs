//! Settings and limits, each with its reason.

use std::time::Duration;

use placet::limits::{FILE_MAX, FILE_MIN};

use crate::freshness::Cache;
use crate::time::DAY;

/// How many redirects are followed; RFC 9309 §2.3.1.2 asks for at least five (F-32).
pub const REDIRECTS: usize = 5;

/// How far the clocks of machines that share a store may differ.
///
/// An entry that was checked further in the future than this is checked again, because the clock
/// must have been set back since.
pub const SKEW: Duration = Duration::from_mins(1);

/// The longest URL that is followed or stored, in bytes.
pub const URL_MAX: usize = 8 * 1024;

/// The longest header value that is stored, in bytes. A longer one counts as absent, except for its
/// freshness, which is stored in a short form.
pub const FIELD_MAX: usize = 8 * 1024;

/// How many header lines of one name are stored.
pub const FIELDS_OF_A_NAME: usize = 16;

/// How long responses are valid, and how doubtful ones are treated.
///
/// ```
/// use std::time::Duration;
/// use placet_fetch::Settings;
///
/// let settings = Settings::new().longest(Duration::from_secs(3_600)).refuse_forbidden(true);
/// assert_eq!(settings.ceiling_bytes(), 512_000);
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
    /// The settings that the specification asks for.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes of a body are read, after decompression: 500 KiB by default,
    /// never less (RFC 9309 §2.5, F-08, F-37).
    #[must_use]
    pub fn ceiling(self, bytes: usize) -> Self {
        Self { ceiling: bytes.clamp(FILE_MIN, FILE_MAX), ..self }
    }

    /// How many bytes of a body are read.
    pub fn ceiling_bytes(&self) -> usize {
        self.ceiling
    }

    /// How long a file is valid at most, and if its headers say nothing: 24 hours by default, never
    /// more (RFC 9309 §2.4, F-36).
    #[must_use]
    pub fn longest(self, longest: Duration) -> Self {
        Self { longest: longest.min(DAY), ..self }
    }

    /// How long any response is valid at least: one minute by default.
    ///
    /// Otherwise, the robots.txt of a site that sends `no-cache` would be fetched before every page,
    /// which is not what the site wants. The [longest](Settings::longest) time takes precedence.
    #[must_use]
    pub fn shortest(self, shortest: Duration) -> Self {
        Self { shortest: shortest.min(DAY), ..self }
    }

    /// How long a missing file is cached at most: one hour by default, never more than 24 hours.
    /// Headers can make it shorter, not longer.
    #[must_use]
    pub fn unavailable(self, longest: Duration) -> Self {
        Self { unavailable: longest.min(DAY), ..self }
    }

    /// When an unreachable file is tried again: at first after `least`, then after half the time it
    /// has been unreachable, but after `most` at the latest. One minute and one hour by default;
    /// never more than 24 hours.
    #[must_use]
    pub fn retry(self, least: Duration, most: Duration) -> Self {
        let most = most.min(DAY);
        Self { retry_least: least.min(most), retry_most: most, ..self }
    }

    /// After how long an unreachable file without a cached copy counts as unavailable: 30 days by
    /// default; `None` for never (RFC 9309 §2.3.1.4, F-35).
    #[must_use]
    pub fn outage(self, outage: Option<Duration>) -> Self {
        Self { outage, ..self }
    }

    /// Whether 401 and 403 prohibit everything; by default they mean that there is no file (RFC
    /// 9309 §2.3.1.3, F-33).
    #[must_use]
    pub fn refuse_forbidden(self, refuse: bool) -> Self {
        Self { refuse_forbidden: refuse, ..self }
    }

    /// Whether a redirect from https to http is followed; yes by default, since RFC 9309 §2.3.1.2
    /// does not distinguish redirects.
    #[must_use]
    pub fn follow_downgrade(self, follow: bool) -> Self {
        Self { follow_downgrade: follow, ..self }
    }

    /// Whether several crawlers use the stored entries, which makes the store a shared cache (RFC
    /// 9111 §1): a `private` response is fetched again, and `s-maxage` overrides `max-age`. A client
    /// whose [store](crate::store::Store::is_shared) is shared sets this itself.
    #[must_use]
    pub fn shared(self, shared: bool) -> Self {
        Self { cache: if shared { Cache::Shared } else { Cache::Private }, ..self }
    }
}
