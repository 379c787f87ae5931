//! The family `ai-training` (S-093 to S-095).

use super::finding::{Finding, Stated};
use super::robots::{Robots, deciding};
use super::site::Site;

const REFUSES: &str = "disallowaitraining";
const ALLOWS: &str = "allowaitraining";

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    if usage != "train-ai" {
        return finding;
    }
    let robots = Robots::read(&site.question.robots, "");
    if robots.is_cut {
        finding.report("signal-truncated");
    }
    if robots.outside.iter().any(|record| [REFUSES, ALLOWS].contains(&record.key.as_str())) {
        finding.report("signal-outside-group");
    }
    let chosen = robots.chosen(&site.crawler);
    for record in chosen.with_key(REFUSES).into_iter().chain(chosen.with_key(ALLOWS)) {
        // S-009; S-093: an empty value matches nothing.
        if !record.value.is_empty() && !record.value.starts_with(['/', '*']) {
            finding.report("signal-pattern");
        }
    }
    // S-094: the refusal wins on equal length.
    if let Some((key, line)) = deciding(&chosen, &site.target, REFUSES, ALLOWS) {
        finding.add(&[Stated::new(key == REFUSES, "robots.txt", line)]);
    }
    finding
}
