//! The family `trust-txt` (S-100 to S-102).

use super::finding::{Finding, Stated};
use super::robots::{lines, trim, within_ceiling};
use super::site::Site;

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    let Some(text) = site.question.trust_txt.as_ref().filter(|_| usage == "train-ai") else {
        return finding;
    };
    let (text, is_cut) = within_ceiling(text);
    if is_cut {
        finding.report("signal-truncated");
    }
    let mut stated = Vec::new();
    for (at, line) in lines(text).into_iter().enumerate() {
        // A line that begins with `#` is a comment; elsewhere `#` ends the value.
        let Some((name, value)) = line.split('#').next().unwrap_or_default().split_once('=') else {
            continue;
        };
        if !trim(name).eq_ignore_ascii_case("datatrainingallowed") {
            continue;
        }
        let is_refusal = match trim(value).to_ascii_lowercase().as_str() {
            "no" => true,
            "yes" => false,
            "n" | "false" | "0" => {
                finding.report("signal-value");
                true
            }
            _ => {
                finding.report("signal-value");
                continue;
            }
        };
        stated.push(Stated::new(is_refusal, "trust.txt", at + 1));
    }
    finding.add(&stated);
    finding
}
