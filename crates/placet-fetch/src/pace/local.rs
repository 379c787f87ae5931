//! Pacing for the workers of one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use placet::Agent;

use super::{Pace, Turn};
use crate::origin::Origin;
use crate::time::Time;

/// How many sites are remembered before expired ones are removed.
const SWEEP: usize = 4_096;

/// Gives permits to make requests, one after the other, no faster than a site asks.
///
/// Each call gives one permit to its caller, first come, first served. An unused permit is lost.
/// `Pacer::wait` sleeps until the permit is valid; [`Pacer::next`] reads no clock and returns that
/// time.
///
/// ```
/// use std::time::Duration;
/// use placet::Agent;
/// use placet_fetch::{Origin, Pace, Pacer, Time};
///
/// let (pacer, agent) = (Pacer::new(), Agent::new("ExampleBot"));
/// let origin: Origin = "https://example.com/".parse()?;
/// let pace = Pace::every(Duration::from_secs(2));
/// let now = Time::from_secs(1_000);
/// assert_eq!(pacer.next(&origin, &agent, pace, now), now);
/// assert_eq!(pacer.next(&origin, &agent, pace, now), Time::from_secs(1_002));
/// # Ok::<(), placet_fetch::InvalidOrigin>(())
/// ```
///
/// Clones share their permits, so each task of a crawler can own one.
#[derive(Debug, Clone)]
pub struct Pacer {
    sites: Arc<Mutex<Sites>>,
}

#[derive(Debug)]
struct Sites {
    turns: HashMap<(Origin, Box<str>), Turn>,
    sweep: usize,
}

impl Default for Pacer {
    fn default() -> Self {
        Self { sites: Arc::new(Mutex::new(Sites { turns: HashMap::new(), sweep: SWEEP })) }
    }
}

impl Pacer {
    /// A pacer that has given no permit yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The time from which the caller may make one request to the site.
    pub fn next(&self, origin: &Origin, agent: &Agent, pace: Pace, now: Time) -> Time {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (origin.clone(), agent.name().to_ascii_lowercase().into());
        let turn = Turn::next(sites.turns.get(&key).copied(), pace, now);
        sites.turns.insert(key, turn);
        sites.forget(now);
        turn.at
    }

    /// Sleeps until the caller may make one request to the site, in a tokio runtime with timers.
    ///
    /// If the future is dropped, its permit is lost, and the next permit is not earlier.
    ///
    /// ```no_run
    /// use std::time::Duration;
    /// use placet_fetch::{Pace, Pacer, Site};
    ///
    /// # async fn example(pacer: Pacer, site: Site) {
    /// let bot = site.for_agent("ExampleBot");
    /// // The site's pace, but at least one second between requests.
    /// let pace = Pace::of(&bot).at_least(Duration::from_secs(1));
    /// pacer.wait(site.origin(), bot.agent(), pace).await;
    /// // The request may be made.
    /// # }
    /// ```
    #[cfg(any(feature = "client", feature = "embedded", feature = "redis"))]
    pub async fn wait(&self, origin: &Origin, agent: &Agent, pace: Pace) {
        let now = Time::now();
        tokio::time::sleep(self.next(origin, agent, pace, now).since(now)).await;
    }

    /// How many sites are remembered.
    pub fn len(&self) -> usize {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).turns.len()
    }

    /// Whether no site is remembered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Sites {
    /// Removes expired turns from time to time.
    fn forget(&mut self, now: Time) {
        if self.turns.len() >= self.sweep {
            self.turns.retain(|_, turn| turn.free > now);
            self.sweep = (2 * self.turns.len()).max(SWEEP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const NOW: Time = Time::from_secs(1_000_000);

    fn origin(host: &str) -> Origin {
        format!("https://{host}/").parse().unwrap()
    }

    #[test]
    fn clones_share_their_permits() {
        let pacer = Pacer::new();
        let (site, agent) = (origin("a.example"), Agent::new("Bot"));
        let pace = Pace::every(Duration::from_secs(2));
        assert_eq!(pacer.next(&site, &agent, pace, NOW), NOW);
        assert_eq!(pacer.clone().next(&site, &agent, pace, NOW), NOW + Duration::from_secs(2));
    }

    #[test]
    fn never_faster_than_asked_whoever_asks() {
        let pacer = Pacer::new();
        let (site, agent) = (origin("a.example"), Agent::new("Bot"));
        let pace = Pace::every(Duration::from_millis(700));
        let turns: Mutex<Vec<Time>> = Mutex::default();
        std::thread::scope(|scope| {
            for worker in 0..8 {
                let (pacer, turns, site, agent) = (&pacer, &turns, &site, &agent);
                scope.spawn(move || {
                    for _ in 0..50 {
                        let now = NOW + Duration::from_millis(worker);
                        turns.lock().unwrap().push(pacer.next(site, agent, pace, now));
                    }
                });
            }
        });
        let mut turns = turns.into_inner().unwrap();
        turns.sort();
        assert_eq!(turns.len(), 400);
        assert!(turns.windows(2).all(|two| two[1].since(two[0]) >= pace.interval()));
    }

    #[test]
    fn sites_and_crawlers_have_turns_of_their_own() {
        let pacer = Pacer::new();
        let pace = Pace::every(Duration::from_secs(10));
        for (host, name, wait) in [
            ("a.example", "Bot", 0),
            ("b.example", "Bot", 0),
            ("a.example", "Other", 0),
            ("a.example", "bOT", 10),
            ("a.example", "Bot", 20),
        ] {
            let at = pacer.next(&origin(host), &Agent::new(name), pace, NOW);
            assert_eq!(at.since(NOW).as_secs(), wait, "{host} {name}");
        }
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_waiting() {
        let pacer = Pacer::new();
        let (site, agent) = (origin("a.example"), Agent::new("Bot"));
        let pace = Pace::every(Duration::from_secs(10));
        assert_eq!(pacer.next(&site, &agent, pace, NOW), NOW);
        let earlier = NOW.before(Duration::from_hours(24 * 30));
        assert_eq!(pacer.next(&site, &agent, pace, earlier).since(earlier).as_secs(), 10);
        let later = NOW + Duration::from_hours(24 * 30);
        assert_eq!(pacer.next(&site, &agent, pace, later), later);
        assert_eq!(
            pacer.next(&site, &agent, Pace::every(Duration::MAX), later).as_millis(),
            u64::MAX
        );
    }

    #[test]
    fn expired_turns_are_removed() {
        let pacer = Pacer::new();
        let (agent, pace) = (Agent::new("Bot"), Pace::every(Duration::from_secs(1)));
        for at in 0..20_000_u64 {
            let now = NOW + Duration::from_millis(at * 10);
            pacer.next(&origin(&format!("h{at}.example")), &agent, pace, now);
        }
        assert!(pacer.len() <= SWEEP);
        assert!(!pacer.is_empty());
    }
}
