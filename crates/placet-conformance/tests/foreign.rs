//! Test cases of other projects, if they are next to the checkout.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test prints what it ran and stops at the first surprise"
)]

use std::collections::BTreeMap;
use std::fs;

use placet::{Agent, Profile, RobotsPolicy, Usage};
use placet_conformance::shared::{self, Foreign};
use serde::Deserialize;

/// A case on which placet differs, and what decides.
#[derive(Debug, Deserialize)]
struct Difference {
    suite: String,
    name: String,
    agent: String,
    url: String,
    why: String,
}

/// placet's answer, or an error.
///
/// The suites hand the name to the matcher itself, so it is exact. None of them has a name that looks
/// like a `User-Agent` field, so it makes no difference.
fn answer(case: &Foreign, profile: Profile) -> Result<bool, String> {
    let site = RobotsPolicy::builder().profile(profile).parse(&case.robots().unwrap());
    let ask = |agent: Agent| {
        site.for_agent(agent)
            .may(Usage::Crawl, &case.url)
            .map(|decision| decision.verdict().is_permit())
            .map_err(|error| error.to_string())
    };
    let exact = ask(Agent::exact(&case.agent));
    assert_eq!(exact, ask(Agent::new(&case.agent)), "{case:?}");
    exact
}

fn differing(suite: &str, profile: Profile) -> Option<Vec<Foreign>> {
    let cases = shared::foreign(suite).unwrap()?;
    println!("foreign: {} cases of {suite} in profile {profile}", cases.len());
    let differs = |case: &Foreign| answer(case, profile) != Ok(case.expected);
    Some(cases.into_iter().filter(differs).collect())
}

#[test]
fn googles_own_cases_hold_in_its_profile() {
    for suite in ["google", "google-spec-test"] {
        if let Some(differing) = differing(suite, Profile::Google) {
            assert!(differing.is_empty(), "{suite}: {differing:#?}");
        }
    }
}

#[test]
fn crawler_commons_differs_only_where_a_section_says_so() {
    let suite = "crawler-commons";
    let Some(differing) = differing(suite, Profile::Rfc9309) else { return };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/foreign-differences.jsonl");
    let mut listed = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let difference: Difference = serde_json::from_str(line).unwrap();
        assert_eq!(difference.suite, suite);
        assert!(difference.why.contains('§'), "{} cites no section", difference.name);
        *listed.entry((difference.name, difference.agent, difference.url)).or_insert(0) += 1;
    }
    for case in differing {
        let key = (case.name.clone(), case.agent.clone(), case.url.clone());
        let left = listed.get_mut(&key);
        let left = left.unwrap_or_else(|| panic!("differs and is not listed: {case:?}"));
        assert!(*left > 0, "differs more often than listed: {case:?}");
        *left -= 1;
    }
    listed.retain(|_, left| *left > 0);
    assert!(listed.is_empty(), "listed as differing, but agree: {listed:?}");
}
