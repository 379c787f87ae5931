//! The fixes applied to a file, for people.

use std::fmt::Write as _;

use placet_lint::{Applied, Fixed};

use crate::screen::escaped;

/// The number of fixes, then one line for each; empty if there are none. `origin` is the path or URL
/// of the file.
pub fn fixed(fixed: &Fixed, origin: &str) -> String {
    let mut text = match fixed.applied.len() {
        0 => return String::new(),
        1 => format!("{origin}: 1 fix applied\n"),
        more => format!("{origin}: {more} fixes applied\n"),
    };
    for applied in &fixed.applied {
        let _ = writeln!(text, "  {}", line(applied));
    }
    text
}

fn line(applied: &Applied) -> String {
    let Applied { rule, line, more, .. } = applied;
    let cut = if applied.is_cut { "…" } else { "" };
    let shown = |text: &[u8]| format!("`{cut}{}`", escaped(text));
    let after = applied.after.as_deref().map_or_else(|| "removed".to_owned(), shown);
    let more = match more {
        0 => String::new(),
        1 => ", and 1 more line".to_owned(),
        more => format!(", and {more} more lines"),
    };
    let before = shown(&applied.before);
    format!("line {line}: {} {}: {before} → {after}{more}", rule.code(), rule.name())
}

#[cfg(test)]
mod tests {
    use placet_lint::{Applicability, Config, Subject, fix};

    use super::*;

    fn shown(text: &[u8]) -> String {
        let subject = Subject::new("robots.txt", text);
        fixed(&fix(&subject, &Config::default(), Applicability::Safe), "robots.txt")
    }

    #[test]
    fn each_change_is_shown() {
        let text = b"\xEF\xBB\xBFUseragent *\nDissalow: /a\nDisallow: /a\nDisallow: /b\n";
        assert_eq!(
            shown(text),
            "robots.txt: 5 fixes applied\n\
             \x20 line 1: ROB111 byte-order-mark: `\\u{feff}Useragent *` → `Useragent *`\n\
             \x20 line 1: ROB103 misspelt-key: `\\u{feff}Useragent *` → `\\u{feff}User-agent *`\n\
             \x20 line 2: ROB103 misspelt-key: `Dissalow: /a` → `Disallow: /a`\n\
             \x20 line 1: ROB104 missing-colon: `User-agent *` → `User-agent: *`\n\
             \x20 line 3: ROB301 duplicate-rule: `Disallow: /a` → removed\n"
        );
        assert_eq!(shown(b""), "");
    }

    #[test]
    fn line_ends_are_shown_and_long_lines_are_cut() {
        let ends = shown(b"User-agent: *\rDisallow: /a\n");
        assert!(ends.contains("`User-agent: *\\r` → `User-agent: *\\n`"), "{ends}");
        let long = format!("User-agent: *\nDisallow: /{}%zz /b\n", "é".repeat(600));
        assert!(shown(long.as_bytes()).lines().all(|line| line.chars().count() < 1_000));
    }
}
