//! The family `noai` (S-091, S-092).

use super::finding::{Finding, Stated};
use super::page_rule::page_rules;
use super::site::Site;

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    let words: &[&str] = match usage {
        "train-ai" => &["noai", "noimageai", "noml"],
        "ai-input" => &["noai", "noimageai"],
        _ => return finding,
    };
    let (rules, is_cut) = page_rules(site);
    if is_cut {
        finding.report("signal-truncated");
    }
    let mut refusing: Vec<_> =
        rules.iter().filter(|rule| words.contains(&rule.word.as_str())).collect();
    // S-107: fields before the page, then by line.
    refusing.sort_by_key(|rule| (rule.source == "page", rule.line));
    let stated: Vec<Stated> =
        refusing.into_iter().map(|rule| Stated::new(true, rule.source, rule.line)).collect();
    finding.add(&stated);
    finding
}
