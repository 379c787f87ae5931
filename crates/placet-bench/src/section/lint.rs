//! The cost of linting files, on one core.
//!
//! No rival lints, so the requirement is a speed, not a ratio. Each file is timed separately and its
//! best time counts, because a busy machine can make one slower and
//! never faster, and does so somewhere in every pass over all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use placet_lint::{Config, Subject, lint};
use serde::Serialize;

use crate::input::{Corpus, Text};
use crate::race::Effort;
use crate::requirement::{Bound, Requirement};

/// How fast files are linted.
#[derive(Debug, Serialize)]
pub(crate) struct Linting {
    pub(crate) rows: Vec<LintRow>,
}

/// How fast some of the files are linted.
#[derive(Debug, Serialize)]
pub(crate) struct LintRow {
    pub(crate) name: &'static str,
    pub(crate) files: usize,
    pub(crate) bytes: usize,
    pub(crate) findings: usize,
    pub(crate) mb_per_second: f64,
}

/// Lints all files, and those that are not pages: for a page the linter only reports that it is one.
pub(crate) fn measure(corpus: &Corpus, effort: Effort) -> Linting {
    let is_page = |text: &&Text| text.bytes.trim_ascii_start().starts_with(b"<");
    let all: Vec<&Text> = corpus.texts.iter().collect();
    let plain: Vec<&Text> = corpus.texts.iter().filter(|text| !is_page(text)).collect();
    let choices = [("all files", all), ("without pages of HTML", plain)];
    let rows = choices.map(|(name, texts)| {
        let bytes: usize = texts.iter().map(|text| text.bytes.len()).sum();
        let time: Duration = texts.iter().map(|text| best(text, effort)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^52 bytes")]
        let mb_per_second = bytes as f64 / 1e6 / time.as_secs_f64();
        let findings = texts.iter().map(|text| findings(text)).sum();
        LintRow { name, files: texts.len(), bytes, findings, mb_per_second }
    });
    Linting { rows: rows.into() }
}

/// The shortest time that it takes to lint a file.
fn best(text: &Text, effort: Effort) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(findings(black_box(text)));
        start.elapsed()
    };
    (0..effort.rounds()).map(time).min().unwrap_or_default()
}

/// How many findings there are in a file.
fn findings(text: &Text) -> usize {
    let subject = Subject::new("robots.txt", &text.bytes);
    lint(&subject, &Config::default()).findings().len()
}

impl Linting {
    /// The requirements for all files, and whether they are met; the figure without pages is also
    /// reported.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let requirement = |(at, row): (usize, &LintRow)| {
            let of = format!("MB/s are linted on one core, {}", row.name);
            let wanted = if at == 0 { Bound::AtLeast(100.0) } else { Bound::Stated };
            Requirement::new("lint", of, row.mb_per_second, wanted)
        };
        self.rows.iter().enumerate().map(requirement).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_recognised() {
        let linting = measure(&Corpus::synthetic(), Effort::QUICK);
        let [all, plain] = linting.rows.as_slice() else { panic!("{linting:?}") };
        assert!(all.files >= plain.files && plain.files > 0);
        assert!(all.findings >= plain.findings && all.mb_per_second > 0.0);
        assert_eq!(linting.requirements().len(), 2);
    }
}
