//! ## What it finds
//! Rules of a tdmrep.json that are ignored: not an object, without `location` or `tdm-reservation`, or with
//! values of other types, such as `true` for `tdm-reservation`.
//!
//! ## Why it matters
//! The rule reserves nothing.
//!
//! ## Example
//! ```json
//! [{"location": "/", "tdm-reservation": true}]
//! ```
//! Write instead:
//! ```json
//! [{"location": "/", "tdm-reservation": 1}]
//! ```
//!
//! ## Fix
//! By hand: write `location` as a string that begins with `/`, and `tdm-reservation` as the number 1 or 0.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::SignalProblemKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG303",
    name: "tdmrep-rule-ignored",
    severity: Severity::Error,
    source: include_str!("tdmrep_rule_ignored.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.tdmrep() else { return };
    for ((kind, span), _) in &file.problems {
        let at = span.range();
        if *kind != SignalProblemKind::Value || is_policy(view, at.start) {
            continue;
        }
        let text = view.of(at.clone());
        let key = key_before(view, at.start);
        let (message, help) = match (key.as_deref(), text.first()) {
            (Some("tdm-reservation"), _) => (
                format!("this rule reserves nothing: {} is not 1 or 0", view.quote(at.clone())),
                "write the number `1` to reserve, `0` not to reserve".to_owned(),
            ),
            (Some("location"), _) => (
                "this is not a location: `location` is a string".to_owned(),
                "write a path such as `\"/\"`".to_owned(),
            ),
            (_, Some(b'{')) => {
                let missing = missing(text);
                (
                    format!("crawlers ignore this rule: it has no {}", missing.join(" and no ")),
                    similar(text, &missing),
                )
            }
            _ => (
                "crawlers ignore this member: it is not an object".to_owned(),
                "write a rule such as `{\"location\": \"/\", \"tdm-reservation\": 1}`".to_owned(),
            ),
        };
        let is_rule = text.first() == Some(&b'{');
        let at = if is_rule { at.start..at.start + 1 } else { at };
        findings.at(at, message).help(help);
    }
}

/// Whether a value is that of `tdm-policy`, which another rule is about.
fn is_policy(view: &View<'_>, at: usize) -> bool {
    key_before(view, at).as_deref() == Some("tdm-policy")
}

/// The key whose value begins at an offset.
pub(super) fn key_before(view: &View<'_>, at: usize) -> Option<String> {
    let before = view.text.get(..at)?.trim_ascii_end().strip_suffix(b":")?.trim_ascii_end();
    let before = before.strip_suffix(b"\"")?;
    let start = before.iter().rposition(|&byte| byte == b'"')?;
    Some(String::from_utf8_lossy(before.get(start + 1..)?).into_owned())
}

/// The mandatory keys that a rule does not have, quoted.
fn missing(rule: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(rule);
    let is_missing = |key: &&str| !text.contains(&format!("\"{key}\""));
    let keys = ["location", "tdm-reservation"].into_iter().filter(is_missing);
    keys.map(|key| format!("`{key}`")).collect()
}

/// What to do about missing keys: one of them may be misspelt.
fn similar(rule: &[u8], missing: &[String]) -> String {
    let text = String::from_utf8_lossy(rule);
    for key in missing.iter().map(|key| key.trim_matches('`')) {
        let mut words = text.split('"').skip(1).step_by(2);
        let near = words.find(|word| {
            let word = word.replace('_', "-");
            word == key || most_similar(&word, [key]).is_some()
        });
        if let Some(near) = near {
            return format!("write `{key}` in place of `{near}`");
        }
    }
    format!("add {}", missing.join(" and "))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "[{\"tdm_reservation\": 1, \"tdm_policy\": \"https://a.example/p\"}]",
            "[1, {\"location\": \"/\"}, {\"location\": 3, \"tdm-reservation\": 1}, {\"location\": \"/\", \"tdm_reservation\": 1},\n {\"location\": \"/\", \"tdm-reservation\": \"yes\"}]",
        ],
        silent: [
            "[]",
            "[{\"location\": \"/\", \"tdm-reservation\": \"1\", \"tdm-policy\": 3, \"other\": 1}]",
        ],
    }
}
