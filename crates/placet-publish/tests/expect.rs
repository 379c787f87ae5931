//! First sets of random files: what is written is read again, and the file meets it.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::{AskedAt, RobotsPolicy};
use placet_publish::expect::{Expectation, Expectations, first, table, with_settings};
use placet_publish::limits;
use proptest::prelude::*;

/// The expectations that a file does not meet.
fn unmet(expected: &Expectations, site: &RobotsPolicy) -> Vec<String> {
    let decide = |it: &Expectation| {
        let decision = it.decide(&site.for_agent(it.agent()), &AskedAt::new()).unwrap();
        (!it.is_met_by(&decision)).then(|| format!("{} {} {}", it.agent, it.usage, it.url))
    };
    expected.all.iter().filter_map(decide).collect()
}

fn of_toml(robots: &str) -> (RobotsPolicy, Expectations) {
    let site = RobotsPolicy::parse(robots.as_bytes());
    let text = with_settings("", "robots.txt", &first(&site), false).unwrap();
    (site, Expectations::from_toml(&text).unwrap())
}

fn line() -> impl Strategy<Value = String> {
    let pattern = prop::collection::vec(
        prop::sample::select(vec!["/", "a", "*", "b", "$", "?", "é", "%41", "%2F", "%", "x", "."]),
        0..6,
    );
    let agent =
        prop::sample::select(vec!["*", "a", "Some\"Bot", "#b", "UnnamedBot", "c,d", "e\tf"]);
    let key = prop::sample::select(vec![
        "Allow",
        "Disallow",
        "ACAP-allow-crawl",
        "ACAP-disallow-crawl",
        "ACAP-allow-index",
        "ACAP-disallow-present",
        "ACAP-allow-(teaser)",
    ]);
    prop_oneof![
        1 => agent.clone().prop_map(|agent| format!("User-agent: {agent}")),
        1 => agent.prop_map(|agent| format!("ACAP-crawler: {agent}")),
        1 => Just("ACAP-qualified-usage: teaser present-snippet max-length=40-words".to_owned()),
        4 => (key, pattern).prop_map(|(key, parts)| format!("{key}: /{}", parts.concat())),
    ]
}

/// Pieces of tables in both forms, so that some are valid.
const PIECES: [&str; 14] = [
    "[test]\n",
    "[[test.expect]]\n",
    "agent = 'a'\n",
    "agent = ['a', 'b']\n",
    "url = '/'\n",
    "url = ['/', '/c']\n",
    "expect = 'permit'\n",
    "usage = 'index'\n",
    "[[test.expect]]\nagent = 'a'\nurl = '/'\nexpect = 'prohibit'\n",
    "agent,url,expect\n",
    "a,/,permit\n",
    "# a comment\n",
    "\"",
    "\n",
];

proptest! {
    #[test]
    fn a_first_set_is_met_at_once(
        lines in prop::collection::vec(line(), 0..8),
        delimiter in prop::sample::select(vec![b',', b'\t']),
    ) {
        let (site, expected) = of_toml(&lines.join("\n"));
        prop_assert_eq!(unmet(&expected, &site), Vec::<String>::new());
        prop_assert!(!expected.all.is_empty());
        let read = Expectations::from_csv(&table(&first(&site), delimiter)).unwrap();
        let same = |one: &Expectation, other: &Expectation| {
            (&one.agent, one.usage, &one.url) == (&other.agent, other.usage, &other.url)
                && (one.verdict, &one.conditions) == (other.verdict, &other.conditions)
        };
        prop_assert_eq!(read.all.len(), expected.all.len());
        prop_assert!(read.all.iter().zip(&expected.all).all(|(one, other)| same(one, other)));
    }

    #[test]
    fn any_table_is_refused_or_gives_bounded_expectations(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12),
    ) {
        let text = pieces.concat();
        let lines = text.lines().count();
        for read in [Expectations::from_toml(&text), Expectations::from_csv(&text)] {
            match read {
                Ok(expectations) => {
                    prop_assert!(expectations.all.len() <= limits::EXPECTATIONS);
                    for it in &expectations.all {
                        prop_assert!((1..=lines).contains(&it.line), "line {}", it.line);
                        prop_assert!(!it.agent.is_empty() && !it.url.is_empty());
                    }
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn each_rule_that_is_taken_out_or_made_wider_is_missed() {
    let rules = [
        "Disallow: /drafts/",
        "Allow: /drafts/index.html",
        "Disallow: /*?print=",
        "Disallow: /archive/*.pdf$",
    ];
    let robots = |rules: &[&str]| {
        RobotsPolicy::parse(format!("User-agent: *\n{}\n", rules.join("\n")).as_bytes())
    };
    let set = first(&robots(&rules));
    let text = with_settings("", "robots.txt", &set, false).unwrap();
    let expected = Expectations::from_toml(&text).unwrap();
    for at in 0..rules.len() {
        let mut fewer = rules.to_vec();
        fewer.remove(at);
        assert!(!unmet(&expected, &robots(&fewer)).is_empty(), "{}", rules[at]);
        let mut wider = rules.to_vec();
        wider[at] = &rules[at][..rules[at].len() - 1];
        assert!(!unmet(&expected, &robots(&wider)).is_empty(), "{}", wider[at]);
    }
}

#[test]
fn rules_with_two_forms_have_witnesses_too() {
    for rule in ["/p*%2Fx", "/p*%2Fx$", "*%2F", "/é*%2F", "/a b*%2Fx"] {
        let robots = format!("User-agent: *\nDisallow: {rule}\n");
        let (_, expected) = of_toml(&robots);
        let closed = expected.all.iter().filter(|it| !it.verdict.is_permit()).count();
        assert_eq!((expected.all.len(), closed), (2, 1), "{rule}: {:?}", expected.all);
    }
}

#[test]
fn named_usages_and_sets_have_witnesses_too() {
    let robots = "ACAP-qualified-usage: teaser present-snippet max-length=40-words\n\
        ACAP-resource-set: agency /agency/\nACAP-crawler: *\nACAP-allow-(teaser): /news/\n\
        ACAP-disallow-index: the-acap:resource-set:agency\n";
    let (_, expected) = of_toml(robots);
    let asked: Vec<_> =
        expected.all.iter().map(|it| (it.usage.name(), &*it.url, it.verdict.name())).collect();
    assert!(asked.contains(&("present-snippet", "/news/", "permit")), "{asked:?}");
    assert!(asked.contains(&("index", "/agency/", "prohibit")), "{asked:?}");
    assert!(asked.contains(&("index", "/agency", "permit")), "{asked:?}");
    let limited = expected.all.iter().find(|it| it.url == "/news/").unwrap();
    assert_eq!(limited.conditions.as_deref().unwrap(), ["max-length=40-words"]);
}

#[test]
fn a_file_of_many_crawlers_is_cut() {
    let robots: Vec<String> =
        (0..3_000).map(|at| format!("User-agent: b{at}\nDisallow: /{at}\n")).collect();
    let robots = robots.concat();
    let set = first(&RobotsPolicy::parse(robots.as_bytes()));
    assert!(set.is_cut);
    let count: usize = set.tables.iter().map(|it| it.agents.len() * it.urls.len()).sum();
    assert_eq!(count, limits::EXPECTATIONS_FIRST);
}

#[test]
fn the_rest_of_the_settings_is_kept() {
    let set = first(&RobotsPolicy::parse(b"User-agent: *\nDisallow: /x\n"));
    let before = "# ours\n[lint]\nselect = [\"R\"]\n";
    let text = with_settings(before, "robots.txt", &set, false).unwrap();
    assert!(text.starts_with(before), "{text}");
    assert!(with_settings(&text, "robots.txt", &set, false).is_err());
    let between = format!("{text}\n[other]\nkey = 1\n");
    let again = with_settings(&between, "robots.txt", &set, true).unwrap();
    assert!(again.starts_with(before) && again.contains("[other]\nkey = 1\n"), "{again}");
    assert_eq!(again.matches("[test]").count(), 1);
    // Comments stay with the table they stand above, and at the end of the file.
    let commented = "[test]\n# gone\nfile = 'a'\n\n# gone\n[[test.expect]]\nagent = 'a'\n\
        url = [\n  # gone\n  '/',\n]\nexpect = 'permit'\n\n# kept: one\n\n# kept: two\n[lint]\n\
        select = ['R']\n\n[[test.expect]]\nagent = 'a'\nurl = '/'\nexpect = 'permit'\n# kept: three\n";
    for commented in [commented.to_owned(), commented.replace('\n', "\r\n")] {
        let again = with_settings(&commented, "robots.txt", &set, true).unwrap();
        let kept =
            "# kept: one\n\n# kept: two\n[lint]\nselect = ['R']\n\n# kept: three\n\n[test]\n";
        assert!(again.replace('\r', "").starts_with(kept), "{again}");
        assert!(!again.contains("gone"), "{again}");
        assert_eq!(with_settings(&again, "robots.txt", &set, true).unwrap(), again);
    }
    // A form that cannot be taken apart is left alone.
    let within = "[other]\ntext = \"\"\"\n[test]\n\"\"\"\n";
    assert!(with_settings(within, "robots.txt", &set, true).is_err());
    let inline = "test = { file = 'robots.txt' }\n";
    assert!(with_settings(inline, "robots.txt", &set, false).is_err());
    assert!(with_settings(inline, "robots.txt", &set, true).is_err());
}
