//! ## What it finds
//! RSL documents that robots.txt, header or page refer to and that cannot be fetched, and a tdmrep.json,
//! trust.txt or ai.txt for which the server answers with an error. It needs a live site.
//!
//! ## Why it matters
//! Crawlers cannot read the statements. Without its terms, a licence grants nothing for AI, and what it
//! prohibits for search has no effect; a reservation in tdmrep.json does not reach anyone.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/licence.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/licence.xml is unavailable: the server answered 404
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! License: https://example.com/license.xml
//! User-agent: *
//! Allow: /
//! --- https://example.com/license.xml
//! <rsl xmlns="https://rslstandard.org/rsl">
//!   <content url="/">
//!     <license><prohibits type="usage">ai-train</prohibits></license>
//!   </content>
//! </rsl>
//! ```
//!
//! ## Fix
//! By hand: correct the reference, or make the server send the file. For a file that the site does not have,
//! the server should answer 404.
//!
//! ## Reference
//! - [RSL 1.0](https://rslstandard.org/rsl)
//! - [TDMRep, TDM File](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use std::ops::Range;

use placet::signals::{Family, SignalFile};
use placet::syntax::robots::Key;
use placet::syntax::signals::link;

use super::table::{is_link, tag};
use crate::finding::{Findings, Severity};
use crate::page_context::PageContext;
use crate::rule::{Check, Rule};
use crate::subject::{Kind, Missing, SignalText, field_lines};
use crate::view::quote;

pub(crate) const RULE: Rule = Rule {
    code: "SIG606",
    name: "signal-file-unavailable",
    severity: Severity::Error,
    source: include_str!("signal_file_unavailable.rs"),
    check: Check::Visit(check),
};

fn check(context: &PageContext<'_>, findings: &mut Findings) {
    for (place, file) in context.visit.files().iter().enumerate() {
        let SignalText::Missing(missing, Missing::Unavailable(cause)) = file.signals() else {
            continue;
        };
        if !context.families.contains(family(missing)) {
            continue;
        }
        let url = quote(file.origin().as_bytes());
        let finding = if let SignalFile::Rsl(reference) = missing {
            let (place, span) = referring(context, reference).unwrap_or((place, 0..0));
            let message = format!("crawlers cannot read the licence {url}: {cause}");
            findings.at(span, message).within(place)
        } else {
            findings.at(0..0, format!("crawlers cannot read {url}: {cause}")).within(place)
        };
        finding.help(match missing {
            SignalFile::Rsl(_) => "correct the reference, or make the server send the document",
            _ => "make the server send the file, or answer 404 if there is none",
        });
    }
}

/// The family that reads a file.
pub(super) fn family(file: &SignalFile) -> Family {
    match file {
        SignalFile::Tdmrep => Family::Tdmrep,
        SignalFile::TrustTxt => Family::TrustTxt,
        SignalFile::AiTxt => Family::AiTxt,
        _ => Family::Rsl,
    }
}

/// The first reference to an RSL document: the place of its file among those of the URL, and its span.
fn referring(context: &PageContext<'_>, url: &str) -> Option<(usize, Range<usize>)> {
    let is_it = |written: &str| {
        let resolved = context.url().join(written.trim());
        written == url || resolved.is_ok_and(|it| it.as_str() == url)
    };
    if let Some(view) = &context.robots {
        let row = view.signals().of(Key::License).find(|row| {
            let value = String::from_utf8_lossy(view.of(row.statement.clone()));
            is_it(value.split([' ', '\t']).next().unwrap_or_default())
        });
        if let Some(row) = row {
            return Some((context.place(Kind::Robots), row.statement.clone()));
        }
    }
    if let Some(view) = &context.fields {
        for line in field_lines(view.text).filter(|line| line.name.eq_ignore_ascii_case("link")) {
            for license in link::licenses(line.value) {
                if is_it(&String::from_utf8_lossy(license.target.of(line.value))) {
                    let target = license.target.range();
                    let span = line.start + target.start..line.start + target.end;
                    return Some((context.place(Kind::Fields), span));
                }
            }
        }
    }
    let view = context.page.as_ref()?;
    let links = view.signals().elements.iter().filter(|it| is_link(it));
    let element = links.clone().find(|it| is_it(&it.content)).or_else(|| links.clone().next())?;
    Some((context.place(Kind::Page), tag(element)))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "https://a.example/b\n\nUser-agent: *\nAllow: /\nLicense: /l\n--- https://a.example/l is unavailable: the server answered 500\n",
            "https://a.example/b\n\nHTTP/1.1 200\nLink: </x>; rel=license; type=application/rsl+xml\n--- https://a.example/x is unavailable: the server answered 404\n",
            "https://a.example/b\n\n<title>a</title><link rel=license type=application/rsl+xml href=l>\n--- https://a.example/l is unavailable: the server answered 404\n",
            "https://a.example/b\n\n--- tdmrep.json is unavailable: the server answered 503\n--- trust.txt is unavailable: the connection failed\n",
        ],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nAllow: /\n--- ai.txt is a web page\n",
            "https://a.example/b\n\nLicense: https://a.example/l\nUser-agent: *\nAllow: /\n",
        ],
    }
}
