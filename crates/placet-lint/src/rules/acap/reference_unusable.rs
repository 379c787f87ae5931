//! ## What it finds
//! `ACAP-permissions-reference` fields that lead to no usable file: to nothing, to this file, to a
//! scheme other than http and https, or to a file that is not in the format of robots.txt.
//!
//! ## Why it matters
//! If a crawler cannot read the file, everything is prohibited to the crawlers of the record. The
//! reference is a path on the site or a URI; the file has the format of robots.txt and contains no
//! further reference.
//!
//! ## Example
//! ```robots
//! ACAP-crawler: ExampleBot
//! ACAP-permissions-reference: /robots.txt
//! ```
//! Write instead:
//! ```robots
//! ACAP-crawler: ExampleBot
//! ACAP-permissions-reference: /acap/examplebot.txt
//! ```
//!
//! ## Fix
//! By hand: name a file in the format of robots.txt by its path.
//!
//! ## Reference
//! - ACAP 1.0 §2.3.2

use placet::syntax::acap::Field;
use url::Url;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, lossy};

pub(crate) const RULE: Rule = Rule {
    code: "ACA208",
    name: "reference-unusable",
    severity: Severity::Error,
    source: include_str!("reference_unusable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in &view.acap().fields {
        let Field::PermissionsReference(target) = row.field else { continue };
        let target = lossy(view.of(target.range()));
        if target.is_empty() {
            // It refers to nothing (A-28).
            findings
                .at(row.span.clone(), "this field has no effect: it names no file")
                .help("name the file by its path: `/acap/examplebot.txt`");
        } else if let Some(reason) = fault(view, &target) {
            findings
                .at(
                    row.span.clone(),
                    format!("everything is prohibited to the crawlers of this record: {reason}"),
                )
                .help("name a file in the format of robots.txt by its path");
        }
    }
}

/// Why the target of a reference cannot be read (R-042, R-043, A-37).
fn fault(view: &View<'_>, target: &str) -> Option<&'static str> {
    // If the URL of the file is not known, any site will do for its own paths.
    let base = Url::parse(view.origin).ok().filter(|url| !url.cannot_be_a_base());
    let base = base.or_else(|| Url::parse("https://localhost/robots.txt").ok())?;
    let mut itself = base.clone();
    itself.set_path("/robots.txt");
    // A path is below the root of the site, with a slash before it or without.
    let Ok(mut url) = itself.join(target) else {
        return Some("the reference is not a valid path or URI");
    };
    url.set_fragment(None);
    if !matches!(url.scheme(), "http" | "https") {
        return Some("crawlers fetch files over http and https only");
    }
    if url == itself {
        return Some("the reference leads back to this file");
    }
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let other = ["html", "htm", "xhtml", "xml", "json", "pdf", "rdf"];
    other
        .contains(&ending?.as_str())
        .then_some("by its name, the target is not a file in the format of robots.txt")
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "ACAP-crawler: a\nACAP-permissions-reference:\n",
            "ACAP-crawler: a\nACAP-permissions-reference: /robots.txt\n",
            "ACAP-crawler: a\nACAP-permissions-reference: robots.txt#x\n",
            "ACAP-crawler: a\nACAP-permissions-reference: ftp://a.example/b.txt\n",
            "ACAP-crawler: a\nACAP-permissions-reference: /acap/a.XML\n",
            "ACAP-crawler: a\nACAP-permissions-reference: http://[::1/a.txt\n",
        ],
        silent: [
            "ACAP-crawler: a\nACAP-permissions-reference: /a:b.txt\n",
            "ACAP-crawler: a\nACAP-permissions-reference: acap/a.txt\n",
            "ACAP-crawler: a\nACAP-permissions-reference: HTTPS://a.example/robots.txt\n",
            "ACAP-crawler: a\nACAP-permissions-reference: /acap?format=xml\n",
        ],
    }
}
