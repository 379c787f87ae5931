//! Who is told apart, what is left undetermined, and how much work that takes.

use super::*;
use crate::analysis::paths::Spent;
use crate::text::limits::{CHANGE_CRAWLERS, FILE_MIN};
use crate::vocabulary::{Agent, Profile};

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
fn listed(changes: &Changes) -> Vec<String> {
    let listed = |audience: &Audience, change: &Change| {
        let who: Vec<String> = audience.members().iter().map(ToString::to_string).collect();
        let effect = change.effect().name();
        format!("{effect} {} {} {}", change.pattern(), change.path(), who.join(", "))
    };
    let all = changes.audiences().iter();
    all.flat_map(|it| it.changes().iter().map(move |change| listed(it, change))).collect()
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
        ("", "Disallow: /a\n", vec!["closes /a /a every crawler"]),
        ("Disallow: /a$\n", "Disallow: /a\n", vec!["closes /a /a0placet every crawler"]),
        ("Disallow: /a\n", "Allow: /a\n", vec!["opens /a /a every crawler"]),
        ("Disallow: /\nAllow: /a\n", "Disallow: /\n", vec!["closes /a /a every crawler"]),
        // Only what ends in neither is opened.
        (
            "Disallow: /*a*\nDisallow: /*aa$\nDisallow: /*ab$\n",
            "Disallow: /*aa$\nDisallow: /*ab$\n",
            vec!["opens /*a* /a every crawler"],
        ),
        // Behind the first `?` an encoded slash is a slash.
        (
            "Disallow: /*%2Fx$\nAllow: /*?******\n",
            "Disallow: /*%2Fx$\n",
            vec!["closes /*?****** /?/x every crawler"],
        ),
    ] {
        let text = |rules: &str| format!("User-agent: *\n{rules}");
        let changes = changes(&text(old), &text(new));
        assert!(changes.is_complete());
        assert_eq!(listed(&changes), expected, "{old} / {new}");
    }
}

/// The same with the usages and the conditions after.
fn listed_usages(old: &str, new: &str) -> Vec<String> {
    let changes = changes(&format!("ACAP-crawler: *\n{old}"), &format!("ACAP-crawler: *\n{new}"));
    assert!(changes.is_complete());
    let listed = |change: &Change| {
        let usages: Vec<&str> = change.usages().iter().map(|usage| usage.name()).collect();
        let conditions = change.after().conditions().iter().map(ToString::to_string);
        let words = [change.effect().name(), change.path()].into_iter().chain(usages);
        words.map(str::to_owned).chain(conditions).collect::<Vec<_>>().join(" ")
    };
    changes.all().map(listed).collect()
}

#[test]
fn fields_that_matter_only_together_are_told() {
    // What one file says does not hide what the other says.
    assert_eq!(
        listed_usages("ACAP-disallow-index: /*b\n", "ACAP-allow-index: /a time-limit=1-days\n"),
        [
            "conditions /a index time-limit=1-days",
            "opens /b index",
            "opens /ab index time-limit=1-days"
        ]
    );
    // Of two patterns that each say both, neither is the narrower of the two.
    let both =
        |it: &str| format!("ACAP-allow-present-snippet: {it}\nACAP-disallow-present: {it}\n");
    let listed = listed_usages(&(both("/*a") + &both("/*b")), "");
    let snippet = |it: &&String| it.contains(" present-snippet");
    let shown: Vec<_> =
        listed.iter().filter(snippet).filter_map(|it| it.split(' ').nth(1)).collect();
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
    assert_eq!(listed(&changes), ["opens /x /xa b", "closes /y /ya b"]);
}

#[test]
fn a_rule_with_a_leading_star_is_left_out_only_where_the_field_matches() {
    // As a field `*/x` is `/*/x`, which does not match `/x`.
    let field = "ACAP-crawler: *\nACAP-allow-crawl: */x\n";
    let old = format!("User-agent: *\nDisallow: */x\n{field}");
    let (old, new) = (policy(&old), policy(field));
    let changes = Compare::new(&old, &new).usage(Usage::Crawl).run();
    assert_eq!(listed(&changes), ["opens */x /x every crawler"]);
    // Nor is what a narrower field decides where it does.
    let narrower = "ACAP-crawler: *\nACAP-allow-crawl: */x\nACAP-allow-crawl: /x\n";
    let old = policy(&format!("User-agent: *\nDisallow: */x\n{narrower}"));
    let changes = Compare::new(&old, &policy(narrower)).usage(Usage::Crawl).run();
    assert_eq!(listed(&changes), ["opens */x /x every crawler"]);
}

#[test]
fn letters_of_either_case_are_tried_where_fields_fold_them() {
    // The rule closes `/a` to every use already, and says nothing of `/A`.
    let old = "User-agent: *\nDisallow: /a\n";
    let new = format!("{old}ACAP-crawler: *\nACAP-disallow-index: /a\n");
    let changes = changes(old, &new);
    assert_eq!(listed(&changes), ["closes /a /A every crawler"]);
    let [change] = changes.audiences()[0].changes() else { panic!() };
    assert_eq!((change.usages(), change.is_entire()), (&[Usage::Index][..], false));
}

#[test]
fn what_only_the_other_side_of_the_question_mark_shows_is_found() {
    // Behind the first `?` an encoded slash is a slash, where the rule does not reach.
    let old = "User-agent: *\nDisallow: /*%2Fx\nAllow: /*?*/x\n";
    let new = format!("{old}ACAP-crawler: *\nACAP-disallow-index: /*%2Fx\n");
    assert_eq!(listed(&changes(old, &new)), ["closes /*%2Fx /?/x every crawler"]);
}

#[test]
fn a_crawler_that_is_named_now_leaves_the_others() {
    let old = "User-agent: *\nDisallow: /x\n";
    let new = "User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /y\n";
    assert_eq!(listed(&changes(old, new)), ["opens /x /x a", "closes /y /y a"]);
}

#[test]
fn a_file_out_of_reach_closes_everything() {
    let old = policy("User-agent: *\nDisallow: /x\n");
    let changes = Compare::new(&old, &RobotsPolicy::unreachable()).usage(Usage::Crawl).run();
    assert_eq!(listed(&changes), ["closes / / every crawler"]);
    let referring = policy("ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n");
    assert!(Compare::new(&referring, &RobotsPolicy::unreachable()).run().is_none());
    let resolved = referring.join(|_| Some("User-agent: *\nDisallow: /x\n"));
    let changes = Compare::new(&referring, &resolved).usage(Usage::Crawl).run();
    assert_eq!(listed(&changes), ["opens / / every crawler"]);
    let other = referring.join(|_| Some("User-agent: *\nDisallow: /y\n"));
    let changes = Compare::new(&resolved, &other).usage(Usage::Crawl).run();
    assert_eq!(listed(&changes), ["opens /x /x every crawler", "closes /y /y every crawler"]);
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

/// More than one byte costs in any of these files.
const ONE_BYTE: u64 = 1 << 18;

/// Files in which a path must be remembered by which of many letters it has had.
fn letters(kind: &str) -> String {
    let mut text = String::from("User-agent: *\nDisallow: /\n");
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    for letter in &letters {
        text.push_str(&["Disallow: /*", letter, "*", letter, &"*".repeat(60), "\n"].concat());
    }
    // The rule decides about paths with all letters in order and none twice, but not about the
    // shortest of them.
    let (all, shortest) = (letters.join("*"), letters.concat());
    text + &format!("{kind}: /*{all}\nDisallow: /{shortest}{}\n", "*".repeat(90))
}

#[test]
fn what_would_take_too_long_is_left_undetermined() {
    let changes = changes(&letters("Allow"), &letters("Disallow"));
    assert_eq!(listed(&changes), Vec::<String>::new());
    assert!(!changes.is_complete());
    assert!(changes.steps() <= CHANGE_STEPS + ONE_BYTE, "{}", changes.steps());
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
        assert!(changes.steps() <= CHANGE_STEPS + ONE_BYTE, "{}", changes.steps());
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
    assert_eq!(listed(&changes), ["opens /*q7=x /q7=x every crawler"]);
    let fields = |add: &str| {
        let fields =
            (0..60).map(|at| ["ACAP-disallow-crawl: /*.q", &at.to_string(), "\n"].concat());
        ["ACAP-crawler: *\n".to_owned(), fields.collect(), add.to_owned()].concat()
    };
    let changes = self::changes(&fields(""), &fields("ACAP-disallow-index: /a\n"));
    assert!(changes.is_complete());
    assert_eq!(listed(&changes), ["closes /a /a every crawler"]);
}

#[test]
fn more_names_than_are_looked_at_are_counted() {
    let changes = changes(&groups(0..CHANGE_CRAWLERS + 500), "");
    assert_eq!(changes.unlisted(), 501);
    assert_eq!(changes.unfinished().collect::<Vec<_>>(), [Unfinished::Crawlers]);
    assert!(!changes.is_complete());
    assert!(changes.audiences().iter().any(|it| it.members().iter().any(Member::is_others)));
}

/// A group of its own for each of many crawlers.
fn groups(numbers: std::ops::Range<usize>) -> String {
    let group = |at| format!("User-agent: b{}\nDisallow: /{at}\n", letters_of(at));
    numbers.map(group).collect::<Vec<_>>().concat()
}

#[test]
fn many_crawlers_with_the_same_groups_are_counted_once() {
    let name = |at| format!("User-agent: b{}\n", letters_of(at));
    let names = (0..CHANGE_CRAWLERS * 2).map(name).collect::<Vec<_>>().concat();
    let changes = changes(&format!("{names}Disallow: /a\n"), &format!("{names}Disallow: /a*\n"));
    assert_eq!((changes.unlisted(), changes.is_none()), (0, true));
    assert_eq!(changes.audiences().len(), 2);
    // Those beyond the ceiling who hear what others hear are heard too.
    let (first, last) = ("User-agent: first\n", "User-agent: last\n");
    let many = groups(0..CHANGE_CRAWLERS - 2);
    let text = |rule: &str| [first, last, rule, &many].concat();
    let changes = self::changes(&text("Disallow: /x\n"), &text("Disallow: /y\n"));
    assert_eq!((changes.unlisted(), changes.is_complete()), (0, true));
    assert_eq!(listed(&changes), ["opens /x /x first, last", "closes /y /y first, last"]);
}

#[test]
fn a_file_is_the_same_as_itself_however_many_it_names() {
    let text = groups(0..CHANGE_CRAWLERS + 500);
    let changes = changes(&text, &text);
    assert_eq!((changes.unlisted(), changes.is_none()), (0, true));
    assert_eq!(changes.unfinished().next(), None);
    // Nor does it matter how hard it would be to find out.
    assert!(self::changes(&letters("Allow"), &letters("Allow")).is_none());
    // The same words are not the same where they cannot be had.
    let (silent, away) = (RobotsPolicy::unavailable(), RobotsPolicy::unreachable());
    assert!(!Compare::new(&silent, &away).run().is_none());
    // Nor where the last line is whole in one file, and cut at the ceiling in the other (F-08).
    let end = "\nUser-agent: *\nDisallow: /x";
    let whole = "#".repeat(FILE_MIN - end.len()) + end;
    let cut = self::changes(&whole, &format!("{whole}y\n"));
    assert_eq!(listed(&cut), ["opens /x /x every crawler"]);
}

#[test]
fn telling_many_crawlers_apart_takes_bounded_steps() {
    let record = |at| {
        let name = letters_of(at);
        format!("ACAP-crawler: b{name}\nACAP-usage-purpose: p{name}\nACAP-allow-index: /\n")
    };
    let records = (0..3_000).map(record).collect::<Vec<_>>().concat();
    let (old, new) = (policy(&records), policy(""));
    let (audiences, unlisted) = Compare::new(&old, &new).audiences();
    // Each name, what begins with it, and all others, with each of the purposes and without.
    let heard: usize = audiences.iter().map(|it| it.members().len()).sum();
    assert!(heard + unlisted > 6_000 * 3_000, "{heard} {unlisted}");
    assert!(audiences.iter().any(|it| it.members().iter().any(Member::is_others)));
}

#[test]
fn nobody_is_another_where_nobody_is_named() {
    let rules = "User-agent: *\nDisallow: /a\n";
    assert_eq!(audiences(rules, ""), ["every crawler"]);
    assert_eq!(audiences("", ""), ["every crawler"]);
    let purpose = "ACAP-crawler: *\nACAP-usage-purpose: news\nACAP-disallow-index: /\n";
    assert_eq!(audiences(purpose, ""), ["every crawler for news", "every crawler"]);
    // One that is named in either file, or in a file that one refers to, leaves others.
    let named = "User-agent: a\nDisallow: /\n";
    assert_eq!(audiences(rules, named), ["a", "every other crawler"]);
    let referring = policy("ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n");
    let (audiences, _) = Compare::new(&referring.join(|_| Some(named)), &referring).audiences();
    let last = audiences.last().and_then(|it| it.members().last()).unwrap();
    assert_eq!(last.to_string(), "every other crawler");
}

#[test]
fn one_effect_is_told_once_within_the_longer_of_its_patterns() {
    let text = |rules: &str| format!("User-agent: *\n{rules}");
    for (old, new, expected) in [
        (
            "Disallow: /a\nAllow: /a/b\n",
            "Disallow: /a/\nAllow: /a/b$\n",
            &["closes /a/b /a/b0placet every crawler", "opens /a /a every crawler"][..],
        ),
        // Here another line permitted.
        (
            "Disallow: /a\nAllow: /a/b\nAllow: /a/c\n",
            "Disallow: /a\n",
            &["closes /a/b /a/b every crawler", "closes /a/c /a/c every crawler"],
        ),
    ] {
        let mut listed = listed(&changes(&text(old), &text(new)));
        listed.sort_unstable();
        assert_eq!(listed, expected, "{old} / {new}");
    }
}

#[test]
fn a_change_of_all_that_a_pattern_matches_is_known() {
    for (old, new, expected) in [
        ("", "Disallow: /a\n", &[("/a", true)][..]),
        ("Disallow: /b\n", "Disallow: /b\nDisallow: /a\n", &[("/a", true)]),
        ("Disallow: /a\n", "", &[("/a", true)]),
        ("Disallow: /\n", "", &[("/", true)]),
        // A part was closed before, or stays open, or stays closed.
        ("Disallow: /a/\n", "Disallow: /a\n", &[("/a", false)]),
        ("", "Disallow: /a\nAllow: /a/b\n", &[("/a", false)]),
        ("Disallow: /a\n", "Disallow: /a/b\n", &[("/a", false)]),
        ("Disallow: /*.pdf\n", "Disallow: /*.pdf\nDisallow: /a\n", &[("/a", false)]),
        ("Disallow: /a\nAllow: /a/b\n", "Disallow: /a\n", &[("/a/b", true)]),
    ] {
        let text = |rules: &str| format!("User-agent: *\n{rules}");
        let changes = changes(&text(old), &text(new));
        let listed: Vec<_> = changes.all().map(|it| (it.pattern(), it.is_entire())).collect();
        assert_eq!(listed, expected, "{old} / {new}");
    }
    let entire = |old: &str, new: &str| {
        let changes = changes(old, new);
        let listed = |it: &Change| (it.pattern().to_owned(), it.is_entire());
        changes.all().map(listed).collect::<Vec<_>>()
    };
    let private = "ACAP-crawler: *\nACAP-disallow-crawl: /private\n";
    assert_eq!(entire("User-agent: *\nDisallow: /\n", private), [("/".to_owned(), false)]);
    assert_eq!(entire("", private), [("/private".to_owned(), true)]);
    let limited = "ACAP-crawler: *\nACAP-allow-index: /a time-limit=1-days\n";
    assert_eq!(entire("", limited), [("/a".to_owned(), true)]);
}

#[test]
fn what_others_leave_over_goes_to_those_that_ran_out() {
    let mut budget = Budget { steps: 0, ceiling: 1_000 };
    let mut shares = Vec::new();
    let why = budget.in_rounds(vec![900, 1, 1, 1, 1], 1_000, |needs, own| {
        shares.push(own.ceiling);
        own.steps = own.ceiling.min(*needs);
        own.ceiling >= *needs
    });
    assert_eq!(why, Some(Spent::All));
    assert_eq!((shares.len(), shares.first(), shares.last()), (6, Some(&200), Some(&796)));
    assert_eq!(budget.steps, 1_000);
    let needs = |most: u64, needs: Vec<u64>| {
        let mut budget = Budget { steps: 0, ceiling: 1_000 };
        budget.in_rounds(needs, most, |needs, own| {
            own.steps = own.ceiling.min(*needs);
            own.ceiling >= *needs
        })
    };
    assert_eq!(needs(1_000, vec![700, 1, 1, 1, 1]), None);
    assert_eq!(needs(300, vec![200, 301, 1]), Some(Spent::Each));
    assert_eq!(needs(300, vec![300, 300, 300]), None);
    assert_eq!(needs(1_000, vec![400, 400, 400]), Some(Spent::All));
    assert_eq!(needs(1_000, vec![]), None);
}

#[test]
fn an_audience_has_what_the_others_leave() {
    // One that needs more than an equal share, beside many that need next to nothing.
    let text = |rule: &str| {
        let wild = |at| format!("Disallow: /*{at}*{at}x*y\n");
        let wild = (0..9).map(wild).collect::<Vec<_>>().concat();
        format!("User-agent: first\n{wild}{rule}{}", groups(0..1_500))
    };
    let changes = changes(&text(""), &text("Allow: /*z***************\n"));
    assert!(changes.steps() > CHANGE_STEPS / 1_501, "{}", changes.steps());
    assert!(changes.is_complete(), "{}", changes.steps());
}

/// A number in letters.
fn letters_of(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

/// The changes of usages, in a few words.
fn usages(old: &str, new: &str) -> Vec<String> {
    let changes = changes(old, new);
    assert!(changes.is_complete());
    let listed = |audience: &Audience, change: &Change| {
        let usages: Vec<&str> = change.usages().iter().map(|it| it.name()).collect();
        let effect = change.effect().name();
        format!("{effect} {} {} {}", usages.join(","), change.pattern(), audience.members()[0])
    };
    let all = changes.audiences().iter();
    all.flat_map(|it| it.changes().iter().map(move |change| listed(it, change))).collect()
}

#[test]
fn a_changed_signal_is_a_change() {
    let with = |line: &str| format!("User-agent: *\nDisallow: /x\n{line}\n");
    let added = |line: &str| usages(&with(""), &with(line));
    assert_eq!(added("Content-Signal: ai-train=no"), ["closes train-ai / every crawler"]);
    assert_eq!(added("Content-Usage: /blog/ train-ai=n"), ["closes train-ai /blog/ every crawler"]);
    assert_eq!(added("DisallowAITraining: /a"), ["closes train-ai /a every crawler"]);
    assert_eq!(
        added("License: https://example.com/l.xml"),
        ["closes mine,train-ai,ai-input / every crawler"]
    );
    assert_eq!(
        added("Content-Signal: use=reference"),
        [
            "closes present-currentcopy,present-oldcopy,mine,train-ai / every crawler",
            "conditions preserve,present,present-original,ai-input,other / every crawler"
        ]
    );
    // What no verdict and no condition depends on is no change.
    assert!(added("Content-Signal: ai-train=yes").is_empty());
    assert_eq!(
        usages(&with("Content-Signal: ai-train=no"), &with("Content-Signal: ai-train=yes")),
        ["opens train-ai / every crawler"]
    );
}

#[test]
fn signals_of_both_files_count_where_a_rule_changes() {
    let with = |rule: &str| {
        format!(
            "User-agent: *\n{rule}\nContent-Signal: /x ai-train=no\n\
             Content-Signal: /x/a ai-train=yes\n"
        )
    };
    let opened = usages(&with("Disallow: /x"), &with("Disallow: /y"));
    assert!(opened.iter().any(|it| it.contains("opens") && it.contains("train-ai")), "{opened:?}");
    let changes = changes(&with("Disallow: /x"), &with("Disallow: /y"));
    let [audience] = changes.audiences() else { panic!("{changes:?}") };
    let of = |url: &str| audience.effects(&[Usage::Index, Usage::TrainAi], url).unwrap();
    assert_eq!(of("/x/a"), [Some(Effect::Opens), Some(Effect::Opens)]);
    assert_eq!(of("/x/b"), [Some(Effect::Opens), None]);
}

#[test]
fn a_record_outside_any_group_counts_where_groups_do_not_hide_it() {
    let outside = "Content-Signal: ai-train=no\nUser-agent: *\nDisallow: /x\n";
    let hidden = format!("{outside}Content-Signal: /a ai-train=yes\n");
    // The record for `/a` hides the one outside for every path (S-010).
    assert_eq!(
        usages(outside, &hidden),
        ["opens train-ai / every crawler", "opens train-ai /a every crawler"]
    );
}

#[test]
fn content_usage_divides_the_crawlers_of_a_group() {
    let old = "User-agent: a\nUser-agent: b\nContent-Usage: train-ai=n\nDisallow: /x\n";
    let new = "User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nDisallow: /x\n";
    assert_eq!(usages(old, new), ["opens train-ai / b"]);
}

#[test]
fn a_control_token_is_about_the_crawlers_that_it_controls() {
    let old = "User-agent: *\nDisallow: /x\n";
    let new = "User-agent: *\nDisallow: /x\n\nUser-agent: Google-Extended\nDisallow: /\n";
    let listed = usages(old, new);
    assert!(listed.contains(&"closes train-ai,ai-input / Googlebot".to_owned()), "{listed:?}");
    let named = audiences(old, new);
    assert_eq!(
        named,
        [
            "Google-Extended",
            "Googlebot, Googlebot-Image, Googlebot-News, Googlebot-Video",
            "every other crawler"
        ]
    );
    // Without a group for the token they are like all others.
    let (old, new) = (policy(old), policy("User-agent: *\nDisallow: /y\n"));
    let compare = Compare::new(&old, &new);
    let compare = compare.crawler(Agent::new("Googlebot")).crawler(Agent::new("ExampleBot"));
    assert_eq!(compare.audiences().0.len(), 1);
}

#[test]
fn a_signal_changes_no_extent() {
    let closed = |text: &str| policy(text).for_agent("a").extent();
    let rules = "User-agent: *\nDisallow: /x\n";
    let signals = format!("{rules}Content-Signal: ai-train=no, use=immediate\n");
    assert_eq!(closed(rules), closed(&signals));
}
