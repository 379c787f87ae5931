//! ## What it finds
//! Closed paths whose names suggest secrets: backups, dumps, keys, passwords, version control.
//!
//! ## Why it matters
//! Everyone can read robots.txt, and attackers read it to find such paths. It stops only crawlers
//! that obey it.
//!
//! ## Example
//! ```robots
//! User-agent: *
//! Disallow: /backup/db.sql
//! ```
//! Write instead: a login on the server, or a pattern that reveals less.
//! ```robots
//! User-agent: *
//! Disallow: /b
//! ```
//!
//! ## Fix
//! By hand: protect the path on the server, and delete the line.
//!
//! ## Reference
//! - [RFC 9309 §3](https://www.rfc-editor.org/rfc/rfc9309#section-3)

use std::ops::Range;

use placet::robots::RuleKind;

use crate::byte_set::ByteSet;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::view::View;

pub(crate) const RULE: Rule = Rule {
    code: "ROB315",
    name: "secret-in-path",
    severity: Severity::Note,
    source: include_str!("secret_in_path.rs"),
    check: Check::File(check),
};

const ENDINGS: [&[u8]; 8] =
    [b".sql", b".bak", b".pem", b".key", b".dump", b".old", b".sql.gz", b".p12"];

fn check(view: &View<'_>, findings: &mut Findings) {
    for (at, row) in view.rules.iter().enumerate() {
        if row.rule.kind() != RuleKind::Disallow {
            continue;
        }
        let span = row.rule.span().range();
        if let Some(place) = secret(view.of(span.clone()), view.bytes_of(at)) {
            let end = span.start + place.end;
            findings
                .at(
                    span.start + place.start..end,
                    format!(
                        "robots.txt is public: this line tells everyone that {} exists",
                        view.quote(span.start..end)
                    ),
                )
                .help("protect it with a login: robots.txt stops only crawlers that obey it");
        }
    }
}

/// The first segment of a pattern that suggests a secret; none after a wildcard, which hides where
/// the secret is.
fn secret(pattern: &[u8], bytes: ByteSet) -> Option<Range<usize>> {
    let mut path = pattern.strip_suffix(b"$").unwrap_or(pattern);
    if bytes.intersects(ByteSet::QUESTION) {
        path = path.split(|&byte| byte == b'?').next().unwrap_or_default();
    }
    let mut start = 0;
    while let Some(rest) = path.get(start..) {
        let len = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        let segment = rest.get(..len).unwrap_or_default();
        if bytes.intersects(ByteSet::STAR) && segment.contains(&b'*') {
            return None;
        }
        if bytes.intersects(ByteSet::DOT) && has_ending(segment) || is_secret(segment) {
            return Some(start..start + len);
        }
        start += len + 1;
    }
    None
}

/// Whether a segment is the name of a file of a kind that contains secrets.
fn has_ending(segment: &[u8]) -> bool {
    ENDINGS.iter().any(|ending| {
        let start = segment.len().checked_sub(ending.len()).filter(|&start| start > 0);
        start
            .and_then(|start| segment.get(start..))
            .is_some_and(|it| it.eq_ignore_ascii_case(ending))
    })
}

/// Whether a segment is one of those that are known to contain secrets.
fn is_secret(segment: &[u8]) -> bool {
    let Some(first) = segment.first() else { return false };
    let words: &[&str] = match first.to_ascii_lowercase() {
        b'.' => &[".git", ".svn", ".env", ".ssh", ".htpasswd", ".aws"],
        b'b' => &["backup", "backups"],
        b'c' => &["credentials", "confidential"],
        b'd' => &["dump", "dumps"],
        b'i' => &["id_rsa"],
        b'p' => &["passwd", "passwords", "phpmyadmin", "private_key"],
        b's' => &["secret", "secrets", "sql"],
        b'w' => &["wp-config.php"],
        _ => return false,
    };
    words.iter().any(|word| segment.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["User-agent: *\nDisallow: /.git/\nDisallow: /a/Backup\nDisallow: /db.sql$\n"],
        silent: ["User-agent: *\nDisallow: /*/.git/\nDisallow: /backup-service\nDisallow: /*.bak\nDisallow: /?secret\nDisallow: /password/reset\nAllow: /.env\n"],
    }
}
