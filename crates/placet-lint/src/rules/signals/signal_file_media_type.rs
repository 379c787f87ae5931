//! ## What it finds
//! Files with signals that the server sends with another media type than theirs, and web pages in place of
//! tdmrep.json, trust.txt and ai.txt. It needs a live site.
//!
//! ## Why it matters
//! Crawlers that check the media type do not read the file. A web page for a URL that does not exist looks
//! like a file with errors; the server should answer 404.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/license.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/license.xml as text/html
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/license.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/license.xml as application/rsl+xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: configure the `Content-Type` of the response, or answer 404 for a file that does not exist.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)
//! - [TDMRep, TDM File](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use placet::signals::Family;

use super::signal_file_unavailable::family;
use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};
use crate::subject::{Kind, Missing, SignalText};
use crate::view::quote;

pub(crate) const RULE: Rule = Rule {
    code: "SIG607",
    name: "signal-file-media-type",
    severity: Severity::Note,
    source: include_str!("signal_file_media_type.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    for (place, file) in context.visit.files().iter().enumerate() {
        if let SignalText::Missing(missing, Missing::WebPage) = file.signals()
            && context.families.contains(family(missing))
        {
            let url = quote(file.origin().as_bytes());
            findings
                .at(0..0, format!("crawlers find no file at {url}: the server sends a web page"))
                .within(place)
                .help("answer 404 if the site does not have the file");
            continue;
        }
        let (family, own, fits): (_, _, fn(&str) -> bool) = match file.kind() {
            Kind::Tdmrep => (Family::Tdmrep, "application/json", is_json),
            Kind::Rsl => (Family::Rsl, "application/rsl+xml", is_xml),
            Kind::TrustTxt => (Family::TrustTxt, "text/plain", is_text),
            Kind::AiTxt => (Family::AiTxt, "text/plain", is_text),
            _ => continue,
        };
        let Some(sent) = file.media_type().filter(|it| !fits(it)) else { continue };
        if context.families.contains(family) {
            let sent = quote(sent.as_bytes());
            findings
                .at(
                    first_line(file.text()),
                    format!(
                        "crawlers that check the media type do not read this file: the server \
                         sends it as {sent}, not as `{own}`"
                    ),
                )
                .within(place)
                .help(format!("configure the server to send `Content-Type: {own}`"));
        }
    }
}

fn is_json(sent: &str) -> bool {
    sent == "application/json" || sent.ends_with("+json")
}

fn is_xml(sent: &str) -> bool {
    matches!(sent, "application/xml" | "text/xml") || sent.ends_with("+xml")
}

fn is_text(sent: &str) -> bool {
    sent == "text/plain"
}

/// The first line of a file, without its end.
fn first_line(text: &[u8]) -> std::ops::Range<usize> {
    0..text.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\n--- tdmrep.json as text/plain\n[]\n--- trust.txt as application/octet-stream\n# trust.txt\n",
            "https://a.example/b\n\n--- ai.txt is a web page\n--- tdmrep.json is a web page\n",
        ],
        silent: [
            "https://a.example/b\n\n--- tdmrep.json as application/json; charset=utf-8\n[]\n--- ai.txt as Text/Plain\nUser-agent: *\nDisallow: /\n--- https://a.example/l as text/xml\n<rsl/>\n",
            "https://a.example/b\n\n--- tdmrep.json\n[]\n--- trust.txt is unavailable: the server answered 503\n",
        ],
    }
}
