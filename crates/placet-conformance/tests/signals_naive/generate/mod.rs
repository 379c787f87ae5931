//! Random questions about random sites, the same for the same seed.

mod licence;
mod page;
mod robots;
mod statement;
mod tdmrep;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};

use placet_testing::Random;
use vocabulary::{AGENTS, HONOURS, PAGES, USAGES};

use crate::naive::FAMILIES;
use crate::question::Question;

/// What one question and its texts are about.
struct Theme {
    agent: &'static str,
    /// The families with much to say.
    families: BTreeSet<&'static str>,
    /// Patterns, most of which match.
    patterns: &'static [&'static str],
}

impl Theme {
    fn pattern(&self, random: &mut Random) -> &'static str {
        random.pick(self.patterns)
    }

    /// Whether the family says something here.
    fn has(&self, random: &mut Random, family: &str) -> bool {
        let often = if self.families.contains(family) { 800 } else { 20 };
        random.chance(often)
    }

    /// One of the families that has something to say here, mostly; there may be none.
    fn family(&self, random: &mut Random, among: &[&'static str]) -> Option<&'static str> {
        let about: Vec<&str> =
            among.iter().copied().filter(|family| self.families.contains(family)).collect();
        if about.is_empty() || random.one_in(20) {
            return Some(random.pick(among)).filter(|_| random.one_in(10));
        }
        Some(random.pick(&about))
    }
}

/// The question of a seed.
pub(crate) fn question(seed: u64) -> Question {
    let mut random = Random::new(seed);
    let random = &mut random;
    let (path, patterns) = PAGES[random.below(PAGES.len())];
    let families: BTreeSet<&str> =
        (0..random.between(1, 5)).map(|_| FAMILIES[random.below(FAMILIES.len())]).collect();
    let agent = match random.below(10) {
        0..=5 if families.contains("control-token") => random.pick(&["Googlebot", "Applebot"]),
        6..=7 => random.pick(AGENTS),
        _ => "ExampleBot",
    };
    let theme = Theme { agent, families, patterns };
    let usage = match random.below(10) {
        0..=1 if theme.families.contains("tdmrep") => "mine",
        0..=4 => "train-ai",
        5 => "mine",
        6 => "ai-input",
        7 => "index",
        _ => random.pick(USAGES),
    };
    let robots = robots::robots(random, &theme);
    let mut rsl = BTreeMap::new();
    for url in vocabulary::LICENCES {
        if theme.families.contains("rsl") && random.chance(850) {
            rsl.insert((*url).to_owned(), licence::document(random, &theme));
        }
    }
    let headers = page::headers(random, &theme);
    let html = random.chance(350).then(|| page::html(random, &theme));
    let rendered = html.as_ref().filter(|_| random.one_in(8)).cloned();
    let rendered = rendered.map(|_| page::html(random, &theme));
    let is_read = theme.has(random, "tdmrep") && random.chance(600);
    let tdmrep = is_read.then(|| tdmrep::file(random, &theme));
    let trust_txt = theme.has(random, "trust-txt").then(|| robots::trust_txt(random));
    let ai_txt = theme.has(random, "ai-txt").then(|| robots::ai_txt(random, &theme));
    let signals = random.chance(80).then(|| {
        let chosen = FAMILIES.iter().filter(|_| random.chance(600));
        chosen.map(|&family| family.to_owned()).collect()
    });
    let profile = match random.below(60) {
        0 => Some("rfc9309".to_owned()),
        1 => Some("full".to_owned()),
        _ => None,
    };
    Question {
        robots,
        headers,
        html,
        rendered,
        tdmrep,
        rsl,
        trust_txt,
        ai_txt,
        signals,
        agent: theme.agent.to_owned(),
        usage: usage.to_owned(),
        url: format!("https://example.com{path}"),
        profile,
        honours: honours(random),
    }
}

/// Most declare what signals ask for, so that permissions are left.
fn honours(random: &mut Random) -> Vec<String> {
    let often = *random.pick(&[&1000, &1000, &700, &0]);
    let mut honours: Vec<String> =
        HONOURS.iter().filter(|_| random.chance(often)).map(|&kind| kind.to_owned()).collect();
    if random.chance(150) {
        let kinds = ["max-use", "no-ai-index", "legal", "terms", "license", "payment"];
        honours.push(format!("!{}", random.pick(&kinds)));
    }
    honours
}
