//! A store in Redis or Valkey, for a fleet.

use std::sync::Arc;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{AsyncCommands, Client, RedisResult};
use url::Url;

use super::notice::{Notice, Notices};
use super::{Pending, Store, StoreError};
use crate::entry::{Entry, FORMAT};
use crate::time::{Time, millis};

/// How long an operation may take by default.
const LIMIT: Duration = Duration::from_millis(500);

/// The default time to live of an entry: twice the time after which an outage ends (F-35).
const RETENTION: Duration = Duration::from_hours(60 * 24);

/// How many keys are requested at once when all are listed.
const SCAN: usize = 1_000;

/// How many such requests are made, how many keys are taken, and how long it may take in all. A
/// server with ten million keys can be listed; one that never ends is an error.
const SCAN_ROUNDS: usize = 20_000;
const SCAN_KEYS: usize = 10_000_000;
const SCAN_TIME: Duration = Duration::from_secs(30);

/// A store in Redis or Valkey.
///
/// Every value has a time to live, so the server needs no cleaning. The client connects on first use
/// and reconnects when the connection is lost; every operation has a time limit, so a server that
/// hangs costs no more than that.
///
/// Any number of crawlers may use it, so it counts as a [shared](Store::is_shared) cache.
///
/// It must be used within a tokio runtime.
#[derive(Clone)]
pub struct RedisStore {
    connection: ConnectionManager,
    server: Arc<str>,
    prefix: Arc<str>,
    limit: Duration,
    retention: Duration,
    notices: Notices,
}

impl RedisStore {
    /// A store at an address like `redis://host:6379/0`, or `rediss://host:6379/0` for TLS with
    /// the certificates that the system trusts. It connects on first use.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(address: &str) -> Result<Self, StoreError> {
        let (connection, server) = connect(address, LIMIT)?;
        let prefix = format!("placet:{FORMAT}:").into();
        let notices = Notices::default();
        Ok(Self { connection, server, prefix, limit: LIMIT, retention: RETENTION, notices })
    }

    /// The prefix of keys: `placet:3:` by default. Fleets that must not share entries, because sites
    /// answer them differently, need different prefixes.
    #[must_use]
    pub fn prefix(self, prefix: &str) -> Self {
        Self { prefix: prefix.into(), ..self }
    }

    /// How long an operation may take: half a second by default.
    #[must_use]
    pub fn limit(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// The time to live of an entry: 60 days by default, at least a second.
    #[must_use]
    pub fn retention(self, retention: Duration) -> Self {
        Self { retention: retention.max(Duration::from_secs(1)), ..self }
    }

    /// Sets a listener for values that were altered; none by default.
    #[must_use]
    pub fn on_notice(self, listener: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { notices: Notices::to(listener), ..self }
    }

    fn key(&self, url: &Url) -> String {
        format!("{}{url}", self.prefix)
    }

    /// The key of a claim, which is not among the keys of entries.
    fn claim_key(&self, url: &Url) -> String {
        format!("claim:{}{url}", self.prefix)
    }

    /// Runs an operation within the time limit.
    async fn ask<T>(
        &self,
        what: &'static str,
        answer: impl Future<Output = RedisResult<T>> + Send,
    ) -> Result<T, StoreError> {
        within(self.limit, what, &self.server, answer).await
    }

    async fn list(&self) -> Result<Vec<Url>, StoreError> {
        let endless = |why: &str| StoreError::Server {
            what: "list the keys of",
            server: self.server.to_string(),
            why: why.to_owned(),
        };
        let listed = tokio::time::timeout(SCAN_TIME, self.scan()).await;
        let mut urls =
            listed.map_err(|_| endless("it takes more than 30 s"))??.ok_or_else(|| {
                endless("it has more than 10 million keys, or the listing does not end")
            })?;
        urls.sort();
        urls.dedup();
        Ok(urls)
    }

    /// The URLs of all keys; `None` if they do not end.
    async fn scan(&self) -> Result<Option<Vec<Url>>, StoreError> {
        let mut connection = self.connection.clone();
        let pattern = format!("{}*", glob_escaped(&self.prefix));
        let (mut cursor, mut urls) = (0_u64, Vec::new());
        for _ in 0..SCAN_ROUNDS {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(&pattern).arg("COUNT").arg(SCAN);
            let page = scan.query_async::<(u64, Vec<Vec<u8>>)>(&mut connection);
            let (next, keys) = self.ask("read from", page).await?;
            if urls.len() + keys.len() > SCAN_KEYS {
                return Ok(None);
            }
            urls.extend(keys.iter().filter_map(|key| {
                let url = key.strip_prefix(self.prefix.as_bytes())?;
                Url::parse(std::str::from_utf8(url).ok()?).ok()
            }));
            if next == 0 {
                return Ok(Some(urls));
            }
            cursor = next;
        }
        Ok(None)
    }
}

/// A connection that is made on first use, and the server's address without its password.
pub(crate) fn connect(
    address: &str,
    limit: Duration,
) -> Result<(ConnectionManager, Arc<str>), StoreError> {
    let server: Arc<str> = without_secrets(address).into();
    let failed = |why: redis::RedisError| StoreError::Server {
        what: "reach",
        server: server.to_string(),
        why: why.to_string(),
    };
    // The error of the redis crate may quote the address with its password.
    let address = with_lower_scheme(address);
    let client = Client::open(&*address).map_err(|_| StoreError::Server {
        what: "reach",
        server: server.to_string(),
        why: "expected an address like redis://HOST:PORT/DB".to_owned(),
    })?;
    if address.starts_with("rediss:") || address.starts_with("valkeys:") {
        // A crypto provider that the process has chosen is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(limit))
        .set_response_timeout(Some(limit))
        .set_number_of_retries(1)
        .set_max_delay(limit);
    let connection = ConnectionManager::new_lazy_with_config(client, config).map_err(failed)?;
    Ok((connection, server))
}

/// Awaits a result within the time limit.
pub(crate) async fn within<T>(
    limit: Duration,
    what: &'static str,
    server: &str,
    answer: impl Future<Output = RedisResult<T>> + Send,
) -> Result<T, StoreError> {
    let failed = |why: String| StoreError::Server { what, server: server.to_owned(), why };
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => answer.map_err(|error| failed(error.to_string())),
        Err(_) => Err(StoreError::Slow { server: server.to_owned(), limit }),
    }
}

/// The address with its scheme in lower case, as the redis crate requires.
fn with_lower_scheme(address: &str) -> String {
    match address.split_once("://") {
        Some((scheme, rest)) => format!("{}://{rest}", scheme.to_ascii_lowercase()),
        None => address.to_owned(),
    }
}

fn without_secrets(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.has_host() => {
            let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{}://{}{port}{}", url.scheme(), url.host_str().unwrap_or_default(), url.path())
        }
        Ok(url) if url.scheme().ends_with("unix") && !url.path().contains('@') => {
            format!("{}:{}", url.scheme(), url.path())
        }
        _ => "an address that is not a URL".to_owned(),
    }
}

/// Escapes text for a `SCAN` pattern.
fn glob_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '*' | '?' | '[' | ']' | '\\' | '^') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

impl std::fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisStore")
            .field("server", &self.server)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

impl Store for RedisStore {
    fn claim<'a>(&'a self, url: &'a Url, time: Duration) -> Pending<'a, bool> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let mut set = redis::cmd("SET");
            set.arg(self.claim_key(url)).arg(1).arg("NX").arg("PX").arg(millis(time).max(1));
            let set = set.query_async::<Option<String>>(&mut connection);
            Ok(self.ask("write to", set).await?.is_some())
        })
    }

    fn release<'a>(&'a self, url: &'a Url) -> Pending<'a, ()> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let removed = connection.del::<_, ()>(self.claim_key(url));
            self.ask("write to", removed).await
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn get<'a>(&'a self, url: &'a Url, _: Time) -> Pending<'a, Option<Arc<Entry>>> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let value = connection.get::<_, Option<Vec<u8>>>(self.key(url));
            let value = self.ask("read from", value).await?;
            let entry = value.and_then(|value| self.notices.entry(url, &value));
            Ok(entry.map(Arc::new))
        })
    }

    fn put<'a>(&'a self, entry: &'a Arc<Entry>) -> Pending<'a, ()> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let (key, value) = (self.key(entry.url()), entry.encode());
            let set = connection.pset_ex(key, value, millis(self.retention));
            self.ask::<()>("write to", set).await
        })
    }

    fn remove<'a>(&'a self, url: &'a Url) -> Pending<'a, bool> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let removed = connection.del::<_, u64>(self.key(url));
            Ok(self.ask("write to", removed).await? > 0)
        })
    }

    fn urls(&self) -> Pending<'_, Vec<Url>> {
        Box::pin(self.list())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (address, shown) in [
            ("redis://user:secret@host:1/2", "redis://host:1/2"),
            ("redis://host/", "redis://host/"),
            ("secret", "an address that is not a URL"),
        ] {
            assert_eq!(without_secrets(address), shown);
        }
        for address in [
            "http://user:secret@host/",
            "redis:/user:secret@host",
            "redis://user:secret@host:port/",
            "redis://user:secret@[::1/",
            "redis://user:secret@host/database",
            "user:secret@host",
        ] {
            let error = RedisStore::new(address).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
        assert_eq!(glob_escaped("a[*]?"), "a\\[\\*\\]\\?");
    }
}
