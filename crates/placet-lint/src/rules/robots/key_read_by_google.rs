//! ## What it finds
//! Finds lines that only Google's parser takes for a rule or a `User-agent` line, because their keys
//! begin like one: `Disallowed`, `DisallowAITraining`, `Disallow https` with a colon further on.
//!
//! ## Why it matters
//! Google's published parser knows a key by how it begins; all others compare it as a whole (RFC 9309
//! §2.2) and pass over the line. So `DisallowAITraining: /` closes the whole site to Google, and
//! `Disallowed: /drafts/` closes nothing to anybody else.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallowed: /drafts/
//! ```
//! Write instead:
//! ```robots
//! User-agent: *
//! Disallow: /drafts/
//! ```
//!
//! ## Fix
//! Unsafe: offered where the key is nearly the one it begins with; the line counts for all crawlers
//! afterwards.

use placet::Profile;
use placet::robots::Record;
use placet::syntax::robots::Key;

use super::typo_in_key::meant;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::rule::{Check, Rule};
use crate::view::{View, quote};

pub(crate) const RULE: Rule = Rule {
    code: "ROB133",
    name: "key-read-by-google",
    severity: Severity::Warning,
    source: include_str!("key_read_by_google.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    for record in &view.records {
        let (Some(read), Some(syntax)) = (read_as(record), view.syntax(record.line())) else {
            continue;
        };
        let (key, text) = (syntax.key.range(), record.key());
        if text.contains([' ', '\t']) {
            findings
                .at(
                    view.record(record.line()),
                    format!(
                        "most crawlers pass over this line: the colon after `{read}` is missing"
                    ),
                )
                .help(format!("write `{read}: `, and the path of the URL"));
            continue;
        }
        let rule = quote(format!("{read}: {}", record.value()).as_bytes());
        let fix = meant(record)
            .filter(|meant| *meant == read)
            .map(|meant| Fix::risky("replace the key", Edit::replace(key.clone(), meant)));
        let draft = findings.at(
            key,
            format!("only Google's parser reads this line as {rule}, because the key begins so"),
        );
        if fix.is_some() {
            draft.fix(fix);
        } else {
            draft.help("name the crawlers that this is meant for in a group of their own");
        }
    }
}

/// What only Google's parser takes a record for, by how its key begins (F-07).
pub(super) fn read_as(record: &Record<'_>) -> Option<&'static str> {
    let google = Key::recognise_as(record.key().as_bytes(), Profile::Google).0;
    google.written().filter(|_| google != record.kind())
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: *\nDisallowed: /a\nDisallowAITraining: /\nallow_expand: x\n",
            "User-agent: *\nDisallow https://a.example/b\n",
        ],
        silent: ["User-agent: *\nDissallow: /a\nDsiallow: /a\nNoindex: /a\nX-Disallow: /\nSitemap: https://a.example/\n"],
    }
}
