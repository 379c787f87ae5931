//! The extent is what a person would say of the file, and what trying every short path shows.

use super::*;
use crate::agent::Agent;
use crate::policy::RobotsPolicy;
use crate::profile::Profile;

fn extent_of(rules: &str) -> Extent {
    extent_in(rules, Profile::Rfc9309)
}

fn extent_in(rules: &str, profile: Profile) -> Extent {
    let text = format!("User-agent: *\n{rules}");
    RobotsPolicy::builder().profile(profile).parse(text.as_bytes()).ask(Agent::new("a")).extent()
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
fn a_file_that_waits_for_every_octet_is_not_judged_by_those_it_names() {
    let octets = (b'!'..=b'~').filter(|octet| !b"#$%*".contains(octet)).map(char::from);
    let allows: String =
        octets.map(|octet| ["Allow: /", &octet.to_string(), "\n"].concat()).collect();
    let extent = extent_of(&format!("Disallow: /\nAllow: /$\n{allows}"));
    assert_ne!(extent.closed(), Closed::Nothing);
}

#[test]
fn where_acap_bears_on_crawling_the_extent_is_not_told() {
    let text = b"User-agent: *\nDisallow: /a\nACAP-crawler: *\nACAP-disallow-index: /\n";
    let inquiry = RobotsPolicy::parse(text).ask(Agent::new("a"));
    assert_eq!(inquiry.extent().closed(), Closed::Part);
    let text = b"User-agent: *\nDisallow:\nACAP-crawler: *\nACAP-disallow-crawl: /\n";
    let inquiry = RobotsPolicy::parse(text).ask(Agent::new("a"));
    assert_eq!(inquiry.extent().closed(), Closed::Undetermined);
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
    // Whether a path has all letters once and two z's but no letter twice: to see that there is
    // none, one has to know which of twenty letters a path has had.
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    let pairs: String = letters
        .iter()
        .map(|letter| ["Disallow: /*", letter, "*", letter, &"*".repeat(60), "\n"].concat())
        .collect();
    let all = letters.join("*");
    let stars = "*".repeat(90);
    let rules = format!("Disallow: /\nAllow: /*{all}*z*z\nDisallow: /*z*z{stars}\n{pairs}");
    assert_eq!(extent_of(&rules).closed(), Closed::Undetermined);
}

/// All paths of up to five octets over a small alphabet.
fn short_paths() -> Vec<String> {
    let mut paths = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..4 {
        let to = paths.len();
        for at in from..to {
            for octet in ["a", "b", "/", "?"] {
                paths.push(format!("{}{octet}", paths[at]));
            }
        }
        from = to;
    }
    paths
}

#[test]
fn the_extent_agrees_with_every_short_path() {
    let paths = short_paths();
    let pieces = ["a", "b", "*", "/", "$", "**", "ab"];
    let mut seed = 7_u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for _ in 0..400 {
        let mut rules = String::from("User-agent: *\n");
        for _ in 0..=draw(4) {
            rules.push_str(["Allow: /", "Disallow: /", "Disallow: /"][draw(3)]);
            for _ in 0..draw(4) {
                rules.push_str(pieces[draw(pieces.len())]);
            }
            rules.push('\n');
        }
        let inquiry = RobotsPolicy::parse(rules.as_bytes()).ask(Agent::new("a"));
        let extent = inquiry.extent();
        let closed = paths
            .iter()
            .filter(|path| !inquiry.verdict(&inquiry.target(path).unwrap()).is_permit())
            .count();
        match extent.closed() {
            Closed::Nothing => assert_eq!(closed, 0, "{rules}"),
            Closed::Everything => assert_eq!(closed, paths.len(), "{rules}"),
            Closed::Part => {
                assert!(extent.lines().iter().any(|it| it.kind() == RuleKind::Disallow));
            }
            Closed::Undetermined => panic!("undetermined: {rules}"),
        }
        // A line not named decides about no short path either.
        for path in &paths {
            let decision = inquiry.decide(&inquiry.target(path).unwrap());
            if let Some(rule) = decision.deciding() {
                assert!(
                    extent.lines().iter().any(|line| line.line() == rule.line()),
                    "{path} is decided by line {}\n{rules}",
                    rule.line()
                );
            }
        }
    }
}
