//! ## What it finds
//! Lines that only Google's parser reads as a rule or a `User-agent` line, because their keys begin
//! like one: `Disallowed`, `DisallowAITraining`, `Disallow https` with a colon further on.
//!
//! ## Why it matters
//! Google's published parser compares only the beginning of a key; all others compare the whole key
//! and skip the line. So `DisallowAITraining: /` closes the whole site to Google, and
//! `Disallowed: /drafts/` closes nothing to other crawlers.
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
//! Unsafe: replaces a key that is similar to the one it begins with; the line applies to all
//! crawlers after the fix. Correct other lines by hand.
//!
//! ## Reference
//! - [RFC 9309 §2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2)
//! - [Google's robots.txt parser](https://github.com/google/robotstxt)

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
                    format!("most crawlers skip this line: the colon after `{read}` is missing"),
                )
                .help(match read {
                    "User-agent" => "write `User-agent: ` and the name of the crawler".to_owned(),
                    "Sitemap" => "write `Sitemap: ` and the URL".to_owned(),
                    _ => format!("write `{read}: ` and the path, without scheme and host"),
                });
            continue;
        }
        let rule = quote(format!("{read}: {}", record.value()).as_bytes());
        let fix = meant(record)
            .filter(|meant| *meant == read)
            .map(|meant| Fix::risky("correct the key", Edit::replace(key.clone(), meant)));
        let draft = findings.at(
            key,
            format!(
                "only Google reads this line, as {rule}: its parser compares how the key begins"
            ),
        );
        if fix.is_some() {
            draft.fix(fix);
        } else {
            draft.help("write a group that names the crawlers this is meant for");
        }
    }
}

/// The key that only Google's parser reads in a record, by how its key begins (F-07).
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
