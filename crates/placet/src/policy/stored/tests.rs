use proptest::prelude::*;

use crate::robots::RobotsPolicyBuilder;
use crate::{Profile, RobotsPolicy};

fn reader(profile: Profile) -> RobotsPolicyBuilder {
    RobotsPolicy::builder().profile(profile)
}

/// Every table of a restored policy equals that of the parsed one.
fn assert_same(restored: &RobotsPolicy, parsed: &RobotsPolicy) {
    let (one, other) = (&*restored.parts, &*parsed.parts);
    assert_eq!(one.text, other.text);
    assert_eq!((one.profile, one.end), (other.profile, other.end));
    assert_eq!(one.agents, other.agents);
    assert_eq!(one.groups, other.groups);
    assert_eq!(one.rules, other.rules);
    assert_eq!(one.rewritten, other.rewritten);
    assert_eq!(one.records(), other.records());
    assert_eq!(one.problems(), other.problems());
    assert_eq!(one.problems_unlisted(), other.problems_unlisted());
}

fn line() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "User-agent",
        "Disallow",
        "Allow",
        "disalow",
        "Sitemap",
        "Crawl-delay",
        "X",
        "<p",
        "ACAP-crawler",
        "ACAP-allow-index",
        "ACAP-disallow-crawl",
    ]);
    let value =
        prop::sample::select(vec!["*", "a", "/", "/b%7e", "/ä*$", "", "5", "/x # y", "a\0b"]);
    let end = prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n", " \t\n"]);
    (key, prop::sample::select(vec![": ", ":", " : ", " "]), value, end)
        .prop_map(|(key, colon, value, end)| [key, colon, value, end].concat())
}

fn file() -> impl Strategy<Value = String> {
    (any::<bool>(), prop::collection::vec(line(), 0..20))
        .prop_map(|(mark, lines)| if mark { "\u{feff}" } else { "" }.to_owned() + &lines.concat())
}

proptest! {
    #[test]
    fn what_is_restored_is_what_was_parsed(text in file()) {
        for profile in Profile::ALL {
            let parsed = reader(profile).parse(text.as_bytes());
            let restored = reader(profile).restore(text.as_bytes(), &parsed.tables()).unwrap();
            assert_same(&restored, &parsed);
            prop_assert_eq!(restored.tables(), parsed.tables());
        }
    }

    /// Arbitrary bytes cause no panic, and a policy made of them can be asked.
    #[test]
    fn any_tables_are_refused_or_read(
        text in file(), at in any::<prop::sample::Index>(), byte: u8, cut in any::<bool>(),
    ) {
        let mut tables = RobotsPolicy::parse(text.as_bytes()).tables();
        let at = at.index(tables.len());
        tables[at] = byte;
        if cut {
            tables.truncate(at);
        }
        if let Some(policy) = reader(Profile::Full).restore(text.as_bytes(), &tables) {
            let asked = policy.for_agent(crate::Agent::new("a"));
            asked.may(crate::Usage::Index, "/b~").unwrap();
            policy.groups().for_each(|group| group.rules().for_each(|rule| drop(rule.pattern())));
            policy.records().for_each(|record| drop(record.value()));
            policy.problems().for_each(|problem| drop(problem.text()));
        }
    }
}

#[test]
fn tables_of_another_reading_are_refused() {
    let text = b"User-agent: *\nDisallow: /a\n";
    let tables = RobotsPolicy::parse(text).tables();
    assert!(reader(Profile::Full).restore(text, &tables).is_some());
    assert!(reader(Profile::Google).restore(text, &tables).is_none());
    assert!(reader(Profile::Full).restore(&text[1..], &tables).is_none());
    assert!(reader(Profile::Full).restore(text, &tables[..tables.len() - 1]).is_none());
    assert!(reader(Profile::Full).restore(text, &[&*tables, &[0]].concat()).is_none());
    assert!(reader(Profile::Full).restore(text, b"").is_none());
    let other_form = [&[tables[0] + 1], &tables[1..]].concat();
    assert!(reader(Profile::Full).restore(text, &other_form).is_none());
}

#[test]
fn tables_that_promise_too_much_are_refused() {
    // Groups without end, and a group of more rules than there are bytes.
    for tail in [&[0xFF, 0xFF, 0xFF, 0xFF, 0x0F][..], &[1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]] {
        let tables = [&[super::FORM, 0, 0, 0][..], tail].concat();
        assert!(reader(Profile::Full).restore(b"", &tables).is_none());
    }
}

#[test]
fn a_cut_file_is_restored_as_cut() {
    for last in ["Disallow: /b", "\nDisallow: /b"] {
        let mut text = b"User-agent: *\nDisallow: /a\n".to_vec();
        text.resize(crate::text::limits::FILE_MIN - 4, b'\n');
        text.extend_from_slice(b"Dis:");
        text.extend_from_slice(last.as_bytes());
        let parsed = RobotsPolicy::parse(&text);
        assert!(parsed.problems().count() > 0);
        assert_same(&reader(Profile::Full).restore(&text, &parsed.tables()).unwrap(), &parsed);
    }
}
