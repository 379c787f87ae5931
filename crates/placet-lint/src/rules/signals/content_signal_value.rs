//! ## What it finds
//! Values in `Content-Signal` other than `yes` and `no`, and levels of `use` that do not exist.
//!
//! ## Why it matters
//! The pair says nothing. placet reads `n`, `false`, `0` and `disallow` as the refusals that they
//! evidently are; other programs may not.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=false
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Signal: search=yes, ai-train=no
//! Allow: /
//! ```
//!
//! ## Fix
//! Safe for values that placet reads as `no`, in a robots.txt: writes `no`. Unsafe for others: writes
//! `yes`, if it is clear that it was meant.
//!
//! ## Reference
//! - [Content Signals Policy](https://contentsignals.org/)

use placet::signals::SignalProblemKind;
use placet::syntax::robots::Key;

use super::table::{RowContent, kept};
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG107",
    name: "content-signal-value",
    severity: Severity::Error,
    source: include_str!("content_signal_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let problems = view.signals().problems(Key::ContentSignal, SignalProblemKind::Value);
    for (row, span) in problems {
        let RowContent::Signal(read) = &row.content else { continue };
        let is_read = read.stated.iter().any(|it| row.at(it.1.range()) == span);
        let text = view.of(span.clone());
        let equals = text.iter().position(|byte| b"=:".contains(byte)).unwrap_or(text.len());
        let value = text.get(equals + 1..).unwrap_or_default();
        let value = span.end - value.trim_ascii_start().len()..span.end;
        let is_use =
            text.get(..equals).unwrap_or_default().trim_ascii().eq_ignore_ascii_case(b"use");
        let quoted = view.quote(span.clone());
        let (message, help) = match (is_use, is_read) {
            (true, _) => (
                format!("{quoted} states nothing: `use` has no such level"),
                "the levels are `immediate`, `reference` and `full`",
            ),
            (_, true) => (
                format!("some crawlers ignore {quoted}: the value is not `yes` or `no`"),
                "write `no`",
            ),
            _ => (
                format!("{quoted} states nothing: the value is not `yes` or `no`"),
                "write `yes` to allow the usage, `no` to refuse it",
            ),
        };
        let draft = findings.at(span, message).help(help);
        let written = view.of(value.clone()).to_ascii_lowercase();
        let is_yes = matches!(written.as_slice(), b"y" | b"true" | b"1" | b"allow" | b"\"yes\"");
        if is_read {
            let fix = Fix::safe("write `no`", Edit::replace(value, "no"));
            draft.fix(kept(view, fix));
        } else if is_yes && !is_use {
            draft.fix(Fix::risky("write `yes`", Edit::replace(value, "yes")));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Signal: search=true, ai-train=false, ai-input=maybe, use=all\nDisallow: /a\n",
            "HTTP/1.1 200\nContent-Signal: ai-train=0\n",
        ],
        silent: [
            "User-agent: *\nContent-Signal: search=YES, ai-train=no, use=immediate\n",
        ],
    }
}
