//! ## What it finds
//! Signals of different standards in one file of which one allows and another refuses the same usage.
//!
//! ## Why it matters
//! A crawler that reads both has to take the refusal. One that reads only the other takes the permission.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=yes
//! Content-Usage: train-ai=n
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=no
//! Content-Usage: train-ai=n
//! Allow: /
//! ```
//!
//! ## Fix
//! By hand: write the same in all standards.
//!
//! ## Reference
//! - [How signals are read together](https://placet.github.io/placet/law/signals/general.html)

use super::contradiction::{asked, contradictions};
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG601",
    name: "signals-contradict",
    severity: Severity::Warning,
    source: include_str!("signals_contradict.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let mut seen = Vec::new();
    for (bot, url) in asked(view) {
        for found in contradictions(&bot, &url) {
            let [allow, refusal] = [&found.allow, &found.refusal].map(|it| it.in_file(view));
            let (Some(allow), Some(refusal)) = (allow, refusal) else { continue };
            let key = (allow.start, refusal.start);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            findings
                .at(allow, found.message())
                .also(refusal, "refuses it")
                .help("write the same in both");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: Googlebot\nContent-Signal: ai-input=yes\nAllow: /\nUser-agent: Google-Extended\nDisallow: /\n",
            "User-agent: *\nContent-Signal: ai-train=yes\nContent-Usage: train-ai=n\nAllow: /\n",
            "User-agent: a\nContent-Usage: /b/ train-ai=y\nDisallowAITraining: /b\nAllow: /\n",
            "User-agent: Googlebot\nContent-Signal: ai-train=no\nAllow: /\nUser-agent: Google-Extended\nAllow: /\n",
            "HTTP/1.1 200\nContent-Usage: train-ai=y\ntdm-reservation: 1\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: ai-input=yes\nAllow: /\nUser-agent: Google-Extended\nDisallow: /\n",
            "User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=n, search=y\nAllow: /\nUser-agent: b\nContent-Signal: ai-train=yes\n",
            "User-agent: *\nContent-Usage: train-ai=y\nAllow: /\n",
        ],
    }
}
