//! Points in time.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// One day.
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// A point in time, in milliseconds since 1970.
///
/// Arithmetic saturates, so a wrong clock cannot make it fail. The state machine reads no clock: its
/// driver passes the time. Clients, stores and pacers use [`Time::now`] unless they are given another
/// clock.
///
/// ```
/// use std::time::Duration;
/// use placet_fetch::Time;
///
/// let now = Time::from_secs(1_000);
/// assert_eq!(now + Duration::from_secs(5), Time::from_secs(1_005));
/// assert_eq!(now.since(Time::from_secs(2_000)), Duration::ZERO);
/// ```
///
/// It serializes as its milliseconds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(u64);

impl Time {
    /// The current time of the system clock.
    #[expect(clippy::disallowed_methods, reason = "the one place where this crate reads the clock")]
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// So many milliseconds after the beginning of 1970.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// So many seconds after the beginning of 1970.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000))
    }

    /// Milliseconds since the beginning of 1970.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The time since `earlier`; zero if that is in the future.
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The point in time this much earlier.
    #[must_use]
    pub fn before(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(millis(by)))
    }
}

/// A duration in whole milliseconds, rounded up.
pub(crate) fn millis(duration: Duration) -> u64 {
    let whole = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    whole.saturating_add(u64::from(!duration.subsec_nanos().is_multiple_of(1_000_000)))
}

impl std::ops::Add<Duration> for Time {
    type Output = Self;

    fn add(self, by: Duration) -> Self {
        Self(self.0.saturating_add(millis(by)))
    }
}

impl From<SystemTime> for Time {
    /// A time before 1970 becomes the beginning of 1970.
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

impl Time {
    /// The same as a system time, if the system can represent it.
    pub fn to_system(self) -> Option<SystemTime> {
        UNIX_EPOCH.checked_add(Duration::from_millis(self.0))
    }
}

impl fmt::Display for Time {
    /// As HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The HTTP date format ends with the year 9999.
        match self.to_system().filter(|_| self.0 < 253_402_300_800_000) {
            Some(time) => f.pad(&httpdate::fmt_http_date(time)),
            None => f.pad(&format!("{} ms after 1970", self.0)),
        }
    }
}

/// A source of the current time.
#[derive(Clone)]
pub(crate) struct Clock(Arc<dyn Fn() -> Time + Send + Sync>);

impl Clock {
    #[cfg(feature = "client")]
    pub(crate) fn new(clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        Self(Arc::new(clock))
    }

    pub(crate) fn now(&self) -> Time {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system clock.
    fn default() -> Self {
        Self(Arc::new(Time::now))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates() {
        let last = Time::from_millis(u64::MAX);
        assert_eq!(last + Duration::MAX, last);
        assert_eq!(Time::default().before(Duration::MAX), Time::default());
        assert_eq!(Time::default().since(last), Duration::ZERO);
        assert_eq!(last.to_string(), "18446744073709551615 ms after 1970");
        assert_eq!(Time::from_secs(784_111_777).to_string(), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(Time::from(UNIX_EPOCH - Duration::from_secs(9)), Time::default());
    }

    #[test]
    fn parts_of_a_millisecond_count_as_one() {
        assert_eq!(millis(Duration::from_nanos(1)), 1);
        assert_eq!(millis(Duration::from_millis(7)), 7);
    }
}
