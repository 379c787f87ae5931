//! What holds where there is no robots.txt to read (F-33, F-34).

use placet::{
    Agent, Availability, Closed, Crawler, Ground, Occasion, PagePolicy, Profile, RobotsPolicy,
    Target, Usage, Verdict,
};

const PROFILES: [Profile; 3] = [Profile::Full, Profile::Rfc9309, Profile::Google];

#[test]
fn unreachable_prohibits_every_usage_of_every_url() {
    for profile in PROFILES {
        let site = RobotsPolicy::builder().profile(profile).without(Availability::Unreachable);
        let inquiry = site.ask(Crawler::new(Agent::new("ExampleBot")));
        for url in ["/", "/a?b", "/robots.txt"] {
            let target = Target::new(url, profile).unwrap();
            assert_eq!(inquiry.verdict(&target), Verdict::Prohibit);
            for decision in inquiry.matrix(&target, &Occasion::new()) {
                assert_eq!(decision.verdict(), Verdict::Prohibit);
                assert_eq!(decision.ground(), Ground::Unreachable);
                let reasons: Vec<_> = decision.reasons().collect();
                assert_eq!(reasons.len(), 1);
                assert_eq!(reasons[0].ground(), Some(Ground::Unreachable));
            }
        }
        assert_eq!(inquiry.extent().closed(), Closed::Everything);
    }
}

#[test]
fn unavailable_is_silence_with_its_own_ground() {
    for profile in PROFILES {
        let site = RobotsPolicy::builder().profile(profile).without(Availability::Unavailable);
        let inquiry = site.ask(Agent::new("ExampleBot"));
        let target = Target::new("/a", profile).unwrap();
        assert_eq!(inquiry.verdict(&target), Verdict::Permit);
        for decision in inquiry.matrix(&target, &Occasion::new()) {
            assert_eq!(decision.verdict(), Verdict::Permit);
            assert_eq!(decision.ground(), Ground::Unavailable);
        }
        assert_eq!(inquiry.extent().closed(), Closed::Nothing);
    }
}

#[test]
fn a_file_that_was_read_is_not_the_same_as_none() {
    assert_ne!(RobotsPolicy::parse(b""), RobotsPolicy::unavailable());
    assert_ne!(RobotsPolicy::unreachable(), RobotsPolicy::unavailable());
    let read = RobotsPolicy::builder().without(Availability::Read);
    assert_eq!(RobotsPolicy::parse(b""), read);
    assert_eq!(Ground::Unreachable.name(), "unreachable");
    assert_eq!(Ground::Unavailable.section(), "RFC 9309 section 2.3.1.3");
}

#[test]
fn a_page_speaks_where_there_is_no_file_but_not_where_it_cannot_be_reached() {
    let html = b"<head><meta name='robots' content='noindex'></head>";
    let page = PagePolicy::builder().html(html).build();
    let agent = Agent::new("ExampleBot");
    for (site, crawl, index) in [
        (
            RobotsPolicy::unavailable(),
            (Verdict::Permit, Ground::Unavailable),
            (Verdict::Prohibit, Ground::Restricted),
        ),
        (
            RobotsPolicy::unreachable(),
            (Verdict::Prohibit, Ground::Unreachable),
            (Verdict::Prohibit, Ground::Unreachable),
        ),
    ] {
        let inquiry = site.ask(&agent).page(&page);
        let target = inquiry.target("/a").unwrap();
        assert_eq!(inquiry.verdict(&target), crawl.0);
        for (usage, expected) in [(Usage::Crawl, crawl), (Usage::Index, index)] {
            let decision = inquiry.may(usage, "/a").unwrap();
            assert_eq!((decision.verdict(), decision.ground()), expected, "{usage}");
        }
    }
}
