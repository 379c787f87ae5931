//! ## What it does
//! Finds closed paths whose names tell that there is something to hide: backups, dumps, keys,
//! passwords, version control.
//!
//! ## Why is this bad
//! Everyone can read the file, and some read it to find such paths. It keeps out those who would not
//! have looked (RFC 9309 §3).
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /backup/db.sql
//! ```
//! Use instead: a log-in on the server, or a pattern that tells less.
//! ```robots
//! User-agent: *
//! Disallow: /b
//! ```

use placet::RuleKind;

use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "R315",
    name: "secret-in-path",
    severity: Severity::Note,
    source: include_str!("secret_in_path.rs"),
    check: Check::File(check),
};

const SEGMENTS: [&[u8]; 21] = [
    b".git",
    b".svn",
    b".env",
    b".ssh",
    b".htpasswd",
    b".aws",
    b"backup",
    b"backups",
    b"passwd",
    b"passwords",
    b"secret",
    b"secrets",
    b"credentials",
    b"dump",
    b"dumps",
    b"sql",
    b"phpmyadmin",
    b"private_key",
    b"confidential",
    b"id_rsa",
    b"wp-config.php",
];

const ENDINGS: [&[u8]; 8] =
    [b".sql", b".bak", b".pem", b".key", b".dump", b".old", b".sql.gz", b".p12"];

fn check(view: &View<'_>, findings: &mut Findings) {
    for row in view.rules.iter().filter(|row| row.rule.kind() == RuleKind::Disallow) {
        let span = row.rule.span().range();
        let path = view.of(span.clone()).split(|&octet| octet == b'?').next().unwrap_or_default();
        let path = path.strip_suffix(b"$").unwrap_or(path);
        let mut at = span.start;
        for segment in path.split(|&octet| octet == b'/') {
            let place = at..at + segment.len();
            at = place.end + 1;
            let is = |word: &&[u8]| segment.eq_ignore_ascii_case(word);
            let ends = |ending: &&[u8]| {
                let start = segment.len().checked_sub(ending.len());
                // `*.bak` tells of no file.
                let named = start.and_then(|start| segment.split_at_checked(start));
                named.is_some_and(|(name, end)| {
                    !name.is_empty() && !name.contains(&b'*') && end.eq_ignore_ascii_case(ending)
                })
            };
            if SEGMENTS.iter().any(is) || ENDINGS.iter().any(ends) {
                findings
                    .at(place, "everyone can read that there is something here")
                    .help("put what is secret behind a log-in; the file keeps nobody out");
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /.git/\nDisallow: /a/Backup\nDisallow: /db.sql$\n"],
        silent: ["User-agent: *\nDisallow: /backup-service\nDisallow: /*.bak\nDisallow: /?secret\nDisallow: /password/reset\nAllow: /.env\n"],
    }
}
