//! Who is told apart, what is left undetermined, and how much work that takes.

use super::*;
use crate::agent::Agent;
use crate::limits::CHANGE_CRAWLERS;
use crate::profile::Profile;

fn policy(text: &str) -> RobotsPolicy {
    RobotsPolicy::parse(text.as_bytes())
}

fn changes(old: &str, new: &str) -> Changes {
    Compare::new(&policy(old), &policy(new)).run()
}

/// Who each audience is.
fn audiences(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (policy(old), policy(new));
    let (audiences, _) = Compare::new(&old, &new).audiences();
    let named = |audience: &Audience| {
        audience.members().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    audiences.iter().map(named).collect()
}

/// What changes, in a few words.
fn told(changes: &Changes) -> Vec<String> {
    let told = |audience: &Audience, change: &Change| {
        let who: Vec<String> = audience.members().iter().map(ToString::to_string).collect();
        let effect = change.effect().name();
        format!("{effect} {} {} {}", change.pattern(), change.path(), who.join(", "))
    };
    let all = changes.audiences().iter();
    all.flat_map(|it| it.changes().iter().map(move |change| told(it, change))).collect()
}

#[test]
fn those_who_hear_the_same_are_one_audience() {
    assert_eq!(
        audiences("User-agent: a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /x\n", ""),
        ["a, b", "every other crawler"]
    );
    assert_eq!(
        audiences("User-agent: a\nDisallow: /\n", "User-agent: b\nDisallow: /\n"),
        ["b", "a", "every other crawler"]
    );
    // A name that is not named is like all others, however it is spelt in the file.
    assert_eq!(
        audiences("User-agent: AI2Bot\nDisallow: /\n", ""),
        ["AI2Bot", "every other crawler"]
    );
    assert_eq!(
        audiences("User-agent: AI2Bot\nDisallow: /\nUser-agent: AI\nAllow: /x\n", ""),
        ["AI2Bot", "AI", "every other crawler"]
    );
}

#[test]
fn acap_tells_names_that_begin_alike_and_purposes_apart() {
    let acap = "ACAP-crawler: b\nACAP-disallow-crawl: /x\n";
    assert_eq!(audiences(acap, ""), ["b", "every other crawler"]);
    let named = "User-agent: b\nDisallow: /x\nACAP-crawler: b\nACAP-disallow-index: /x\n";
    assert_eq!(audiences(named, ""), ["b", "b-…", "every other crawler"]);
    let purpose = "ACAP-crawler: *\nACAP-usage-purpose: news\nACAP-disallow-index: /\n";
    assert_eq!(audiences(purpose, ""), ["every other crawler for news", "every other crawler"]);
    let field = "ACAP-crawler: Bot/2.1\nACAP-disallow-crawl: /\n";
    assert_eq!(audiences(field, ""), ["Bot/2.1", "every other crawler"]);
}

#[test]
fn known_changes() {
    for (old, new, expected) in [
        ("Disallow: /a\n", "Disallow: /a*\n", vec![]),
        ("Disallow: /a\nDisallow: /a/b\n", "Disallow: /a\n", vec![]),
        ("Disallow: /%61\n", "Disallow: /a\n", vec![]),
        ("Disallow: /\n", "Disallow: /\nAllow: /robots.txt$\n", vec![]),
        ("", "Disallow:\nAllow: /\n", vec![]),
        ("", "Disallow: /a\n", vec!["closes /a /a every other crawler"]),
        ("Disallow: /a$\n", "Disallow: /a\n", vec!["closes /a /a0placet every other crawler"]),
        ("Disallow: /a\n", "Allow: /a\n", vec!["opens /a /a every other crawler"]),
        ("Disallow: /\nAllow: /a\n", "Disallow: /\n", vec!["closes /a /a every other crawler"]),
        // Only what ends in neither is opened.
        (
            "Disallow: /*a*\nDisallow: /*aa$\nDisallow: /*ab$\n",
            "Disallow: /*aa$\nDisallow: /*ab$\n",
            vec!["opens /*a* /a every other crawler"],
        ),
        // Behind the first `?` an encoded slash is a slash.
        (
            "Disallow: /*%2Fx$\nAllow: /*?******\n",
            "Disallow: /*%2Fx$\n",
            vec!["closes /*?****** /?/x every other crawler"],
        ),
    ] {
        let text = |rules: &str| format!("User-agent: *\n{rules}");
        let changes = changes(&text(old), &text(new));
        assert!(changes.is_complete());
        assert_eq!(told(&changes), expected, "{old} / {new}");
    }
}

/// The same with the usages and the conditions after.
fn told_of_uses(old: &str, new: &str) -> Vec<String> {
    let changes = changes(&format!("ACAP-crawler: *\n{old}"), &format!("ACAP-crawler: *\n{new}"));
    assert!(changes.is_complete());
    let told = |change: &Change| {
        let usages: Vec<&str> = change.usages().iter().map(|usage| usage.name()).collect();
        let conditions = change.after().conditions().iter().map(ToString::to_string);
        let words = [change.effect().name(), change.path()].into_iter().chain(usages);
        words.map(str::to_owned).chain(conditions).collect::<Vec<_>>().join(" ")
    };
    changes.all().map(told).collect()
}

#[test]
fn fields_that_matter_only_together_are_told() {
    // What one file says does not hide what the other says.
    assert_eq!(
        told_of_uses("ACAP-disallow-index: /*b\n", "ACAP-allow-index: /a time-limit=1-days\n"),
        [
            "conditions /a index time-limit=1-days",
            "opens /ab index time-limit=1-days",
            "opens /b index"
        ]
    );
    // Of two patterns that each say both, neither is the narrower of the two.
    let both =
        |it: &str| format!("ACAP-allow-present-snippet: {it}\nACAP-disallow-present: {it}\n");
    let told = told_of_uses(&(both("/*a") + &both("/*b")), "");
    let snippet = |it: &&String| it.contains(" present-snippet");
    let shown: Vec<_> = told.iter().filter(snippet).filter_map(|it| it.split(' ').nth(1)).collect();
    assert_eq!(shown, ["/ab"]);
}

#[test]
fn a_rule_that_a_field_contradicts_is_left_out_only_where_the_field_stands() {
    // The record that names the crawler silences the field that lifts the rule.
    let text = |named: &str| {
        format!(
            "User-agent: *\nDisallow: /*a\n\nACAP-crawler: *\nACAP-allow-crawl: /*a\n\n\
             ACAP-crawler: b\nACAP-allow-crawl: {named}\n"
        )
    };
    let (old, new) = (policy(&text("/x")), policy(&text("/y")));
    let changes = Compare::new(&old, &new).crawler(Agent::new("b")).usage(Usage::Crawl).run();
    assert_eq!(told(&changes), ["opens /x /xa b", "closes /y /ya b"]);
}

#[test]
fn a_crawler_that_is_named_now_leaves_the_others() {
    let old = "User-agent: *\nDisallow: /x\n";
    let new = "User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /y\n";
    assert_eq!(told(&changes(old, new)), ["opens /x /x a", "closes /y /y a"]);
}

#[test]
fn a_file_out_of_reach_closes_everything() {
    let old = policy("User-agent: *\nDisallow: /x\n");
    let changes = Compare::new(&old, &RobotsPolicy::unreachable()).usage(Usage::Crawl).run();
    assert_eq!(told(&changes), ["closes / / every other crawler"]);
    let referring = policy("ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n");
    assert!(Compare::new(&referring, &RobotsPolicy::unreachable()).run().is_none());
    let resolved = referring.join(|_| Some("User-agent: *\nDisallow: /x\n"));
    let changes = Compare::new(&referring, &resolved).usage(Usage::Crawl).run();
    assert_eq!(told(&changes), ["opens / / every other crawler"]);
    let other = referring.join(|_| Some("User-agent: *\nDisallow: /y\n"));
    let changes = Compare::new(&resolved, &other).usage(Usage::Crawl).run();
    assert_eq!(
        told(&changes),
        ["opens /x /x every other crawler", "closes /y /y every other crawler"]
    );
}

#[test]
fn files_read_with_different_profiles_are_not_compared() {
    let (old, new) = (policy(""), RobotsPolicy::builder().profile(Profile::Google).parse(b""));
    let changes = Compare::new(&old, &new).run();
    assert!(!changes.is_complete() && !changes.is_none());
}

#[test]
fn only_who_and_what_is_asked_for_is_compared() {
    let (old, new) = (policy("User-agent: a\nDisallow: /\n"), policy(""));
    let compare = Compare::new(&old, &new);
    assert!(compare.clone().crawler(Agent::new("b")).run().is_none());
    let changes = compare.crawler(Agent::new("a")).usage(Usage::Index).run();
    assert_eq!(changes.all().map(Change::usages).collect::<Vec<_>>(), [[Usage::Index]]);
}

/// More than one octet costs in any of these files.
const ONE_OCTET: u64 = 1 << 18;

/// Files in which a path must be remembered by which of many letters it has had.
fn letters(kind: &str) -> String {
    let mut text = String::from("User-agent: *\nDisallow: /\n");
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    for letter in &letters {
        text.push_str(&["Disallow: /*", letter, "*", letter, &"*".repeat(60), "\n"].concat());
    }
    let all = letters.join("*");
    text + &format!("{kind}: /*{all}*z*z\nDisallow: /*z*z{}\n", "*".repeat(90))
}

#[test]
fn what_would_take_too_long_is_left_undetermined() {
    let changes = changes(&letters("Allow"), &letters("Disallow"));
    assert_eq!(told(&changes), Vec::<String>::new());
    assert!(!changes.is_complete());
    assert!(changes.steps() <= CHANGE_STEPS + ONE_OCTET, "{}", changes.steps());
}

#[test]
fn hostile_files_take_bounded_steps() {
    let wild = |end: &str| {
        let rules =
            (0..3_000).map(|at| ["Disallow: /*", &at.to_string(), "*x", end, "\n"].concat());
        ["User-agent: *\n".to_owned(), rules.collect()].concat()
    };
    let fields = |kind: &str| {
        let fields =
            (0..2_000).map(|at| ["ACAP-", kind, "-index: /*", &at.to_string(), "*x\n"].concat());
        ["ACAP-crawler: *\n".to_owned(), fields.collect()].concat()
    };
    for (old, new) in [
        (wild(""), wild("*y")),
        (fields("allow"), fields("disallow")),
        (wild(""), fields("disallow")),
    ] {
        let changes = changes(&old, &new);
        assert!(changes.steps() <= CHANGE_STEPS + ONE_OCTET, "{}", changes.steps());
        assert!(changes.all().next().is_some());
    }
}

#[test]
fn many_wildcards_that_may_all_match_are_still_compared_exactly() {
    let rules = |add: &str| {
        let rules = (0..60).map(|at| ["Disallow: /*q", &at.to_string(), "=\n"].concat());
        ["User-agent: *\n".to_owned(), rules.collect(), add.to_owned()].concat()
    };
    let changes = changes(&rules(""), &rules("Allow: /*q7=x\n"));
    assert!(changes.is_complete());
    assert_eq!(told(&changes), ["opens /*q7=x /q7=x every other crawler"]);
    let fields = |add: &str| {
        let fields =
            (0..60).map(|at| ["ACAP-disallow-crawl: /*.q", &at.to_string(), "\n"].concat());
        ["ACAP-crawler: *\n".to_owned(), fields.collect(), add.to_owned()].concat()
    };
    let changes = self::changes(&fields(""), &fields("ACAP-disallow-index: /a\n"));
    assert!(changes.is_complete());
    assert_eq!(told(&changes), ["closes /a /a every other crawler"]);
}

#[test]
fn more_names_than_are_looked_at_are_counted() {
    let text: Vec<String> = (0..1_500)
        .map(|at| format!("User-agent: b{}\nDisallow: /{at}\n", letters_of(at)))
        .collect();
    let changes = changes(&text.concat(), "");
    assert_eq!(changes.unlisted(), 1_501 - CHANGE_CRAWLERS);
    assert!(!changes.is_complete());
    assert!(changes.audiences().iter().any(|it| it.members().iter().any(Member::is_others)));
}

/// A number in letters.
fn letters_of(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}
