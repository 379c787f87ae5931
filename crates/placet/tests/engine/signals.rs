//! Signals about the use of content: what a question needs, what is missing, and how much is read.

#![cfg(all(feature = "html", feature = "signals"))]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::format_collect, reason = "the shortest way to a long text")]

use placet::signals::{Families, Family, SignalFile, SignalFiles, SignalOutcome};
use placet::{AgentPolicy, AskedAt, PagePolicy, Profile, RobotsPolicy, Usage, Verdict, limits};

const LICENSE: &str = "https://example.com/license.xml";

fn ask(robots: &str) -> AgentPolicy {
    RobotsPolicy::parse(robots.as_bytes()).for_agent("ExampleBot")
}

fn needed(bot: &AgentPolicy, usage: Usage) -> Vec<String> {
    let target = bot.target("https://example.com/a").unwrap();
    bot.signal_files_needed(usage, &target).iter().map(ToString::to_string).collect()
}

#[test]
fn a_question_lists_the_files_that_it_needs() {
    let bot = ask(&format!("License: {LICENSE}\n"));
    let tdmrep = "/.well-known/tdmrep.json";
    assert_eq!(needed(&bot, Usage::TrainAi), [tdmrep, "/trust.txt", "/ai.txt", LICENSE]);
    assert_eq!(needed(&bot, Usage::Mine), [tdmrep, LICENSE]);
    assert_eq!(needed(&bot, Usage::AiInput), [LICENSE]);
    assert_eq!(needed(&bot, Usage::Index), [LICENSE]);
    assert!(needed(&bot, Usage::Crawl).is_empty() && needed(&bot, Usage::Follow).is_empty());
    let some = bot.families([Family::TrustTxt].into_iter().collect());
    assert_eq!(needed(&some, Usage::TrainAi), ["/trust.txt"]);
    let files = SignalFiles::new()
        .trust_txt(b"")
        .unavailable(SignalFile::Tdmrep)
        .unavailable(SignalFile::Rsl(LICENSE.into()));
    assert_eq!(needed(&bot.signal_files(&files), Usage::TrainAi), ["/ai.txt"]);
    let page = PagePolicy::builder()
        .header("Link", "<l.xml>; rel=license; type=application/rsl+xml")
        .html(b"<base href=/d/><link rel=license type=application/rsl+xml href=m.xml>")
        .build();
    let urls = ["https://example.com/l.xml", "https://example.com/d/m.xml"];
    assert_eq!(needed(&ask("").page(&page), Usage::Index), urls);
    for profile in [Profile::Rfc9309, Profile::Google] {
        let site = RobotsPolicy::builder().profile(profile).parse(b"License: https://a.example/\n");
        assert!(needed(&site.for_agent("a").page(&page), Usage::TrainAi).is_empty());
    }
}

#[test]
fn a_file_that_is_unavailable_says_nothing_and_a_licence_must_be_asked_for() {
    let files = SignalFiles::new()
        .unavailable(SignalFile::Tdmrep)
        .unavailable(SignalFile::TrustTxt)
        .unavailable(SignalFile::AiTxt)
        .unavailable(SignalFile::Rsl(LICENSE.into()));
    let silent = ask("").signal_files(&files);
    assert_eq!(silent.may(Usage::TrainAi, "/a").unwrap().signals().count(), 0);
    let asked = ask(&format!("License: {LICENSE}\n")).signal_files(&files);
    let decision = asked.may(Usage::AiInput, "/a").unwrap();
    assert_eq!(decision.verdict(), Verdict::Prohibit);
    assert_eq!(decision.to_string(), format!("robots.txt:1 License: {LICENSE}"));
    assert_eq!(decision.signals().next().unwrap().outcome(), SignalOutcome::Silent);
    assert!(asked.may(Usage::Index, "/a").unwrap().is_permitted());
}

#[test]
fn of_a_file_that_is_supplied_twice_the_last_counts() {
    let files = SignalFiles::new()
        .trust_txt(b"datatrainingallowed=no\n")
        .trust_txt(b"datatrainingallowed=yes\n");
    assert_eq!(files.iter().count(), 1);
    assert!(ask("").signal_files(&files).may(Usage::TrainAi, "/a").unwrap().is_permitted());
}

#[test]
fn the_robots_txt_can_be_missing() {
    let files = SignalFiles::new().trust_txt(b"datatrainingallowed=yes\n");
    let unavailable = RobotsPolicy::unavailable().for_agent("ExampleBot").signal_files(&files);
    let decision = unavailable.may(Usage::TrainAi, "/a").unwrap();
    assert!(decision.is_permitted() && decision.signals().count() == 1);
    let unreachable = RobotsPolicy::unreachable().for_agent("ExampleBot").signal_files(&files);
    let decision = unreachable.may(Usage::TrainAi, "/a").unwrap();
    assert!(!decision.is_permitted() && decision.signals().count() == 0);
}

#[test]
fn families_that_are_off_report_nothing() {
    let robots = "Content-Usage: train-ai=n\nUser-agent: *\nContent-Signal: ai-train=maybe\n";
    let kinds = |families: Families| -> Vec<&str> {
        let decision = ask(robots).families(families).may(Usage::TrainAi, "/a").unwrap();
        decision.signal_problems().iter().map(|it| it.kind().name()).collect()
    };
    assert_eq!(kinds(Families::ALL), ["signal-outside-group", "signal-value"]);
    assert_eq!(kinds([Family::ContentSignal].into_iter().collect()), ["signal-value"]);
    assert!(kinds(Families::NONE).is_empty());
}

#[test]
fn a_reservation_names_its_policy_through_training() {
    let tdmrep = br#"[{"location": "/", "tdm-reservation": 1, "tdm-policy": "/p.json"}]"#;
    let files = SignalFiles::new().tdmrep(tdmrep);
    let bot = ask("").signal_files(&files);
    let decision = bot.may(Usage::TrainAi, "https://example.com/a/b").unwrap();
    let refusing = decision.refusing_signals().next().unwrap();
    assert_eq!(refusing.policy(), Some("https://example.com/p.json"));
    assert_eq!(refusing.refusal().unwrap().source_name(), "tdmrep.json");
    assert_eq!(decision.reason().unwrap().source().name(), "tdmrep.json");
    assert!(bot.may(Usage::AiInput, "/a").unwrap().is_permitted());
}

#[test]
fn many_licences_are_bounded() {
    let many: String = (0..5_000).map(|at| format!("License: https://a.example/{at}\n")).collect();
    let bot = ask(&many);
    let decision = bot.may(Usage::TrainAi, "/a").unwrap();
    let family = decision.signals().next().unwrap();
    assert_eq!(family.conditions().count(), limits::LICENSES + 1);
    assert_eq!(needed(&bot, Usage::Index).len(), limits::LICENSES);
}

#[test]
fn the_ceiling_of_files_can_be_raised_and_not_lowered() {
    let long = format!("[{}{{\"location\": \"/\", \"tdm-reservation\": 1}}]", " ".repeat(600_000));
    let mine = |files: SignalFiles| {
        ask("").signal_files(&files).may(Usage::Mine, "/a").unwrap().is_permitted()
    };
    assert!(mine(SignalFiles::new().tdmrep(long.as_bytes())));
    assert!(!mine(SignalFiles::new().ceiling(1 << 20).tdmrep(long.as_bytes())));
    let short = b"[{\"location\": \"/\", \"tdm-reservation\": 1}]";
    assert!(!mine(SignalFiles::new().ceiling(1).tdmrep(short)));
}

#[test]
fn hostile_lists_take_linear_time() {
    // Each of these would take minutes if terms were compared each with each.
    let tokens = "ai-train all ".repeat(30_000);
    let document = format!(
        "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license><permits type=\"usage\">\
         {tokens}</permits><prohibits type=\"usage\">ai-all</prohibits></license></content></rsl>"
    );
    let files = SignalFiles::new().rsl(LICENSE, document.as_bytes());
    let bot = ask(&format!("License: {LICENSE}\n")).signal_files(&files);
    assert!(bot.may(Usage::TrainAi, "/a").unwrap().is_permitted());
    let labels = "a=1, ".repeat(80_000);
    let robots = format!("User-agent: *\nContent-Usage: {labels}train-ai=n\n");
    assert!(!ask(&robots).may(Usage::TrainAi, "/a").unwrap().is_permitted());
    let records = "Content-Signal: ai-train=no, use=reference\n".repeat(11_000);
    let decision = ask(&format!("User-agent: *\n{records}")).may(Usage::TrainAi, "/a").unwrap();
    assert!(!decision.is_permitted());
    assert_eq!(decision.reason().unwrap().line(), Some(2));
}

#[test]
fn the_verdict_alone_is_that_of_the_decision() {
    let robots = "User-agent: *\nContent-Signal: use=reference\nDisallowAITraining: /x\n";
    for bot in [ask(robots), ask("User-agent: *\nDisallow: /y\n")] {
        for url in ["/a", "/x", "/y"] {
            let target = bot.target(url).unwrap();
            for usage in Usage::ALL {
                let decision = bot.decide_on(usage, &target, &AskedAt::new());
                assert_eq!(bot.verdict_on(usage, &target, &AskedAt::new()), decision.verdict());
            }
        }
    }
}
