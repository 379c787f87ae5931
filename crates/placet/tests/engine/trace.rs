//! All ways to an answer agree: law by law, the decision at once, all usages at once, the verdict
//! alone.

#![cfg(feature = "html")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::time::{Duration, SystemTime};

use placet::condition::Qualifier;
use placet::explain::Law;
use placet::explain::Reason;
use placet::{Agent, AgentPolicy, AskedAt, Crawler, Decision, PagePolicy, RobotsPolicy};
use placet::{Usage, Verdict};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Lines of robots.txt files, in any order.
const LINES: [&str; 32] = [
    "User-agent: *",
    "User-agent: a",
    "Disallow: /a",
    "Allow: /a/b",
    "Disallow: /r.txt",
    "ACAP-crawler: *",
    "ACAP-crawler: *",
    "ACAP-crawler: a",
    "ACAP-usage-purpose: news",
    "ACAP-usage-purpose: mail",
    "ACAP-resource-set: s /a /b",
    "ACAP-ignore-conventional-records",
    "ACAP-allow-crawl: /a",
    "ACAP-allow-crawl: / time-limit=until-2011-01-01",
    "ACAP-disallow-crawl: /a/b/",
    "ACAP-allow-index: / time-limit=30-days",
    "ACAP-allow-index: /a must-use-resource=/r.txt",
    "ACAP-allow-index: the-acap:resource-set:s time-limit=until-2011-01-01",
    "ACAP-disallow-index: /a/b",
    "ACAP-disallow-index: the-acap:resource-set:none",
    "ACAP-allow-preserve: /a time-limit=until-2030-01-01",
    "ACAP-allow-preserve: / time-limit=until-recrawled",
    "ACAP-disallow-preserve: /",
    "ACAP-allow-present: / prohibited-modification=translation",
    "ACAP-disallow-present: /a",
    "ACAP-allow-present-snippet: /a max-length=20-words",
    "ACAP-disallow-present-snippet: /",
    "ACAP-allow-present-oldcopy: /",
    "ACAP-allow-other: /a",
    "ACAP-disallow-other: /",
    "ACAP-allow-follow: /",
    "ACAP-permissions-reference: /more.txt",
];

/// Statements of a page.
const STATEMENTS: [&str; 20] = [
    "<meta name=robots content='noindex'>",
    "<meta name=robots content='nosnippet, noarchive'>",
    "<meta name=robots content='max-snippet:20, notranslate'>",
    "<meta name=robots content='unavailable_after: 2010-06-25'>",
    "<meta name=a content='nofollow'>",
    "<meta name=robots content='noai'>",
    "<meta name=robots content='ACAP allow-index'>",
    "<meta name=robots content='ACAP allow-index time-limit=until-2011-01-01'>",
    "<meta name=robots content='ACAP disallow-index'>",
    "<meta name=robots content='ACAP allow-present location=http://h.example/a/b'>",
    "<meta name=robots content='ACAP allow-present location=http://h.example/z'>",
    "<meta name=a content='ACAP disallow-preserve'>",
    "<meta name=robots content='ACAP allow-crawl must-use-resource=/r.txt'>",
    "<meta name=robots content='ACAP disallow-crawl'>",
    "<meta name=robots content='ACAP allow-present-oldcopy usage-purpose=news'>",
    "<p id=e class=the-acap:disallow-index>x",
    "<p id=e class=the-acap:allow-index>x",
    "<p class=the-acap:disallow-present-snippet>x",
    "<p id=e data-nosnippet>x",
    "<div class=the-acap:disallow-other><p id=e>x",
];

/// Everything that a decision reports.
fn report(decision: &Decision) -> Vec<String> {
    let reason = |it: Reason<'_>| {
        let position = (it.source(), it.line(), it.column(), it.resource());
        format!("{} {:?} {} {position:?} {:?}", it.usage(), it.code(), it.message(), it.sets())
    };
    let closed = decision.closed_elements().map(|it| format!("{} {:?}", it.line(), it.element()));
    let mut report: Vec<String> = decision.reasons().map(reason).chain(closed).collect();
    report.push(format!("{} {:?}", decision.verdict(), decision.code()));
    report.push(format!("{:?} {:?}", decision.conditions(), decision.unchecked()));
    report.push(format!("{:?} {}", decision.ends(), decision.citation()));
    report
}

fn check_agreement(bot: &AgentPolicy, path: &str, asked_at: &AskedAt) {
    let target = bot.target(path).unwrap();
    for (usage, of_all) in Usage::ALL.into_iter().zip(bot.matrix(&target, asked_at)) {
        let at_once = report(&bot.decide_on(usage, &target, asked_at));
        let traced = bot.explain(usage, &target, asked_at);
        assert_eq!(report(traced.decision()), at_once, "{usage} {path}");
        assert_eq!(report(&of_all), at_once, "{usage} {path}");
        let laws: Vec<Law> = traced.steps().iter().map(placet::explain::Step::law).collect();
        assert_eq!(laws, Law::ALL);
        let after = traced.steps().last().unwrap().answers().last().unwrap();
        assert_eq!(report(after), at_once, "{usage} {path}");
    }
    let crawl: Verdict = bot.decide_on(Usage::Crawl, &target, &AskedAt::new()).verdict();
    assert_eq!(bot.verdict(&target), crawl, "{path}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn all_ways_to_an_answer_agree(
        lines in vec(select(&LINES[..]), 0..12),
        statements in vec(select(&STATEMENTS[..]), 0..5),
        (has_page, element, whole) in any::<(bool, bool, bool)>(),
        purposes in vec(select(&["news", "mail"][..]), 0..3),
        cannot in prop::option::of(select(&[Qualifier::MaxLength, Qualifier::TimeLimit][..])),
        days in prop::option::of(10_000_u64..25_000),
    ) {
        let site = RobotsPolicy::parse(lines.join("\n").as_bytes());
        // Half of the referenced files can be read.
        let more = "ACAP-crawler: *\nACAP-disallow-follow: /a\nUser-agent: *\nDisallow: /a/b/c";
        let site = site.join(|_| lines.len().is_multiple_of(2).then_some(more));
        let mut crawler = Crawler::new(Agent::new("a"));
        for purpose in purposes {
            crawler = crawler.purpose(purpose);
        }
        if let Some(qualifier) = cannot {
            crawler = crawler.cannot_honour(qualifier);
        }
        let crawler = if whole { crawler.whole_pages() } else { crawler };
        let now = |days| SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400);
        let asked_at = days.map_or_else(AskedAt::new, |days| AskedAt::new().now(now(days)));
        let html = statements.concat();
        let page = PagePolicy::builder().html(html.as_bytes()).build();
        let mut bot = site.for_agent(crawler);
        if has_page {
            bot = bot.page(&page);
        }
        if element {
            bot = bot.element("e");
        }
        for path in ["/a/b", "http://h.example/a/b/c", "/r.txt"] {
            check_agreement(&bot, path, &asked_at);
        }
    }
}
