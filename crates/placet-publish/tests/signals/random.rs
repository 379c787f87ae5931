//! Random policies: for each crawler, usage and path, the result answers as the source does, except
//! where a difference is listed; and it permits nothing more without a listed loss.

use std::sync::LazyLock;

use placet::pattern::Pattern;
use placet::signals::{Families, SignalFiles};
use placet::{AskedAt, Profile, RobotsPolicy, Target, Usage, Verdict};
use placet_publish::convert::{Loss, LossKind, Unconvertible};
use placet_publish::signals::{AiCrawler, Language, LossEffect, Preference, SEARCH, Site, Written};
use placet_testing::{runs, short_paths};
use proptest::prelude::*;

static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| short_paths(&["a", "b", "/"], 3));

/// The crawlers that are asked for: named in files, known, and neither.
const CRAWLERS: [&str; 7] = ["a", "a-b", "ab", "other", "Googlebot", "GPTBot", "Applebot"];

/// How many sites are tried.
static CASES: LazyLock<u32> =
    LazyLock::new(|| u32::try_from(runs("PLACET_SIGNAL_SITES", 96)).unwrap());

/// The usages that are asked about.
const USAGES: [Usage; 8] = [
    Usage::Index,
    Usage::PresentSnippet,
    Usage::PresentThumbnail,
    Usage::Preserve,
    Usage::Mine,
    Usage::TrainAi,
    Usage::AiInput,
    Usage::Other,
];

/// The files of a site.
#[derive(Debug, Clone, Default)]
struct Files {
    robots: String,
    tdmrep: Option<String>,
    ai_txt: Option<String>,
    trust_txt: Option<String>,
    rsl: Option<String>,
}

impl Files {
    fn signal_files(&self) -> SignalFiles {
        let mut files = SignalFiles::new();
        if let Some(text) = &self.tdmrep {
            files = files.tdmrep(text.as_bytes());
        }
        if let Some(text) = &self.ai_txt {
            files = files.ai_txt(text.as_bytes());
        }
        if let Some(text) = &self.trust_txt {
            files = files.trust_txt(text.as_bytes());
        }
        if let Some(text) = &self.rsl {
            files = files.rsl(LICENCE, text.as_bytes());
        }
        files
    }
}

const LICENCE: &str = "https://example.com/old.xml";

fn pattern() -> impl Strategy<Value = String> {
    let prefix = prop::sample::select(vec!["/a", "/b", "/a/", "/a/b", "/ab", "/a/b/"]);
    let part = prop::sample::select(vec!["a", "b", "*", "/", "*a", "*b"]);
    let body = prop::collection::vec(part, 0..3).prop_map(|parts| parts.concat());
    let end = prop::sample::select(vec!["", "", "$"]);
    let wild = (body, end).prop_map(|(body, end)| format!("/{body}{end}"));
    prop_oneof![3 => prefix.prop_map(str::to_owned), 1 => wild]
}

fn signal() -> impl Strategy<Value = String> {
    let path = prop_oneof![1 => Just(String::new()), 1 => pattern().prop_map(|it| it + " ")];
    let usage = prop::sample::select(vec![
        "train-ai=n",
        "train-ai=y",
        "ai-use=n",
        "search=n",
        "search=y, train-ai=n",
        "",
        "ai-use=y",
    ]);
    let signal = prop::sample::select(vec![
        "ai-train=no",
        "ai-train=yes",
        "search=no",
        "ai-input=no, search=yes",
        "ai-train=no, ai-input=no",
        "use=reference",
    ]);
    prop_oneof![
        3 => (path.clone(), usage).prop_map(|(path, it)| format!("Content-Usage: {path}{it}\n")),
        3 => (path, signal).prop_map(|(path, it)| format!("Content-Signal: {path}{it}\n")),
        1 => pattern().prop_map(|it| format!("DisallowAITraining: {it}\n")),
        1 => pattern().prop_map(|it| format!("AllowAITraining: {it}\n")),
    ]
}

fn group() -> impl Strategy<Value = String> {
    let agents = prop::collection::vec(
        prop::sample::select(vec!["*", "*", "a", "a-b", "ab", "Google-Extended", "GPTBot"]),
        1..3,
    );
    let rule = (prop::bool::ANY, pattern()).prop_map(|(allows, pattern)| {
        format!("{}: {pattern}\n", if allows { "Allow" } else { "Disallow" })
    });
    let signals = prop::collection::vec(signal(), 0..3);
    (agents, signals, prop::collection::vec(rule, 1..3)).prop_map(|(agents, signals, rules)| {
        let agents: Vec<String> = agents.iter().map(|it| format!("User-agent: {it}\n")).collect();
        agents.concat() + &signals.concat() + &rules.concat() + "\n"
    })
}

fn acap() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "disallow-index",
        "disallow-other",
        "allow-index",
        "disallow-present",
        "allow-crawl",
        "disallow-crawl",
        "disallow-preserve",
        "disallow-present-snippet",
        "allow-other",
    ]);
    let fields = prop::collection::vec((field, pattern()), 1..4);
    let crawler = prop::sample::select(vec!["*", "a", "ab"]);
    (crawler, fields).prop_map(|(crawler, fields)| {
        let fields = fields.iter().map(|(field, it)| format!("ACAP-{field}: {it}\n"));
        format!("ACAP-crawler: {crawler}\n{}", fields.collect::<String>())
    })
}

fn tdmrep() -> impl Strategy<Value = String> {
    prop::collection::vec((pattern(), 0..2_u8), 1..4).prop_map(|rules| {
        let rules = rules.iter().map(|(location, value)| {
            format!("{{\"location\": \"{location}\", \"tdm-reservation\": {value}}}")
        });
        format!("[{}]", rules.collect::<Vec<_>>().join(", "))
    })
}

fn ai_txt() -> impl Strategy<Value = String> {
    let rule = (prop::bool::ANY, pattern()).prop_map(|(allows, pattern)| {
        format!("{}: {pattern}\n", if allows { "Allow" } else { "Disallow" })
    });
    let agent = prop::sample::select(vec!["*", "a", "ab"]);
    (agent, prop::collection::vec(rule, 1..3))
        .prop_map(|(agent, rules)| format!("User-agent: {agent}\n{}", rules.concat()))
}

fn rsl() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "<permits type=\"usage\">search</permits>",
        "<permits type=\"usage\">search ai-train</permits>",
        "<prohibits type=\"usage\">ai-train</prohibits>",
        "<prohibits type=\"usage\">all</prohibits>",
        "<permits type=\"usage\">all</permits><prohibits type=\"usage\">ai-input</prohibits>",
        "<payment type=\"training\"/>",
        "<permits type=\"usage\">ai-input</permits>",
    ]);
    let content = (pattern(), words).prop_map(|(url, words)| {
        format!("<content url=\"{url}\"><license>{words}</license></content>")
    });
    prop::collection::vec(content, 1..3).prop_map(|all| {
        format!("<rsl xmlns=\"https://rslstandard.org/rsl\">{}</rsl>", all.concat())
    })
}

fn files() -> impl Strategy<Value = Files> {
    let groups = prop::collection::vec(group(), 0..3);
    let acap = prop::option::weighted(0.3, acap());
    let other = (
        prop::option::weighted(0.4, tdmrep()),
        prop::option::weighted(0.3, ai_txt()),
        prop::option::weighted(0.2, prop::sample::select(vec!["no", "yes"])),
        prop::option::weighted(0.4, rsl()),
    );
    (groups, acap, other).prop_map(|(groups, acap, (tdmrep, ai_txt, trust, rsl))| {
        let licence = rsl.as_ref().map(|_| format!("License: {LICENCE}\n")).unwrap_or_default();
        let robots = licence + &groups.concat() + &acap.unwrap_or_default();
        let trust_txt = trust.map(|it| format!("datatrainingallowed={it}\n"));
        Files { robots, tdmrep, ai_txt, trust_txt, rsl }
    })
}

fn preferences() -> impl Strategy<Value = Vec<Preference>> {
    let usages = prop::sample::select(vec![
        vec![Usage::TrainAi],
        vec![Usage::AiInput],
        SEARCH.to_vec(),
        vec![Usage::Mine],
    ]);
    let one = (usages, prop::bool::ANY, prop_oneof![Just("/".to_owned()), pattern()]);
    let one = one.prop_map(|(usages, allow, pattern)| Preference { usages, allow, pattern });
    prop::collection::vec(one, 0..2)
}

fn languages() -> impl Strategy<Value = Vec<Language>> {
    let single = prop::sample::select(Language::ALL.to_vec()).prop_map(|it| vec![it]);
    prop_oneof![3 => single, 1 => Just(Language::ALL.to_vec())]
}

fn known() -> [AiCrawler; 3] {
    let crawler = |token: &str, usages: &[Usage], controls: Option<&str>| AiCrawler {
        token: token.to_owned(),
        usages: usages.to_vec(),
        controls: controls.map(str::to_owned),
    };
    [
        crawler("GPTBot", &[Usage::TrainAi], None),
        crawler("Google-Extended", &[Usage::TrainAi, Usage::AiInput], Some("Googlebot")),
        crawler("Applebot-Extended", &[Usage::TrainAi], Some("Applebot")),
    ]
}

/// The files of the result.
fn reread(written: &Written) -> (RobotsPolicy, SignalFiles) {
    let (mut robots, mut files) = (String::new(), SignalFiles::new());
    for file in &written.files {
        match &*file.path {
            "/robots.txt" => robots.clone_from(&file.text),
            "/.well-known/tdmrep.json" => files = files.tdmrep(file.text.as_bytes()),
            path => {
                files = files.rsl(&format!("https://example.com{path}"), file.text.as_bytes());
            }
        }
    }
    (RobotsPolicy::parse(robots.as_bytes()), files)
}

/// Whether a difference is listed for a crawler, a usage and a path.
fn is_listed(losses: &[Loss], effect: LossEffect, crawler: &str, usage: Usage, path: &str) -> bool {
    let target = Target::new(path, Profile::Full).unwrap();
    let matches = |it: &String| {
        Pattern::from_normal_form(it.as_bytes()).is_some_and(|it| it.matches(&target))
    };
    losses.iter().any(|loss| {
        let Some(signal) = &loss.signal else {
            let others = [LossKind::Unknown, LossKind::Case, LossKind::Law, LossKind::Name];
            return others.contains(&loss.kind);
        };
        let is_named = signal.crawlers.iter().any(|it| it == crawler);
        let is_other = || signal.crawlers.iter().any(|it| it == "*" || it.ends_with("-*"));
        signal.effect == effect
            && signal.usages.contains(&usage)
            && (is_named || is_other())
            && (signal.is_everywhere || signal.paths.iter().any(matches))
    })
}

/// What the publisher wants for a usage of a path; without mining there is no training.
fn wanted<'p>(all: &'p [Preference], usage: Usage, path: &str) -> Option<&'p Preference> {
    let target = Target::new(path, Profile::Full).unwrap();
    let matches = |it: &&Preference| {
        Pattern::from_normal_form(it.pattern.as_bytes()).unwrap().matches(&target)
    };
    let about = |usage: Usage| {
        let about = all.iter().filter(move |it| it.usages.contains(&usage)).filter(matches);
        about.max_by_key(|it| (it.pattern.len(), !it.allow))
    };
    let mine = || about(Usage::Mine).filter(|it| !it.allow && usage == Usage::TrainAi);
    about(usage).or_else(mine)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(*CASES) })]

    #[test]
    fn the_result_answers_as_the_source_does(
        files in files(),
        preferences in preferences(),
        languages in languages(),
    ) {
        let mut site = Site::new(files.robots.as_bytes())
            .files(files.signal_files())
            .url("https://example.com");
        for it in &preferences {
            site = site.preference(it.clone());
        }
        let written = match site.write(&languages, &known()) {
            Ok(written) => written,
            Err(Unconvertible::Nothing | Unconvertible::TooLong) => return Ok(()),
            Err(error) => panic!("{error}\n{files:#?}"),
        };
        let (robots, after_files) = reread(&written);
        let families: Families = languages.iter().map(|it| it.family()).collect();
        let before = RobotsPolicy::parse(files.robots.as_bytes());
        let (now, has_robots) = (AskedAt::new(), languages != [Language::Tdmrep]);
        for crawler in CRAWLERS {
            let before = before.for_agent(crawler).signal_files(&files.signal_files());
            let after = robots.for_agent(crawler).signal_files(&after_files).families(families);
            for path in PATHS.iter().map(|it| &**it) {
                let url = format!("https://example.com{path}");
                let (target, after_target) = (before.target(&url).unwrap(), after.target(&url).unwrap());
                // Rules about crawling are the same; what they close is not a question of signals.
                let crawls = before.verdict(&target);
                if has_robots && crawls != after.verdict(&after_target) {
                    let is_ai = known().iter().any(|it| it.token == crawler);
                    let closes = crawls == Verdict::Permit && is_ai;
                    let excused = closes && languages.contains(&Language::CrawlerGroups);
                    let acap = written.losses.iter().chain(&written.notes).any(|it| {
                        matches!(it.kind, LossKind::Law | LossKind::Case | LossKind::Name)
                    });
                    prop_assert!(excused || acap, "crawl {crawler} {path}\n{files:#?}\n{written:#?}");
                }
                if crawls == Verdict::Prohibit || after.verdict(&after_target) == Verdict::Prohibit {
                    continue;
                }
                for usage in USAGES {
                    let wanted = wanted(&preferences, usage, path);
                    let source = match wanted {
                        Some(wanted) if wanted.allow => Verdict::Permit,
                        Some(_) => Verdict::Prohibit,
                        None => before.verdict_on(usage, &target, &now),
                    };
                    let result = after.verdict_on(usage, &after_target, &now);
                    if source == result {
                        continue;
                    }
                    let shown = format!("{languages:?} {crawler} {usage} {path}: {source:?} {result:?}\n\
                        {preferences:?}\n{files:#?}\n{written:#?}");
                    if result == Verdict::Permit {
                        prop_assert!(is_listed(&written.losses, LossEffect::Opens, crawler, usage, path), "{shown}");
                    } else {
                        let all = [&*written.losses, &*written.notes].concat();
                        prop_assert!(is_listed(&all, LossEffect::Closes, crawler, usage, path), "{shown}");
                    }
                }
            }
        }
    }

    /// Several languages in one result do not contradict each other where no loss says so, and each
    /// record belongs to the same group in Google's parser.
    #[test]
    fn languages_contradict_each_other_only_where_that_is_listed(files in files()) {
        let files = Files { robots: files.robots.replace("Google-Extended", "other-bot"), ..files };
        let site = Site::new(files.robots.as_bytes())
            .files(files.signal_files())
            .url("https://example.com");
        let Ok(written) = site.write(&Language::ALL, &known()) else { return Ok(()) };
        let (robots, after_files) = reread(&written);
        let (now, text) = (AskedAt::new(), robots.text());
        let google = RobotsPolicy::builder().profile(Profile::Google).parse(text);
        let groups = |policy: &RobotsPolicy| -> Vec<Vec<String>> {
            let names = |it: placet::robots::Group<'_>| it.agents().map(|it| it.value().into_owned()).collect();
            policy.groups().map(names).collect()
        };
        prop_assert_eq!(groups(&google), groups(&robots));
        for crawler in CRAWLERS {
            let after = robots.for_agent(crawler).signal_files(&after_files);
            for path in PATHS.iter().step_by(3) {
                let target = after.target(&format!("https://example.com{path}")).map(Target::into_owned).unwrap();
                if after.verdict(&target) == Verdict::Prohibit {
                    continue;
                }
                for decision in after.matrix(&target, &now) {
                    let listed = |it: &placet::signals::Contradiction| {
                        let start = format!("{} allows {} and {} refuses it",
                            it.allow.name(), it.usage, it.disallow.name());
                        written.losses.iter().any(|loss| loss.why.starts_with(&start))
                    };
                    prop_assert!(decision.contradictions().iter().all(listed),
                        "{crawler} {path} {:?}\n{files:#?}\n{written:#?}", decision.contradictions());
                    let problems = decision.signal_problems();
                    let kinds: Vec<_> = problems.iter().map(placet::explain::SignalProblem::kind).collect();
                    prop_assert!(kinds.is_empty(), "{kinds:?}\n{written:#?}");
                }
            }
        }
    }
}
