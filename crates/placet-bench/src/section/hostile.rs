//! Patterns designed to be slow: `/` + `*a` × N + `b` on a path of only a's.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use placet::RobotsPolicy;
use serde::Serialize;
use url::Url;

use crate::contender::{Contender, agent};
use crate::input::{Question, Text};
use crate::race::Effort;
use crate::requirement::{Bound, Requirement};

/// How many wildcards the pattern has.
pub(crate) const WILDCARDS: [usize; 5] = [10, 20, 30, 40, 50];

/// How many a's the path has.
const PATH: usize = 2_000;

/// How long a contender may take.
const LIMIT: Duration = Duration::from_secs(5);

/// The times of all contenders.
#[derive(Debug, Serialize)]
pub(crate) struct Hostile {
    pub(crate) wildcards: [usize; WILDCARDS.len()],
    pub(crate) rows: Vec<Row>,
    /// 10,000 rules of 500 wildcards each and a path of 10,000 bytes, placet alone.
    #[serde(rename = "full_ms")]
    pub(crate) full: Full,
}

/// The times of one contender.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Milliseconds to parse and to answer once; `None` past the limit.
    pub(crate) ms: Vec<Option<f64>>,
}

/// How many milliseconds placet takes at the full size.
#[derive(Debug, Serialize)]
pub(crate) struct Full {
    pub(crate) parse: f64,
    pub(crate) ask: f64,
    /// The path is only a's, so that an index can exclude every rule.
    pub(crate) verdict: f64,
    /// The path begins with `ab` and has it nowhere else, so that every rule is tried to its end.
    pub(crate) verdict_tried: f64,
}

fn pattern(wildcards: usize) -> String {
    format!("Disallow: /{}b\n", "*a".repeat(wildcards))
}

/// Runs all contenders, each in a thread that is abandoned at the limit.
pub(crate) fn measure(contenders: &[&'static dyn Contender], effort: Effort) -> Hostile {
    let rows = contenders
        .iter()
        .map(|&contender| {
            let mut late = false;
            let ms = WILDCARDS.map(|wildcards| {
                let time = (!late).then(|| time(contender, wildcards, effort)).flatten();
                late |= time.is_none();
                time.map(milliseconds)
            });
            Row { name: contender.name(), ms: ms.into() }
        })
        .collect();
    Hostile { wildcards: WILDCARDS, rows, full: full() }
}

/// The best time to parse and to answer once; `None` if the limit was reached.
fn time(contender: &'static dyn Contender, wildcards: usize, effort: Effort) -> Option<Duration> {
    let text = Text::new(format!("User-agent: *\n{}", pattern(wildcards)).into_bytes());
    let path = format!("/{}", "a".repeat(PATH));
    let url = Url::parse(&format!("https://example.com{path}")).ok()?;
    let questions = [Question { path, url }];
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for _ in 0..effort.calls() {
            let start = Instant::now();
            contender.ask(&text).map(|mut answers| answers.allowed(&questions));
            if sender.send(start.elapsed()).is_err() {
                break;
            }
        }
    });
    let end = Instant::now() + LIMIT;
    let next = || receiver.recv_timeout(end.saturating_duration_since(Instant::now())).ok();
    std::iter::from_fn(next).min()
}

fn full() -> Full {
    let text = format!("User-agent: *\n{}", pattern(500).repeat(10_000));
    let start = Instant::now();
    let policy = RobotsPolicy::builder().ceiling(text.len()).parse(text.as_bytes());
    let parse = start.elapsed();
    let start = Instant::now();
    let agent_policy = policy.for_agent(agent());
    let ask = start.elapsed();
    let verdict = |path: String| {
        let start = Instant::now();
        let verdict = agent_policy.target(&path).map(|target| agent_policy.verdict(&target));
        std::hint::black_box(verdict).ok();
        milliseconds(start.elapsed())
    };
    Full {
        parse: milliseconds(parse),
        ask: milliseconds(ask),
        verdict: verdict(format!("/{}", "a".repeat(10_000))),
        verdict_tried: verdict(format!("/ab{}", "a".repeat(9_998))),
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Hostile {
    /// The requirements, and whether they are met.
    ///
    /// The bound itself is checked by counting steps, in the engine's own tests.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let of = "ms for 10,000 rules of 500 wildcards, each tried on 10,000 bytes; the bound of \
                  4·p + 4·n·m steps is checked in the engine's tests";
        vec![Requirement::new(
            "hostile",
            of,
            self.full.verdict_tried,
            Bound::AtMost(milliseconds(LIMIT)),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Placet;

    #[test]
    fn a_contender_is_timed_in_its_thread() {
        assert!(time(&Placet, 50, Effort::QUICK).expect("in time") < LIMIT);
    }
}
