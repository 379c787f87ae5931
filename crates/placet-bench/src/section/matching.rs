//! From a path to a verdict.

use std::hint::black_box;
use std::time::Duration;

use placet::{AskedAt, RobotsPolicy, Usage, limits};
use serde::Serialize;

use crate::contender::{Contender, agent};
use crate::input::{Question, Text, questions, rules};
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// How many rules the crawler's group has.
pub(crate) const SIZES: [usize; 5] = [1, 10, 100, 1_000, 10_000];

/// How fast all contenders answer.
#[derive(Debug, Serialize)]
pub(crate) struct Matching {
    pub(crate) rules: [usize; SIZES.len()],
    pub(crate) rows: Vec<Row>,
    /// The nanoseconds of a decision with its reasons.
    pub(crate) placet_explained_ns: Vec<f64>,
    /// The nanoseconds for placet to choose the groups of one crawler; rivals do that while they
    /// parse, or with each answer.
    pub(crate) placet_choose_ns: Vec<f64>,
    /// The nanoseconds for each rule of the first answer from an index, which is built for it as far as
    /// the answer needs it.
    pub(crate) placet_index_ns_per_rule: Vec<f64>,
}

/// How fast one contender answers.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) caveat: &'static str,
    /// The nanoseconds of an answer, for each number of rules; `None` if it rejected the file.
    pub(crate) ns: Vec<Option<f64>>,
    /// How many of the hundred paths it allows, for each number of rules.
    pub(crate) allowed: Vec<Option<usize>>,
}

/// Asks all contenders about the same paths.
pub(crate) fn measure(contenders: &[&'static dyn Contender], effort: Effort) -> Matching {
    let questions = questions();
    let mut rows: Vec<Row> = contenders
        .iter()
        .map(|one| Row { name: one.name(), caveat: one.caveat(), ..Row::default() })
        .collect();
    let (mut explained, mut choose, mut index) = (Vec::new(), Vec::new(), Vec::new());
    for size in SIZES {
        let text = rules(size);
        for (row, figures) in rows.iter_mut().zip(answer(contenders, &text, &questions, effort)) {
            row.ns.push(figures.map(|(ns, _)| ns));
            row.allowed.push(figures.map(|(_, allowed)| allowed));
        }
        explained.push(explain(&text, &questions, effort));
        choose.push(choose_groups(&text, effort));
        #[expect(clippy::cast_precision_loss, reason = "there are at most 10,000 rules")]
        index.push(build_index(&text, &questions, effort) / size as f64);
    }
    Matching {
        rules: SIZES,
        rows,
        placet_explained_ns: explained,
        placet_choose_ns: choose,
        placet_index_ns_per_rule: index,
    }
}

/// The nanoseconds an answer takes and the number of paths allowed, for each contender.
fn answer(
    contenders: &[&'static dyn Contender],
    text: &Text,
    questions: &[Question],
    effort: Effort,
) -> Vec<Option<(f64, usize)>> {
    let mut answers: Vec<_> = contenders.iter().map(|one| one.ask(text)).collect();
    let allowed: Vec<Option<usize>> = answers
        .iter_mut()
        .map(|answers| answers.as_mut().map(|answers| answers.allowed(questions)))
        .collect();
    let works: Vec<Work<'_>> = answers
        .iter_mut()
        .flatten()
        .map(|answers| -> Work<'_> {
            Box::new(|| {
                black_box(answers.allowed(black_box(questions)));
            })
        })
        .collect();
    let mut times = race(works, effort).into_iter();
    let each = |time: Duration| time.as_secs_f64() * 1e9 / QUESTIONS;
    allowed.into_iter().map(|allowed| Some((each(times.next()?), allowed?))).collect()
}

/// How many paths [`questions`] has.
const QUESTIONS: f64 = 100.0;

/// The nanoseconds of each work.
fn times<const N: usize>(works: [Work<'_>; N], effort: Effort) -> [f64; N] {
    let mut times = race(works.into(), effort).into_iter();
    std::array::from_fn(|_| times.next().map_or(f64::NAN, |time| time.as_secs_f64() * 1e9))
}

/// The nanoseconds of a decision with its reasons, from an index.
fn explain(text: &Text, questions: &[Question], effort: Effort) -> f64 {
    let crawler = RobotsPolicy::parse(&text.bytes).for_agent(agent());
    let targets: Vec<_> =
        questions.iter().filter_map(|question| crawler.target(&question.path).ok()).collect();
    let [all] = times(
        [Box::new(|| {
            for target in &targets {
                black_box(crawler.decide_on(Usage::Crawl, target, &AskedAt::new()));
            }
        })],
        effort,
    );
    all / QUESTIONS
}

fn choose_groups(text: &Text, effort: Effort) -> f64 {
    let policy = RobotsPolicy::parse(&text.bytes);
    let agent = agent();
    let [once] = times(
        [Box::new(|| {
            black_box(black_box(&policy).for_agent(&agent));
        })],
        effort,
    );
    once
}

/// The nanoseconds to build an index: what the question that builds it takes longer than one
/// without.
fn build_index(text: &Text, questions: &[Question], effort: Effort) -> f64 {
    let agent = agent();
    let ask = |count: usize| {
        let crawler = RobotsPolicy::parse(&text.bytes).for_agent(&agent);
        for question in questions.iter().take(count) {
            black_box(crawler.allows(&question.path).is_ok());
        }
    };
    let unindexed = limits::QUESTIONS_UNINDEXED as usize;
    let [without, with] =
        times([Box::new(|| ask(unindexed)), Box::new(|| ask(unindexed + 1))], effort);
    with - without
}

impl Row {
    fn at(&self, rules: usize) -> Option<f64> {
        let place = SIZES.iter().position(|&size| size == rules)?;
        self.ns.get(place).copied().flatten()
    }
}

impl Matching {
    fn split(&self) -> Option<(&Row, Vec<&Row>)> {
        let placet = self.rows.iter().find(|row| row.name == "placet")?;
        Some((placet, self.rows.iter().filter(|row| row.name != "placet").collect()))
    }

    /// The rival that answers first with this many rules; all of them know wildcards.
    fn best_rival(&self, rules: usize) -> Option<(&'static str, f64)> {
        let (_, rivals) = self.split()?;
        rivals
            .into_iter()
            .filter_map(|row| Some((row.name, row.at(rules)?)))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// How many times as long the best rival takes with this many rules.
    fn lead(&self, rules: usize) -> Option<Requirement> {
        let (name, rival) = self.best_rival(rules)?;
        let (placet, _) = self.split()?;
        let of = format!("times as fast as {name}, the best rival, at {}", plural(rules));
        Some(Requirement::new("match", of, rival / placet.at(rules)?, Bound::Above(1.0)))
    }

    fn growth(&self) -> Option<Requirement> {
        let (placet, _) = self.split()?;
        let ratio = placet.at(10_000)? / placet.at(100)?;
        let of = "times the time at 100 rules, at 10,000";
        Some(Requirement::new("match", of, ratio, Bound::AtMost(3.0)))
    }

    /// How many times as long as the verdict a decision with its reasons takes.
    fn explained(&self) -> Option<Requirement> {
        let (placet, _) = self.split()?;
        let ratio = self.placet_explained_ns.last()? / placet.at(10_000)?;
        let of = "times the time of the verdict, with reasons, at 10,000 rules";
        Some(Requirement::new("match", of, ratio, Bound::AtMost(5.0)))
    }

    fn indexing(&self) -> Option<Requirement> {
        let of = "ns for each of 10,000 rules until the first answer from their index";
        let measured = *self.placet_index_ns_per_rule.last()?;
        Some(Requirement::new("match", of, measured, Bound::AtMost(45.7)))
    }

    fn below_ten(&self) -> Option<Requirement> {
        let (name, rival) = self.best_rival(10)?;
        let (placet, _) = self.split()?;
        let of = format!("ns at 10,000 rules; the best rival's time at 10 is {name}'s");
        Some(Requirement::new("match", of, placet.at(10_000)?, Bound::Below(rival)))
    }

    /// The requirements, and whether they are met.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let leads = SIZES.into_iter().map(|rules| self.lead(rules));
        leads
            .chain([self.growth(), self.below_ten(), self.explained(), self.indexing()])
            .flatten()
            .collect()
    }

    /// The contenders whose answers differ from placet's, for each number of rules.
    pub(crate) fn disagreements(&self) -> Vec<String> {
        let Some((placet, rivals)) = self.split() else { return Vec::new() };
        rivals
            .iter()
            .filter(|row| row.allowed != placet.allowed)
            .map(|row| format!("{} allows {} of 100", row.name, list(&row.allowed)))
            .collect()
    }

    /// How many paths placet allows with each number of rules.
    pub(crate) fn allowed(&self) -> Option<String> {
        self.rows.first().map(|row| list(&row.allowed))
    }
}

/// A number of rules in words.
pub(crate) fn plural(rules: usize) -> String {
    if rules == 1 { "1 rule".into() } else { format!("{rules} rules") }
}

fn list(allowed: &[Option<usize>]) -> String {
    let text = |count: &Option<usize>| count.map_or("-".into(), |count| count.to_string());
    allowed.iter().map(text).collect::<Vec<_>>().join(", ")
}
