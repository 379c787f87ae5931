//! ## What it finds
//! References to an RSL licence that are not absolute https URLs: in `License` records, in `Link` header
//! fields, and in `link` elements.
//!
//! ## Why it matters
//! Crawlers ignore a `License` that is not a URL, such as the name of a licence, and differ in how they
//! read a relative one. What is fetched without TLS can be replaced on its way.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Allow: /
//! License: /license.xml
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Allow: /
//! License: https://example.com/license.xml
//! ```
//!
//! ## Fix
//! By hand: write the whole URL.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)

use std::ops::Range;

use placet::signals::Family;
use placet::syntax::robots::Key;
use placet::syntax::signals::link;

use super::table::{is_link, tag};
use super::tdm_policy_reference::wrong;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::{Kind, field_lines};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG401",
    name: "license-not-absolute",
    severity: Severity::Warning,
    source: include_str!("license_not_absolute.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.signals().of(Key::License) {
        let value = String::from_utf8_lossy(view.of(row.statement.clone()));
        let (written, is_cut) = match value.split_once([' ', '\t']) {
            Some((written, _)) => (written, true),
            None => (&*value, false),
        };
        let is_read = written.starts_with('/') || written.contains("://");
        let message = match wrong(written) {
            Some(_) if !is_read => {
                "crawlers ignore this record: it has to be the URL of an RSL document".to_owned()
            }
            Some(wrong) => format!("crawlers may not find this licence: {wrong}"),
            None if is_cut => "crawlers may not find this licence: text follows the URL".to_owned(),
            None => continue,
        };
        findings
            .at(row.statement.clone(), message)
            .help("write an absolute URL that begins with `https://`");
    }
    let mut look = |target: &str, span: Range<usize>| {
        if let Some(wrong) = wrong(target) {
            findings
                .at(span, format!("crawlers may not find this licence: {wrong}"))
                .help("write an absolute URL that begins with `https://`");
        }
    };
    if view.kind == Kind::Fields && view.reads(Family::Rsl) {
        for line in field_lines(view.text).filter(|line| line.name.eq_ignore_ascii_case("link")) {
            for license in link::licenses(line.value) {
                let target = String::from_utf8_lossy(license.target.of(line.value));
                look(
                    &target,
                    line.start + license.target.start()..line.start + license.target.end(),
                );
            }
        }
    }
    for element in view.signals().elements.iter().filter(|element| is_link(element)) {
        // In a page relative references are usual and resolved by its base.
        if element.content.trim().to_ascii_lowercase().starts_with("http:") {
            look(&element.content, tag(element));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nLicense: MIT\nLicense: /l.xml\nLicense: http://a.example/l.xml\nLicense: https://a.example/l.xml or so\n",
            "HTTP/1.1 200\nLink: <l.xml>; rel=license; type=application/rsl+xml\n",
            "<title>a</title><link rel=license type=application/rsl+xml href=http://a.example/l>",
        ],
        silent: [
            "License: https://a.example/l.xml\nUser-agent: *\nAllow: /\n",
            "HTTP/1.1 200\nLink: </l>; rel=license\n",
            "<title>a</title><link rel=license type=application/rsl+xml href=/l>",
        ],
    }
}
