//! The content and the position of statements, as types.

#![cfg(feature = "html")]
#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

use placet::explain::{Explanation, Reason};
use placet::page::PageStatement;
use placet::statement::{Source, StatementKind, StatementValue};
use placet::syntax::ProblemKind;
use placet::syntax::rule::RuleEffect;
use placet::{Agent, AskedAt, PagePolicy, RobotsPolicy, Usage};

const REFERRING: &[u8] = b"ACAP-crawler: *\n\
    ACAP-permissions-reference: /one.txt\n\
    ACAP-permissions-reference: /other.txt\n";

/// A site that refers to two files with the same text.
fn twins(text: &'static str) -> RobotsPolicy {
    RobotsPolicy::parse(REFERRING).join(|_| Some(text))
}

fn explained(site: &RobotsPolicy, usage: Usage, path: &str) -> Explanation {
    let crawler = site.for_agent(Agent::new("ExampleBot"));
    let target = crawler.target(path).unwrap();
    crawler.explain(usage, &target, &AskedAt::new())
}

fn file(target: &str) -> Source {
    Source::Referenced(target.into())
}

#[test]
fn referenced_files_with_the_same_text_are_distinguished() {
    let site = twins("ACAP-crawler: *\nACAP-disallow-index: /a\nACAP-disallow-index: /b\n");
    let explained = explained(&site, Usage::Index, "/a");
    let deciding: Vec<(Source, Option<usize>)> = explained
        .decision()
        .reasons()
        .filter(Reason::decides)
        .map(|it| (it.source().clone(), it.line()))
        .collect();
    assert_eq!(deciding, [(file("/one.txt"), Some(2)), (file("/other.txt"), Some(2))]);
    let not_applied: Vec<(Source, usize)> =
        explained.not_applied().iter().map(|it| (it.source().clone(), it.line())).collect();
    assert_eq!(not_applied, [(file("/one.txt"), 3), (file("/other.txt"), 3)]);
}

#[test]
fn rules_and_extent_of_referenced_files_name_their_file() {
    let site = twins("User-agent: *\nDisallow: /a\n");
    let extent = site.for_agent(Agent::new("ExampleBot")).extent();
    let lines: Vec<&Source> =
        extent.lines().iter().map(placet::extent::ExtentLine::source).collect();
    assert_eq!(lines, [&file("/one.txt"), &file("/other.txt")]);
    let explained = explained(&site, Usage::Crawl, "/a");
    let sources: Vec<Source> =
        explained.decision().reasons().map(|it| it.source().clone()).collect();
    assert!(sources.contains(&file("/one.txt")) && sources.contains(&file("/other.txt")));
}

#[test]
fn lines_of_each_field_are_counted_separately() {
    let page = PagePolicy::builder()
        .header("X-Robots-Tag", "noindex")
        .header("Cache-Control", "no-cache")
        .header("Robots-Tag", "*;nosnippet")
        .header("x-robots-tag", "nofollow")
        .header("Robots-Tag", "*;noarchive")
        .header("X-ROBOTS-TAG", "bogus, notranslate")
        .build();
    let found: Vec<(String, usize, String)> = page
        .statements()
        .map(|it| (it.source().name().to_ascii_lowercase(), it.line(), it.to_string()))
        .collect();
    let found: Vec<(&str, usize, &str)> =
        found.iter().map(|(source, line, text)| (&**source, *line, &**text)).collect();
    assert_eq!(
        found,
        [
            ("x-robots-tag", 1, "noindex"),
            ("robots-tag", 1, "nosnippet"),
            ("x-robots-tag", 2, "nofollow"),
            ("robots-tag", 2, "noarchive"),
            ("x-robots-tag", 3, "notranslate"),
        ]
    );
    let problem = page.problems().find(|it| it.kind() == ProblemKind::RuleUnknown).unwrap();
    assert_eq!((problem.source().name(), problem.line()), ("X-ROBOTS-TAG", 3));

    // Lines that are added continue the count.
    let more = PagePolicy::builder().header("X-Robots-Tag", "noai").build();
    assert_eq!(page.united(&more).statements().last().map(|it| it.line()), Some(4));
}

/// The kind, usages and text of each statement of a page.
fn read(page: &PagePolicy, html: &[u8]) -> Vec<(StatementKind, Vec<Usage>, String)> {
    let written = |it: &PageStatement<'_>| match it.source() {
        Source::Header(_) => {
            let value = it.text().into_owned();
            String::from_utf8_lossy(it.span().of(value.as_bytes())).into_owned()
        }
        _ => String::from_utf8_lossy(it.span().of(html)).into_owned(),
    };
    page.statements().map(|it| (it.kind(), it.usages().collect(), written(&it))).collect()
}

#[test]
fn statements_of_a_page_have_types() {
    let html = b"<meta name=robots content='none, index'>\
        <meta name=robots content='ACAP allow-index time-limit=3-days'>\
        <p class=the-acap:disallow-present>a<p class=the-acap:allow-(x)>b<p data-nosnippet>c";
    let page = PagePolicy::builder()
        .header("X-Robots-Tag", "a: noarchive, max-snippet: 20, noodp")
        .html(html)
        .build();
    let none = "<meta name=robots content='none, index'>";
    let copies = vec![Usage::PresentCurrentcopy, Usage::PresentOldcopy];
    let snippets = vec![Usage::PresentSnippet, Usage::PresentOldsnippet];
    let (permit, prohibit, other) =
        (StatementKind::Permit, StatementKind::Prohibit, StatementKind::Other);
    let expected = [
        (prohibit, copies, "noarchive"),
        (other, snippets.clone(), "max-snippet: 20"),
        (other, Vec::new(), "noodp"),
        (prohibit, vec![Usage::Follow, Usage::Index], none),
        (other, vec![Usage::Index], none),
        (
            permit,
            vec![Usage::Index],
            "<meta name=robots content='ACAP allow-index time-limit=3-days'>",
        ),
        (prohibit, vec![Usage::Present], "<p class=the-acap:disallow-present>"),
        (permit, Vec::new(), "<p class=the-acap:allow-(x)>"),
        (prohibit, snippets, "<p data-nosnippet>"),
    ];
    let expected = expected.map(|(kind, usages, text)| (kind, usages, text.to_owned()));
    assert_eq!(read(&page, html), expected);

    let values: Vec<String> = page.statements().map(|it| format!("{:?}", it.value())).collect();
    assert!(values[1].starts_with("Rule(MaxSnippet(Some(20)))"), "{values:?}");
    let value = page.statements().nth(5).unwrap();
    let StatementValue::Conditions([limit]) = value.value() else { panic!("{value}") };
    assert_eq!(limit.to_string(), "time-limit=3-days");
    let values: Vec<_> = page.statements().skip(6).map(|it| it.value()).collect();
    let expected = [
        StatementValue::Conditions(&[]),
        StatementValue::LocalUsage("x"),
        StatementValue::NoSnippet,
    ];
    assert_eq!(values, expected);
}

#[test]
fn a_rule_has_the_same_effect_on_all_its_usages() {
    let header = "noindex, nofollow, none, nosnippet, noarchive, nocache, noimageindex, notranslate, \
        max-snippet: 0, max-snippet: 1, max-snippet: -1, max-image-preview: none, \
        max-image-preview: large, max-video-preview: 0, max-video-preview: 5, noai, noimageai, noml, \
        indexifembedded, all, index, follow, archive, snippet, noodp, noydir, noyaca, \
        nositelinkssearchbox";
    let page = PagePolicy::builder().header("X-Robots-Tag", header).build();
    assert_eq!(page.statements().count(), header.split(',').count());
    for statement in page.statements() {
        let StatementValue::Rule(rule) = statement.value() else { panic!("{statement}") };
        for usage in statement.usages() {
            let prohibits = rule.effect(usage) == Some(RuleEffect::Prohibits);
            assert_eq!(prohibits, statement.prohibits(usage), "{statement} {usage}");
            assert!(rule.effect(usage).is_some() != rule.means_open(usage), "{statement} {usage}");
        }
    }
}

#[test]
fn statements_of_a_file_have_types() {
    let text = b"ACAP-crawler: a\n  ACAP-allow-index: /a time-limit=3-days\n\
        ACAP-usage-purpose: b\nACAP-disallow-index: /b x=y\nACAP-allow-follow: /c x=y\n";
    let site = RobotsPolicy::parse(text);
    let found: Vec<_> = site
        .acap_statements()
        .map(|it| (it.kind(), it.usage(), it.line(), it.column(), it.text().into_owned()))
        .collect();
    let (permit, prohibit) = (StatementKind::Permit, StatementKind::Prohibit);
    assert_eq!(
        found,
        [
            (permit, Usage::Index, 2, 3, "ACAP-allow-index: /a time-limit=3-days".to_owned()),
            (prohibit, Usage::Index, 4, 1, "ACAP-disallow-index: /b x=y".to_owned()),
            (prohibit, Usage::Follow, 5, 1, "ACAP-allow-follow: /c x=y".to_owned()),
        ]
    );
    assert!(site.acap_statements().all(|it| *it.source() == Source::RobotsTxt));
    let value = site.acap_statements().next().unwrap().value();
    assert!(matches!(value, StatementValue::Conditions([_])));
}

#[test]
fn records_list_the_lines_of_all_their_fields() {
    let text = b"ACAP-disallow-crawl: /outside\nACAP-resource-set: s /s\n\
        ACAP-crawler: a\nACAP-crawler: b\nACAP-disallow-unknown: /\nACAP-frobnicate: /\n\
        ACAP-usage-purpose: p\nACAP-allow-index: /\nACAP-request-re-crawl: /x\n\
        ACAP-crawler: *\nACAP-permissions-reference: /f.txt\nACAP-crawler: c\n";
    let site = RobotsPolicy::parse(text);
    let lines = |record: placet::acap::AcapRecordView<'_>| {
        (record.lines().collect::<Vec<_>>(), record.fields().collect::<Vec<_>>())
    };
    let records: Vec<_> = site.acap_records().map(lines).collect();
    let expected = [
        (vec![3, 4], vec![(5, false), (7, true), (8, true), (9, true)]),
        (vec![10], vec![(11, false)]),
        (vec![12], vec![]),
    ];
    assert_eq!(records, expected);
}
