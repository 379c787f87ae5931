//! ## What it finds
//! RSL documents with the namespace `http://rslstandard.org/rsl`, or with white space before `<?xml`.
//!
//! ## Why it matters
//! The namespace of RSL begins with `https://`, and XML allows nothing before `<?xml`. placet reads such a
//! document; other programs cannot.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="http://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! Unsafe: corrects the namespace, or removes the white space.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;

use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG403",
    name: "rsl-namespace",
    severity: Severity::Warning,
    source: include_str!("rsl_namespace.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl() else { return };
    let is_lenient = document.problems.iter().any(|it| it.0.0 == SignalProblemKind::Lenient);
    if !is_lenient {
        return;
    }
    let start = view.text.trim_ascii_start();
    let blanks = view.text.len() - start.len();
    if blanks > 0 && start.starts_with(b"<?xml") {
        findings
            .at(0..blanks, "other programs cannot read this licence: white space precedes `<?xml`")
            .fix(Fix::risky("remove the white space", Edit::delete(0..blanks)));
    }
    let other = b"http://rslstandard.org/rsl";
    let text = String::from_utf8_lossy(view.text);
    let root = text.find("http://rslstandard.org/rsl").filter(|_| text.len() == view.text.len());
    if let Some(at) = root {
        let span = at..at + other.len();
        findings
            .at(
                span.clone(),
                "other programs ignore this licence: the namespace of RSL begins with `https://`",
            )
            .fix(Fix::risky(
                "correct the namespace",
                Edit::replace(span, "https://rslstandard.org/rsl"),
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"http://rslstandard.org/rsl\">\n<content url=\"/\"><license/></content>\n</rsl>",
            " <?xml version=\"1.0\"?><rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train</prohibits></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><prohibits type=\"usage\">ai-train,search</prohibits></license>\n  </content>\n</rsl>",
        ],
    }
}
