//! Pacing for the workers of a fleet, through Redis.

use std::sync::Arc;
use std::time::Duration;

use placet::Agent;
use redis::Script;
use redis::aio::ConnectionManager;

use super::Pace;
use crate::origin::Origin;
use crate::store::{StoreError, connect, within};
use crate::time::millis;

/// How long an operation may take.
const LIMIT: Duration = Duration::from_millis(500);

/// The longest wait that the server is asked to count: a year, in milliseconds.
const LONGEST: u64 = 365 * 24 * 60 * 60 * 1_000;

/// Gives the next turn: now, or an interval after the last one. Only the server's clock is used; if
/// it was set back, the last turn moves back with it. The script is atomic, so two workers never get
/// the same turn. A turn that is later than the longest wait is not taken.
const NEXT: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval = tonumber(ARGV[1])
local at = now
local last = redis.call('GET', KEYS[1])
local last_at, given = string.match(last or '', '^(%d+) (%d+)$')
if last_at then
  last_at, given = tonumber(last_at), tonumber(given)
  if given > now then last_at = last_at - (given - now) end
  at = math.max(now, last_at + interval)
end
if at - now > tonumber(ARGV[2]) then return -1 end
local life = math.max(at + interval - now, 1)
redis.call('SET', KEYS[1], string.format('%.0f %.0f', at, now), 'PX', string.format('%.0f', life))
return at - now
";

/// Gives permits to make requests, no faster than a site asks, to all processes that share a server.
///
/// Like [`Pacer`](super::Pacer), for many processes on many machines. If the server does not answer,
/// there is no permit: it is then unknown whether another process makes requests.
#[derive(Clone)]
pub struct SharedPacer {
    connection: ConnectionManager,
    server: Arc<str>,
    prefix: Arc<str>,
    script: Arc<Script>,
}

impl SharedPacer {
    /// A pacer through the server at an address like `redis://host:6379/0`. It connects on first use.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(address: &str) -> Result<Self, StoreError> {
        let (connection, server) = connect(address, LIMIT)?;
        let script = Arc::new(Script::new(NEXT));
        Ok(Self { connection, server, prefix: "placet:pace:".into(), script })
    }

    /// The prefix of keys: `placet:pace:` by default.
    #[must_use]
    pub fn prefix(self, prefix: &str) -> Self {
        Self { prefix: prefix.into(), ..self }
    }

    /// How long the caller must wait before it may make one request to the site.
    ///
    /// # Errors
    /// If the server does not answer; there is no permit then.
    pub async fn next(
        &self,
        origin: &Origin,
        agent: &Agent,
        pace: Pace,
    ) -> Result<Duration, StoreError> {
        let turn = self.next_within(origin, agent, pace, Duration::MAX).await?;
        Ok(turn.unwrap_or(Duration::MAX))
    }

    /// The same if the wait is at most `longest`. Otherwise there is no permit, and the next caller
    /// does not wait longer.
    ///
    /// # Errors
    /// As [`SharedPacer::next`].
    pub async fn next_within(
        &self,
        origin: &Origin,
        agent: &Agent,
        pace: Pace,
        longest: Duration,
    ) -> Result<Option<Duration>, StoreError> {
        let key = format!("{}{}:{origin}", self.prefix, agent.name().to_ascii_lowercase());
        let mut connection = self.connection.clone();
        let mut call = self.script.key(key);
        // Lua reads a number without limit as a float, which is exact enough.
        call.arg(millis(pace.interval()).min(LONGEST)).arg(millis(longest));
        let answer = call.invoke_async::<i64>(&mut connection);
        let wait = within(LIMIT, "write to", &self.server, answer).await?;
        Ok(u64::try_from(wait).ok().map(Duration::from_millis))
    }

    /// Sleeps until the caller may make one request to the site.
    ///
    /// # Errors
    /// As [`SharedPacer::next`], at once.
    pub async fn wait(&self, origin: &Origin, agent: &Agent, pace: Pace) -> Result<(), StoreError> {
        tokio::time::sleep(self.next(origin, agent, pace).await?).await;
        Ok(())
    }
}

impl std::fmt::Debug for SharedPacer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedPacer")
            .field("server", &self.server)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}
