//! How often a decision allocates. A verdict allocates nothing, except one that builds an index over
//! many rules, or a part of it.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::format_collect, reason = "the shortest way to a long text")]

use placet::{Agent, AskedAt, RobotsPolicy, Usage, limits};

#[test]
fn a_verdict_allocates_nothing() {
    let few = "User-agent: *\nDisallow: /a*b\nAllow: /a%20c$\nDisallow: /*?x=%2F\n".to_owned();
    let many: String =
        (0..500).map(|at| format!("Disallow: /{at}*x{at}\nAllow: /{at}/y\n")).collect();
    let site = |text: &str| RobotsPolicy::parse(text.as_bytes());
    let unindexed = site(&(few.clone() + &many)).for_agent(Agent::new("ExampleBot"));
    let indexed = site(&(few.clone() + &many)).for_agent(Agent::new("ExampleBot"));
    ask(&indexed, limits::QUESTIONS_UNINDEXED + 1);
    for bot in [site(&few).for_agent(Agent::new("ExampleBot")), unindexed, indexed] {
        let long = format!("/{}", "a".repeat(10_000));
        for url in
            ["/", "/a%20c?x=1", "https://example.com/a/b?q=/:", "/robots.txt", "/42/zx42", &long]
        {
            let allocated = allocation_counter::measure(|| {
                let target = bot.target(url).unwrap();
                std::hint::black_box(bot.verdict(&target));
            });
            assert_eq!(allocated.count_total, 0, "{url}");
        }
        // A URL that is not in normal form is rewritten once, when its target is created.
        for url in ["/a c", "https://example.com/ä/%7e?q=%2F%20*", "https://example.com?q"] {
            let target = bot.target(url).unwrap();
            let allocated = allocation_counter::measure(|| {
                std::hint::black_box(bot.verdict(&target));
            });
            assert_eq!(allocated.count_total, 0, "{url}");
        }
    }
}

/// Asks this many different questions, and returns how many of them allocated.
fn ask(bot: &placet::AgentPolicy, questions: u32) -> usize {
    let allocates = |at: &u32| {
        let path = format!("/42/zx42{at}{}", bot.agent());
        let target = bot.target(&path).unwrap();
        let measured = allocation_counter::measure(|| {
            std::hint::black_box(bot.verdict(&target));
        });
        measured.count_total > 0
    };
    (0..questions).filter(allocates).count()
}

#[test]
fn crawlers_that_get_the_same_groups_build_one_index_between_them() {
    let rules: String = (0..500).map(|at| format!("Disallow: /{at}/\n")).collect();
    let site = RobotsPolicy::parse(format!("User-agent: *\nUser-agent: a\n{rules}").as_bytes());
    let bots = ["a", "b", "c"].map(|name| site.for_agent(name));
    let allocating: usize = bots.iter().map(|bot| ask(bot, limits::QUESTIONS_UNINDEXED)).sum();
    assert_eq!(allocating, 1);
}

/// An index of very many rules is built in parts, each with the first question that needs it.
#[test]
fn a_verdict_that_needs_no_new_part_of_an_index_allocates_nothing() {
    let rule = |at: u32| format!("Disallow: /{}/{at}/\nDisallow: /*/{at}$\n", at % 10);
    let rules: String = (0..1_000).map(rule).collect();
    let bot = RobotsPolicy::parse(format!("User-agent: *\n{rules}").as_bytes()).for_agent("a");
    ask(&bot, limits::QUESTIONS_UNINDEXED + 1);
    let allocating = |path: &String| {
        let measured = allocation_counter::measure(|| {
            std::hint::black_box(bot.allows(path).unwrap());
        });
        measured.count_total > 0
    };
    let paths = (0..100).map(|at| format!("/{}/{at}/x", at % 10));
    // The questions before needed the part of 4.
    assert_eq!(paths.filter(allocating).count(), 9);
}

#[test]
fn a_verdict_on_a_usage_allocates_nothing_where_there_are_no_signals() {
    let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /a*b\nAllow: /a%20c$\n");
    let bot = site.for_agent("ExampleBot");
    let target = bot.target("/42/zx42").unwrap();
    for usage in [Usage::Index, Usage::Mine, Usage::TrainAi] {
        let allocated = allocation_counter::measure(|| {
            std::hint::black_box(bot.verdict_on(usage, &target, &AskedAt::new()));
        });
        assert_eq!(allocated.count_total, 0, "{usage}");
    }
}

/// How often `work` allocates.
fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let mut result = None;
    let measured = allocation_counter::measure(|| result = Some(work()));
    (result.unwrap(), measured.count_total)
}

/// From the bytes of a file to the verdict and to the explained decision, for a file that needs no
/// index and one that does.
#[test]
fn a_cold_decision_allocates_no_more_often_than_stated() {
    let few = "User-agent: *\nDisallow: /a/\nAllow: /a/b$\n\nUser-agent: Other\nDisallow: /\n";
    let rules: String = (0..500).map(|at| format!("Disallow: /{at}/\n")).collect();
    let many = format!("User-agent: *\n{rules}");
    for (text, most) in [(few, [6, 0, 0, 3]), (&many, [7, 1, 0, 3])] {
        let (site, parse) = count(|| RobotsPolicy::parse(text.as_bytes()));
        let agent = Agent::new("ExampleBot");
        let (bot, choose) = count(|| site.for_agent(&agent));
        let (_, verdict) = count(|| bot.allows("/a/c").unwrap());
        let (_, explained) = count(|| bot.may(Usage::Crawl, "/a/c").unwrap());
        let counted = [parse, choose, verdict, explained];
        assert!(counted.iter().zip(most).all(|(&it, most)| it <= most), "{counted:?} {most:?}");
    }
}
