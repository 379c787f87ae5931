//! Rules about pages: all usages.

use placet::{Agent, PagePolicy, RobotsPolicy, Usage};
use placet_conformance::vectors;
use placet_publish::convert::{Unconvertible, to_metas, to_robots_tag};
use proptest::prelude::*;

/// What a page permits an agent, usage by usage, with the conditions.
fn statements(page: &PagePolicy, agent: &str) -> Vec<String> {
    let agent_policy = RobotsPolicy::parse(b"").for_agent(Agent::new(agent)).page(page);
    let answers = Usage::ALL.map(|usage| {
        let decision = agent_policy.may(usage, "/").unwrap();
        let mut conditions: Vec<String> =
            decision.conditions().iter().map(ToString::to_string).collect();
        conditions.sort();
        conditions.dedup();
        format!("{usage} {:?} {conditions:?}", decision.verdict())
    });
    answers.to_vec()
}

/// Converts what a page says, and compares where nothing is lost. Gives whether it was compared.
fn check(page: &PagePolicy) -> bool {
    let agents = ["ExampleBot", "a", "other", "noindex"];
    let same = |after: &PagePolicy, shown: &[u8]| {
        for agent in agents {
            let text = String::from_utf8_lossy(shown);
            assert_eq!(statements(page, agent), statements(after, agent), "{agent} {text}");
        }
    };
    let mut compared = false;
    match to_robots_tag(page) {
        Ok(converted) if converted.losses.is_empty() => {
            let after = PagePolicy::builder().header("Robots-Tag", &converted.text).build();
            same(&after, &converted.text);
            compared = true;
        }
        Ok(converted) => assert!(converted.losses.iter().all(|loss| loss.line.is_some())),
        Err(Unconvertible::Nothing | Unconvertible::Unwritable) => {}
        Err(error) => panic!("{error}"),
    }
    match to_metas(page) {
        Ok(converted) if converted.losses.is_empty() => {
            same(&PagePolicy::builder().html(&converted.text).build(), &converted.text);
        }
        Ok(_) | Err(Unconvertible::Nothing | Unconvertible::Unwritable) => {}
        Err(error) => panic!("{error}"),
    }
    compared
}

fn rules() -> impl Strategy<Value = String> {
    let rule = prop::sample::select(vec![
        "noindex",
        "NOFOLLOW",
        "none",
        "all",
        "nosnippet",
        "max-snippet:20",
        "max-snippet: -1",
        "max-image-preview:large",
        "max-video-preview:0",
        "unavailable_after: 25 Jun 2030 15:00:00 PST",
        "notranslate",
        "noimageindex",
        "noarchive",
        "noai",
        "frob",
        "a: noindex",
        "ExampleBot: nofollow",
    ]);
    prop::collection::vec(rule, 0..5).prop_map(|rules| rules.join(", "))
}

fn meta() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["robots", "robots", "a", "ExampleBot"]);
    let acap = prop::sample::select(vec![
        "ACAP disallow-index",
        "ACAP disallow-follow",
        "ACAP allow-index",
        "ACAP disallow-preserve",
        "ACAP news disallow-index",
        "ACAP allow-present time-limit=3-days",
    ]);
    let content = prop_oneof![3 => rules(), 1 => acap.prop_map(str::to_owned)];
    (name, content).prop_map(|(name, content)| format!("<meta name={name} content='{content}'>"))
}

proptest! {
    #[test]
    fn a_header_expresses_what_pages_say(field in rules(), metas in prop::collection::vec(meta(), 0..3)) {
        let html = metas.concat();
        check(&PagePolicy::builder().header("X-Robots-Tag", &field).build());
        check(&PagePolicy::builder().html(html.as_bytes()).build());
        check(&PagePolicy::builder().header("X-Robots-Tag", field).html(html.as_bytes()).build());
    }
}

#[test]
fn the_vectors_of_fields_and_pages_are_answered_as_before() {
    let (mut compared, mut all) = (0, 0);
    for vector in ["rep", "acap", "robots-tag"].into_iter().flat_map(|it| vectors(it).unwrap()) {
        let mut builder = PagePolicy::builder();
        let headers = vector.more.get("headers").and_then(|it| it.as_array());
        let headers: Vec<(String, String)> = headers
            .into_iter()
            .flatten()
            .map(|it| (it[0].as_str().unwrap().to_owned(), it[1].as_str().unwrap().to_owned()))
            .collect();
        for (name, value) in &headers {
            builder = builder.header(name, value);
        }
        let html = vector.more.get("html").and_then(|it| it.as_str());
        if let Some(html) = html {
            builder = builder.html(html.as_bytes());
        }
        if !headers.is_empty() || html.is_some() {
            all += 1;
            compared += usize::from(check(&builder.build()));
        }
    }
    assert!(all > 100 && compared > all / 3, "{compared} of {all}");
}
