//! How long the rules of a response are fresh (Robots-Tag draft §3.1.4, T-13).

use std::time::{Duration, SystemTime};

use super::{Cache, Freshness};

/// How long the statements of a response about its page are fresh.
///
/// Rules apply until the page is crawled again, however old they are (§3.1.4). Only the assurance
/// that the page still has them expires; after that a crawler should fetch the page again.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use placet_fetch::Lifetime;
///
/// let received = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
/// let hour = Lifetime::of([("Cache-Control", "public, max-age=3600")], received);
/// assert_eq!(hour, Lifetime::Fresh { until: received + Duration::from_secs(3_600) });
/// assert!(hour.is_fresh(received) && !hour.is_fresh(received + Duration::from_secs(3_600)));
/// assert_eq!(Lifetime::of([("Server", "x")], received), Lifetime::UntilRecrawled);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lifetime {
    /// The response has no expiry: its rules apply until the page is crawled again, whenever the
    /// crawler schedules that.
    UntilRecrawled,
    /// The response is fresh until that time, and stale from then on (RFC 9111 §4.2). A response
    /// that is stale from the beginning has the time at which it was received.
    Fresh {
        /// The first time at which it is stale.
        until: SystemTime,
    },
}

impl Lifetime {
    /// The lifetime of a response with these headers, received at that time, in a private cache (RFC
    /// 9111 §1). Invalid or contradictory headers make it stale. Other headers are ignored.
    pub fn of<N, V>(fields: impl IntoIterator<Item = (N, V)>, received: SystemTime) -> Self
    where
        N: AsRef<str>,
        V: AsRef<[u8]>,
    {
        match Freshness::of(fields).remaining(Cache::Private, received, Duration::ZERO) {
            None => Self::UntilRecrawled,
            Some(left) => Self::Fresh { until: received.checked_add(left).unwrap_or(received) },
        }
    }

    /// Whether it is known to be fresh at a time.
    pub fn is_fresh(self, now: SystemTime) -> bool {
        matches!(self, Self::Fresh { until } if now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_of_all_sizes_are_counted() {
        let received = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let of = |value| Lifetime::of([("Cache-Control", value)], received);
        let until = |seconds| Lifetime::Fresh { until: received + Duration::from_secs(seconds) };
        assert_eq!(of("max-age=60"), until(60));
        assert_eq!(of("no-store"), until(0));
        assert_eq!(of("public"), Lifetime::UntilRecrawled);
        let far = SystemTime::UNIX_EPOCH;
        let lifetime = Lifetime::of([("Expires", "Fri, 31 Dec 9999 23:59:59 GMT")], far);
        assert!(lifetime.is_fresh(received));
        assert!(!Lifetime::UntilRecrawled.is_fresh(received));
    }
}
