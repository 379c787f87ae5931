//! A verdict allocates nothing.

#![expect(clippy::format_collect, reason = "the shortest way to a long text")]

use placet::{Agent, RobotsPolicy};

#[test]
fn a_verdict_allocates_nothing() {
    let few = "User-agent: *\nDisallow: /a*b\nAllow: /a%20c$\nDisallow: /*?x=%2F\n".to_owned();
    let many: String =
        (0..500).map(|at| format!("Disallow: /{at}*x{at}\nAllow: /{at}/y\n")).collect();
    for text in [few.clone(), few + &many] {
        let bot = RobotsPolicy::parse(text.as_bytes()).for_agent(Agent::new("ExampleBot"));
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
