//! The family `ai-txt` (S-103 to S-105).

use super::finding::{Finding, Stated};
use super::robots::{Robots, deciding_rule};
use super::site::Site;

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    let Some(text) = site.question.ai_txt.as_ref().filter(|_| usage == "train-ai") else {
        return finding;
    };
    let file = Robots::read(text, "");
    if file.is_cut {
        finding.report("signal-truncated");
    }
    if !file.has_groups() {
        finding.report("signal-format");
        return finding;
    }
    if let Some(rule) = deciding_rule(&file.chosen(&site.crawler), &site.target) {
        finding.add(&[Stated::new(!rule.allows, "ai.txt", rule.line)]);
    }
    finding
}
