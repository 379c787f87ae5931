//! From bytes to a policy.

use std::hint::black_box;
use std::time::Duration;

use placet::RobotsPolicy;
use serde::Serialize;

use crate::contender::{Contender, Placet, PlacetAllRead, readable};
use crate::input::{Corpus, Text};
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// 90 % of real files are at most this long.
const SMALL: usize = 4 * 1024;

/// Contenders that are too slow parse one of this many files of up to [`SMALL`] bytes.
const SAMPLED: usize = 10;

/// Which files of the corpus a speed was measured with.
struct Selection {
    name: &'static str,
    holds: fn(&Text) -> bool,
}

/// The whole corpus, and parts of it, because a few dozen HTML pages served as robots.txt can make up
/// most of its bytes.
const SELECTIONS: [Selection; 3] = [
    Selection { name: "all files", holds: |_| true },
    Selection { name: "no HTML", holds: |text| !is_html(text) },
    Selection { name: "up to 4 KiB", holds: |text| text.bytes.len() <= SMALL },
];

/// Whether the file is a page: its first character is a `<`.
fn is_html(text: &Text) -> bool {
    text.lossy.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).starts_with('<')
}

/// A figure for each of [`SELECTIONS`].
type Figures = [f64; SELECTIONS.len()];

/// How fast all contenders parse.
#[derive(Debug, Serialize)]
pub(crate) struct Parsing {
    /// What the figures of a row were measured with.
    pub(crate) selections: [&'static str; SELECTIONS.len()],
    pub(crate) rows: Vec<Row>,
    /// How fast placet restores policies from the text and their stored tables.
    pub(crate) restored_mb_per_second: Figures,
    /// How fast a bare scan for line ends is.
    pub(crate) newline_scan_mb_per_second: Figures,
}

/// How fast one contender parses.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) gives: &'static str,
    /// Whether it parsed a sample, not the whole corpus.
    pub(crate) sampled: bool,
    pub(crate) files: usize,
    /// Files it panics on or rejects.
    pub(crate) left_out: usize,
    pub(crate) mb_per_second: Figures,
    /// How many times faster placet parses the same corpus or sample.
    pub(crate) placet_is_faster: Option<Figures>,
}

/// The files that one contender parses.
struct Entry<'c> {
    contender: &'static dyn Contender,
    sampled: bool,
    selections: [Vec<&'c Text>; SELECTIONS.len()],
    left_out: usize,
}

impl<'c> Entry<'c> {
    fn new(contender: &'static dyn Contender, sampled: bool, texts: &[&'c Text]) -> Self {
        let read = readable(contender, texts.iter().copied());
        Self { contender, sampled, selections: select(&read), left_out: texts.len() - read.len() }
    }

    fn works(&self) -> impl Iterator<Item = Work<'_>> {
        self.selections.iter().map(move |texts| -> Work<'_> {
            Box::new(move || {
                for text in texts {
                    black_box(self.contender.parse(black_box(text)));
                }
            })
        })
    }

    fn row(&self, times: &[Duration]) -> Row {
        Row {
            name: self.contender.name(),
            gives: self.contender.gives(),
            sampled: self.sampled,
            files: self.selections.first().map_or(0, Vec::len),
            left_out: self.left_out,
            mb_per_second: mb_per_second(&self.selections, times),
            placet_is_faster: None,
        }
    }
}

fn select<'c>(texts: &[&'c Text]) -> [Vec<&'c Text>; SELECTIONS.len()] {
    SELECTIONS
        .map(|selection| texts.iter().copied().filter(|text| (selection.holds)(text)).collect())
}

#[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^52 bytes")]
fn mb_per_second(selections: &[Vec<&Text>; SELECTIONS.len()], times: &[Duration]) -> Figures {
    let mut speeds = Figures::default();
    for ((speed, texts), time) in speeds.iter_mut().zip(selections).zip(times) {
        let bytes: usize = texts.iter().map(|text| text.bytes.len()).sum();
        *speed = bytes as f64 / 1e6 / time.as_secs_f64();
    }
    speeds
}

/// Parses the corpus with all contenders; each result is dropped before the clock stops.
pub(crate) fn measure(
    contenders: &[&'static dyn Contender],
    corpus: &Corpus,
    effort: Effort,
) -> Parsing {
    let all: Vec<&Text> = corpus.texts.iter().collect();
    let small = all.iter().copied().filter(|text| text.bytes.len() <= SMALL);
    let sample: Vec<&Text> = small.step_by(SAMPLED).collect();
    let mut entries = Vec::new();
    for &contender in contenders {
        if contender.sampled() {
            entries.push(Entry::new(&Placet, true, &sample));
            entries.push(Entry::new(contender, true, &sample));
        } else {
            entries.push(Entry::new(contender, false, &all));
        }
    }
    entries.push(Entry::new(&PlacetAllRead, false, &all));
    let scanned = select(&all);
    let scans = scanned.iter().map(|texts| -> Work<'_> {
        Box::new(move || {
            for text in texts {
                for newline in memchr::memchr_iter(b'\n', black_box(&text.bytes)) {
                    black_box(newline);
                }
            }
        })
    });
    let stored = scanned.each_ref().map(|texts| {
        texts.iter().map(|text| (*text, RobotsPolicy::parse(&text.bytes).tables())).collect()
    });
    let restoring = stored.iter().map(|texts: &Vec<(&Text, Vec<u8>)>| -> Work<'_> {
        Box::new(move || {
            for (text, tables) in texts {
                black_box(RobotsPolicy::builder().restore(black_box(&text.bytes), tables));
            }
        })
    });
    let works = scans.chain(restoring).chain(entries.iter().flat_map(Entry::works));
    let times = race(works.collect(), effort);

    let mut times = times.chunks(SELECTIONS.len());
    let scan = times.next().unwrap_or_default();
    let restored = times.next().unwrap_or_default();
    let mut rows: Vec<Row> = Vec::new();
    for (entry, times) in entries.iter().zip(times) {
        let mut row = entry.row(times);
        let placet = rows.iter().find(|one| one.name == "placet" && one.sampled == row.sampled);
        row.placet_is_faster = placet.map(|placet| {
            let mut ratios = placet.mb_per_second;
            ratios.iter_mut().zip(row.mb_per_second).for_each(|(ratio, speed)| *ratio /= speed);
            ratios
        });
        rows.push(row);
    }
    Parsing {
        selections: SELECTIONS.map(|selection| selection.name),
        rows,
        restored_mb_per_second: mb_per_second(&scanned, restored),
        newline_scan_mb_per_second: mb_per_second(&scanned, scan),
    }
}

impl Parsing {
    fn whole(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name && !row.sampled)
    }

    /// The requirements for the whole corpus, and whether they are met; the figures of its parts are
    /// also reported.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let mut requirements = Vec::new();
        let ratios = self.whole("robotxt").and_then(|row| row.placet_is_faster);
        for (at, (selection, ratio)) in
            self.selections.iter().zip(ratios.iter().flatten()).enumerate()
        {
            let wanted = if at == 0 { Bound::AtLeast(4.0) } else { Bound::Stated };
            let of = format!("times robotxt, {selection}");
            requirements.push(Requirement::new("parse", of, *ratio, wanted));
        }
        let Some(placet) = self.whole("placet") else { return requirements };
        let speeds = placet.mb_per_second.iter().zip(self.newline_scan_mb_per_second);
        for (at, (selection, (&speed, scan))) in self.selections.iter().zip(speeds).enumerate() {
            let wanted = if at == 0 { Bound::Aim(1_000.0) } else { Bound::Stated };
            requirements.push(Requirement::new(
                "parse",
                format!("MB/s, {selection}"),
                speed,
                wanted,
            ));
            let of = format!("times as long as a bare newline scan, {selection}");
            requirements.push(Requirement::new("parse", of, scan / speed, Bound::Stated));
        }
        let speeds = placet.mb_per_second.iter().zip(self.restored_mb_per_second);
        for (selection, (&speed, restored)) in self.selections.iter().zip(speeds) {
            let of = format!("times the speed of parsing, restoring a policy, {selection}");
            let wanted = Bound::AtLeast(1.0);
            requirements.push(Requirement::new("parse", of, restored / speed, wanted));
        }
        requirements
    }
}
