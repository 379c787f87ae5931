//! ## What it finds
//! `Crawl-delay` values that are not a number of seconds.
//!
//! ## Why it matters
//! A crawler that cannot read the number waits as long as it likes.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Crawl-delay: 10s
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Crawl-delay: 10
//! ```
//!
//! ## Fix
//! Unsafe: removes `s`, `sec` or `seconds` after a number; the delay applies after the fix. Correct
//! other values by hand.

use placet::syntax::ProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB110",
    name: "crawl-delay-unreadable",
    severity: Severity::Warning,
    source: include_str!("crawl_delay_unreadable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for problem in view.problems_of(ProblemKind::CrawlDelayUnreadable) {
        let record = view.record(problem.line());
        let span = problem.span().range();
        let value = view.of(span.clone());
        let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let unit = value.get(digits..).unwrap_or_default().trim_ascii().to_ascii_lowercase();
        let is_unit = matches!(&*unit, b"s" | b"sec" | b"second" | b"seconds");
        let after = span.start + digits..span.end;
        let fix = (digits > 0 && is_unit)
            .then(|| Fix::risky("keep only the number", Edit::delete(after)));
        findings
            .at(record, "this line has no effect: its value is not a number of seconds")
            .help("write the delay in seconds, such as `Crawl-delay: 10`")
            .fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nCrawl-delay: 10s\nCrawl-delay: ten\nCrawl-delay:\n"],
        silent: ["User-agent: *\nCrawl-delay: 10\nCrawl-delay: 0.5\n"],
    }
}
