//! `placet serve`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use toml::{Table, Value};

/// Answer questions over HTTP, for fleets of crawlers, and show a page for people
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The page is at the address that the command prints. The API is described at /openapi.json and in
docs/src/reference/api.md: /v1/check, /v1/decide, /v1/matrix, /v1/explain, /v1/signals, /v1/lint,
/v1/diff, /v1/crawlers, /v1/robots, /v1/permits. /healthz, /readyz and /metrics are for operators.

Without tokens, the server listens on loopback addresses only. It never fetches from private
addresses unless you use --allow-private.

A setting can come from three places; a later one takes precedence:
  1. the file of --config, in TOML: max-batch = 20000
  2. an environment variable: PLACET_MAX_BATCH=20000
  3. an option, or --set max-batch=20000

SIGINT and SIGTERM end the server after the requests in progress are answered.

Exit status:
  0  ended by a signal
  2  it could not start

Examples:
  Serve the page and the API on this machine:
    placet serve
  Serve a fleet, with a shared store and tokens:
    placet serve --listen 0.0.0.0:8787 --tokens /etc/placet/tokens --store redis://localhost:6379/0
  Use a settings file, and write log lines as JSON:
    placet serve --config /etc/placet/serve.toml --log json")]
pub(crate) struct Serve {
    /// The address to listen on [default: 127.0.0.1:8787]
    #[arg(short, long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,

    /// A file with bearer tokens, one per line, of which clients must send one; required if the
    /// address is not a loopback address
    #[arg(long, value_name = "FILE")]
    tokens: Option<String>,

    /// A host name by which clients may address the server; can be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// Where to keep fetched files: memory, a file, or redis://HOST:PORT/DB [default: a file in the
    /// user's cache folder]
    #[arg(long, value_name = "WHERE")]
    store: Option<String>,

    /// The User-Agent field of requests to sites [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    user_agent: Option<String>,

    /// How many sites to ask at the same time [default: 256]
    #[arg(long, value_name = "N")]
    jobs: Option<u32>,

    /// The maximum age of a stored answer, in seconds [default: 86400]
    #[arg(long, value_name = "SECONDS")]
    max_age: Option<u32>,

    /// Also connect to loopback, private and other local addresses
    #[arg(long)]
    allow_private: bool,

    /// How many requests a client may make per second; 0 for any number [default: 0]
    #[arg(long, value_name = "N")]
    rate: Option<u32>,

    /// The format of log lines: text or json [default: text]
    #[arg(long, value_name = "FORMAT")]
    log: Option<String>,

    /// Which events to log, such as warn or debug [default: info]
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<String>,

    /// Read the page from this folder on each request, to work on it
    #[arg(long, value_name = "FOLDER")]
    assets: Option<String>,

    /// Any setting of docs/src/reference/api.md; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,

    /// A settings file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl Serve {
    /// The options that were given, as settings.
    pub(crate) fn table(&self) -> Table {
        let text = |it: &Option<String>| it.clone().map(Value::String);
        let number = |it: Option<u32>| it.map(|it| Value::Integer(it.into()));
        let hosts = self.hosts.iter().cloned().map(Value::String).collect::<Vec<_>>();
        let given = [
            ("listen", text(&self.listen)),
            ("tokens", text(&self.tokens)),
            ("hosts", (!hosts.is_empty()).then_some(Value::Array(hosts))),
            ("store", text(&self.store)),
            ("user-agent", text(&self.user_agent)),
            ("jobs", number(self.jobs)),
            ("max-age", number(self.max_age)),
            ("allow-private", self.allow_private.then_some(Value::Boolean(true))),
            ("rate", number(self.rate)),
            ("log", text(&self.log)),
            ("log-level", text(&self.log_level)),
            ("assets", text(&self.assets)),
        ];
        let given = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        self.settings.iter().cloned().chain(given).collect()
    }
}

fn setting(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    if !placet_server::config::NAMES.contains(&name) {
        let names = placet_server::config::NAMES.join(", ");
        return Err(format!("unknown setting {name:?}, expected one of {names}"));
    }
    Ok((name.to_owned(), placet_server::config::value(name, value)))
}
