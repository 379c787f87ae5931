//! Random questions about random files, the same for the same seed.

use std::collections::BTreeMap;

use placet_testing::Random;

use crate::naive::Question;
use crate::qualifiers::qualifiers;
use crate::sloppy::Writer;
use crate::vocabulary::{
    CRAWLERS, Crawlers, FAMILIES, LOCALS, PURPOSE_PATTERNS, PURPOSES, REFERENCES, SETS,
    UNKNOWN_USAGES, USAGES,
};

/// 2010-01-10T00:00:00Z, around which everything happens.
const TODAY: i64 = 1_263_081_600;

/// The question of a seed.
pub(crate) fn question(seed: u64) -> Question {
    let mut random = Random::new(seed);
    let theme = Theme::new(&mut random);
    let robots = File::write(&mut random, &theme, true);
    let mut refs = BTreeMap::new();
    if robots.to_ascii_lowercase().windows(11).any(|text| text == b"permissions") {
        for &path in REFERENCES.iter().filter(|&&path| path != "/gone.txt") {
            let odd: &[&[u8]] = &[b"", b"# moved\n", b"<html>\nACAP-crawler: *\n", b"gone: yes\n"];
            if random.chance(40) {
                refs.insert(path.to_owned(), random.pick(odd).to_vec());
            } else if random.chance(950) {
                refs.insert(path.to_owned(), File::write(&mut random, &theme, false));
            }
        }
    }
    let hours = |random: &mut Random, most: usize| {
        i64::try_from(random.between(0, most)).unwrap_or_default() * 3600
    };
    let now = random.chance(650).then(|| TODAY + hours(&mut random, 48));
    let crawled = random.chance(600).then(|| TODAY - hours(&mut random, 96));
    let honours: &[&[&str]] = &[&[], &[], &["target-condition"], &["Target-Condition", "colour"]];
    Question {
        robots,
        refs,
        agent: theme.agent.to_owned(),
        purpose: theme.purpose.map(str::to_owned),
        usage: theme.asked.to_owned(),
        url: format!("http://example.com{}", theme.url),
        now,
        crawled,
        recrawled: random.chance(200),
        honours: random.pick(honours).iter().map(|&kind| kind.to_owned()).collect(),
    }
}

/// What one question and its files are about.
struct Theme {
    agent: &'static str,
    crawlers: &'static Crawlers,
    asked: &'static str,
    purpose: Option<&'static str>,
    /// How often sub-records come, and how often conventional groups do, in a thousand.
    sub_records: usize,
    groups: usize,
    usages: Vec<&'static str>,
    url: &'static str,
    patterns: Vec<&'static [u8]>,
}

impl Theme {
    fn new(random: &mut Random) -> Self {
        let crawlers = random.pick(CRAWLERS);
        let family = random.pick(FAMILIES);
        let groups = *random.pick(&[&20, &100, &600]);
        let asked = if groups > 500 && random.chance(600) { "crawl" } else { random.pick(USAGES) };
        let purpose = random.chance(600).then(|| random.pick(PURPOSES));
        let sub_records = *random.pick(&[&50, &200, &600]);
        let mut usages = vec![asked, asked, asked, random.pick(USAGES)];
        if asked.starts_with("present-") {
            usages.extend(["present", "present"]);
        }
        if asked.ends_with("copy") {
            usages.push("preserve");
        }
        if random.chance(350) || asked.contains("ai") {
            usages.extend(["other", "other"]);
        }
        if random.chance(300) {
            usages.push("crawl");
        }
        let (agent, url) = (random.pick(crawlers.agents), random.pick(family.urls));
        let mut patterns: Vec<&[u8]> =
            (0..random.between(2, 5)).map(|_| similar(random, family.patterns, url)).collect();
        if random.chance(500) {
            patterns.push(b"/");
        }
        Self { agent, crawlers, asked, purpose, sub_records, groups, usages, url, patterns }
    }

    fn pattern(&self, random: &mut Random) -> &'static [u8] {
        random.pick(&self.patterns)
    }

    /// A crawler name: any crawler, mostly one of the agent's, now and then something odd.
    fn name(&self, random: &mut Random) -> &'static str {
        match random.between(0, 99) {
            0..=39 => "*",
            40 => "* x",
            41..=65 => random.pick(self.crawlers.agents),
            _ => random.pick(self.crawlers.names),
        }
    }
}

/// One of the patterns, rather one that may match the URL.
fn similar(random: &mut Random, patterns: &[&'static [u8]], url: &str) -> &'static [u8] {
    let url = url.to_ascii_lowercase();
    for _ in 0..3 {
        let pattern = random.pick(patterns);
        let start: Vec<u8> = pattern.iter().take(4).map(u8::to_ascii_lowercase).collect();
        if url.as_bytes().starts_with(&start) || start.iter().any(|byte| b"*%".contains(byte)) {
            return pattern;
        }
    }
    random.pick(patterns)
}

/// A file in the making.
struct File<'a> {
    theme: &'a Theme,
    writer: Writer,
}

impl<'a> File<'a> {
    /// Writes a robots.txt, or a file that one refers to.
    fn write(random: &mut Random, theme: &'a Theme, is_main: bool) -> Vec<u8> {
        let mut file = Self { theme, writer: Writer::new(random) };
        if random.chance(200) {
            let versions: &[&[u8]] =
                &[b"##ACAP version=1.0", b"##ACAP version=0.2", b"# ACAP version=0.2 # pilot"];
            let version = random.pick(versions);
            file.writer.line(random, version);
        }
        if random.chance(30) {
            file.statement(random);
        }
        file.groups(random, theme.groups);
        file.ignore(random, 100);
        for _ in 0..random.between(0, 7) {
            file.definition(random);
        }
        file.ignore(random, 30);
        for _ in 0..random.up_to(5, 30) {
            file.record(random, if is_main { 60 } else { 8 });
            file.groups(random, theme.groups / 3);
            if random.chance(60) {
                file.definition(random);
            }
        }
        file.ignore(random, 15);
        file.groups(random, theme.groups / 3);
        file.writer.finish(random)
    }

    fn field(&mut self, random: &mut Random, key: &str, value: &[u8]) {
        self.writer.field(random, key, value);
    }

    fn ignore(&mut self, random: &mut Random, often: usize) {
        if random.chance(often) {
            let form: &[u8] = match random.between(0, 9) {
                0 => b"ACAP-ignore-conventional-records:",
                1 => b"acap-ignore-conventional-records # yes",
                2 => b"ACAP-ignore-conventional-records: yes",
                _ => b"ACAP-ignore-conventional-records",
            };
            self.writer.line(random, form);
        }
    }

    /// Conventional groups, or a rule without one.
    fn groups(&mut self, random: &mut Random, often: usize) {
        while random.chance(often) {
            let (theme, keys) = (self.theme, ["User-agent", "User-Agent", "useragent"]);
            if !random.chance(100) {
                for _ in 0..random.between(1, 2) {
                    let (key, name) = (random.pick(&keys), theme.name(random));
                    self.field(random, key, name.as_bytes());
                }
            }
            for _ in 0..random.between(0, 3) {
                self.rule(random);
            }
        }
    }

    fn rule(&mut self, random: &mut Random) {
        let keys = ["Disallow", "Disallow", "Allow", "Allow", "Dissallow", "Disallowed"];
        let key = random.pick(&keys);
        let pattern: &[u8] = if random.chance(50) { b"" } else { self.theme.pattern(random) };
        self.field(random, key, pattern);
    }

    fn definition(&mut self, random: &mut Random) {
        let (locals, sets) = (LOCALS.len() - 1, SETS.len() - 1);
        let (locals, sets) = (LOCALS.split_at(locals).0, SETS.split_at(sets).0);
        match random.between(0, 9) {
            0..=4 => {
                let mut value = random.pick(sets).as_bytes().to_vec();
                for _ in 0..random.up_to(3, 30) {
                    value.extend(b" ");
                    if random.chance(150) {
                        let prefix = random.pick(&["the-acap:resource-set:", "ACAP:resource-set:"]);
                        value.extend(prefix.bytes().chain(random.pick(SETS).bytes()));
                    } else {
                        value.extend(self.theme.pattern(random));
                    }
                }
                self.field(random, "ACAP-resource-set", &value);
            }
            5..=7 => {
                let usage = self.usage(random);
                let name = random.pick(locals);
                let value = format!("{name} {usage}{}", qualifiers(random, usage, 700));
                self.field(random, "ACAP-qualified-usage", value.as_bytes());
            }
            _ => {
                let mut value = random.pick(locals).to_owned();
                for _ in 0..random.between(1, 4) {
                    let local = random.chance(300);
                    let usage = if local { random.pick(LOCALS) } else { self.usage(random) };
                    let usage = if local { format!("({usage})") } else { usage.to_owned() };
                    value = format!("{value} {usage}");
                }
                self.field(random, "ACAP-composite-usage", value.as_bytes());
            }
        }
    }

    fn record(&mut self, random: &mut Random, refers: usize) {
        for _ in 0..random.mostly_one(3, 200) {
            let name = self.theme.name(random);
            self.field(random, "ACAP-crawler", name.as_bytes());
        }
        if random.chance(refers) {
            let path = random.pick(REFERENCES);
            self.field(random, "ACAP-permissions-reference", path.as_bytes());
            if random.chance(700) {
                return;
            }
        }
        if self.theme.asked != "crawl" && random.chance(500) {
            self.field(random, "ACAP-allow-crawl", b"/");
        }
        for _ in 0..random.up_to(5, 150) {
            if random.chance(self.theme.groups / 4) {
                self.rule(random);
            }
            self.statement(random);
            if random.chance(20) {
                let key = random.pick(&["ACAP-request-take-down", "ACAP-request-re-crawl"]);
                self.field(random, key, b"/a/b");
            }
        }
        while random.chance(self.theme.sub_records) {
            for _ in 0..random.mostly_one(2, 250) {
                let purpose = random.pick(PURPOSE_PATTERNS);
                self.field(random, "ACAP-usage-purpose", purpose.as_bytes());
            }
            for _ in 0..random.up_to(2, 200) {
                self.statement(random);
            }
        }
    }

    fn usage(&self, random: &mut Random) -> &'static str {
        if random.chance(20) {
            return random.pick(UNKNOWN_USAGES);
        }
        random.pick(&self.theme.usages)
    }

    fn statement(&mut self, random: &mut Random) {
        let permits = random.chance(680);
        let local = random.chance(90);
        let usage = if local { random.pick(LOCALS) } else { self.usage(random) };
        let verb = if permits { "ACAP-allow-" } else { "ACAP-disallow-" };
        let key = if local { format!("{verb}({usage})") } else { format!("{verb}{usage}") };
        let mut value = self.resource(random, permits);
        let often = match (permits, local) {
            (true, false) if usage == "crawl" || usage == "follow" => 30,
            (true, false) => 500,
            _ => 90,
        };
        value.extend(qualifiers(random, usage, often).as_bytes());
        if random.chance(if permits { 10 } else { 60 }) {
            value.extend(b" ");
            value.extend(self.resource(random, permits));
        }
        self.field(random, &key, &value);
    }

    fn resource(&self, random: &mut Random, permits: bool) -> Vec<u8> {
        if random.chance(15) {
            return Vec::new();
        }
        if !random.chance(if permits { 150 } else { 60 }) {
            return self.theme.pattern(random).to_vec();
        }
        let prefixes = ["the-acap:resource-set:", "the-acap:resource-set:", "acap:resource-set:"];
        let prefix = random.pick(&prefixes);
        format!("{prefix}{}", random.pick(SETS)).into_bytes()
    }
}
