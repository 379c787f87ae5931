//! The extent is what a person would say of the file, and what trying every short path shows.

use super::*;
use crate::policy::RobotsPolicy;
use crate::vocabulary::{Agent, Crawler, Profile};

fn extent_of(rules: &str) -> Extent {
    extent_in(rules, Profile::Rfc9309)
}

fn extent_in(rules: &str, profile: Profile) -> Extent {
    let text = format!("User-agent: *\n{rules}");
    RobotsPolicy::builder()
        .profile(profile)
        .parse(text.as_bytes())
        .for_agent(Agent::new("a"))
        .extent()
}

#[test]
fn known_extents() {
    for (rules, closed) in [
        ("", Closed::Nothing),
        ("Disallow:", Closed::Nothing),
        ("Disallow: x", Closed::Nothing),
        ("Allow: /", Closed::Nothing),
        ("Disallow: /", Closed::Everything),
        ("Disallow: /*", Closed::Everything),
        ("Disallow: *", Closed::Everything),
        ("Disallow: /*$", Closed::Everything),
        ("Disallow: /$", Closed::Part),
        ("Disallow: /\nAllow: /$", Closed::Part),
        ("Disallow: /\nAllow: /", Closed::Nothing),
        ("Disallow: /*\nAllow: /", Closed::Everything),
        ("Disallow: /\nAllow: /x", Closed::Part),
        ("Disallow: /\nAllow: x", Closed::Everything),
        ("Disallow: /\nAllow: /x\nDisallow: /x*", Closed::Everything),
        ("Disallow: /\nAllow: /x\nDisallow: /x$\nDisallow: /x*", Closed::Everything),
        ("Disallow: /\nAllow: /robots.txt", Closed::Part),
        ("Disallow: /\nAllow: /robots.txt$", Closed::Everything),
        ("Disallow: /robots.txt", Closed::Part),
        ("Disallow: /robots.txt$", Closed::Nothing),
        ("Disallow: /*a\nAllow: /*a*", Closed::Nothing),
        ("Disallow: /*ab\nAllow: /*a*", Closed::Nothing),
        ("Disallow: /*ab\nAllow: /*a*\nDisallow: /*abc", Closed::Part),
        ("Disallow: /$\nDisallow: /*$", Closed::Everything),
        ("Disallow: *\nAllow: /$\nAllow: /*a\nAllow: /*0", Closed::Part),
        ("Disallow: /*b\nAllow: /*b*\nAllow: /*0placet", Closed::Nothing),
        ("Disallow: /a\nAllow: /a$\nAllow: /a?\nAllow: /a*b", Closed::Part),
    ] {
        assert_eq!(extent_of(rules).closed(), closed, "{rules}");
    }
}

#[test]
fn a_file_that_waits_for_every_byte_is_not_judged_by_those_it_names() {
    let bytes = (b'!'..=b'~').filter(|byte| !b"#$%*".contains(byte)).map(char::from);
    let allows: String = bytes.map(|byte| ["Allow: /", &byte.to_string(), "\n"].concat()).collect();
    let extent = extent_of(&format!("Disallow: /\nAllow: /$\n{allows}"));
    assert_ne!(extent.closed(), Closed::Nothing);
}

/// The extent, and the lines that close and that open, with their examples.
fn found(policy: &RobotsPolicy, crawler: impl Into<Crawler>) -> (Closed, Vec<(String, String)>) {
    let extent = policy.for_agent(crawler).extent();
    assert!(extent.is_complete());
    let found = |line: &ExtentLine| {
        let source = Some(line.source()).filter(|it| **it != Source::RobotsTxt);
        let source = source.map(Source::name).unwrap_or_default();
        let kind = line.kind().name();
        (format!("{source}{} {kind}", line.line()), line.example().to_owned())
    };
    (extent.closed(), extent.lines().iter().map(found).collect())
}

#[test]
fn known_extents_with_acap() {
    for (text, closed, expected) in [
        // Fields of other usages change nothing.
        (
            "User-agent: *\nDisallow: /a\nACAP-crawler: *\nACAP-disallow-index: /\n",
            Closed::Part,
            &[("2 disallow", "/a")][..],
        ),
        ("ACAP-crawler: *\nACAP-disallow-crawl: /\n", Closed::Everything, &[("2 disallow", "/")]),
        ("ACAP-crawler: b\nACAP-disallow-crawl: /\n", Closed::Nothing, &[]),
        // Each of two that say the same would do.
        (
            "User-agent: *\nDisallow: /x\nACAP-crawler: *\nACAP-disallow-crawl: /x\n",
            Closed::Part,
            &[("2 disallow", "/x"), ("4 disallow", "/x")],
        ),
        // The conventional rule is case-sensitive, the field is not.
        (
            "User-agent: *\nDisallow: /x\nAllow: /X\nACAP-crawler: *\nACAP-disallow-crawl: /x\n",
            Closed::Part,
            &[("2 disallow", "/x"), ("5 disallow", "/x")],
        ),
        // Both must permit.
        (
            "User-agent: *\nDisallow: /\nAllow: /x\nACAP-crawler: *\nACAP-disallow-crawl: /x\n",
            Closed::Everything,
            &[("2 disallow", "/"), ("5 disallow", "/x")],
        ),
        // A contradiction on one pattern leaves the rule out, and only that one.
        (
            "User-agent: *\nDisallow: /\nACAP-crawler: *\nACAP-allow-crawl: /\n",
            Closed::Nothing,
            &[("4 allow", "/")],
        ),
        (
            "User-agent: *\nDisallow: /\nACAP-crawler: *\nACAP-allow-crawl: /x\n",
            Closed::Everything,
            &[("2 disallow", "/")],
        ),
        // The narrower field decides; `$` is broad.
        (
            "ACAP-crawler: *\nACAP-disallow-crawl: /\nACAP-allow-crawl: /a$\nACAP-disallow-crawl: /a*\n",
            Closed::Everything,
            &[("2 disallow", "/"), ("4 disallow", "/a")],
        ),
        // Without conventional records.
        (
            "User-agent: *\nDisallow: /\nACAP-ignore-conventional-records\nACAP-crawler: *\nACAP-disallow-crawl: /x\n",
            Closed::Part,
            &[("5 disallow", "/x")],
        ),
        // `other` where nothing is said of crawling.
        (
            "ACAP-crawler: *\nACAP-disallow-other: /\nACAP-allow-crawl: /x\n",
            Closed::Part,
            &[("2 disallow", "/"), ("3 allow", "/x")],
        ),
        // A prohibition on a set that is not defined is one of everything.
        (
            "ACAP-crawler: *\nACAP-allow-crawl: /x\nACAP-disallow-crawl: the-acap:resource-set:no\n",
            Closed::Everything,
            &[("3 disallow", "/")],
        ),
        // Sets and local usages written out: each pattern counts.
        (
            "ACAP-resource-set: s /x /\nACAP-composite-usage: c index crawl\nACAP-crawler: *\n\
             ACAP-disallow-(c): the-acap:resource-set:s\nACAP-allow-crawl: /x\n",
            Closed::Everything,
            &[("4 disallow", "/x")],
        ),
        // A permission that is not understood prohibits.
        (
            "ACAP-crawler: *\nACAP-allow-crawl: /x colour=red\n",
            Closed::Part,
            &[("2 disallow", "/x")],
        ),
        // A reference that is not read closes everything.
        (
            "User-agent: *\nAllow: /\nACAP-crawler: *\nACAP-permissions-reference: /more.txt\n",
            Closed::Everything,
            &[("4 disallow", "/")],
        ),
        ("ACAP-crawler: b\nACAP-permissions-reference: /more.txt\n", Closed::Nothing, &[]),
    ] {
        let (is, lines) = found(&RobotsPolicy::parse(text.as_bytes()), Agent::new("a"));
        let lines: Vec<_> = lines.iter().map(|(line, path)| (&**line, &**path)).collect();
        assert_eq!((is, &*lines), (closed, expected), "{text}");
    }
}

#[test]
fn files_that_are_referred_to_count_and_are_named() {
    let text =
        b"User-agent: *\nAllow: /b\nACAP-crawler: *\nACAP-permissions-reference: /more.txt\n";
    let more = "User-agent: *\nDisallow: /b\n\nACAP-crawler: *\nACAP-disallow-crawl: /c\n";
    let joined = RobotsPolicy::parse(text).join(|_| Some(more));
    let (closed, lines) = found(&joined, Agent::new("a"));
    let expected = [("/more.txt2 disallow", "/b"), ("/more.txt5 disallow", "/c")];
    let lines: Vec<_> = lines.iter().map(|(line, path)| (&**line, &**path)).collect();
    assert_eq!((closed, &*lines), (Closed::Part, &expected[..]));
}

#[test]
fn names_and_purposes_count() {
    let text = "ACAP-crawler: *\nACAP-disallow-crawl: /\n\nACAP-crawler: a\nACAP-allow-crawl: /x\n\
                ACAP-usage-purpose: news\nACAP-disallow-crawl: /x/y\n";
    let policy = RobotsPolicy::parse(text.as_bytes());
    let closed = |crawler: Crawler| policy.for_agent(crawler).extent().closed();
    assert_eq!(closed(Agent::new("b").into()), Closed::Everything);
    assert_eq!(found(&policy, Agent::new("a")).1.len(), 2);
    let news = found(&policy, Crawler::from(Agent::new("a")).purpose("news")).1;
    assert_eq!(news.last(), Some(&("7 disallow".to_owned(), "/x/y".to_owned())));
    // A crawler with two purposes is bound by both.
    let both = Crawler::from(Agent::new("a")).purpose("news").purpose("images");
    assert_eq!(found(&policy, both).1.len(), 3);
}

#[test]
fn a_permission_that_the_crawler_cannot_honour_closes() {
    let policy = RobotsPolicy::parse(b"ACAP-crawler: *\nACAP-allow-other: /x ref=y\n");
    let crawler = Crawler::from(Agent::new("a"));
    assert_eq!(policy.for_agent(&crawler).extent().closed(), Closed::Nothing);
    let (closed, lines) = found(&policy, crawler.cannot_honour(crate::condition::Qualifier::Ref));
    assert_eq!((closed, &*lines), (Closed::Part, &[("2 disallow".into(), "/x".into())][..]));
}

#[cfg(feature = "html")]
#[test]
fn what_a_page_says_is_not_said_of_the_site() {
    let page = crate::PagePolicy::builder()
        .html(b"<meta name=robots content='ACAP disallow-crawl'>")
        .build();
    let agent_policy =
        RobotsPolicy::parse(b"ACAP-crawler: *\nACAP-allow-crawl: /\n").for_agent(Agent::new("a"));
    assert_eq!(agent_policy.page(&page).extent(), agent_policy.extent());
}

#[test]
fn fields_that_would_take_too_long_are_left_undetermined() {
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    let pairs = letters.iter().map(|it| {
        format!("ACAP-disallow-crawl: /*{it}*{it}\nACAP-allow-crawl: /*{it}*{it}*{it}\n")
    });
    let pairs: String = pairs.collect();
    let all = letters.join("*");
    let text = format!(
        "ACAP-crawler: *\nACAP-disallow-crawl: /\nACAP-allow-crawl: /*{all}*z*z\nACAP-disallow-crawl: /*z*z\n{pairs}"
    );
    let extent = RobotsPolicy::parse(text.as_bytes()).for_agent(Agent::new("q")).extent();
    assert!(!extent.is_complete());
    assert!(extent.steps() <= EXTENT_STEPS + (1 << 18), "{}", extent.steps());
}

#[test]
fn many_crawlers_are_bounded_and_looked_at_once_where_they_hear_the_same() {
    let names = (0..2_000).map(|at| format!("User-agent: b{at}x\n")).collect::<Vec<_>>().concat();
    let text = format!("{names}Disallow: /a\nUser-agent: *\nDisallow: /\n");
    let policy = RobotsPolicy::parse(text.as_bytes());
    let mut extents = Extents::new(&policy);
    for at in 0..2_000 {
        assert_eq!(extents.of(&Agent::new(&format!("b{at}x"))).closed(), Closed::Part);
    }
    assert_eq!(extents.of(&Agent::new("c")).closed(), Closed::Everything);
}

#[test]
fn the_lines_that_decide_are_named_with_an_example() {
    let extent = extent_of("Disallow: /\nAllow: /x\nDisallow: /xy\nAllow: /z\nDisallow: /z*");
    let lines: Vec<_> = extent.lines().iter().map(|line| (line.line(), line.example())).collect();
    assert_eq!(lines, [(2, "/"), (3, "/x"), (4, "/xy"), (6, "/z")]);
    assert!(extent.is_complete());
}

#[test]
fn google_opens_the_folder_of_an_index() {
    assert_eq!(
        extent_in("Disallow: /\nAllow: /index.html", Profile::Google).closed(),
        Closed::Part
    );
    let extent = extent_in("Disallow: /*$\nAllow: /index.html", Profile::Google);
    assert_eq!(extent.lines().len(), 2);
}

#[test]
fn what_would_take_too_long_is_left_undetermined() {
    // Whether a path other than the shortest has all letters in order and none twice: to find one,
    // the search has to know which of twenty letters a path has had.
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    let pairs: String = letters
        .iter()
        .map(|letter| ["Disallow: /*", letter, "*", letter, &"*".repeat(60), "\n"].concat())
        .collect();
    let (all, shortest) = (letters.join("*"), letters.concat());
    let stars = "*".repeat(90);
    let rules = format!("Disallow: /\nAllow: /*{all}\nDisallow: /{shortest}{stars}\n{pairs}");
    assert_eq!(extent_of(&rules).closed(), Closed::Undetermined);
}
