//! Real files, if they are next to the checkout.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test prints what it ran and stops at the first surprise"
)]

use std::collections::BTreeMap;
use std::path::Path;

use placet::extent::{Closed, Extents};
use placet::limits::EXTENT_STEPS;
use placet::robots::RuleKind;
use placet::syntax::ProblemKind;
use placet::syntax::robots::{Garbled, Key, is_markup};
use placet::{Agent, AskedAt, Profile, RobotsPolicy, Usage, Verdict};
use placet_conformance::shared;

const PATHS: [&str; 6] = [
    "/",
    "/robots.txt",
    "/search?q=a",
    "/wp-admin/admin-ajax.php",
    "/a/b/c.html",
    "/%7Ea/%2fb?c=%3A",
];

/// The verdicts of one crawler about the paths.
fn verdicts(policy: &RobotsPolicy, agent: &Agent) -> Vec<Verdict> {
    let view = policy.for_agent(agent);
    PATHS
        .iter()
        .map(|path| {
            let target = view.target(path).unwrap();
            let verdict = view.verdict(&target);
            assert_eq!(verdict, view.decide(&target).verdict());
            verdict
        })
        .collect()
}

#[test]
fn one_parse_decides_for_every_agent_as_a_parse_for_each() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    for profile in [Profile::Rfc9309, Profile::Google] {
        for (name, text) in &files {
            let builder = RobotsPolicy::builder().profile(profile);
            let shared_by_all = builder.parse(text);
            let mut agents = shared_by_all.addressees();
            agents.truncate(8);
            agents.extend(["Googlebot", "*", "unknown-crawler"].map(Agent::new));
            let together: Vec<_> =
                agents.iter().map(|agent| verdicts(&shared_by_all, agent)).collect();
            for (agent, expected) in agents.iter().zip(together) {
                assert_eq!(verdicts(&builder.parse(text), agent), expected, "{name}: {agent}");
            }
        }
    }
    println!("corpus: {} files decide the same from one parse", files.len());
}

#[test]
fn extents_of_real_files_are_found_and_agree_with_verdicts() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    let mut undetermined = 0;
    for (name, text) in &files {
        let view = RobotsPolicy::parse(text).for_agent(Agent::new("unknown-crawler"));
        let extent = view.extent();
        let closed = |path: &str| !view.verdict(&view.target(path).unwrap()).is_permit();
        match extent.closed() {
            Closed::Nothing => assert!(!PATHS.into_iter().any(closed), "{name}"),
            Closed::Everything => {
                let others = |path: &&str| *path != "/robots.txt";
                assert!(PATHS.into_iter().filter(others).all(closed), "{name}");
            }
            Closed::Part => {}
            Closed::Undetermined => undetermined += 1,
        }
    }
    println!("corpus: the extent of {undetermined} of {} files is undetermined", files.len());
    assert!(undetermined * 1000 <= files.len(), "{undetermined} undetermined");
}

#[test]
fn extents_of_real_files_with_acap_are_found_and_agree_with_verdicts() {
    let Some(files) = shared::corpus("acap").unwrap() else { return };
    let is_text = |name: &str| Path::new(name).extension().is_some_and(|it| it == "txt");
    let (mut count, mut bearing, mut most) = (0, 0, 0);
    let mut undetermined = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| is_text(name)) {
        let policy = RobotsPolicy::parse(text);
        let named = policy.acap_records().flat_map(|it| it.names().map(Agent::new));
        let mut agents: Vec<Agent> = policy.addressees().into_iter().chain(named).collect();
        agents.push(Agent::new("unknown-crawler"));
        count += 1;
        let mut extents = Extents::new(&policy);
        for agent in agents {
            let view = policy.for_agent(&agent);
            let extent = extents.of(&agent);
            assert_eq!(*extent, view.extent(), "{name}: {agent}");
            most = most.max(extent.steps());
            let closed = |path: &str| !view.verdict(&view.target(path).unwrap()).is_permit();
            for line in extent.lines() {
                let opens = line.kind() == RuleKind::Allow;
                assert_ne!(closed(line.example()), opens, "{name}: {agent}: {line:?}");
            }
            let mut paths = PATHS.into_iter().filter(|path| *path != "/robots.txt");
            match extent.closed() {
                Closed::Nothing => assert!(!paths.any(closed), "{name}: {agent}"),
                Closed::Everything => assert!(paths.all(closed), "{name}: {agent}"),
                Closed::Part => {}
                Closed::Undetermined => undetermined.push(format!("{name}: {agent}")),
            }
            assert!(extent.is_complete(), "{name}: {agent}");
        }
        let acap: Vec<usize> = policy.acap_statements().map(|it| it.line()).collect();
        let extent = extents.of(&Agent::new("unknown-crawler"));
        bearing += usize::from(extent.lines().iter().any(|it| acap.contains(&it.line())));
    }
    println!(
        "corpus: of {count} files with ACAP, {bearing} close or open something by it; the extent of \
         {} is undetermined within {EXTENT_STEPS} steps, none needs more than {most}",
        undetermined.len()
    );
    assert_eq!((count, undetermined), (84, Vec::new()));
}

#[test]
fn a_policy_of_a_real_file_takes_at_most_three_times_its_bytes() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    let read = |text: &[u8]| text.len().min(placet::limits::FILE_MIN);
    let bytes: usize = files.iter().map(|(_, text)| read(text)).sum();
    let held: usize = files.iter().map(|(_, text)| RobotsPolicy::parse(text).heap_size()).sum();
    #[expect(clippy::cast_precision_loss, reason = "an approximate ratio is enough")]
    let ratio = held as f64 / bytes as f64;
    println!("corpus: policies take {ratio:.2} times the bytes of their files");
    assert!(held <= 3 * bytes, "{ratio:.2}");
}

/// The mojibake of a byte order mark hides no record (F-01).
#[test]
fn mojibake_at_the_start_of_real_files_is_skipped() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    let mojibake = "\u{EF}\u{BB}\u{BF}".as_bytes();
    let (mut marked, mut hidden) = (0, 0);
    for (name, text) in &files {
        let Some(rest) = text.strip_prefix(mojibake) else { continue };
        marked += 1;
        for profile in [Profile::Full, Profile::Rfc9309] {
            let read = |text| RobotsPolicy::builder().profile(profile).parse(text);
            let groups = |policy: &RobotsPolicy| -> Vec<String> {
                policy.groups().map(|group| format!("{group:?}")).collect()
            };
            let (policy, clean) = (read(text), read(rest));
            assert_eq!(groups(&policy), groups(&clean), "{name}");
            let first = policy.problems().next().unwrap();
            assert_eq!((first.kind(), first.line()), (ProblemKind::ByteOrderMark, 1), "{name}");
        }
        let lines = RobotsPolicy::parse(text);
        let first = lines.groups().next().and_then(|group| group.agents().next());
        hidden += usize::from(first.is_some_and(|line| line.line() == 1));
    }
    println!("corpus: {marked} files begin with mojibake, {hidden} of them with a User-agent line");
    assert_eq!((marked, hidden), (33, 19));
}

/// UTF-16 is decoded, and NUL bytes are reported (F-06).
#[test]
fn every_garbled_real_file_is_reported() {
    let Some(files) = shared::corpus("robots").unwrap() else { return };
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, text) in &files {
        let policy = RobotsPolicy::parse(text);
        assert_eq!(policy.garbled().is_some(), text.contains(&0) || is_markup(text), "{name}");
        if policy.encoding().is_wide() {
            assert!(!policy.text().contains(&0) && policy.records().count() > 0, "{name}");
        }
        *found.entry(policy.garbled().map_or("-", Garbled::name)).or_default() += 1;
    }
    println!("corpus: garbled files {found:?}");
    assert_eq!((found["utf-16"], found["nul"]), (3, 5));
}

#[test]
fn every_acap_field_of_the_real_files_is_understood() {
    let Some(files) = shared::corpus("acap").unwrap() else { return };
    // Excerpts that pages quote are not files of sites.
    let is_robots = |name: &str| {
        Path::new(name).extension().is_some_and(|it| it == "txt") && !name.contains("pages__")
    };
    let robots = files.iter().filter(|(name, _)| is_robots(name));
    let mut fields: BTreeMap<String, usize> = BTreeMap::new();
    let mut problems: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, text) in robots {
        // In this profile ACAP fields are records like any other.
        let plain = RobotsPolicy::builder().profile(Profile::Rfc9309).parse(text);
        for record in plain.records().filter(|record| record.kind() == Key::Acap) {
            *fields.entry(record.key().to_ascii_lowercase()).or_default() += 1;
        }
        let full = RobotsPolicy::parse(text);
        for problem in full.problems().filter(|it| it.kind().name().starts_with("acap-")) {
            *problems.entry(problem.kind().name()).or_default() += 1;
        }
        for agent in ["unknown-crawler", "Googlebot"] {
            let view = full.for_agent(Agent::new(agent));
            let target = view.target("/news/a.html").unwrap();
            assert_eq!(view.matrix(&target, &AskedAt::new()).len(), Usage::ALL.len());
        }
    }
    println!("corpus: ACAP fields {fields:?}, problems {problems:?}");
    let counts = ["acap-disallow-crawl", "acap-crawler", "acap-allow-crawl"]
        .map(|field| fields.remove(field).unwrap_or_default());
    assert_eq!(counts, [903, 93, 6]);
    assert!(fields.is_empty(), "{fields:?}");
    // Forms that the documents do not have, all of them read.
    let forms = ["acap-line-end", "acap-style", "acap-blank"]
        .map(|kind| problems.remove(kind).unwrap_or_default());
    assert_eq!(forms, [57, 3, 1]);
    assert!(problems.is_empty(), "{problems:?}");
}
