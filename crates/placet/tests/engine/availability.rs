//! Decisions without a robots.txt (F-33, F-34).

#![cfg(feature = "html")]

use placet::explain::ReasonCode;
use placet::extent::Closed;
use placet::robots::Availability;
use placet::{Agent, AskedAt, Crawler, PagePolicy, Profile, RobotsPolicy, Target, Usage, Verdict};

const PROFILES: [Profile; 3] = [Profile::Full, Profile::Rfc9309, Profile::Google];

#[test]
fn unreachable_prohibits_every_usage_of_every_url() {
    for profile in PROFILES {
        let site = RobotsPolicy::builder().profile(profile).without(Availability::Unreachable);
        let bot = site.for_agent(Crawler::new(Agent::new("ExampleBot")));
        for url in ["/", "/a?b", "/robots.txt"] {
            let target = Target::new(url, profile).unwrap();
            assert_eq!(bot.verdict(&target), Verdict::Prohibit);
            for decision in bot.matrix(&target, &AskedAt::new()) {
                assert_eq!(decision.verdict(), Verdict::Prohibit);
                assert_eq!(decision.code(), ReasonCode::Unreachable);
                let reasons: Vec<_> = decision.reasons().collect();
                assert_eq!(reasons.len(), 1);
                assert_eq!(reasons[0].code(), Some(ReasonCode::Unreachable));
            }
        }
        assert_eq!(bot.extent().closed(), Closed::Everything);
    }
}

#[test]
fn unavailable_permits_everything_with_its_own_reason() {
    for profile in PROFILES {
        let site = RobotsPolicy::builder().profile(profile).without(Availability::Unavailable);
        let bot = site.for_agent(Agent::new("ExampleBot"));
        let target = Target::new("/a", profile).unwrap();
        assert_eq!(bot.verdict(&target), Verdict::Permit);
        for decision in bot.matrix(&target, &AskedAt::new()) {
            assert_eq!(decision.verdict(), Verdict::Permit);
            assert_eq!(decision.code(), ReasonCode::Unavailable);
        }
        assert_eq!(bot.extent().closed(), Closed::Nothing);
    }
}

#[test]
fn an_empty_file_differs_from_none() {
    assert_ne!(RobotsPolicy::parse(b""), RobotsPolicy::unavailable());
    assert_ne!(RobotsPolicy::unreachable(), RobotsPolicy::unavailable());
    let read = RobotsPolicy::builder().without(Availability::Read);
    assert_eq!(RobotsPolicy::parse(b""), read);
    assert_eq!(ReasonCode::Unreachable.name(), "unreachable");
    assert_eq!(ReasonCode::Unavailable.section().name(), "RFC 9309 section 2.3.1.3");
}

#[test]
fn a_page_counts_if_the_file_is_unavailable_but_not_if_it_is_unreachable() {
    let html = b"<head><meta name='robots' content='noindex'></head>";
    let page = PagePolicy::builder().html(html).build();
    let agent = Agent::new("ExampleBot");
    for (site, crawl, index) in [
        (
            RobotsPolicy::unavailable(),
            (Verdict::Permit, ReasonCode::Unavailable),
            (Verdict::Prohibit, ReasonCode::Restricted),
        ),
        (
            RobotsPolicy::unreachable(),
            (Verdict::Prohibit, ReasonCode::Unreachable),
            (Verdict::Prohibit, ReasonCode::Unreachable),
        ),
    ] {
        let bot = site.for_agent(&agent).page(&page);
        let target = bot.target("/a").unwrap();
        assert_eq!(bot.verdict(&target), crawl.0);
        for (usage, expected) in [(Usage::Crawl, crawl), (Usage::Index, index)] {
            let decision = bot.may(usage, "/a").unwrap();
            assert_eq!((decision.verdict(), decision.code()), expected, "{usage}");
        }
    }
}
