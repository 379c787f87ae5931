//! Random cases, the same for the same seed.

use placet_testing::Random;

use crate::case::{Case, Content, Definition, Field, Line, Meta, Page, Question, Robots};
use crate::page::{document, header, rules};
use crate::vocabulary::{
    AGENTS, BETWEENS, IDS, LOCALS, LOCATIONS, NAMES, NOTHINGS, PATTERNS, PURPOSE_PATTERNS,
    PURPOSES, RESOURCES, TODAY, UNKNOWN_USAGES, URLS, USAGES, VERSIONS, WRONG,
};

/// The case of a seed.
pub(crate) fn case(seed: u64) -> Case {
    let random = &mut Random::new(seed);
    let theme = Theme::new(random);
    let robots = robots(random, &theme);
    let page = page(random, &theme);
    let question = question(random, &theme);
    Case { robots, page, question }
}

/// What one case is about.
pub(crate) struct Theme {
    asked: &'static str,
    usages: Vec<&'static str>,
    /// How often purposes are stated, in a thousand.
    purposes: usize,
    /// Whether elements have statements.
    pub(crate) elements: bool,
}

impl Theme {
    fn new(random: &mut Random) -> Self {
        let asked = random.pick(USAGES);
        let mut usages = vec![asked, asked, asked, asked, random.pick(USAGES)];
        if asked.starts_with("present-") {
            usages.extend(["present", "present", "present"]);
        }
        if asked.ends_with("copy") {
            usages.push("preserve");
        }
        if random.chance(350) || asked.contains("ai") {
            usages.extend(["other", "other"]);
        }
        if random.chance(200) {
            usages.push("crawl");
        }
        let purposes = *random.pick(&[&0, &100, &500]);
        Self { asked, usages, purposes, elements: random.chance(500) }
    }

    /// A usage, rarely one that ACAP does not know.
    pub(crate) fn usage(&self, random: &mut Random) -> String {
        if random.chance(30) {
            return random.pick(UNKNOWN_USAGES).to_owned();
        }
        random.pick(&self.usages).to_owned()
    }
}

fn robots(random: &mut Random, theme: &Theme) -> Robots {
    let conventional = if random.chance(350) { 3 } else { 0 };
    let lines = (0..random.between(0, conventional)).map(|_| Line {
        user_agent: addressee(random, "*"),
        allow: random.chance(500),
        pattern: random.pick(PATTERNS).to_owned(),
    });
    let lines = lines.collect();
    let mut definitions = Vec::new();
    for name in LOCALS.iter().filter(|_| theme.elements) {
        if random.chance(500) {
            definitions.push(definition(random, theme, name));
        }
    }
    let most = if random.chance(700) { 4 } else { 0 };
    let fields = (0..random.between(0, most)).map(|_| field(random, theme)).collect();
    Robots { ignores_conventional: random.chance(60), definitions, lines, fields }
}

fn definition(random: &mut Random, theme: &Theme, name: &'static str) -> Definition {
    let parts = (0..random.mostly_one(3, 400)).map(|_| {
        let usage = random.pick(&theme.usages).to_owned();
        let qualifiers = qualifiers(random, &usage, 400);
        (usage, qualifiers)
    });
    let mut parts: Vec<(String, Vec<String>)> = parts.collect();
    // Definitions of ACAP's usages only; others are tested in robots.txt.
    parts.retain(|(usage, _)| !usage.contains("ai"));
    if parts.is_empty() {
        parts.push(("index".to_owned(), Vec::new()));
    }
    Definition { name, parts }
}

fn field(random: &mut Random, theme: &Theme) -> Field {
    let usage = theme.usage(random);
    let permit = random.chance(650);
    let mut purposes = Vec::new();
    while random.chance(theme.purposes) && purposes.len() < 3 {
        purposes.push(random.pick(PURPOSE_PATTERNS).to_owned());
    }
    let mut qualifiers = qualifiers(random, &usage, if permit { 350 } else { 30 });
    // not understood in robots.txt.
    if random.chance(10) {
        qualifiers.push("location=http://example.com/a/b".to_owned());
    }
    let pattern = (!random.chance(25)).then(|| random.pick(PATTERNS).to_owned());
    Field { crawler: addressee(random, "*"), purposes, permit, usage, pattern, qualifiers }
}

/// Everyone, or a crawler.
pub(crate) fn addressee(random: &mut Random, everyone: &str) -> String {
    if random.chance(500) { everyone.to_owned() } else { random.pick(NAMES).to_owned() }
}

/// Qualifiers, mostly those that the usage takes.
fn qualifiers(random: &mut Random, usage: &str, often: usize) -> Vec<String> {
    let mut written = Vec::new();
    while random.chance(often) {
        written.push(qualifier(random, usage));
    }
    written
}

fn qualifier(random: &mut Random, usage: &str) -> String {
    if random.chance(40) {
        return random.pick(WRONG).to_owned();
    }
    let limits: &[&str] =
        &["until-recrawled", "until-2010-01-09", "until-2010-01-11", "1-days", "3-days"];
    let mut kinds: Vec<(&str, &[&str])> = Vec::new();
    if usage == "index" || usage == "preserve" || usage.starts_with("present") {
        kinds.push(("time-limit", limits));
    }
    if usage == "index" || usage.starts_with("present") {
        kinds.push(("must-use-resource", RESOURCES));
    }
    if usage.ends_with("snippet") || usage.ends_with("extract") {
        kinds.push(("max-length", &["20-words", "50-chars"]));
    }
    if usage.starts_with("present") {
        kinds.push(("must-include-resource", &["the-acap:credit:class:By", "acap:icon:b"]));
        kinds.push(("target-condition", &["country:GB"]));
    }
    if usage == "present" || usage.ends_with("copy") || usage.ends_with("original") {
        kinds.push(("prohibited-modification", &["any", "format", "translation"]));
    }
    if usage.ends_with("copy") || usage.ends_with("original") {
        kinds.push(("prohibited-context", &["within-user-frame"]));
        kinds.push(("required-context", &["within-original-frame"]));
    }
    if usage == "other" {
        kinds.push(("ref", &["http://example.com/terms"]));
    }
    if kinds.is_empty() || random.chance(20) {
        kinds.push(("time-limit", limits));
    }
    let at = random.between(0, kinds.len() - 1);
    let (kind, values) = kinds.swap_remove(at);
    format!("{kind}={}", random.pick(values))
}

fn page(random: &mut Random, theme: &Theme) -> Page {
    let most = if random.chance(300) { 2 } else { 0 };
    let headers = (0..random.between(0, most)).map(|_| header(random)).collect();
    let html = random.chance(950).then(|| document(random, theme));
    let rendered = random.chance(250).then(|| document(random, theme));
    Page { headers, html, rendered }
}

/// A META element.
pub(crate) fn meta(random: &mut Random, theme: &Theme) -> Meta {
    let everyone = random.pick(&["robots", "robots", "ROBOTS", " robots "]);
    let mut name = addressee(random, everyone);
    if random.chance(30) {
        random.pick(&["searchbot/2.1", " SearchBot "]).clone_into(&mut name);
    }
    let purpose = random.chance(theme.purposes).then(|| random.pick(PURPOSE_PATTERNS).to_owned());
    let content = match random.between(0, 99) {
        0..=17 => Content::Rules(rules(random)),
        18..=24 => Content::Version(random.pick(VERSIONS)),
        25..=26 => Content::Nothing(random.pick(NOTHINGS)),
        27..=31 => Content::Several {
            purpose,
            first: (random.chance(700), theme.usage(random)),
            between: random.pick(BETWEENS),
            second: (random.chance(700), theme.usage(random)),
        },
        _ => {
            let (usage, permit) = (theme.usage(random), random.chance(700));
            let mut qualifiers = qualifiers(random, &usage, if permit { 350 } else { 30 });
            if random.chance(if permit { 150 } else { 30 }) {
                qualifiers.push(format!("location={}", random.pick(LOCATIONS)));
            }
            Content::Statement { purpose, permit, usage, qualifiers }
        }
    };
    Meta { name, in_body: random.chance(30), loud: random.chance(50), content }
}

fn question(random: &mut Random, theme: &Theme) -> Question {
    let hours = |random: &mut Random, most: usize| {
        i64::try_from(random.between(0, most)).unwrap_or_default() * 3_600
    };
    let now = random.chance(500).then(|| TODAY + hours(random, 48));
    let crawled = random.chance(500).then(|| TODAY - hours(random, 96));
    let purposes = if theme.purposes == 0 { 0 } else { random.between(0, 2) };
    let purposes = (0..purposes).map(|_| random.pick(PURPOSES).to_owned()).collect();
    let kinds = ["time-limit", "max-length", "location", "prohibited-modification", "no-images"];
    let honours = if random.chance(500) { vec!["target-condition".to_owned()] } else { Vec::new() };
    let cannot = if random.chance(50) { vec![random.pick(&kinds).to_owned()] } else { Vec::new() };
    let asks_element = theme.elements && random.chance(750);
    Question {
        agent: random.pick(AGENTS).to_owned(),
        purposes,
        usage: theme.asked.to_owned(),
        url: random.pick(URLS).to_owned(),
        element: asks_element.then(|| random.pick(IDS)),
        element_level: !random.chance(150),
        is_full: !random.chance(60),
        now,
        crawled,
        recrawled: random.chance(200),
        honours,
        cannot,
    }
}
