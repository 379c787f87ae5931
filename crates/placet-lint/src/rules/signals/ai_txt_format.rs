//! ## What it finds
//! Files ai.txt without a `User-agent` line.
//!
//! ## Why it matters
//! Programs that read ai.txt for permissions expect the form of robots.txt. Files in other formats, such
//! as descriptions of a site for AI assistants, refuse nothing.
//!
//! ## Example
//! ```text
//! # ai.txt
//! Disallow: *.jpg
//! ```
//! Write instead:
//! ```text
//! # ai.txt
//! User-Agent: *
//! Disallow: *.jpg
//! ```
//!
//! ## Fix
//! By hand: write the file in the form of robots.txt.
//!
//! ## Reference
//! - [Spawning: ai.txt](https://spawning.ai/)

use placet::signals::Family;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::Kind;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG504",
    name: "ai-txt-format",
    severity: Severity::Note,
    source: include_str!("ai_txt_format.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let is_read = view.kind == Kind::AiTxt && view.reads(Family::AiTxt);
    if !is_read || !view.agents.is_empty() {
        return;
    }
    let len = view.text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    findings
        .at(
            0..len.unwrap_or(view.text.len()),
            "programs ignore this file: without a `User-agent` line it is not in the form of ai.txt",
        )
        .help("begin with `User-Agent: *`, followed by `Disallow` and `Allow` lines");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# ai.txt\n# About us\nWe like AI.\n",
        ],
        silent: [
            "# ai.txt\nUser-Agent: *\nDisallow: *.jpg\n",
            "Sitemap: https://a.example/\n",
        ],
    }
}
