//! ## What it finds
//! Values of `datatrainingallowed` in a trust.txt other than `yes` and `no`.
//!
//! ## Why it matters
//! The line states nothing. placet reads `n`, `false` and `0` as the refusals that they evidently are;
//! other programs may not.
//!
//! ## Example
//! ```text
//! # trust.txt
//! datatrainingallowed=false
//! ```
//! Write instead:
//! ```text
//! # trust.txt
//! datatrainingallowed=no
//! ```
//!
//! ## Fix
//! Unsafe: writes `yes` or `no`, if it is clear which was meant.
//!
//! ## Reference
//! - [trust.txt](https://journallist.net/reference-document-for-trust-txt-specifications)

use placet::signals::SignalProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG501",
    name: "trust-txt-value",
    severity: Severity::Error,
    source: include_str!("trust_txt_value.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(file) = view.trust_txt() else { return };
    for ((kind, span), _) in &file.problems {
        if *kind != SignalProblemKind::Value {
            continue;
        }
        let text = view.of(span.range());
        let equals = text.iter().position(|&byte| byte == b'=').unwrap_or(text.len());
        let value = text.get(equals + 1..).unwrap_or_default().trim_ascii();
        let at = span.end() - value.len()..span.end();
        let is_read = file.training.iter().any(|it| it.span == *span);
        let message = if is_read {
            "some programs ignore this refusal: the value is not `yes` or `no`"
        } else {
            "this line states nothing: the value is not `yes` or `no`"
        };
        let draft = findings
            .at(span.range(), message)
            .help("write `no` to refuse the training of AI, `yes` to allow it");
        let meant = match value.to_ascii_lowercase().as_slice() {
            _ if is_read => "no",
            b"y" | b"true" | b"1" => "yes",
            _ => continue,
        };
        draft.fix(Fix::risky("correct the value", Edit::replace(at, meant)));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "# trust.txt\ndatatrainingallowed=false\ndatatrainingallowed = true\ndatatrainingallowed=maybe\n",
        ],
        silent: [
            "# trust.txt\nDataTrainingAllowed = No # x\nmember=https://a.example/\n",
        ],
    }
}
