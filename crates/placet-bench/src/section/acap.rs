//! ACAP fields: the cost of reading them and of a decision.
//!
//! No rival reads ACAP, so they are compared with placet's conventional rules.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use placet::{AgentPolicy, AskedAt, RobotsPolicy, Usage};
use serde::Serialize;

use crate::contender::agent;
use crate::race::{Effort, Work, race};
use crate::requirement::{Bound, Requirement};

/// How many fields the file has.
pub(crate) const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

/// The cost of ACAP.
#[derive(Debug, Serialize)]
pub(crate) struct AcapCost {
    pub(crate) fields: [usize; SIZES.len()],
    /// The nanoseconds of a decision with reasons, for each number of fields.
    pub(crate) ns: Vec<f64>,
    /// Bytes a second of a file of 10,000 ACAP fields, over those of one with as many
    /// conventional rules.
    pub(crate) parse_ratio: f64,
}

/// A record with this many fields: literal and wildcard patterns, five usages.
fn acap(fields: usize) -> String {
    let mut text = String::from("ACAP-crawler: *\n");
    for at in 0..fields {
        let usage = match at % 5 {
            0 => "crawl",
            1 => "index",
            2 => "preserve",
            3 => "present",
            _ => "present-snippet",
        };
        let kind = if at % 3 == 0 { "allow" } else { "disallow" };
        let _ = match at % 10 {
            0 => writeln!(text, "ACAP-{kind}-{usage}: /*/section{at}/"),
            _ => writeln!(text, "ACAP-{kind}-{usage}: /dir{at}/sub{}/", at % 7),
        };
    }
    text
}

/// The same patterns in conventional rules.
fn conventional(rules: usize) -> String {
    let mut text = String::from("User-agent: *\n");
    for at in 0..rules {
        let kind = if at % 3 == 0 { "Allow" } else { "Disallow" };
        let _ = match at % 10 {
            0 => writeln!(text, "{kind}: /*/section{at}/"),
            _ => writeln!(text, "{kind}: /dir{at}/sub{}/", at % 7),
        };
    }
    text
}

/// Asks about a hundred paths, and reads the largest file.
pub(crate) fn measure(effort: Effort) -> AcapCost {
    let paths: Vec<String> =
        (0..100).map(|at| format!("/dir{at}/sub{}/section{at}0/page.html", at % 7)).collect();
    let agent_policies: Vec<AgentPolicy> = SIZES
        .iter()
        .map(|&fields| {
            let builder = RobotsPolicy::builder().ceiling(1 << 24);
            builder.parse(acap(fields).as_bytes()).for_agent(agent())
        })
        .collect();
    let works = agent_policies.iter().map(|agent_policy| -> Work<'_> {
        Box::new(|| {
            for target in paths.iter().filter_map(|path| agent_policy.target(path).ok()) {
                black_box(agent_policy.decide_on(Usage::Index, &target, &AskedAt::new()));
            }
        })
    });
    let each = |time: Duration| time.as_secs_f64() * 1e9 / 100.0;
    let ns = race(works.collect(), effort).into_iter().map(each).collect();

    let texts = [acap(10_000), conventional(10_000)];
    let parses = texts.iter().map(|text| -> Work<'_> {
        Box::new(|| {
            black_box(RobotsPolicy::builder().ceiling(1 << 24).parse(text.as_bytes()));
        })
    });
    let times = race(parses.collect(), effort);
    #[expect(clippy::cast_precision_loss, reason = "the texts have less than a megabyte")]
    let speeds: Vec<f64> = times
        .iter()
        .zip(&texts)
        .map(|(time, text)| text.len() as f64 / time.as_secs_f64())
        .collect();
    let parse_ratio = match speeds.as_slice() {
        [acap, conventional] => acap / conventional,
        _ => f64::NAN,
    };
    AcapCost { fields: SIZES, ns, parse_ratio }
}

impl AcapCost {
    /// The requirements, and whether they are met.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let growth = self.ns.last().zip(self.ns.first()).map(|(most, least)| most / least);
        let of = "times the time of a decision with 10 ACAP fields, with 10,000";
        let growth = growth.map(|ratio| Requirement::new("acap", of, ratio, Bound::AtMost(3.0)));
        let of = "times the speed of conventional rules, reading ACAP fields";
        let parse = Requirement::new("acap", of, self.parse_ratio, Bound::AtLeast(0.6));
        growth.into_iter().chain([parse]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_as_many_fields_as_it_should_and_all_are_understood() {
        let policy = RobotsPolicy::parse(acap(1_000).as_bytes());
        let about_form = ["acap-line-end"];
        assert!(policy.problems().all(|problem| about_form.contains(&problem.kind().name())));
        let agent_policy = policy.for_agent(agent());
        let decision = agent_policy.may(Usage::Index, "/dir1/sub1/x").unwrap();
        assert_eq!(decision.to_string(), "robots.txt:3 ACAP-disallow-index: /dir1/sub1/");
    }
}
