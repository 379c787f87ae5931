//! Properties of every file: nothing panics, and safe fixes change no decision.

use placet::{Agent, Profile, RobotsPolicy, Usage};
use placet_lint::{Applicability, Config, Finding, Subject, Visit, apply, fix, lint, lint_visit};
use proptest::prelude::*;

/// Records with signals, well formed and not.
fn signal() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "Content-Signal",
        "Content-Usage",
        "License",
        "DisallowAITraining",
        "AllowAITraining",
    ]);
    let path = prop::sample::select(vec!["", "", "/ ", "/a ", "/a/b ", "* ", "/a"]);
    let pair = prop::sample::select(vec![
        "search=yes",
        "ai-train=no",
        "ai-train=false",
        "train-ai=no",
        "train-ai=n",
        "train-ai=y",
        "ai-use = n",
        "ai=n",
        "use=immediate",
        "x",
        "https://a.example/l",
    ]);
    let end = prop::sample::select(vec![", ", ",", "; ", " "]);
    (key, path, prop::collection::vec((pair, end), 0..4)).prop_map(|(key, path, pairs)| {
        let pairs: String = pairs.into_iter().flat_map(|(pair, end)| [pair, end]).collect();
        format!("{key}: {path}{}", pairs.trim_end_matches([',', ';', ' ']))
    })
}

/// Lines in which rules find something.
fn line() -> impl Strategy<Value = String> {
    let agent = prop::sample::select(vec!["*", "a", "b", "A", "a/2", "AI2", "", "*c", "a, b"]);
    let part = prop::sample::select(vec![
        "/", "a", "b", "*", "$", "/a", "/a/b", "%61", "%2F", "?", "é", " ", ".", "..", "**", "#",
    ]);
    let pattern = prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat());
    let rooted = pattern.clone().prop_map(|pattern| format!("/{pattern}"));
    let pattern = prop_oneof![1 => pattern, 4 => rooted];
    let key = prop::sample::select(vec![
        "Allow",
        "Disallow",
        "Disallow",
        "Dissallow",
        "disallowed",
        "DisallowAITraining",
    ]);
    let usage =
        prop::sample::select(vec!["crawl", "index", "preserve", "present-snippet", "other"]);
    let tail = prop::sample::select(vec![
        "",
        "",
        "",
        " time-limit=3-days",
        " time-limit=until-recrawl",
        " x=y",
        " /b",
    ]);
    let acap =
        (prop::bool::ANY, usage, pattern.clone(), tail).prop_map(|(allows, usage, it, tail)| {
            format!("ACAP-{}allow-{usage}: {it}{tail}", if allows { "" } else { "dis" })
        });
    let colon = prop::sample::select(vec![": ", ":", " : ", " "]);
    prop_oneof![
        4 => (agent.clone(), colon.clone()).prop_map(|(it, colon)| format!("User-agent{colon}{it}")),
        12 => (key, colon, pattern).prop_map(|(key, colon, it)| format!("{key}{colon}{it}")),
        2 => agent.prop_map(|it| format!("ACAP-crawler: {it}")),
        3 => acap,
        1 => Just("ACAP-resource-set: s /a /b".to_owned()),
        1 => Just("ACAP-disallow-crawl: acap:resource-set:s".to_owned()),
        1 => Just("acap-crawler:*".to_owned()),
        1 => Just("Crawl-delay: 5".to_owned()),
        2 => signal(),
        1 => Just("Sitemap: https://a/".to_owned()),
        1 => Just("# Disallow:".to_owned()),
        1 => Just(String::new()),
    ]
}

fn file() -> impl Strategy<Value = String> {
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
    let acap = prop::bool::weighted(0.3);
    (prop::collection::vec((line(), end), 1..24), acap).prop_map(|(lines, acap)| {
        let lines =
            lines.iter().filter(|(line, _)| acap || !line.to_lowercase().starts_with("acap"));
        lines.flat_map(|(line, end)| [line.as_str(), end]).collect()
    })
}

fn path() -> impl Strategy<Value = String> {
    let part =
        prop::sample::select(vec!["a", "b", "/", "?", "%C3%A9", "x", "$", ".", "%20", "%2F"]);
    prop::collection::vec(part, 0..6).prop_map(|parts| format!("/{}", parts.concat()))
}

/// The usages that decisions are compared for.
const USAGES: [Usage; 5] =
    [Usage::Crawl, Usage::Index, Usage::Other, Usage::TrainAi, Usage::AiInput];

/// Checks that both texts have the same decisions in every profile.
fn same(before: &[u8], after: &[u8], paths: &[String]) {
    if before == after {
        return;
    }
    for profile in Profile::ALL {
        let read = |text: &[u8]| RobotsPolicy::builder().profile(profile).parse(text);
        let (one, other) = (read(before), read(after));
        for agent in ["a", "b", "AI", "AI2", "a/2", "zz"].map(Agent::new) {
            let (one, other) = (one.for_agent(&agent), other.for_agent(&agent));
            assert_eq!(one.crawl_delay(), other.crawl_delay(), "{profile} {agent}");
            for (path, usage) in paths.iter().flat_map(|path| USAGES.map(|it| (path, it))) {
                let verdict = |it: &placet::AgentPolicy| it.may(usage, path).map(|it| it.verdict());
                assert_eq!(
                    verdict(&one),
                    verdict(&other),
                    "{profile} {agent} {usage} {path}\n{}\nbecame\n{}",
                    String::from_utf8_lossy(before),
                    String::from_utf8_lossy(after)
                );
            }
        }
    }
}

fn page_part() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "<title>ä</title>",
        "<p>",
        "<p class='the-acap:disallow-frob'>",
        "\r\n",
        "\n",
        "\r",
        "<meta name=robots content=noindex>",
        "<meta name=robots content='all, noidnex'>",
        "<meta name=a content='ACAP allow-index time-limit=x'>",
        "<meta name=robots content='ACAP x'>",
        "<link rel=canonical href='/a&amp;b'>",
        "<script src=/a/b.js></script>",
        "<img src=' x?é'",
        "<!-- <base href=x> -->",
        "Robots-Tag: *;index, a;noindex\r\n",
        "Robots-Tag: noindex, *;max-snippet=x\r\n",
        "X-Robots-Tag: unavailable_after: x, é\n",
        "é",
    ])
}

/// Lints and fixes; checks that every span is within the text.
fn places_are_in(subject: &Subject<'_>) {
    let report = lint(subject, &Config::default());
    for finding in report.findings() {
        for label in std::iter::once(finding.primary()).chain(finding.labels()) {
            let end = subject.text().len();
            assert!(label.span.start <= label.span.end && label.span.end <= end, "{finding:?}");
        }
    }
    fix(subject, &Config::default(), Applicability::Unsafe);
}

proptest! {
    #[test]
    fn safe_fixes_change_no_decision(text in file(), paths in prop::collection::vec(path(), 12)) {
        let text = text.as_bytes();
        let subject = Subject::new("robots.txt", text);
        let config = Config::default();
        let report = lint(&subject, &config);
        // All at once, each alone, and repeatedly.
        same(text, &apply(&subject, report.findings(), Applicability::Safe).text, &paths);
        for finding in report.findings() {
            let alone = std::slice::from_ref(finding);
            let done = apply(&subject, alone, Applicability::Safe);
            same(text, &done.text, &paths);
            // A fix that its rule declares safe is proved to be safe.
            let is_safe = finding.fix().is_some_and(|it| it.applicability == Applicability::Safe);
            prop_assert_eq!(done.applied.len(), usize::from(is_safe), "{:?}", finding);
        }
        let fixed = fix(&subject, &config, Applicability::Safe);
        same(text, &fixed.text, &paths);
        let again = fix(&subject.with_text(&fixed.text), &config, Applicability::Safe);
        prop_assert_eq!(again.applied, []);
    }

    #[test]
    fn any_bytes_are_linted(text in prop::collection::vec(any::<u8>(), 0..400)) {
        places_are_in(&Subject::new("robots.txt", &text));
        places_are_in(&Subject::fields("headers", &text));
        places_are_in(&Subject::page("page.html", &text));
    }

    #[test]
    fn any_page_is_linted(parts in prop::collection::vec(page_part(), 0..12)) {
        let text = parts.concat();
        places_are_in(&Subject::fields("headers", text.as_bytes()));
        places_are_in(&Subject::page("page.html", text.as_bytes()));
    }

    #[test]
    fn any_visit_is_linted(
        robots in file(),
        parts in prop::collection::vec(page_part(), 0..12),
        path in path(),
    ) {
        let text = parts.concat();
        let files = vec![
            Subject::page("page.html", text.as_bytes()),
            Subject::new("robots.txt", robots.as_bytes()),
            Subject::fields("headers", text.as_bytes()),
        ];
        let visit = Visit::new(&format!("https://a.example{path}"), files).unwrap();
        let config = Config::default();
        for report in lint_visit(&visit, &config) {
            // The findings of each file alone do not change, and every span is within its file.
            let together = |it: &&Finding| it.rule().is_about_visits();
            let alone = lint(report.subject(), &config).findings().len();
            let other = report.findings().iter().filter(together).count();
            prop_assert_eq!(report.findings().len(), alone + other);
            for finding in report.findings() {
                for label in std::iter::once(finding.primary()).chain(finding.labels()) {
                    prop_assert!(label.span.end <= report.file(label).text().len());
                }
            }
        }
    }

    #[test]
    fn any_lines_are_fixed(text in file()) {
        let subject = Subject::new("robots.txt", text.as_bytes());
        let fixed = fix(&subject, &Config::default(), Applicability::Unsafe);
        places_are_in(&subject.with_text(&fixed.text));
    }
}

#[test]
fn the_last_rule_that_separates_two_groups_is_kept() {
    let text = b"User-agent: *\nAllow: \nCrawl-delay: 5\nAllow: //\nUser-agent: a\n";
    let subject = Subject::new("robots.txt", text);
    let report = lint(&subject, &Config::default());
    assert!(report.fixable(Applicability::Unsafe) >= 2);
    for most in [Applicability::Safe, Applicability::Unsafe] {
        same(text, &apply(&subject, report.findings(), most).text, &["/".to_owned()]);
        same(text, &fix(&subject, &Config::default(), most).text, &["/".to_owned()]);
    }
}

/// Two rules that one profile reads as equal are different for another.
#[test]
fn a_rule_that_some_profile_needs_is_removed_by_unsafe_fixes_only() {
    let (text, line, path) = ("User-agent: *\nDisallow: /~\nDisallow: /%7E\n", "/%7E", "/%7Eann");
    let subject = Subject::new("robots.txt", text.as_bytes());
    let config = Config::default();
    let fixed = |applicability| fix(&subject, &config, applicability).text;
    let risky = fixed(Applicability::Unsafe);
    assert!(!String::from_utf8_lossy(&risky).contains(line), "{text}");
    same(text.as_bytes(), &fixed(Applicability::Safe), &[path.to_owned()]);
}
