//! ## What it finds
//! Signals of different standards in different files of one URL of which one allows and another refuses the
//! same usage.
//!
//! ## Why it matters
//! A crawler that reads both has to take the refusal. One that reads only the other takes the permission.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Content-Signal: ai-train=yes
//! Allow: /
//! --- tdmrep.json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Content-Signal: ai-train=no
//! Allow: /
//! --- tdmrep.json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: write the same in all standards.
//!
//! ## Reference
//! - [How signals are read together](https://placet.github.io/placet/law/signals/general.html)

use super::contradiction::contradictions;
use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    code: "SIG602",
    name: "sources-contradict",
    severity: Severity::Warning,
    source: include_str!("sources_contradict.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    let mut seen = Vec::new();
    for bot in context.signal_crawlers() {
        for found in contradictions(&bot, context.url().as_str()) {
            let [allow, refusal] = [&found.allow, &found.refusal].map(|it| it.in_visit(context));
            let (Some(allow), Some(refusal)) = (allow, refusal) else { continue };
            // Another rule reports what contradicts itself in one file.
            if allow.0 == refusal.0 || seen.contains(&(allow.clone(), refusal.clone())) {
                continue;
            }
            seen.push((allow.clone(), refusal.clone()));
            findings
                .at(allow.1, found.message())
                .within(allow.0)
                .also_within(refusal.0, refusal.1, "refuses it")
                .help("write the same in both");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n--- trust.txt\ndatatrainingallowed=no\n",
            "https://a.example/b\n\nUser-agent: *\nAllow: /\nHTTP/1.1 200\nDate: x\nContent-Usage: train-ai=y\n\n<title>a</title><meta name=robots content=noai>",
            "https://a.example/b\n\nLicense: https://a.example/l\nUser-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n--- https://a.example/l\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            "https://a.example/b\n\nUser-agent: *\nDisallowAITraining: /\nAllow: /\n--- ai.txt\nUser-Agent: *\nAllow: /\n",
        ],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nContent-Signal: ai-train=yes\nContent-Usage: train-ai=n\nAllow: /\n--- trust.txt\nx=y\n",
            "https://a.example/b\n\nUser-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n--- trust.txt\ndatatrainingallowed=yes\n",
        ],
    }
}
