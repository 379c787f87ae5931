//! What a statement says and where it is, as types.

use placet::{
    Agent, Explanation, Occasion, PagePolicy, ProblemKind, Reason, RobotsPolicy, Source, Usage,
};

const REFERRING: &[u8] = b"ACAP-crawler: *\n\
    ACAP-permissions-reference: /one.txt\n\
    ACAP-permissions-reference: /other.txt\n";

/// A site with two files that say the same.
fn twins(text: &'static str) -> RobotsPolicy {
    RobotsPolicy::parse(REFERRING).join(|_| Some(text))
}

fn explained(site: &RobotsPolicy, usage: Usage, path: &str) -> Explanation {
    let crawler = site.ask(Agent::new("ExampleBot"));
    let target = crawler.target(path).unwrap();
    crawler.explain(usage, &target, &Occasion::new())
}

fn file(target: &str) -> Source {
    Source::Referenced(target.into())
}

#[test]
fn referenced_files_with_the_same_text_are_told_apart() {
    let site = twins("ACAP-crawler: *\nACAP-disallow-index: /a\nACAP-disallow-index: /b\n");
    let explained = explained(&site, Usage::Index, "/a");
    let deciding: Vec<(Source, Option<usize>)> = explained
        .decision()
        .reasons()
        .filter(Reason::decides)
        .map(|it| (it.source().clone(), it.line()))
        .collect();
    assert_eq!(deciding, [(file("/one.txt"), Some(2)), (file("/other.txt"), Some(2))]);
    let aside: Vec<(Source, usize)> =
        explained.aside().iter().map(|it| (it.source().clone(), it.line())).collect();
    assert_eq!(aside, [(file("/one.txt"), 3), (file("/other.txt"), 3)]);
}

#[test]
fn rules_and_extent_of_referenced_files_name_their_own_file() {
    let site = twins("User-agent: *\nDisallow: /a\n");
    let extent = site.ask(Agent::new("ExampleBot")).extent();
    let lines: Vec<&Source> = extent.lines().iter().map(placet::ExtentLine::source).collect();
    assert_eq!(lines, [&file("/one.txt"), &file("/other.txt")]);
    let explained = explained(&site, Usage::Crawl, "/a");
    let sources: Vec<Source> =
        explained.decision().reasons().map(|it| it.source().clone()).collect();
    assert!(sources.contains(&file("/one.txt")) && sources.contains(&file("/other.txt")));
}

#[test]
fn lines_of_a_field_are_counted_without_those_of_other_fields() {
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
        found.iter().map(|(source, line, says)| (&**source, *line, &**says)).collect();
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

    // Added lines count on.
    let more = PagePolicy::builder().header("X-Robots-Tag", "noai").build();
    assert_eq!(page.united(&more).statements().last().map(|it| it.line()), Some(4));
}
