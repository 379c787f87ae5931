//! The tables equal the engine, asked one by one.

use placet::explain::GroupChoice;
use placet::signals::SignalOutcome;
use placet::{Agent, AskedAt, RobotsPolicy, Usage};
use placet_bulk::{Audit, Capture, Outcome, Table};
use placet_conformance::shared;
use placet_lint::{Config, Subject, lint};

use crate::table::of_captures;

const AGENTS: [&str; 12] = [
    "GPTBot",
    "CCBot",
    "Googlebot",
    "Googlebot-Image",
    "Applebot",
    "bingbot",
    "Google-Extended",
    "Applebot-Extended",
    "ClaudeBot",
    "Bytespider",
    "AhrefsBot",
    "anthropic-ai",
];
const USAGES: [Usage; 4] = [Usage::Crawl, Usage::Index, Usage::TrainAi, Usage::AiInput];
const PATHS: [&str; 3] = ["/news/1", "/search?q=a", "/wp-admin/"];

fn audit() -> Audit {
    Audit::builder().agents(AGENTS).usages(USAGES).paths(PATHS).build().unwrap()
}

/// The rows of `access` as the engine gives them, one question after the other.
fn access(text: &[u8], origin: &str, source: &str) -> Vec<Vec<String>> {
    let policy = RobotsPolicy::parse(text);
    let row = |name: &&str| {
        let view = policy.for_agent(Agent::new(name));
        let extent = view.extent();
        let lines: Vec<String> =
            extent.lines().iter().take(16).map(|it| it.line().to_string()).collect();
        let mut row = vec![
            origin.to_owned(),
            source.to_owned(),
            (*name).to_owned(),
            view.choice().name().to_owned(),
            extent.closed().name().to_owned(),
            format!("[{}]", lines.join(" ")),
            extent.lines().len().to_string(),
            view.crawl_delay().map_or_else(|| "-".into(), |it| it.as_secs_f64().to_string()),
        ];
        for path in std::iter::once("/").chain(PATHS) {
            for usage in USAGES {
                let decision = view.may(usage, format!("{origin}{path}")).unwrap();
                row.push(decision.is_permitted().to_string());
            }
        }
        row
    };
    AGENTS.iter().map(row).collect()
}

/// The rows of `signals` without texts and conditions, as the engine gives them.
fn signals(text: &[u8], origin: &str) -> Vec<String> {
    let policy = RobotsPolicy::parse(text);
    let mut rows = Vec::new();
    for name in std::iter::once("*").chain(AGENTS) {
        let agent = Agent::new(name);
        let view = policy.for_agent(&agent);
        let is_controlled = ["Googlebot", "Googlebot-Image", "Applebot"].contains(&name);
        if name != "*" && view.choice() != GroupChoice::Named && !is_controlled {
            continue;
        }
        for path in std::iter::once("/").chain(PATHS) {
            for usage in [Usage::Index, Usage::Mine, Usage::TrainAi, Usage::AiInput] {
                let url = format!("{origin}{path}");
                let decision = view.decide_on(usage, &view.target(&url).unwrap(), &AskedAt::new());
                for family in decision.signals() {
                    let outcome = family.outcome();
                    let refusal = family.refusal();
                    assert_eq!(outcome == SignalOutcome::Disallow, refusal.is_some());
                    rows.push(format!(
                        "{name} {path} {usage} {} {}",
                        family.family(),
                        outcome.name()
                    ));
                }
            }
        }
    }
    rows
}

fn compare(files: &[(String, Vec<u8>)]) {
    let audit = audit();
    let origin = |at: usize| format!("https://site-{at}.example");
    let captures = || -> Vec<Capture> {
        let capture = |(at, (name, text)): (usize, &(String, Vec<u8>))| {
            Capture::file(&origin(at), name, text.clone())
        };
        files.iter().enumerate().map(capture).collect()
    };
    let rows = of_captures(&audit, Table::Access, captures());
    assert_eq!(rows.len(), files.len() * AGENTS.len());
    for (at, ((name, text), rows)) in files.iter().zip(rows.chunks(AGENTS.len())).enumerate() {
        assert_eq!(rows, access(text, &origin(at), name), "{name}");
    }
    let rows = of_captures(&audit, Table::Signals, captures());
    let mut rows = rows.iter().peekable();
    let mut stated = 0;
    for (at, (name, text)) in files.iter().enumerate() {
        for expected in signals(text, &origin(at)) {
            let row = rows.next().unwrap_or_else(|| panic!("{name}: {expected} is missing"));
            assert_eq!((&row[1], row[2..7].join(" ")), (name, expected), "{name}");
            stated += 1;
        }
    }
    assert_eq!(rows.next(), None);
    let (sites, records, findings) = (
        of_captures(&audit, Table::Sites, captures()),
        of_captures(&audit, Table::Records, captures()),
        of_captures(&audit, Table::Findings, captures()),
    );
    let (mut records, mut findings) = (records.iter(), findings.iter().peekable());
    for (row, (name, text)) in sites.iter().zip(files) {
        let policy = RobotsPolicy::parse(text);
        assert_eq!((&row[1], &*row[4]), (name, Outcome::Available.name()));
        assert_eq!(row[7], text.len().to_string());
        assert_eq!(row[12], policy.groups().count().to_string(), "{name}");
        let rules: usize = policy.groups().map(|it| it.rules().count()).sum();
        assert_eq!(row[13], rules.to_string(), "{name}");
        for record in policy.records() {
            let expected =
                [record.kind().name().to_owned(), record.key().into(), record.value().into()];
            let row = records.next().unwrap();
            assert_eq!((&row[1], &row[2]), (name, &record.line().to_string()));
            assert_eq!(row[4..], expected, "{name}");
        }
        let subject = Subject::new("robots.txt", text);
        let report = lint(&subject, &Config::default());
        let mut left = report.findings().len();
        while let Some(row) = findings.next_if(|row| row[1] == *name) {
            let same = report.findings().iter().filter(|it| it.rule().code() == row[2]).count();
            assert_eq!(row[5], same.to_string(), "{name}");
            left -= same;
        }
        assert_eq!(left, 0, "{name}");
    }
    assert!(records.next().is_none() && findings.next().is_none());
    println!("{} files: {stated} statements of signals", files.len());
}

#[test]
fn tables_equal_the_engine_for_real_files() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    // Every other file; files over the limit of the engine are linted differently when they are cut.
    let files: Vec<_> = files
        .into_iter()
        .filter(|(_, text)| text.len() <= 512_000)
        .step_by(2)
        .take(2_000)
        .collect();
    assert_eq!(files.len(), 2_000);
    compare(&files);
}

#[test]
fn tables_equal_the_engine_for_files_with_acap() {
    let Some(files) = shared::corpus("acap").unwrap() else { return };
    compare(&files);
}

#[test]
fn tables_equal_the_engine_for_generated_files() {
    let names = ["*", "GPTBot", "CCBot", "Googlebot", "Google-Extended", "Applebot", "other"];
    let lines = [
        "Disallow: /",
        "Disallow:",
        "Allow: /news/",
        "Disallow: /news/",
        "Disallow: /*?q=",
        "Crawl-delay: 5",
        "Content-Signal: ai-train=no, search=yes",
        "Content-Usage: train-ai=n",
        "Content-Usage: /news/ train-ai=y",
        "DisallowAITraining: /",
        "License: https://example.com/license.xml",
        "Sitemap: /s.xml",
        "Noarchive: 1",
        "ACAP-crawler: GPTBot",
        "ACAP-disallow-crawl: /news/",
        "nonsense",
        "Allow: /",
    ];
    let mut random = placet_testing::Random::new(18);
    let mut pick = |count: usize| random.below(count);
    let files: Vec<(String, Vec<u8>)> = (0..400)
        .map(|at| {
            let mut text = String::new();
            for _ in 0..=pick(4) {
                for _ in 0..=pick(2) {
                    text.extend(["User-agent: ", names[pick(names.len())], "\n"]);
                }
                for _ in 0..pick(5) {
                    text.extend([lines[pick(lines.len())], "\n"]);
                }
            }
            (format!("file {at}"), text.into_bytes())
        })
        .collect();
    compare(&files);
}
