//! Any bytes parse in every profile: without a panic, into tables that agree with the lines of the
//! text, in bounded memory, and with consistent answers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::syntax::robots::{Content, Key, Line, Lines};
use placet::explain::{GroupChoice, Outcome};
use placet::extent::Closed;
use placet::robots::{Rule, RuleKind};
use placet::syntax::Span;
use placet::{Agent, AgentPolicy, limits, AskedAt, Profile, RobotsPolicy, Target, Usage, Verdict};
use placet_fuzz::questions;
use placet_testing::reference;

fuzz_target!(|data: &[u8]| {
    for profile in Profile::ALL {
        let policy = RobotsPolicy::builder().profile(profile).parse(data);
        assert_eq!(policy, RobotsPolicy::builder().profile(profile).parse(data));
        if profile == Profile::Google || !policy.encoding().is_wide() {
            assert_eq!(policy.text(), data);
        }
        problems(&policy);
        memory(&policy);
        stored(&policy, data);
        let urls = questions::urls(&policy);
        let targets = questions::targets(&urls, profile);
        let acap = has_acap(&policy);
        if !acap {
            tables(&policy);
        }
        if profile == Profile::Full && !acap {
            is_rfc9309_alone(&policy, &targets);
            continue;
        }
        for agent in questions::agents(&policy) {
            let agent_policy = policy.for_agent(&agent);
            chosen(&agent_policy);
            answers(&agent_policy, &targets);
            if acap {
                usages(&agent_policy, &targets);
                let joined = policy.join(|_| Some(data));
                answers(&joined.for_agent(&agent), &targets);
            } else {
                ruled(&agent_policy, &targets);
                if is_searchable(&agent_policy) {
                    extent(&agent_policy, &targets);
                }
            }
        }
        // A share of the inputs: the work is in the padding.
        if data.len() % 32 == 7 {
            ceiling(data, profile);
        }
    }
});

/// The stored tables restore the same policy; any other bytes are rejected or give a usable policy.
fn stored(policy: &RobotsPolicy, data: &[u8]) {
    let reader = RobotsPolicy::builder().profile(policy.profile());
    let tables = policy.tables();
    let restored = reader.restore(data, &tables).expect("its own tables");
    assert_eq!(restored.tables(), tables);
    assert!(restored.problems().eq(policy.problems()));
    let forged = [tables.get(..2).unwrap_or_default(), data].concat();
    if let Some(policy) = reader.restore(data, &forged) {
        let _ = policy.for_agent(Agent::new("a")).may(Usage::Index, "/a");
    }
}

/// Whether the profile reads more than the rules of RFC 9309.
fn has_acap(policy: &RobotsPolicy) -> bool {
    let is_acap = |line: Line| match line.content {
        Content::Record(record) => record.kind == Key::Acap,
        _ => false,
    };
    policy.profile() == Profile::Full && Lines::new(policy.text(), Profile::Full).any(is_acap)
}

/// Groups, rules and records are in the order of the lines, each line once, and a group begins where a
/// `User-agent` line is the first or follows a rule (F-03 to F-05).
fn tables(policy: &RobotsPolicy) {
    let mut rules =
        policy.groups().flat_map(|group| group.rules().map(move |it| (group.index(), it)));
    let mut agents =
        policy.groups().flat_map(|group| group.agents().map(move |it| (group.index(), it)));
    let mut others = policy.records();
    let mut groups = 0_usize;
    let mut behind_rule = true;
    for line in Lines::new(policy.text(), policy.profile()) {
        let Content::Record(record) = line.content else { continue };
        let whole = record.key.start()..record.value.end();
        let number = line.number as usize;
        let current = groups.checked_sub(1);
        match record.kind {
            Key::UserAgent => {
                groups += usize::from(behind_rule);
                behind_rule = false;
                let (group, agent) = agents.next().expect("a user-agent line");
                assert_eq!((agent.line(), agent.span()), (number, record.value));
                assert_eq!((group + 1, agent.group()), (groups, group));
                assert_eq!(agent.record().range(), whole);
            }
            // Before the first user-agent line it belongs to no group.
            Key::Allow | Key::Disallow if groups == 0 => {}
            Key::Allow | Key::Disallow => {
                behind_rule = true;
                let (group, rule) = rules.next().expect("a rule");
                assert_eq!((rule.line(), rule.span()), (number, record.value));
                assert_eq!(Some(group), current);
                assert_eq!(rule.record().range(), whole);
                assert_eq!(rule.kind() == RuleKind::Allow, record.kind == Key::Allow);
                assert!(rule.bytes() <= 3 * rule.span().len());
            }
            kind => {
                let other = others.next().expect("another record");
                assert_eq!((other.line(), other.span()), (number, record.value));
                assert_eq!((other.kind(), other.group()), (kind, current));
            }
        }
    }
    assert!(rules.next().is_none() && agents.next().is_none() && others.next().is_none());
    assert_eq!(policy.groups().count(), groups);
}

fn lines<'p>(rules: impl Iterator<Item = Rule<'p>>) -> impl Iterator<Item = usize> {
    rules.map(|rule| rule.line())
}

/// Problems are in the order of the text, and inside it.
fn problems(policy: &RobotsPolicy) {
    let text = policy.text();
    let line_of = |span: Span| {
        Lines::new(text, policy.profile())
            .find(|line| line.span.start() <= span.start() && span.end() <= line.span.end())
    };
    let mut before = 1;
    for (at, problem) in policy.problems().enumerate() {
        assert!(problem.span().end() <= text.len());
        assert!(problem.line() >= before);
        before = problem.line();
        // Looking up a line is slow, and the first problems are as good as any.
        if at < 8 && !problem.span().is_empty() {
            let line = line_of(problem.span()).expect("a problem lies inside one line");
            assert_eq!(line.number as usize, problem.line());
            assert_eq!(problem.column(), 1 + problem.span().start() - line.span.start());
        }
        assert!(!problem.to_string().is_empty());
    }
    assert!(policy.problems().count() <= limits::PROBLEMS);
    assert!(policy.problems_unlisted() == 0 || policy.problems().count() == limits::PROBLEMS);
}

/// A policy takes at most 32 bytes for each of its text, and 4,096 more; where ACAP fields are
/// expanded, also 512 for each statement that they can expand to.
///
/// The most expensive text without them is a line of nine bytes, `allow\t\x80\0\n`: the text itself, 16
/// for the rule, 43 for its normal form and 16 for each of four problems make 132. Tables may be
/// twice as large as they need to be, and small ones have room for some entries more.
fn memory(policy: &RobotsPolicy) {
    let expanded = if has_acap(policy) { 512 * limits::ACAP_STATEMENTS } else { 0 };
    let bound = 4_096 + 32 * policy.text().len() + expanded;
    assert!(policy.heap_size() <= bound, "{} bytes, bound {bound}", policy.heap_size());
}

/// The groups that apply are those that name the crawler, else the global ones, else none (F-13).
fn chosen(agent_policy: &AgentPolicy) {
    let policy = agent_policy.policy();
    let lines_where = |wanted: &dyn Fn(&[u8]) -> bool| -> Vec<usize> {
        let agents = policy.groups().flat_map(|group| group.agents());
        agents.filter(|it| wanted(it.span().of(policy.text()))).map(|it| it.line()).collect()
    };
    let is_google = policy.profile() == Profile::Google;
    let (name, field) = (agent_policy.agent().name(), agent_policy.agent().user_agent());
    let named = lines_where(&|value| reference::names(value, name, field, is_google));
    let global = lines_where(&reference::is_global);
    let (choice, expected) = match (named.is_empty(), global.is_empty()) {
        (false, _) => (GroupChoice::Named, named),
        (true, false) => (GroupChoice::Global, global),
        (true, true) => (GroupChoice::None, Vec::new()),
    };
    assert_eq!(agent_policy.choice(), choice);
    assert!(agent_policy.lines().map(|line| line.line()).eq(expected));
    let groups: Vec<usize> = agent_policy.groups().map(|group| group.index()).collect();
    let mut of_lines: Vec<usize> = agent_policy.lines().map(|line| line.group()).collect();
    of_lines.dedup();
    assert_eq!(groups, of_lines);
    assert!(lines(agent_policy.rules()).is_sorted_by(|a, b| a < b));
}

/// The verdict alone is that of the decision, and the decision can be shown.
fn answers(agent_policy: &AgentPolicy, targets: &[Target<'_>]) {
    let text = agent_policy.policy().text();
    for target in targets {
        let decision = agent_policy.decide(target);
        assert_eq!(agent_policy.verdict(target), decision.verdict());
        for reason in decision.reasons() {
            assert!(reason.span().is_none_or(|span| span.end() <= text.len()));
            assert!(!reason.message().is_empty());
        }
        assert!(!decision.to_string().is_empty());
    }
}

/// Without ACAP fields the conventional rules decide.
fn is_rfc9309_alone(policy: &RobotsPolicy, targets: &[Target<'_>]) {
    let conventional = RobotsPolicy::builder().profile(Profile::Rfc9309).parse(policy.text());
    for agent in questions::agents(policy) {
        let (full, rfc9309) = (policy.for_agent(&agent), conventional.for_agent(&agent));
        for target in targets {
            assert_eq!(full.verdict(target), rfc9309.verdict(target));
        }
    }
}

/// By RFC 9309 alone, a prohibition needs a disallow that matches.
fn ruled(agent_policy: &AgentPolicy, targets: &[Target<'_>]) {
    for target in targets {
        let decision = agent_policy.decide(target);
        let decides = decision.deciding().map(|rule| rule.kind() == RuleKind::Disallow);
        assert_eq!(decision.verdict() == Verdict::Prohibit, decides == Some(true));
    }
}

/// All usages decided at once are decided as they are one by one.
fn usages(agent_policy: &AgentPolicy, targets: &[Target<'_>]) {
    let occasion = AskedAt::new();
    for target in targets.iter().take(3) {
        for decision in agent_policy.matrix(target, &occasion) {
            let single = agent_policy.decide_on(decision.usage(), target, &occasion);
            assert_eq!(decision.verdict(), single.verdict());
            assert_eq!(decision.conditions(), single.conditions());
        }
    }
}

/// Whether the search for an extent is short: with many overlapping wildcards it can take as long as
/// its ceiling allows.
fn is_searchable(agent_policy: &AgentPolicy) -> bool {
    let stars = |rule: Rule<'_>| rule.pattern().bytes().filter(|&byte| byte == b'*').count();
    agent_policy.rules().map(stars).sum::<usize>() <= 12
        && agent_policy.rules().map(|rule| rule.span().len()).sum::<usize>() <= 300
}

/// The extent agrees with the answers about single URLs, and so do its examples.
fn extent(agent_policy: &AgentPolicy, targets: &[Target<'_>]) {
    let extent = agent_policy.extent();
    for line in extent.lines() {
        // Google reads what follows a leading `//` as a host; elsewhere a URL loses dot segments.
        let url = match agent_policy.policy().profile() {
            Profile::Google => format!("http://a{}", line.example()),
            _ => line.example().to_owned(),
        };
        let decision = agent_policy.may(Usage::Crawl, &url).expect("an example is a path");
        let closes = line.kind() == RuleKind::Disallow;
        assert_eq!(decision.verdict() == Verdict::Prohibit, closes, "{line:?}");
        let own = decision.matched().find(|matched| matched.rule().line() == line.line());
        let own = own.expect("a line matches its example");
        // Equal rules all have the example.
        assert!(matches!(own.outcome(), Outcome::Decided | Outcome::Repeats), "{line:?}");
    }
    for target in targets {
        if is_robots_txt(target) || !reads_as_itself(agent_policy, target) {
            continue;
        }
        let decision = agent_policy.decide(target);
        match (extent.closed(), decision.verdict()) {
            (Closed::Nothing, Verdict::Prohibit) => panic!("nothing is closed, yet {target} is"),
            (Closed::Everything, Verdict::Permit) => panic!("all is closed, yet {target} is open"),
            _ => {}
        }
        if let Some(rule) = decision.deciding().filter(|_| extent.is_complete()) {
            assert!(extent.lines().iter().any(|line| line.line() == rule.line()), "{target}");
        }
    }
}

/// Whether a path is its own normal form. That of `/%%33a` is `/%3a`, whose normal form is `/:`: the
/// extent does not cover such paths.
fn reads_as_itself(agent_policy: &AgentPolicy, target: &Target<'_>) -> bool {
    agent_policy.policy().profile() == Profile::Google
        || str::from_utf8(target.bytes())
            .is_ok_and(|path| agent_policy.target(path).is_ok_and(|it| it.bytes() == target.bytes()))
}

/// The extent does not cover `/robots.txt` in any profile.
fn is_robots_txt(target: &Target<'_>) -> bool {
    target.bytes().split(|&byte| byte == b'?').next() == Some(b"/robots.txt")
}

/// Text after the ceiling is not read, and a line that it cuts is dropped (F-08).
fn ceiling(data: &[u8], profile: Profile) {
    let kept = data.first().map_or(0, |&byte| usize::from(byte).min(data.len()));
    let mut text = vec![b'#'; limits::FILE_MIN - kept - 1];
    text.push(b'\n');
    text.extend_from_slice(data);
    let policy = RobotsPolicy::builder().profile(profile).ceiling(0).parse(&text);
    assert!(!policy.encoding().is_wide());
    assert_eq!(policy.text().len(), text.len().min(limits::FILE_MIN));
    tables_of_a_cut_text(&policy, &text);
}

fn tables_of_a_cut_text(policy: &RobotsPolicy, text: &[u8]) {
    let read = policy.text().len();
    let goes_on = text.get(read).is_some_and(|byte| !b"\r\n".contains(byte));
    let last_start =
        text[..read].iter().rposition(|byte| b"\r\n".contains(byte)).map_or(0, |at| at + 1);
    let ended = text[last_start..read].iter().any(|byte| b"#\0".contains(byte));
    // An unfinished last line has no effect, unless its relevant part ended before.
    let complete = if goes_on && !ended { &text[..last_start] } else { &text[..read] };
    let whole = RobotsPolicy::builder().profile(policy.profile()).ceiling(0).parse(complete);
    let rules = |policy: &RobotsPolicy| -> Vec<(usize, Span)> {
        let rules = policy.groups().flat_map(|group| group.rules());
        rules.map(|rule| (rule.line(), rule.span())).collect()
    };
    assert_eq!(rules(policy), rules(&whole));
    assert_eq!(policy.groups().count(), whole.groups().count());
    assert_eq!(policy.records().count(), whole.records().count());
    let agent = Agent::new("examplebot");
    assert_eq!(policy.for_agent(&agent).choice(), whole.for_agent(&agent).choice());
}
