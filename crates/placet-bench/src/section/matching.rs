//! From a path to a verdict.

use std::hint::black_box;
use std::time::Duration;

use placet::RobotsPolicy;
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
    /// The time for placet to choose the groups of one crawler and prepare their rules, in
    /// nanoseconds; rivals do that while they parse, or with each answer.
    pub(crate) placet_ask_ns: Vec<f64>,
    /// The same for each rule.
    pub(crate) placet_ask_ns_per_rule: Vec<f64>,
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
    let mut placet_ask_ns = Vec::new();
    for text in SIZES.map(rules) {
        for (row, figures) in rows.iter_mut().zip(answer(contenders, &text, &questions, effort)) {
            row.ns.push(figures.map(|(ns, _)| ns));
            row.allowed.push(figures.map(|(_, allowed)| allowed));
        }
        placet_ask_ns.push(ask(&text, effort));
    }
    let per_rule = placet_ask_ns.iter().zip(SIZES);
    #[expect(clippy::cast_precision_loss, reason = "there are at most 10,000 rules")]
    let placet_ask_ns_per_rule = per_rule.map(|(ns, rules)| ns / rules as f64).collect();
    Matching { rules: SIZES, rows, placet_ask_ns, placet_ask_ns_per_rule }
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

fn ask(text: &Text, effort: Effort) -> f64 {
    let policy = RobotsPolicy::parse(&text.bytes);
    let agent = agent();
    let work: Work<'_> = Box::new(|| {
        black_box(black_box(&policy).for_agent(&agent));
    });
    race(vec![work], effort).iter().map(|time| time.as_secs_f64() * 1e9).sum()
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

    fn below_ten(&self) -> Option<Requirement> {
        let (name, rival) = self.best_rival(10)?;
        let (placet, _) = self.split()?;
        let of = format!("ns at 10,000 rules; the best rival's time at 10 is {name}'s");
        Some(Requirement::new("match", of, placet.at(10_000)?, Bound::Below(rival)))
    }

    /// The requirements, and whether they are met.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let leads = SIZES.into_iter().map(|rules| self.lead(rules));
        leads.chain([self.growth(), self.below_ten()]).flatten().collect()
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
