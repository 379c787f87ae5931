//! Well-known crawlers for people: a table of several, all that is known of one.

use std::fmt::Write as _;

use placet_crawlers::{KnownCrawler, Obeys};

use crate::table::table;

/// Crawlers as a table, or one with everything that is known of it and how to address it.
pub fn text(crawlers: &[&KnownCrawler], width: Option<u16>) -> String {
    match crawlers {
        [crawler] => one(crawler),
        several => list(several, width),
    }
}

fn list(crawlers: &[&KnownCrawler], width: Option<u16>) -> String {
    let rows = crawlers.iter().map(|crawler| {
        let kind = if crawler.is_control_token() { "control token" } else { "crawler" };
        let KnownCrawler { token, operator, documentation, .. } = crawler;
        [token.clone(), operator.clone(), purposes(crawler), kind.into(), documentation.clone()]
    });
    let table = table(["token", "operator", "fetches for", "kind", "documentation"], rows, width);
    let count = crawlers.len();
    format!("{table}\n{count} crawlers and control tokens\n")
}

fn purposes(crawler: &KnownCrawler) -> String {
    let names: Vec<&str> = crawler.purposes.iter().map(|purpose| purpose.name()).collect();
    names.join(", ")
}

fn one(crawler: &KnownCrawler) -> String {
    let KnownCrawler { token, operator, documentation, .. } = crawler;
    let purposes = purposes(crawler);
    let is_control = crawler.is_control_token();
    let by = if crawler.vendor_documented { "" } else { " (not by the operator)" };
    let mut text = format!("{token}\n\n");
    let mut row = |name: &str, value: &str| {
        // A string takes all that is written to it.
        let _ = writeln!(text, "  {name:<13}  {value}");
    };
    row("operator", operator);
    row(if is_control { "decides about" } else { "fetches for" }, &purposes);
    if is_control {
        row("kind", "a control token: it fetches nothing itself");
        row("controls", &crawler.controls.join(", "));
    } else {
        row("kind", "a crawler");
    }
    row("documentation", &format!("{documentation}{by}"));
    if let Some(also) = &crawler.also {
        row("robots.txt", &format!("obeys the group for {also} if no group names it"));
    }
    if crawler.obeys == Obeys::NamedGroups {
        row("robots.txt", "does not obey the group for *");
    }
    if let Some(note) = &crawler.note {
        row("note", note);
    }
    let effect = if is_control {
        "refuses these uses of the whole site, and crawling stays as it is"
    } else {
        "closes the whole site to it"
    };
    text + &format!(
        "\nThis group in robots.txt {effect}:\n\n  User-agent: {token}\n  Disallow: /\n"
    )
}

#[cfg(test)]
mod tests {
    use placet_crawlers::{crawlers, known};

    use super::text;

    #[test]
    fn several_are_a_table_that_fits() {
        let all: Vec<_> = crawlers().iter().collect();
        let table = text(&all, Some(100));
        assert!(table.trim_start().starts_with("token "), "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
        assert!(table.ends_with(&format!("{} crawlers and control tokens\n", all.len())));
    }

    #[test]
    fn one_is_shown_with_a_group_that_addresses_it() {
        let token = text(&[known("Applebot-Extended").unwrap()], None);
        assert!(token.contains("controls       Applebot\n"), "{token}");
        assert!(token.contains("User-agent: Applebot-Extended\n"), "{token}");
        let undocumented = text(&[known("Bytespider").unwrap()], None);
        assert!(undocumented.contains("(not by the operator)"), "{undocumented}");
    }
}
