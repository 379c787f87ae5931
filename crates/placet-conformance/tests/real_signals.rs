//! How many real files have signals, and how many contradict themselves: the figures of
//! docs/src/law/signals/real-files.md. `INSTA_UPDATE=always` writes the page.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use placet::pattern::Pattern;
use placet::signals::{Family, SignalProblemKind};
use placet::syntax::robots::Key;
use placet::{Agent, AgentPolicy, AskedAt, PagePolicy, RobotsPolicy, Usage};
use placet_conformance::shared;

/// The usages that families speak about.
const USAGES: [Usage; 4] = [Usage::Mine, Usage::TrainAi, Usage::AiInput, Usage::Index];

/// What the signals of one file are.
#[derive(Debug, Default)]
struct Found {
    families: BTreeSet<Family>,
    /// Families with a statement that is malformed or has no effect.
    faulty: BTreeSet<Family>,
    /// Two families contradict each other for some crawler, usage and path.
    contradicts: bool,
    /// Two statements of one family disagree.
    conflicts: bool,
}

impl Found {
    fn of_robots(text: &[u8]) -> Self {
        let policy = RobotsPolicy::parse(text);
        let mut found = Self::default();
        found.families.extend(policy.records().filter_map(|record| match record.kind() {
            Key::ContentUsage => Some(Family::Aipref),
            Key::ContentSignal => Some(Family::ContentSignal),
            Key::License => Some(Family::Rsl),
            Key::AllowAiTraining | Key::DisallowAiTraining => Some(Family::AiTraining),
            _ => None,
        }));
        let mut agents = policy.addressees();
        let is_token = |agent: &Agent| {
            let tokens = ["Google-Extended", "Applebot-Extended"];
            tokens.iter().any(|token| agent.name().eq_ignore_ascii_case(token))
        };
        if agents.iter().any(is_token) {
            found.families.insert(Family::ControlToken);
        }
        if found.families.is_empty() {
            return found;
        }
        agents.extend(["Googlebot", "Applebot", "unknown-crawler"].map(Agent::new));
        for agent in agents {
            let bot = policy.for_agent(agent);
            found.ask(&bot, &paths(&bot));
        }
        found
    }

    fn of_page(html: &[u8]) -> Self {
        let page = PagePolicy::builder().html(html).build();
        let bot = RobotsPolicy::parse(b"").for_agent("unknown-crawler").page(&page);
        let mut found = Self::default();
        for usage in USAGES {
            let decision = bot.may(usage, "/").unwrap();
            found.families.extend(decision.signals().map(|it| it.family()));
        }
        found.ask(&bot, &["/".to_owned()]);
        found
    }

    fn ask(&mut self, bot: &AgentPolicy, paths: &[String]) {
        for path in paths {
            let target = bot.target(path).unwrap();
            for usage in USAGES {
                let decision = bot.decide_on(usage, &target, &AskedAt::new());
                self.contradicts |= !decision.contradictions().is_empty();
                for problem in decision.signal_problems() {
                    self.conflicts |= problem.kind() == SignalProblemKind::Conflict;
                    self.faulty.extend(problem.family());
                }
            }
        }
    }
}

/// A path of each pattern that signals depend on, and one that none matches.
fn paths(bot: &AgentPolicy) -> Vec<String> {
    let patterns = bot.signal_patterns();
    let examples = patterns.iter().filter_map(|it| Pattern::from_normal_form(it.as_bytes()));
    examples.map(|it| it.example()).chain(["/".to_owned(), "/placet".to_owned()]).collect()
}

/// The figures of one archive.
#[derive(Debug)]
struct Figures {
    files: usize,
    found: Vec<Found>,
}

impl Figures {
    fn of(archive: &str) -> Option<Self> {
        let files = shared::corpus(archive).unwrap()?;
        let is_list = |name: &str| Path::new(name).extension().is_some_and(|it| it == "tsv");
        let files: Vec<_> = files.into_iter().filter(|(name, _)| !is_list(name)).collect();
        let is_page =
            |name: &str| Path::new(name).extension().is_some_and(|it| it == "html" || it == "htm");
        let found = files.iter().map(|(name, text)| {
            if is_page(name) { Found::of_page(text) } else { Found::of_robots(text) }
        });
        Some(Self { files: files.len(), found: found.collect() })
    }

    fn count(&self, is_counted: impl Fn(&Found) -> bool) -> usize {
        self.found.iter().filter(|it| is_counted(it)).count()
    }
}

/// Whether a file is counted.
type Counted = fn(&Found) -> bool;

#[test]
fn the_page_has_the_figures_of_the_real_files() {
    let (Some(robots), Some(acap)) = (Figures::of("robots"), Figures::of("acap")) else { return };
    let mut page = format!(
        "# Signals in real files\n\n\
         The table counts the files with signals of each family among {} robots.txt files of real sites,\n\
         collected from 2019 to 2024, and {} files and pages with ACAP from 2013 to 2019. Most families\n\
         are younger: `Content-Signal` and RSL are of 2025, the first draft of `Content-Usage` too. Files\n\
         such as tdmrep.json, trust.txt and ai.txt, and response header fields, were not collected. A test\n\
         reads the files and keeps this page up to date.\n\n\
         | family | robots.txt | of these with a problem | ACAP files | of these with a problem |\n\
         |---|---|---|---|---|\n",
        robots.files, acap.files
    );
    for family in Family::ALL {
        let row = [&robots, &acap].map(|it| {
            let uses = it.count(|found| found.families.contains(&family));
            let faulty = it
                .count(|found| found.families.contains(&family) && found.faulty.contains(&family));
            format!("{uses} | {faulty}")
        });
        let _ = writeln!(page, "| [`{family}`]({family}.md) | {} | {} |", row[0], row[1]);
    }
    page.push_str(
        "\nA problem is a statement that is malformed or has no effect, as `placet signals` lists them.\n\n\
         | | robots.txt | ACAP files |\n|---|---|---|\n",
    );
    let rows: [(&str, Counted); 5] = [
        ("no signal", |found| found.families.is_empty()),
        ("at least one family", |found| !found.families.is_empty()),
        ("several families", |found| found.families.len() > 1),
        ("two families contradict each other", |found| found.contradicts),
        ("two statements of one family disagree", |found| found.conflicts),
    ];
    for (what, is_counted) in rows {
        let counts = [&robots, &acap].map(|it| it.count(is_counted));
        let _ = writeln!(page, "| {what} | {} | {} |", counts[0], counts[1]);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("docs/src/law/signals/real-files.md");
    #[expect(clippy::disallowed_methods, reason = "the same setting as for snapshots")]
    if std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == page,
        "{} is out of date (INSTA_UPDATE=always writes it):\n{page}",
        path.display()
    );
}
