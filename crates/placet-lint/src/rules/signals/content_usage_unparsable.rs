//! ## What it finds
//! `Content-Usage` statements that cannot be parsed: upper-case labels, spaces around `=`, a comma or
//! semicolon at the end, a path that begins with `*`.
//!
//! ## Why it matters
//! Crawlers ignore the whole statement, also the parts of it that are written correctly.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Content-Usage: Train-AI = n, search=y
//! Allow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Content-Usage: train-ai=n, search=y
//! Allow: /
//! ```
//!
//! ## Fix
//! Unsafe: writes labels in lower case and removes spaces around `=` and separators at the end, if the
//! statement can be parsed then.
//!
//! ## Reference
//! - [draft-ietf-aipref-vocab-08 §6.5](https://datatracker.ietf.org/doc/html/draft-ietf-aipref-vocab-08)
//! - [RFC 9651 §3.2](https://www.rfc-editor.org/rfc/rfc9651#section-3.2)

use placet::syntax::robots::Key;
use placet::syntax::signals::aipref;

use super::table::RowContent;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "SIG101",
    name: "content-usage-unparsable",
    severity: Severity::Error,
    source: include_str!("content_usage_unparsable.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.signals().of(Key::ContentUsage) {
        let RowContent::Usage(read) = &row.content else { continue };
        if read.parses {
            continue;
        }
        let text = String::from_utf8_lossy(view.of(row.statement.clone())).into_owned();
        let draft = findings.at(
            row.statement.clone(),
            format!("crawlers ignore this whole statement: {}", cause(&text)),
        );
        let draft = draft.help("write pairs such as `train-ai=n, search=y`");
        let repaired = repaired(&text);
        let read = aipref::read(repaired.as_bytes());
        if read.parses && read.problems.is_empty() && !read.preferences.is_empty() {
            let edit = Edit::replace(row.statement.clone(), repaired);
            draft.fix(Fix::risky("correct the spelling of the statement", edit));
        }
    }
}

/// Why a statement cannot be parsed, as far as that is evident.
fn cause(text: &str) -> &'static str {
    let text = text.trim();
    if text.starts_with('*') {
        "its path has to begin with `/`"
    } else if text.ends_with([',', ';']) {
        "it ends with a separator"
    } else if text.contains(" =") || text.contains("= ") {
        "there is a space next to `=`"
    } else if text.contains(|c: char| c.is_ascii_uppercase()) {
        "labels are written in lower case"
    } else if text.contains(':') {
        "labels and values are separated by `=`, not by a colon"
    } else {
        "it is not a list of labels and values"
    }
}

/// The statement without the most common mistakes.
fn repaired(text: &str) -> String {
    let parts = text.trim_end_matches([',', ';', ' ', '\t']).split('=').map(str::trim);
    parts.collect::<Vec<_>>().join("=").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nContent-Usage: Train-AI=n\nContent-Usage: /a train-ai=n, search = y,\nContent-Usage: *.pdf train-ai=n\n",
            "HTTP/1.1 200\nContent-Usage: train-ai: n\n",
        ],
        silent: [
            "User-agent: *\nContent-Usage: train-ai=n, search=y\nContent-Usage: /a train-ai=n;x\nContent-Usage:\n",
        ],
    }
}
