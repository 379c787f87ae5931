//! What changes between two files without changing a decision: crawl delays and sitemaps.

use std::collections::BTreeSet;
use std::time::Duration;

use placet::RobotsPolicy;
use placet::compare::{Audience, Changes};
use placet::syntax::robots::Garbled;

use super::text::listed;
use crate::screen::shown;

/// How many crawlers or sitemaps one line lists.
const LISTED: usize = 6;

/// A line for each such change, and one if the new file is not a robots.txt.
pub fn also(old: &RobotsPolicy, new: &RobotsPolicy, changes: &Changes) -> Vec<String> {
    let is_markup = |policy: &RobotsPolicy| policy.garbled() == Some(Garbled::Markup);
    let markup =
        (is_markup(new) && !is_markup(old)).then(|| format!("the new file: {}", Garbled::Markup));
    let mut lines: Vec<String> = markup.into_iter().collect();
    lines.extend(delays(old, new, changes));
    let sitemaps = [old, new].map(|policy| {
        policy.sitemaps().map(|it| it.value().into_owned()).collect::<BTreeSet<String>>()
    });
    let [before, after] = &sitemaps;
    for (word, one, other) in [("removed", before, after), ("added", after, before)] {
        let sitemaps: Vec<String> = one.difference(other).map(|it| shown(it)).collect();
        if !sitemaps.is_empty() {
            lines.push(format!("{word}: Sitemap {}", listed(&sitemaps, LISTED)));
        }
    }
    lines
}

/// The delays that change, with the crawlers for which they do.
fn delays(old: &RobotsPolicy, new: &RobotsPolicy, changes: &Changes) -> Vec<String> {
    let mut found: Vec<([Option<Duration>; 2], Vec<String>)> = Vec::new();
    for member in changes.audiences().iter().flat_map(Audience::members) {
        let delays = [old, new].map(|policy| policy.for_agent(member.crawler()).crawl_delay());
        if delays[0] == delays[1] {
            continue;
        }
        let member = shown(&member.to_string());
        match found.iter_mut().find(|(same, _)| *same == delays) {
            Some((_, members)) => members.push(member),
            None => found.push((delays, vec![member])),
        }
    }
    let line = |(delays, members): ([Option<Duration>; 2], Vec<String>)| {
        let [before, after] = delays.map(|delay| {
            delay.map_or_else(|| "none".to_owned(), |delay| format!("{} s", delay.as_secs_f64()))
        });
        format!("Crawl-delay for {}: {before} before, {after} after", listed(&members, LISTED))
    };
    found.into_iter().map(line).collect()
}
