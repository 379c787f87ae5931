//! Decisions of a client that has the files: what a crawler pays for each URL.
//!
//! The client is asked with a URL. It finds the origin, the stored entry and the crawler's view of it,
//! reads the clock, checks that the entry is still valid, and decides.

use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use placet::Usage;
use placet_fetch::Time;
use placet_fetch::client::{AgentClient, Client};
use placet_fetch::store::{Embedded, Store};
use serde::Serialize;
use tokio::runtime::Runtime;

use super::store::{ORIGINS, Question, RULES, held, runtime};
use crate::contender::agent;
use crate::race::{Effort, Work, race};
use crate::report::{figure, table};
use crate::requirement::{Bound, Requirement};

/// How often a thread asks all questions in one lap, so that a lap is longer than starting it.
const ROUNDS: u32 = 20;

/// How many laps are tried on one and on two threads: more than elsewhere, because the best one needs both
/// cores undisturbed at the same time.
const LAPS: u32 = 60;

/// The rates of a client.
#[derive(Debug, Serialize)]
pub(crate) struct Warm {
    pub(crate) origins: u16,
    pub(crate) rules: usize,
    pub(crate) rows: Vec<Row>,
}

/// The rates with one store.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// `None` if it could not be measured.
    pub(crate) rates: Option<Rates>,
    /// Why it could not.
    pub(crate) missing: Option<String>,
    #[serde(skip)]
    wanted: Wanted,
}

/// Questions per second.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Rates {
    /// Verdicts on one core.
    pub(crate) verdicts: f64,
    /// Decisions with reasons on one core.
    pub(crate) decisions: f64,
    /// How many times as many verdicts two threads give as one, measured in the same way.
    pub(crate) scale: f64,
}

/// The rates that are required.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    verdicts: Bound,
    decisions: Bound,
}

/// Asks a client with each store about the same sites.
pub(crate) fn measure(effort: Effort) -> Warm {
    let held = held(ORIGINS, Time::now());
    let row = |name, rates: anyhow::Result<Rates>, wanted| match rates {
        Ok(rates) => Row { name, rates: Some(rates), missing: None, wanted },
        Err(error) => Row { name, rates: None, missing: Some(format!("{error:#}")), wanted },
    };
    let memory = Wanted { verdicts: Bound::AtLeast(5e6), decisions: Bound::AtLeast(1.5e6) };
    // Ten times as many as without the memory that the client has in front of the file.
    let redb = Wanted { verdicts: Bound::Stated, decisions: Bound::AtLeast(3e5) };
    let rows = vec![
        row("memory", in_memory(&held, effort), memory),
        row("redb, with memory in front", in_file(&held, effort), redb),
    ];
    Warm { origins: ORIGINS, rules: RULES, rows }
}

fn in_memory(held: &[Question], effort: Effort) -> anyhow::Result<Rates> {
    let client = Client::builder("ExampleBot/1.0").build()?;
    let runtime = runtime()?;
    runtime.block_on(store(client.store(), held))?;
    rates(&client, held, effort, &runtime)
}

fn in_file(held: &[Question], effort: Effort) -> anyhow::Result<Rates> {
    let folder = tempfile::tempdir()?;
    let file = Arc::new(Embedded::open(folder.path().join("store.redb"))?);
    let runtime = runtime()?;
    runtime.block_on(store(&(Arc::clone(&file) as _), held))?;
    let client = Client::builder("ExampleBot/1.0").store(file).build()?;
    rates(&client, held, effort, &runtime)
}

async fn store(store: &Arc<dyn Store>, held: &[Question]) -> anyhow::Result<()> {
    // All at once, so that they share a commit.
    let written: Vec<_> = held.iter().map(|question| store.put(&question.entry)).collect();
    for written in written {
        written.await?;
    }
    Ok(())
}

fn rates(
    client: &Client,
    held: &[Question],
    effort: Effort,
    runtime: &Runtime,
) -> anyhow::Result<Rates> {
    let bot = client.for_agent(agent());
    let urls: Vec<String> = held.iter().map(Question::url).collect();
    let answered = runtime.block_on(verdicts(&bot, &urls));
    ensure!(answered == urls.len(), "{} questions had no answer", urls.len() - answered);
    let works: Vec<Work<'_>> = vec![
        Box::new(|| {
            black_box(runtime.block_on(verdicts(&bot, &urls)));
        }),
        Box::new(|| {
            black_box(runtime.block_on(decisions(&bot, &urls)));
        }),
    ];
    let best = race(works, effort);
    #[expect(clippy::cast_precision_loss, reason = "a thousand sites")]
    let rate = |lap: Duration| urls.len() as f64 / lap.as_secs_f64();
    let mut best = best.into_iter().map(rate);
    let (one, decisions) = (best.next().unwrap_or_default(), best.next().unwrap_or_default());
    // One and two threads in turns.
    let mut laps = [Duration::MAX; 2];
    for _ in 0..LAPS {
        for (threads, best) in (1..).zip(&mut laps) {
            *best = lap(&bot, &urls, threads)?.min(*best);
        }
    }
    let [alone, both] = laps.map(|lap| lap.as_secs_f64());
    let rounds = f64::from(ROUNDS);
    Ok(Rates { verdicts: one.max(rounds * rate(laps[0])), decisions, scale: 2.0 * alone / both })
}

/// The time that threads take to ask all questions several times each. They start together: each waits,
/// without sleeping, until all are ready.
fn lap(bot: &AgentClient, urls: &[String], threads: usize) -> anyhow::Result<Duration> {
    let runtimes = (0..threads).map(|_| runtime()).collect::<Result<Vec<_>, _>>()?;
    let ready = AtomicUsize::new(0);
    Ok(std::thread::scope(|scope| {
        let running: Vec<_> = runtimes
            .iter()
            .map(|runtime| {
                let ready = &ready;
                scope.spawn(move || {
                    ready.fetch_add(1, Ordering::SeqCst);
                    while ready.load(Ordering::SeqCst) < threads {
                        std::hint::spin_loop();
                    }
                    let start = Instant::now();
                    for _ in 0..ROUNDS {
                        black_box(runtime.block_on(verdicts(bot, urls)));
                    }
                    start.elapsed()
                })
            })
            .collect();
        let laps = running.into_iter().filter_map(|running| running.join().ok());
        laps.max().unwrap_or(Duration::MAX)
    }))
}

/// Asks all questions; returns how many were answered.
async fn verdicts(bot: &AgentClient, urls: &[String]) -> usize {
    let mut answered = 0;
    for url in urls {
        answered += usize::from(black_box(bot.allows(url).await).is_ok());
    }
    answered
}

/// The same with reasons.
async fn decisions(bot: &AgentClient, urls: &[String]) -> usize {
    let mut answered = 0;
    for url in urls {
        answered += usize::from(black_box(bot.may(Usage::Crawl, url).await).is_ok());
    }
    answered
}

impl Warm {
    /// The rates on one core, and how they scale.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let mut all = Vec::new();
        for row in &self.rows {
            let Some(rates) = row.rates else { continue };
            let name = row.name;
            let mut add = |what: &str, measured, bound| {
                all.push(Requirement::new("warm", format!("{what}, {name}"), measured, bound));
            };
            add("verdicts/s on one core", rates.verdicts, row.wanted.verdicts);
            add("decisions/s with reasons on one core", rates.decisions, row.wanted.decisions);
            add("times the verdicts of one core on two", rates.scale, Bound::AtLeast(1.7));
        }
        all
    }
}

impl fmt::Display for Warm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origins, rules, rows } = self;
        writeln!(
            f,
            "\nWarm: a client asked with URLs of {origins} sites that it has stored, {rules} rules each"
        )?;
        let header = ["", "verdicts/s", "× on two cores", "with reasons/s", "remark"];
        let mut table = table(&header, 1);
        for row in rows {
            let mut cells = vec![row.name.to_owned()];
            let figures = row.rates.map_or(["–"; 3].map(str::to_owned), |rates| {
                [rates.verdicts, rates.scale, rates.decisions].map(figure)
            });
            cells.extend(figures);
            let missing = row.missing.as_deref();
            cells.push(missing.map_or(String::new(), |why| format!("NOT MEASURED: {why}")));
            table.add_row(cells);
        }
        writeln!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_answered_from_memory() {
        let rates = in_memory(&held(50, Time::now()), Effort::QUICK).unwrap();
        assert!(rates.verdicts > 0.0 && rates.decisions > 0.0 && rates.scale > 0.0);
    }
}
