//! How many requests a client may make.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::limits;

/// A token bucket per client, as the time at which the bucket is full again.
#[derive(Debug)]
pub(crate) struct Rates {
    /// The time between two requests; none for no limit.
    interval: Option<Duration>,
    /// How far ahead of the clock a client may be.
    ahead: Duration,
    full_at: Mutex<HashMap<IpAddr, Instant>>,
}

impl Rates {
    /// At most `rate` requests per second and client on average, and `burst` at once; a rate of 0 is
    /// no limit.
    pub(crate) fn new(rate: u32, burst: u32) -> Self {
        let interval = Duration::from_secs(1).checked_div(rate);
        let ahead = interval.unwrap_or_default() * burst.max(1).saturating_sub(1);
        Self { interval, ahead, full_at: Mutex::default() }
    }

    /// Takes a request from a client's bucket; how long the client must wait if it is empty.
    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let Some(interval) = self.interval else { return Ok(()) };
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= limits::CLIENTS {
            full_at.retain(|_, at| *at > now);
        }
        if full_at.len() >= limits::CLIENTS {
            full_at.clear();
        }
        let at = full_at.entry(network(client)).or_insert(now);
        let start = (*at).max(now);
        let wait = start.saturating_duration_since(now).saturating_sub(self.ahead);
        if !wait.is_zero() {
            return Err(wait);
        }
        *at = start + interval;
        Ok(())
    }
}

/// The address of a client; of an IPv6 address only the network, because a client has all its hosts.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_may_make_a_burst_and_then_waits() {
        let (rates, now) = (Rates::new(10, 3), Instant::now());
        let client: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..3 {
            assert_eq!(rates.take(client, now), Ok(()));
        }
        assert_eq!(rates.take(client, now), Err(Duration::from_millis(100)));
        assert_eq!(rates.take("192.0.2.2".parse().unwrap(), now), Ok(()));
        let later = now + Duration::from_millis(100);
        assert_eq!(rates.take(client, later), Ok(()));
        assert!(rates.take(client, later).is_err());
    }

    #[test]
    fn the_hosts_of_a_network_are_one_client() {
        let (rates, now) = (Rates::new(1, 1), Instant::now());
        assert_eq!(rates.take("2001:db8::1".parse().unwrap(), now), Ok(()));
        assert!(rates.take("2001:db8::2".parse().unwrap(), now).is_err());
        assert_eq!(rates.take("::ffff:192.0.2.1".parse().unwrap(), now), Ok(()));
        assert!(rates.take("192.0.2.1".parse().unwrap(), now).is_err());
    }

    #[test]
    fn clients_are_forgotten_and_no_rate_is_no_limit() {
        let (rates, now) = (Rates::new(1, 1), Instant::now());
        for number in 0..200_000_u32 {
            assert_eq!(rates.take(IpAddr::V4(number.into()), now), Ok(()));
        }
        assert!(rates.full_at.lock().unwrap().len() <= limits::CLIENTS);
        let free = Rates::new(0, 0);
        assert!((0..1_000).all(|_| free.take("192.0.2.1".parse().unwrap(), now).is_ok()));
    }
}
