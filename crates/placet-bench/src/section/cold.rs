//! From the bytes of a file to the answer to one question: what a crawler pays that keeps no policy.

use std::hint::black_box;

use placet::{Agent, RobotsPolicy, Usage};
use serde::Serialize;

use crate::contender::{AGENT, Contender, agent, readable};
use crate::input::{Corpus, Question, Text};
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// The path that every file is asked about.
const PATH: &str = "/section/article-2024.html?id=1";

/// How many crawlers ask one file.
const CRAWLERS: usize = 30;

/// How fast everyone answers a first question, over the files with at least one rule.
#[derive(Debug, Serialize)]
pub(crate) struct Cold {
    pub(crate) files: usize,
    pub(crate) rows: Vec<Row>,
    /// The parts of placet's time.
    pub(crate) parts: Vec<Row>,
}

/// The time one contender takes for a file.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) us: f64,
    /// How many files it answers.
    pub(crate) files: usize,
    /// How many of them permit the URL.
    pub(crate) allowed: usize,
    /// How many times as long it takes as placet takes for the same files.
    pub(crate) of_placet: f64,
}

/// Asks everyone who reads the whole corpus in reasonable time.
pub(crate) fn measure(
    contenders: &[&'static dyn Contender],
    corpus: &Corpus,
    effort: Effort,
) -> Cold {
    let has_rule = |text: &&Text| {
        RobotsPolicy::parse(&text.bytes).groups().any(|group| group.rules().next().is_some())
    };
    let texts: Vec<&Text> = corpus.texts.iter().filter(has_rule).collect();
    let questions: Vec<Question> = Question::new(PATH.to_owned()).into_iter().collect();
    let contenders = contenders.iter().filter(|one| !one.sampled());
    let entries: Vec<(&dyn Contender, Vec<&Text>)> =
        contenders.map(|&one| (one, readable(one, texts.iter().copied()))).collect();
    let answer = |one: &dyn Contender, texts: &[&Text]| -> usize {
        let allowed = |text: &&Text| one.ask(text).map_or(0, |mut it| it.allowed(&questions));
        texts.iter().map(|text| allowed(&black_box(*text))).sum()
    };
    let works = entries.iter().map(|(one, texts)| -> Work<'_> {
        Box::new(|| {
            black_box(answer(*one, texts));
        })
    });
    let times = race(works.collect(), effort);
    let mut rows: Vec<Row> = entries
        .iter()
        .zip(times)
        .map(|((one, texts), time)| {
            let us = time.as_secs_f64() * 1e6 / count(texts.len());
            let allowed = answer(*one, texts);
            Row { name: one.name(), us, files: texts.len(), allowed, of_placet: 1.0 }
        })
        .collect();
    compare(&mut rows);
    let mut parts = parts(&texts, effort);
    compare(&mut parts);
    Cold { files: texts.len(), rows, parts }
}

/// The time of each row as a multiple of the first one's.
fn compare(rows: &mut [Row]) {
    let first = rows.first().map_or(1.0, |row| row.us);
    for row in rows {
        row.of_placet = row.us / first;
    }
}

/// What is done once for each file.
type Once<'o> = Box<dyn Fn(usize, &Text) -> bool + 'o>;

/// What placet's time is made of, and what more than a verdict costs.
fn parts(texts: &[&Text], effort: Effort) -> Vec<Row> {
    let policies: Vec<_> = texts.iter().map(|text| RobotsPolicy::parse(&text.bytes)).collect();
    let agent = agent();
    let crawlers: Vec<Agent> =
        (0..CRAWLERS).map(|at| Agent::new(&format!("{AGENT}-{}", letters(at)))).collect();
    let verdict = |policy: &RobotsPolicy, agent: &Agent, url: &str| {
        policy.for_agent(agent).allows(url).unwrap_or(false)
    };
    let works: [(&str, Once<'_>); 6] = [
        (
            "the whole: bytes to verdict",
            Box::new(|_, text| verdict(&RobotsPolicy::parse(&text.bytes), &agent, PATH)),
        ),
        (
            "parse",
            Box::new(|_, text| {
                black_box(RobotsPolicy::parse(&text.bytes));
                true
            }),
        ),
        (
            "choose groups and match, first question",
            Box::new(|at, _| policies.get(at).is_some_and(|policy| verdict(policy, &agent, PATH))),
        ),
        (
            "choose groups",
            Box::new(|at, _| {
                black_box(policies.get(at).map(|policy| policy.for_agent(&agent)));
                true
            }),
        ),
        (
            "bytes to explained decision",
            Box::new(|_, text| {
                let crawler = RobotsPolicy::parse(&text.bytes).for_agent(&agent);
                crawler.may(Usage::Crawl, PATH).is_ok_and(|decision| decision.is_permitted())
            }),
        ),
        (
            "bytes to verdict for 30 crawlers",
            Box::new(|_, text| {
                let policy = RobotsPolicy::parse(&text.bytes);
                crawlers.iter().filter(|crawler| verdict(&policy, crawler, PATH)).count() > 0
            }),
        ),
    ];
    let all = |once: &dyn Fn(usize, &Text) -> bool| {
        texts.iter().enumerate().filter(|(at, text)| once(*at, black_box(text))).count()
    };
    let laps = works.iter().map(|(_, once)| -> Work<'_> {
        Box::new(|| {
            black_box(all(once));
        })
    });
    let times = race(laps.collect(), effort);
    let rows = works.iter().zip(times).map(|((name, once), time)| Row {
        name,
        us: time.as_secs_f64() * 1e6 / count(texts.len()),
        files: texts.len(),
        allowed: all(once),
        of_placet: 1.0,
    });
    rows.collect()
}

/// A number as letters, since names of crawlers have no digits.
fn letters(number: usize) -> String {
    let letter = |digit: u8| char::from(b'a' + digit - b'0');
    number.to_string().bytes().map(letter).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^52 files")]
fn count(files: usize) -> f64 {
    files.max(1) as f64
}

impl Cold {
    fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().chain(&self.parts).find(|row| row.name == name)
    }

    /// What the project asks for, and whether it is so.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let new = |of: &str, measured: f64, bound| Requirement::new("cold", of, measured, bound);
        let rival = |name: &str| {
            let of = format!("times as fast as {name}, from bytes to one verdict");
            Some(new(&of, self.row(name)?.of_placet, Bound::AtLeast(4.0)))
        };
        // 2.4 µs on a machine where robotxt takes 9.5.
        let scaled = self.row("robotxt").zip(self.row("placet")).map(|(robotxt, placet)| {
            let of = "µs for a file, scaled to a machine where robotxt takes 9.5 µs";
            new(of, placet.us * 9.5 / robotxt.us, Bound::Below(2.4))
        });
        let crawlers = self.row("bytes to verdict for 30 crawlers").map(|row| {
            new("times the time of one crawler, for 30", row.of_placet, Bound::AtMost(3.0))
        });
        [rival("robotxt"), rival("texting_robots"), scaled, crawlers]
            .into_iter()
            .flatten()
            .collect()
    }
}
