//! Stores: the cost of a decision when the file is already stored.
//!
//! A decision with a warm store finds the entry, checks that it is still valid, restores its policy if
//! the store has bytes, selects the statements for the crawler, and decides with reasons. It is
//! compared with a bare get of the same value. There is one caller at a time, so a rate is the latency
//! of one caller, not the capacity of a server.

use std::cell::Cell;
use std::collections::HashMap;
use std::hint::black_box;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail, ensure};
use http::{HeaderMap, HeaderValue, header};
use placet::{Agent, Profile, Usage};
use placet_fetch::store::{Embedded, Memory, RedisStore, Store};
use placet_fetch::{Action, Entry, Event, FORMAT, Fetch, Origin, Settings, Site, Time};
use redb::{Database, ReadableDatabase as _, TableDefinition};
use redis::AsyncCommands as _;
use serde::Serialize;
use tokio::runtime::Runtime;
use url::Position;

use crate::contender::agent;
use crate::input::{questions, rules};
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// The number of sites in the stores.
pub(super) const ORIGINS: u16 = 1_000;

/// How many rules the robots.txt of each has.
pub(super) const RULES: usize = 20;

/// The time of fetching and of all questions.
const NOW: Time = Time::from_secs(1_800_000_000);

/// The table of the embedded store.
const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("entries");

/// The cache size of the embedded store.
const CACHE: usize = 16 << 20;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// The cost of decisions from stores.
#[derive(Debug, Serialize)]
pub(crate) struct Stores {
    pub(crate) origins: u16,
    pub(crate) rules: usize,
    /// Bytes of one entry, as stored.
    pub(crate) bytes: usize,
    pub(crate) rows: Vec<Row>,
}

/// The results of one store.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The name of its bare get.
    pub(crate) bare: &'static str,
    /// A decision and the bare get; `None` if the store could not be measured.
    pub(crate) paces: Option<[Pace; 2]>,
    /// Why it could not.
    pub(crate) missing: Option<String>,
}

/// How fast one thing is done again and again.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Pace {
    /// In the best lap.
    pub(crate) per_second: f64,
    /// The 99th percentile of single operations, including the time to read the clock.
    pub(crate) p99_us: f64,
}

/// A site.
pub(super) struct Question {
    pub(super) entry: Arc<Entry>,
    pub(super) path: String,
}

impl Question {
    /// The URL to ask about.
    pub(super) fn url(&self) -> String {
        format!("{}{}", &self.entry.url()[..Position::BeforePath], self.path)
    }
}

/// Answers one question, and returns whether it could.
type Answer<'a> = &'a dyn Fn(&Question) -> bool;

/// Measures one store: decisions, and bare gets.
type Measure = fn(&[Question], &Decider, Effort) -> anyhow::Result<[Pace; 2]>;

/// Decides from what a store gave.
struct Decider {
    agent: Agent,
    settings: Settings,
}

impl Decider {
    fn decide(&self, entry: Option<Arc<Entry>>, path: &str) -> bool {
        let Some(entry) = entry.filter(|entry| entry.holds(NOW, &self.settings)) else {
            return false;
        };
        let Ok(site) = Site::new(entry, Profile::default()) else { return false };
        black_box(site.for_agent(&self.agent).may(Usage::Crawl, path)).is_ok()
    }
}

/// Asks every store about the same sites.
pub(crate) fn measure(effort: Effort) -> Stores {
    let held = held(ORIGINS, NOW);
    let decider = Decider { agent: agent(), settings: Settings::new() };
    let stores: [(&str, &str, Measure); 3] = [
        ("memory", "HashMap::get", memory),
        ("redb, kept open", "a read of the table", embedded),
        ("Redis on loopback", "GET", redis_server),
    ];
    let rows = stores.map(|(name, bare, measure)| {
        let (paces, missing) = match measure(&held, &decider, effort) {
            Ok(paces) => (Some(paces), None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        Row { name, bare, paces, missing }
    });
    let bytes = held.first().map_or(0, |question| question.entry.encode().len());
    Stores { origins: ORIGINS, rules: RULES, bytes, rows: rows.into() }
}

/// Sites with the same rules, fetched now, each with another path to ask about.
pub(super) fn held(origins: u16, now: Time) -> Vec<Question> {
    let text = rules(RULES).bytes;
    let paths = questions();
    (0..origins)
        .zip(paths.iter().cycle())
        .filter_map(|(at, question)| {
            let entry = fetched(&format!("https://host-{at}.example/"), &text, now)?;
            Some(Question { entry, path: question.path.clone() })
        })
        .collect()
}

/// The entry of a site that sent this file.
fn fetched(site: &str, text: &[u8], now: Time) -> Option<Arc<Entry>> {
    let origin: Origin = site.parse().ok()?;
    let mut fetch = Fetch::new(origin.robots_txt().clone(), Settings::new(), None, now);
    let fields = HeaderMap::from_iter([
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain")),
        (header::ETAG, HeaderValue::from_static("\"a\"")),
    ]);
    fetch.handle(Event::Head { status: 200, fields: &fields }, now);
    fetch.handle(Event::Chunk(text), now);
    match fetch.handle(Event::End, now) {
        Action::Done(entry) => Some(entry),
        _ => None,
    }
}

fn memory(held: &[Question], decider: &Decider, effort: Effort) -> anyhow::Result<[Pace; 2]> {
    let store = Memory::default();
    for question in held {
        store.keep(&question.entry);
    }
    let bare: HashMap<_, _> =
        held.iter().map(|question| (question.entry.url().clone(), &question.entry)).collect();
    paces(
        held,
        &|question| decider.decide(store.find(question.entry.url()), &question.path),
        &|question| black_box(bare.get(question.entry.url())).is_some(),
        effort,
    )
}

fn embedded(held: &[Question], decider: &Decider, effort: Effort) -> anyhow::Result<[Pace; 2]> {
    let folder = tempfile::tempdir()?;
    let (path, plain) = (folder.path().join("store.redb"), folder.path().join("plain.redb"));
    let runtime = runtime()?;
    // All at once, so that they share a commit.
    runtime.block_on(async {
        let store = Embedded::open(&path)?;
        let written: Vec<_> = held.iter().map(|question| store.put(&question.entry)).collect();
        for written in written {
            written.await?;
        }
        anyhow::Ok(())
    })?;
    let store = Embedded::open(&path)?;
    // The bare reads are of the same values, in a plain redb file.
    let bare = Database::builder().set_cache_size(CACHE).create(&plain)?;
    let values = bare.begin_write()?;
    for question in held {
        let url = question.entry.url().as_str();
        values.open_table(TABLE)?.insert(url, &*question.entry.encode())?;
    }
    values.commit()?;
    let read = |question: &Question| -> anyhow::Result<bool> {
        let value = bare.begin_read()?.open_table(TABLE)?.get(question.entry.url().as_str())?;
        Ok(value.is_some_and(|value| !black_box(value.value()).is_empty()))
    };
    paces(
        held,
        &|question| {
            let entry = runtime.block_on(async { store.get(question.entry.url(), NOW).await });
            decider.decide(entry.ok().flatten(), &question.path)
        },
        &|question| read(question).unwrap_or(false),
        effort,
    )
}

fn redis_server(held: &[Question], decider: &Decider, effort: Effort) -> anyhow::Result<[Pace; 2]> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let runtime = runtime()?;
    let address = format!("redis://127.0.0.1:{}/", server.port);
    let (store, bare) = runtime.block_on(async {
        let store = RedisStore::new(&address)?;
        for question in held {
            store.put(&question.entry).await?;
        }
        let client = redis::Client::open(address.as_str())?;
        anyhow::Ok((store, client.get_multiplexed_async_connection().await?))
    })?;
    paces(
        held,
        &|question| {
            let entry = runtime.block_on(async { store.get(question.entry.url(), NOW).await });
            decider.decide(entry.ok().flatten(), &question.path)
        },
        &|question| {
            let key = format!("placet:{FORMAT}:{}", question.entry.url());
            let value = runtime.block_on(bare.clone().get::<_, Option<Vec<u8>>>(key));
            black_box(value).is_ok_and(|value| value.is_some())
        },
        effort,
    )
}

pub(super) fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// A server on a free port, stopped when dropped.
struct Server {
    port: u16,
    process: Child,
}

impl Server {
    fn start(folder: &Path) -> anyhow::Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => anyhow!("no redis-server"),
                _ => anyhow!(error).context("redis-server cannot be started"),
            })?;
        let mut server = Self { port, process };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Some(status) = server.process.try_wait().context("redis-server")? {
                bail!("redis-server ended at once, {status}");
            }
            ensure!(begun.elapsed() < PATIENCE, "redis-server does not answer");
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How fast decisions and bare gets are, in turns.
fn paces(
    held: &[Question],
    decision: Answer<'_>,
    bare: Answer<'_>,
    effort: Effort,
) -> anyhow::Result<[Pace; 2]> {
    let failures = Cell::new(0_usize);
    let checked = |answer: Answer<'_>, question: &Question| {
        if !answer(question) {
            failures.set(failures.get() + 1);
        }
    };
    let answers = [decision, bare];
    let works = answers.map(|answer| -> Work<'_> {
        Box::new(move || held.iter().for_each(|question| checked(answer, question)))
    });
    let best = race(works.into(), effort);
    let mut timings = answers.map(|_| Vec::new());
    for _ in 0..effort.rounds() {
        for (answer, timings) in answers.iter().zip(&mut timings) {
            timings.extend(held.iter().map(|question| {
                let start = Instant::now();
                checked(*answer, question);
                start.elapsed()
            }));
        }
    }
    ensure!(failures.get() == 0, "{} questions had no answer", failures.get());
    #[expect(clippy::cast_precision_loss, reason = "a thousand sites")]
    let per_second = |lap: &Duration| held.len() as f64 / lap.as_secs_f64();
    let mut paces = best.iter().zip(timings).map(|(lap, timings)| Pace {
        per_second: per_second(lap),
        p99_us: p99(timings).as_secs_f64() * 1e6,
    });
    paces.next().zip(paces.next()).map(<[Pace; 2]>::from).context("nothing was measured")
}

/// The 99th percentile.
fn p99(mut timings: Vec<Duration>) -> Duration {
    timings.sort_unstable();
    let rank = (timings.len() * 99).div_ceil(100);
    timings.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

impl Stores {
    /// The cost of a decision relative to a bare get.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let ratio = |row: &Row| {
            let [decision, bare] = row.paces?;
            let of = format!("times the time of a bare get, a decision from {}", row.name);
            let ratio = bare.per_second / decision.per_second;
            Some(Requirement::new("store", of, ratio, Bound::Stated))
        };
        self.rows.iter().filter_map(ratio).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hundred_timings_one_is_longer() {
        let timings = |count| (1..=count).rev().map(Duration::from_micros).collect();
        assert_eq!(p99(timings(100)), Duration::from_micros(99));
        assert_eq!(p99(timings(1_000)), Duration::from_micros(990));
        assert_eq!(p99(timings(1)), Duration::from_micros(1));
        assert_eq!(p99(Vec::new()), Duration::ZERO);
    }

    #[test]
    fn every_site_is_held_and_answers_come_from_its_rules() {
        let held = held(200, NOW);
        assert_eq!(held.len(), 200);
        let verdict = |question: &Question| {
            let site = Site::new(Arc::clone(&question.entry), Profile::default()).unwrap();
            site.for_agent(agent()).may(Usage::Crawl, &question.path).unwrap().to_string()
        };
        assert!(verdict(&held[0]).starts_with("robots.txt:2 Disallow: /"));
        let decider = Decider { agent: agent(), settings: Settings::new() };
        let paces = memory(&held, &decider, Effort::QUICK).unwrap();
        assert!(paces.iter().all(|pace| pace.per_second > 0.0 && pace.p99_us > 0.0));
        assert!(!decider.decide(None, "/"), "what is not held is no answer");
    }
}
