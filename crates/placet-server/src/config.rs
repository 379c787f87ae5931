//! The settings of the server: a file, then the environment, then flags. Later ones take precedence.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use toml::{Table, Value};

use crate::limits;

/// The prefix of environment variables: `PLACET_LISTEN` sets `listen`.
pub const PREFIX: &str = "PLACET_";

/// The settings of the server. The names in a file are those of the fields, with `-` in place of `_`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on; a loopback address by default.
    pub listen: SocketAddr,
    /// A file with bearer tokens, one per line. Required if `listen` is not a loopback address.
    pub tokens: Option<PathBuf>,
    /// Host names by which clients may address the server, in addition to the address itself.
    pub hosts: Vec<String>,
    /// Where to keep fetched files: `memory`, a file, or `redis://HOST:PORT/DB`. By default a file in
    /// the user's cache folder.
    pub store: Option<String>,
    /// How many bytes of memory are used in front of the store.
    pub memory: usize,
    /// How many bytes of memory the files take that clients have sent.
    pub file_memory: usize,
    /// The `User-Agent` field of requests to sites.
    pub user_agent: String,
    /// How many sites are asked at the same time.
    pub jobs: usize,
    /// How long the request for a site may take, in seconds.
    pub fetch_timeout: u64,
    /// How long an answer of a site is used at most, in seconds; never more than a day.
    pub max_age: Option<u64>,
    /// Whether to fetch from private addresses too.
    pub allow_private: bool,
    /// How often to look for entries that are about to expire, to fetch them again, in seconds; 0 for
    /// never.
    pub refresh: u64,
    /// How many entries of the store to read into memory at the start.
    pub warm: usize,
    /// The largest body of a request, in bytes.
    pub max_body: usize,
    /// How many questions an array may have.
    pub max_batch: usize,
    /// How many requests are answered at the same time.
    pub max_in_flight: usize,
    /// How many connections may be open.
    pub max_connections: usize,
    /// How long a request may take, in seconds.
    pub timeout: u64,
    /// How long a client may take to send the header or the body of a request, how long it may be idle
    /// between requests, and how long it may take to read a part of a stream, in seconds.
    pub client_timeout: u64,
    /// How many requests a client may make per second; 0 for any number.
    pub rate: u32,
    /// How many requests a client may make at once before `rate` applies.
    pub burst: u32,
    /// How long requests in progress may take to finish at shutdown, in seconds.
    pub grace: u64,
    /// What to log: `text` or `json`.
    pub log: LogFormat,
    /// Which events to log, such as `info` or `placet_server=debug`.
    pub log_level: String,
    /// Whether to log the query strings of requests, which contain the URLs that people ask about.
    pub log_queries: bool,
    /// A folder to read the page from, in place of the embedded files; for its development.
    pub assets: Option<PathBuf>,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// The default `User-Agent` field.
const USER_AGENT: &str =
    concat!("placet/", env!("CARGO_PKG_VERSION"), " (+https://github.com/placet/placet)");

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8787)),
            tokens: None,
            hosts: Vec::new(),
            store: None,
            memory: 256 * 1024 * 1024,
            file_memory: limits::FILE_MEMORY,
            user_agent: USER_AGENT.to_owned(),
            jobs: 256,
            fetch_timeout: 60,
            max_age: None,
            allow_private: false,
            refresh: limits::REFRESH_EVERY.as_secs(),
            warm: limits::WARM,
            max_body: limits::BODY,
            max_batch: limits::BATCH,
            max_in_flight: limits::IN_FLIGHT,
            max_connections: limits::CONNECTIONS,
            timeout: limits::TIMEOUT.as_secs(),
            client_timeout: limits::CLIENT_TIMEOUT.as_secs(),
            rate: limits::RATE,
            burst: limits::BURST,
            grace: limits::GRACE.as_secs(),
            log: LogFormat::Text,
            log_level: "info".to_owned(),
            log_queries: false,
            assets: None,
        }
    }
}

/// The names of all settings.
pub const NAMES: [&str; 26] = [
    "listen",
    "tokens",
    "hosts",
    "store",
    "memory",
    "file-memory",
    "user-agent",
    "jobs",
    "fetch-timeout",
    "max-age",
    "allow-private",
    "refresh",
    "warm",
    "max-body",
    "max-batch",
    "max-in-flight",
    "max-connections",
    "timeout",
    "client-timeout",
    "rate",
    "burst",
    "grace",
    "log",
    "log-level",
    "log-queries",
    "assets",
];

/// Why the settings are unusable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidConfig {
    /// The file is unreadable.
    #[error("cannot read the settings in {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is not TOML.
    #[error("cannot read the settings in {}: {message}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// A setting is unknown or has a value of another type.
    #[error("the settings are invalid: {0}")]
    Value(String),
}

impl Config {
    /// The settings of a file, replaced by those of the environment, replaced by those of flags.
    ///
    /// # Errors
    /// If the file is unreadable, or a setting is unknown or has a value of another type.
    pub fn load(
        file: Option<&Path>,
        environment: impl Fn(&str) -> Option<String>,
        flags: Table,
    ) -> Result<Self, InvalidConfig> {
        let mut settings = file.map_or_else(|| Ok(Table::new()), read)?;
        for name in NAMES {
            let variable = PREFIX.to_owned() + &name.replace('-', "_").to_ascii_uppercase();
            if let Some(text) = environment(&variable) {
                settings.insert(name.to_owned(), value(name, &text));
            }
        }
        settings.extend(flags);
        let config: Self = settings
            .try_into()
            .map_err(|error: toml::de::Error| InvalidConfig::Value(error.message().to_owned()))?;
        config.check()?;
        Ok(config)
    }

    /// Refuses settings that would open the server to everyone.
    fn check(&self) -> Result<(), InvalidConfig> {
        if self.tokens.is_none() && !self.listen.ip().is_loopback() {
            return Err(InvalidConfig::Value(format!(
                "{} is not a loopback address, so clients need tokens; set `tokens` to a file with \
                 one token per line",
                self.listen
            )));
        }
        Ok(())
    }

    /// How long a request may take.
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs(self.timeout.max(1))
    }

    /// How long to wait for a client.
    pub(crate) fn client_time_limit(&self) -> Duration {
        Duration::from_secs(self.client_timeout.max(1))
    }
}

fn read(path: &Path) -> Result<Table, InvalidConfig> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| InvalidConfig::Unreadable { path: path.to_owned(), error })?;
    toml::from_str(&text).map_err(|error: toml::de::Error| InvalidConfig::Toml {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// The value of a setting that is written as text: a list for `hosts`, a number, true, false or a text.
pub fn value(name: &str, text: &str) -> Value {
    if name == "hosts" {
        let hosts = text.split(',').map(|it| Value::String(it.trim().to_owned()));
        return Value::Array(hosts.collect());
    }
    match (text.parse::<i64>(), text.parse::<bool>()) {
        (Ok(number), _) => Value::Integer(number),
        (_, Ok(flag)) => Value::Boolean(flag),
        _ => Value::String(text.to_owned()),
    }
}

impl fmt::Debug for Config {
    /// Without the address of the store, which can contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, environment: &[(&str, &str)], flags: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("serve.toml");
        std::fs::write(&path, file).unwrap();
        let lookup = |name: &str| {
            environment.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
        };
        let config = Config::load(Some(&path), lookup, toml::from_str(flags).unwrap());
        config.map_err(|error| error.to_string())
    }

    #[test]
    fn flags_replace_the_environment_which_replaces_the_file() {
        let file = "rate = 1\nburst = 1\ngrace = 1\n";
        let environment = [("PLACET_BURST", "2"), ("PLACET_GRACE", "2")];
        let config = load(file, &environment, "grace = 3").unwrap();
        assert_eq!((config.rate, config.burst, config.grace), (1, 2, 3));
        assert_eq!(config.max_batch, limits::BATCH);
    }

    #[test]
    fn every_setting_has_a_name_and_a_variable() {
        let values = [
            ("listen", "127.0.0.1:1"),
            ("hosts", "a.example, b.example"),
            ("store", "memory"),
            ("max-age", "60"),
            ("allow-private", "true"),
            ("log", "json"),
            ("tokens", "/tmp/tokens"),
            ("assets", "/tmp/assets"),
            ("user-agent", "Bot/1"),
            ("log-level", "debug"),
            ("log-queries", "true"),
        ];
        for name in NAMES {
            let given = values.iter().find(|(it, _)| *it == name).map_or("7", |(_, value)| value);
            let variable = PREFIX.to_owned() + &name.replace('-', "_").to_uppercase();
            let config = load("", &[(&variable, given)], "");
            assert!(config.is_ok(), "{name}: {config:?}");
        }
        let config = load("", &[("PLACET_HOSTS", "a.example, b.example")], "").unwrap();
        assert_eq!(config.hosts, ["a.example", "b.example"]);
    }

    #[test]
    fn every_setting_is_in_the_reference() {
        let reference = include_str!("../../../docs/src/reference/api.md");
        let settings = reference.split("## Settings").nth(1).unwrap();
        for name in NAMES {
            assert!(settings.contains(&format!("`{name}`")), "{name}");
        }
        let example = include_str!("../../../deploy/serve.toml");
        assert_eq!(load(example, &[], "").unwrap().rate, 200);
    }

    #[test]
    fn mistakes_are_refused() {
        let wrong = load("listne = 1\n", &[], "").unwrap_err();
        assert!(wrong.contains("listne"), "{wrong}");
        assert!(load("rate = \"fast\"\n", &[], "").unwrap_err().contains("expected u32"));
        assert!(load("", &[("PLACET_RATE", "fast")], "").is_err());
        let open = load("listen = \"0.0.0.0:80\"\n", &[], "").unwrap_err();
        assert!(open.contains("tokens"), "{open}");
        assert!(load("listen = \"0.0.0.0:80\"\ntokens = \"/t\"\n", &[], "").is_ok());
        assert!(load("listen = \"[::1]:80\"\n", &[], "").is_ok());
    }
}
