//! The extent: how much of a site is closed to a crawler, whatever the URL.

use std::hint::black_box;

use placet::{AgentPolicy, RobotsPolicy, limits};
use serde::Serialize;

use crate::contender::agent;
use crate::input::{Corpus, Text};
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// The cost of extents, over the files with at least one rule.
#[derive(Debug, Serialize)]
pub(crate) struct ExtentCost {
    pub(crate) files: usize,
    /// The average time, from a policy that was asked nothing before.
    pub(crate) us: f64,
    /// The same, from a policy whose rules are indexed.
    pub(crate) us_indexed: f64,
    pub(crate) steps_average: f64,
    pub(crate) steps_most: f64,
    /// The files whose extent takes more than the limit on steps, by their place in the corpus.
    pub(crate) beyond_limit: Vec<usize>,
}

/// Finds the extents of all files.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 files and steps")]
pub(crate) fn measure(corpus: &Corpus, effort: Effort) -> ExtentCost {
    let agent = agent();
    let ask = |text: &Text| RobotsPolicy::parse(&text.bytes).for_agent(&agent);
    let texts = corpus.texts.iter().enumerate();
    let asked: Vec<(usize, &Text, AgentPolicy)> = texts
        .map(|(at, text)| (at, text, ask(text)))
        .filter(|(.., crawler)| {
            crawler.policy().groups().any(|group| group.rules().next().is_some())
        })
        .collect();
    let works: Vec<Work<'_>> = vec![
        Box::new(|| {
            for (_, text, _) in &asked {
                black_box(ask(text));
            }
        }),
        Box::new(|| {
            for (_, text, _) in &asked {
                black_box(ask(text).extent());
            }
        }),
        Box::new(|| {
            for (.., crawler) in &asked {
                black_box(crawler.extent());
            }
        }),
    ];
    let files = asked.len().max(1) as f64;
    let us: Vec<f64> =
        race(works, effort).iter().map(|time| time.as_secs_f64() * 1e6 / files).collect();
    let extents: Vec<_> = asked.iter().map(|(at, _, crawler)| (*at, crawler.extent())).collect();
    let steps = || extents.iter().map(|(_, extent)| extent.steps());
    let (us, us_indexed) = match us.as_slice() {
        &[without, with, indexed] => (with - without, indexed),
        _ => (f64::NAN, f64::NAN),
    };
    ExtentCost {
        files: asked.len(),
        us,
        us_indexed,
        steps_average: steps().sum::<u64>() as f64 / files,
        steps_most: steps().max().unwrap_or_default() as f64,
        beyond_limit: extents
            .iter()
            .filter(|(_, extent)| !extent.is_complete())
            .map(|(at, _)| *at)
            .collect(),
    }
}

impl ExtentCost {
    /// The requirements, and whether they are met.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 steps and files")]
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let new = |of: &str, measured: f64, bound| Requirement::new("extent", of, measured, bound);
        let of = format!(
            "of {} files need more than {} steps, so that their extent is incomplete",
            self.files,
            limits::EXTENT_STEPS
        );
        vec![
            new("µs for a file on average", self.us, Bound::AtMost(10.0)),
            new(&of, self.beyond_limit.len() as f64, Bound::Stated),
        ]
    }
}
