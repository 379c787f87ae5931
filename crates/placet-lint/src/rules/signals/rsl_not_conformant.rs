//! ## What it finds
//! Elements that RSL does not have, `content` without `url` or without a licence, and `permits` or
//! `prohibits` whose `type` is not `usage`, `user` or `geo`.
//!
//! ## Why it matters
//! The document is not conformant. Its prohibitions count, its permissions do not: nothing in it lets a
//! crawler use content for AI.
//!
//! ## Example
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permit type="usage">ai-input</permit></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><permits type="usage">ai-input</permits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: correct the element or attribute.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use placet::signals::SignalProblemKind;
use placet::syntax::signals::rsl::ELEMENTS;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::similar::most_similar;
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG404",
    name: "rsl-not-conformant",
    severity: Severity::Error,
    source: include_str!("rsl_not_conformant.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let Some(document) = view.rsl().filter(|it| it.unreadable.is_none()) else { return };
    for ((kind, span), _) in &document.problems {
        if *kind != SignalProblemKind::NotConformant {
            continue;
        }
        let at = start_tag(view, span.start());
        let name = name(view, at.start);
        let (message, help) = match &*name {
            "content" => (
                "this part is ignored: `content` needs a `url` and a `license`".to_owned(),
                "add `url`, and a `license` element inside".to_owned(),
            ),
            "permits" | "prohibits" => (
                format!("this list is ignored: the `type` of `{name}` is not known"),
                "write `type=\"usage\"`, `type=\"user\"` or `type=\"geo\"`".to_owned(),
            ),
            _ => {
                let meant = most_similar(&name, ELEMENTS.iter().copied());
                (
                    format!(
                        "permissions in this licence do not count: RSL has no element `{name}`"
                    ),
                    meant.map_or_else(
                        || "remove it, or give it a namespace of its own".to_owned(),
                        |meant| format!("if you meant `{meant}`, correct the name"),
                    ),
                )
            }
        };
        findings.at(at, message).help(help);
    }
}

/// The start tag at an offset.
pub(super) fn start_tag(view: &View<'_>, start: usize) -> std::ops::Range<usize> {
    let rest = view.text.get(start..).unwrap_or_default();
    let len = rest.iter().position(|&byte| byte == b'>').map_or(rest.len(), |end| end + 1);
    start..start + len
}

/// The name of the element whose tag begins at an offset, without its prefix.
pub(super) fn name(view: &View<'_>, start: usize) -> String {
    let rest = view.text.get(start + 1..).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let len = rest.iter().position(is_end).unwrap_or(rest.len());
    let name = String::from_utf8_lossy(rest.get(..len).unwrap_or_default());
    name.rsplit(':').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permit type=\"usage\">ai-input</permit><permits type=\"use\">search</permits><gold/></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n<content><license/></content><content url=\"/\"/>\n</rsl>",
        ],
        silent: [
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n  <content url=\"/\">\n    <license><permits type=\"usage\">all</permits><payment type=\"free\"/></license>\n  </content>\n</rsl>",
            "<rsl xmlns=\"https://rslstandard.org/rsl\">\n<content url=\"/\"><license/><x xmlns=\"urn:x\"/></content>\n</rsl>",
        ],
    }
}
