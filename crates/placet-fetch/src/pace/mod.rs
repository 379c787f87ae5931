//! Pacing: the crawl-delay and request-rate of a site, as permits to make a request.

#[cfg(feature = "embedded")]
mod file;
mod local;
#[cfg(feature = "redis")]
mod shared;

use std::time::Duration;

use placet::AgentPolicy;
use placet::syntax::robots::Key;

#[cfg(feature = "embedded")]
pub use file::FilePacer;
pub use local::Pacer;
#[cfg(feature = "redis")]
pub use shared::SharedPacer;

use crate::settings::SKEW;
use crate::time::Time;

/// A turn to make a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    /// When it is.
    pub(crate) at: Time,
    /// When it no longer delays others.
    pub(crate) free: Time,
    /// When it was given.
    pub(crate) given: Time,
}

impl Turn {
    /// The turn after the last one: now, or an interval after it. If the clock was set back, the last
    /// turn moves back with it.
    pub(crate) fn next(last: Option<Self>, pace: Pace, now: Time) -> Self {
        let at = last.map_or(now, |last| {
            let back = last.given.since(now);
            let last_at = if back > SKEW { last.at.before(back) } else { last.at };
            now.max(last_at + pace.interval())
        });
        Self { at, free: at + pace.interval(), given: now }
    }

    /// Whether the wait for it is at most `longest`.
    pub(crate) fn is_within(&self, longest: Duration, now: Time) -> bool {
        self.at.since(now) <= longest
    }
}

/// The time that a site asks for between two requests of one crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pace(Duration);

impl Pace {
    /// A pace of one request per interval.
    pub const fn every(interval: Duration) -> Self {
        Self(interval)
    }

    /// The pace that the site asks of the crawler: the slowest of its `Crawl-delay` and `Request-rate`
    /// records. A rate for a part of the day applies all day.
    pub fn of(agent_policy: &AgentPolicy) -> Self {
        let rates = agent_policy.records().filter(|record| record.kind() == Key::RequestRate);
        let rates = rates.filter_map(|record| rate(&record.value()));
        Self(agent_policy.crawl_delay().into_iter().chain(rates).max().unwrap_or_default())
    }

    /// The slower of this pace and the given interval.
    #[must_use]
    pub fn at_least(self, own: Duration) -> Self {
        Self(self.0.max(own))
    }

    /// The time between two requests.
    pub const fn interval(self) -> Duration {
        self.0
    }
}

/// The time between two requests at a rate: `1/5` is one page in five seconds, `30/1m` thirty in
/// a minute; the hours after it are ignored. `None` if it is not a rate.
fn rate(value: &str) -> Option<Duration> {
    let (pages, rest) = value.split_once('/')?;
    let pages: u32 = pages.trim().parse().ok()?;
    let rest = rest.trim_start();
    let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let (number, rest) = rest.split_at_checked(digits)?;
    let number: u64 = number.parse().ok()?;
    let unit = match rest.chars().next().map(|unit| unit.to_ascii_lowercase()) {
        None | Some('s' | ' ' | '\t') => 1,
        Some('m') => 60,
        Some('h') => 60 * 60,
        Some('d') => 24 * 60 * 60,
        Some(_) => return None,
    };
    let time = Duration::from_secs(number.saturating_mul(unit));
    // Zero pages: never.
    Some(time.checked_div(pages).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placet::{Agent, RobotsPolicy};

    #[test]
    fn rates_are_read() {
        for (value, millis) in [
            ("1/5", Some(5_000)),
            ("1/5s", Some(5_000)),
            ("1 / 10", Some(10_000)),
            ("30/1m", Some(2_000)),
            ("1/1h", Some(3_600_000)),
            ("1/1d", Some(86_400_000)),
            ("1/5 0600-0845", Some(5_000)),
            ("3/1", Some(333)),
            ("1/0", Some(0)),
            ("x", None),
            ("1/", None),
            ("/5", None),
            ("-1/5", None),
            ("1/5x", None),
        ] {
            let read = rate(value).map(|interval| interval.as_millis());
            assert_eq!(read, millis, "{value}");
        }
        assert_eq!(rate("0/1"), Some(Duration::MAX));
        assert_eq!(rate("1/99999999999999999999"), None);
    }

    #[test]
    fn the_slowest_counts_for_whom_it_is_meant() {
        let text = b"User-agent: a\nCrawl-delay: 2\nRequest-rate: 1/7\nDisallow: /x\n\
            User-agent: b\nCrawl-delay: 2.5\n";
        let site = RobotsPolicy::parse(text);
        let of = |name| Pace::of(&site.for_agent(Agent::new(name))).interval();
        assert_eq!(of("a"), Duration::from_secs(7));
        assert_eq!(of("b"), Duration::from_millis(2_500));
        assert_eq!(of("c"), Duration::ZERO);
        let own = Pace::default().at_least(Duration::from_secs(1));
        assert_eq!(own.interval(), Duration::from_secs(1));
    }
}
