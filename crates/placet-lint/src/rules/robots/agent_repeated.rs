//! ## What it finds
//! `User-agent` lines that repeat another one of the same group.
//!
//! ## Why it matters
//! The second line has no effect.
//!
//! ## Example
//! ```robots
//! User-agent: a
//! User-agent: b
//! User-agent: a
//! Disallow: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: a
//! User-agent: b
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Safe: removes the line. Unsafe if the line has a comment, and in files in which Google's parser
//! finds other `User-agent` lines or rules, which the line may separate.

use std::collections::HashMap;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB202",
    name: "agent-repeated",
    severity: Severity::Note,
    source: include_str!("agent_repeated.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for group in 0..view.groups.len() {
        let lines = view.agents_of(group);
        if lines.len() < 2 {
            continue;
        }
        let mut first = HashMap::new();
        for line in lines.iter().filter(|line| !line.span().is_empty()) {
            let before = *first.entry(line.value().to_ascii_lowercase()).or_insert(*line);
            if before.line() != line.line() {
                let whole = view.whole_line(line.line());
                let safety = view.removal(line.line());
                let fix = Fix::new(safety, "remove the line", Edit::delete(whole));
                findings
                    .at(
                        line.record().range(),
                        format!(
                            "this line has no effect: line {} already names this crawler",
                            before.line()
                        ),
                    )
                    .also(before.record().range(), "the same name")
                    .fix(fix);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Applicability, Config, Subject, fix};

    /// ACAP's parser and the conventional one skip each other's lines (A-06), so the fix is safe
    /// here, too.
    #[test]
    fn a_repeated_line_among_acap_fields_is_fixed() {
        let acap = "ACAP-crawler: *\r\nACAP-disallow-crawl: /b\r\n";
        let rest = "Disallow: /a\r\n";
        let text = format!("User-agent: a\r\n{acap}User-agent: a\r\n{rest}");
        let subject = Subject::new("robots.txt", text.as_bytes());
        let fixed = fix(&subject, &Config::default(), Applicability::Safe);
        let expected = format!("User-agent: a\r\n{acap}{rest}");
        assert_eq!(String::from_utf8_lossy(&fixed.text), expected);
    }

    crate::testing::cases! {
        fires: ["User-agent: a\nUser-agent: b\nUser-agent: A\nDisallow: /a\n"],
        silent: ["User-agent: a\nUser-agent: b\nDisallow: /a\nUser-agent: a\nDisallow: /b\n"],
    }
}
