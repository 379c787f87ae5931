//! The family `control-token` (S-096 to S-099).

use super::finding::{Finding, Stated};
use super::robots::{Robots, deciding_rule};
use super::site::Site;
use crate::borrowed::crawler::Crawler;

/// S-096: the token that controls a usage of what a crawler fetched.
fn token(crawler: &str, usage: &str) -> Option<&'static str> {
    match (crawler, usage) {
        (
            "googlebot" | "googlebot-image" | "googlebot-news" | "googlebot-video",
            "train-ai" | "ai-input",
        ) => Some("Google-Extended"),
        ("applebot", "train-ai") => Some("Applebot-Extended"),
        _ => None,
    }
}

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    let Some(token) = token(&site.crawler.token, usage) else { return finding };
    let robots = Robots::read(&site.question.robots, "");
    let chosen = robots.chosen(&Crawler::new(token));
    let Some(rule) = deciding_rule(&chosen, &site.target) else { return finding };
    // S-097, S-098: a permission needs a group that names the token.
    if !rule.allows || chosen.by_name {
        finding.add(&[Stated::new(!rule.allows, "robots.txt", rule.line)]);
    }
    finding
}
