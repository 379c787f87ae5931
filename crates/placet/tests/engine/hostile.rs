//! Hostile input: a clear problem, bounded work and memory, and everything readable is still read.

#![expect(
    clippy::unwrap_used,
    clippy::format_collect,
    reason = "test code may stop at once, and build long texts"
)]

use std::fmt::Write as _;

use placet::explain::ReasonCode;
use placet::syntax::ProblemKind;
use placet::{Agent, RobotsPolicy, Usage, Verdict, limits};

const HUGE: usize = 100_000_000;

fn verdict(policy: &RobotsPolicy, agent: &str, url: &str) -> Verdict {
    let bot = policy.for_agent(Agent::new(agent));
    bot.verdict(&bot.target(url).unwrap())
}

fn has(policy: &RobotsPolicy, kind: ProblemKind) -> bool {
    policy.problems().any(|problem| problem.kind() == kind)
}

/// The most that a policy may allocate: the text, and what the shortest lines can need.
fn bound(bytes: usize) -> usize {
    bytes + bytes / 3 * 32 + 4_096 * 16 + 1_024
}

#[test]
fn an_empty_file_allows_everything() {
    let policy = RobotsPolicy::parse(b"");
    assert_eq!(verdict(&policy, "a", "/"), Verdict::Permit);
    assert_eq!(policy.problems().count(), 0);
}

#[test]
fn nul_bytes_end_their_line_and_no_other() {
    let policy =
        RobotsPolicy::parse(b"\0\0\nUser-agent: *\0x\nDisallow: /a\0b\n\0\nDisallow: /c\0");
    assert_eq!(verdict(&policy, "a", "/a"), Verdict::Prohibit);
    assert_eq!(verdict(&policy, "a", "/c"), Verdict::Prohibit);
    assert!(has(&policy, ProblemKind::Nul));
}

#[test]
fn invalid_utf8_is_matched_byte_by_byte() {
    let policy =
        RobotsPolicy::parse(b"User-agent: *\nDisallow: /\xFF\xC3\nDisallow: /ok\n\xFE\xFF\n");
    assert_eq!(verdict(&policy, "a", "/%FF%C3x"), Verdict::Prohibit);
    assert_eq!(verdict(&policy, "a", "/ok"), Verdict::Prohibit);
    assert!(has(&policy, ProblemKind::NotAscii) && has(&policy, ProblemKind::Unreadable));
}

#[test]
fn a_huge_file_is_read_up_to_the_ceiling() {
    let mut text = b"User-agent: *\nDisallow: /first\n".to_vec();
    while text.len() < HUGE {
        text.extend_from_slice(b"Allow: /x\n# comment\n\n");
    }
    text.extend_from_slice(b"Disallow: /last\n");
    let policy = RobotsPolicy::parse(&text);
    assert_eq!(policy.text().len(), limits::FILE_MIN);
    assert!(policy.heap_size() <= bound(limits::FILE_MIN));
    assert!(has(&policy, ProblemKind::FileCut));
    assert_eq!(verdict(&policy, "a", "/first"), Verdict::Prohibit);
    assert_eq!(verdict(&policy, "a", "/last"), Verdict::Permit);

    let policy = RobotsPolicy::builder().ceiling(2 * HUGE).parse(&text);
    assert!(policy.heap_size() <= bound(text.len()));
    assert_eq!(verdict(&policy, "a", "/last"), Verdict::Prohibit);
}

#[test]
fn a_line_of_fifty_megabytes_is_one_rule() {
    let long = "a".repeat(HUGE / 2);
    let text = format!("User-agent: *\nDisallow: /{long}\nDisallow: /b\n");
    let policy = RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes());
    assert_eq!(verdict(&policy, "x", &format!("/{long}z")), Verdict::Prohibit);
    assert_eq!(verdict(&policy, "x", "/aaa"), Verdict::Permit);
    assert_eq!(verdict(&policy, "x", "/b"), Verdict::Prohibit);

    // Under the default ceiling the line is dropped, not shortened.
    let policy = RobotsPolicy::parse(text.as_bytes());
    assert!(has(&policy, ProblemKind::LineDropped));
    assert_eq!(verdict(&policy, "x", &format!("/{long}z")), Verdict::Permit);
}

#[test]
fn a_million_user_agent_lines_are_one_group() {
    let mut text: String = (0..1_000_000).map(|at| format!("User-agent: bot-{at}\n")).collect();
    text.push_str("User-agent: last-bot\nDisallow: /\n");
    let policy = RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes());
    assert_eq!(policy.groups().count(), 1);
    assert!(policy.heap_size() <= bound(text.len()));
    assert_eq!(verdict(&policy, "last-bot", "/"), Verdict::Prohibit);
    assert_eq!(verdict(&policy, "other", "/"), Verdict::Permit);
}

#[test]
fn a_million_groups_are_merged_into_the_one_that_applies() {
    let text: String =
        (0..1_000_000).map(|at| format!("User-agent: *\nDisallow: /{at}/\n")).collect();
    let policy = RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes());
    assert_eq!(policy.groups().count(), 1_000_000);
    let bot = policy.for_agent(Agent::new("a"));
    for (url, expected) in [("/999999/x", Verdict::Prohibit), ("/1000000/x", Verdict::Permit)] {
        assert_eq!(bot.verdict(&bot.target(url).unwrap()), expected);
    }
}

#[test]
fn problems_are_counted_beyond_those_kept() {
    let text = "<p>\n".repeat(10_000);
    let policy = RobotsPolicy::parse(text.as_bytes());
    assert_eq!(policy.problems().count(), limits::PROBLEMS);
    assert_eq!(policy.problems_unlisted(), 10_000 - limits::PROBLEMS);
}

#[test]
fn a_composite_of_thousands_used_thousands_of_times_prohibits_in_bounded_memory() {
    let parts: String = (0..3_000).map(|at| format!(" (u{at})")).collect();
    let usages: String = (0..3_000)
        .map(|at| format!("ACAP-qualified-usage: u{at} index time-limit={at}-days\n"))
        .collect();
    let fields = "ACAP-allow-(all): /\n".repeat(10_000);
    let text = format!("{usages}ACAP-composite-usage: all{parts}\nACAP-crawler: *\n{fields}");
    let policy = RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes());
    let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, "/").unwrap();
    assert_eq!((decision.verdict(), decision.code()), (Verdict::Prohibit, ReasonCode::Unread));
    assert!(policy.heap_size() <= text.len() + limits::ACAP_STATEMENTS * 256);
}

#[test]
fn nested_composites_do_not_multiply() {
    let mut text = String::from("ACAP-composite-usage: c0 index index\n");
    for at in 1..200 {
        writeln!(text, "ACAP-composite-usage: c{at} (c{0}) (c{0})", at - 1).unwrap();
    }
    text.push_str("ACAP-crawler: *\nACAP-disallow-(c199): /\n");
    let policy = RobotsPolicy::parse(text.as_bytes());
    let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, "/").unwrap();
    assert_eq!(decision.verdict(), Verdict::Permit);
    assert!(policy.heap_size() <= 100_000);
}

/// A policy with this many sets, and a prohibition for the last.
fn sets(count: usize, set: impl Fn(usize) -> String) -> RobotsPolicy {
    let mut text = String::from("ACAP-resource-set: s0 /x/\n");
    for at in 1..count {
        writeln!(text, "ACAP-resource-set: s{at} {}", set(at)).unwrap();
    }
    let last = count - 1;
    writeln!(text, "ACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:s{last}").unwrap();
    RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes())
}

#[test]
fn sets_in_sets_do_not_multiply() {
    // Each names the previous one twice: 2^199 ways to the first.
    let before = |at: usize| format!("the-acap:resource-set:s{}", at - 1);
    let policy = sets(200, |at| format!("{0} {0}", before(at)));
    for (path, expected) in [("/x/1", Verdict::Prohibit), ("/y", Verdict::Permit)] {
        let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, path).unwrap();
        assert_eq!((decision.verdict(), decision.code() == ReasonCode::Unread), (expected, false));
    }
    assert!(policy.heap_size() <= 100_000);
    // Each includes all previous ones, which exceeds the ceiling.
    let policy = sets(20_000, |at| format!("/{at}/ {}", before(at)));
    let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, "/y").unwrap();
    assert_eq!((decision.verdict(), decision.code()), (Verdict::Prohibit, ReasonCode::Unread));
    assert!(policy.heap_size() <= policy.text().len() + limits::ACAP_SET_MEMBERS * 256);
}

#[test]
fn a_cycle_of_a_hundred_thousand_sets_terminates() {
    let count = 100_000;
    let policy = sets(count, |at| format!("the-acap:resource-set:s{}", (at + 1) % count));
    let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, "/y").unwrap();
    assert_eq!(decision.verdict(), Verdict::Prohibit);
}

#[test]
fn resources_that_permissions_need_are_evaluated_up_to_a_ceiling() {
    let mut text = String::from("ACAP-crawler: *\n");
    for at in 0..10_000 {
        writeln!(text, "ACAP-allow-index: / must-use-resource=/r{at}").unwrap();
    }
    let policy = RobotsPolicy::builder().ceiling(HUGE).parse(text.as_bytes());
    let decision = policy.for_agent(Agent::new("a")).may(Usage::Index, "/").unwrap();
    let found = (decision.verdict(), decision.code());
    assert_eq!(found, (Verdict::Prohibit, ReasonCode::ResourceClosed));
}

#[test]
fn policies_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<RobotsPolicy>();
    shared::<placet::AgentPolicy>();
    shared::<placet::Decision>();
}
