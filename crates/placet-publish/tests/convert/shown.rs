//! Examples of conversions.

use insta::assert_snapshot;
use placet_publish::convert::{AcapForm, Converted, Unconvertible, to_acap, to_robots};

/// The text, and its losses and notes.
fn shown(converted: Result<Converted, Unconvertible>) -> String {
    let converted = converted.unwrap();
    let losses = converted.losses.iter().map(|loss| format!("lost: {loss}\n"));
    let notes = converted.notes.iter().map(|note| format!("note: {note}\n"));
    let listed: Vec<String> = losses.chain(notes).collect();
    String::from_utf8(converted.text).unwrap() + &listed.concat()
}

fn acap(text: &str) -> String {
    shown(to_acap(text.as_bytes(), AcapForm::Alone))
}

fn robots(text: &str) -> String {
    shown(to_robots(text.as_bytes()))
}

#[test]
fn each_rule_has_its_field() {
    assert_snapshot!(acap(
        "User-agent: *\nDisallow: /1/\nAllow: /1/2\nDisallow: /3$\n\nUser-agent: b\nDisallow:\n"
    ));
}

#[test]
fn a_longer_pattern_that_is_not_narrower_is_repeated() {
    assert_snapshot!(acap("User-agent: *\nDisallow: /1\nAllow: /10/\nDisallow: /*.999$\n"));
}

#[test]
fn patterns_of_which_neither_is_narrower_get_stars() {
    assert_snapshot!(acap("User-agent: *\nDisallow: /*1\nAllow: /*22\n"));
}

#[test]
fn a_name_that_extends_another_has_its_own_record() {
    assert_snapshot!(acap(
        "User-agent: bot\nDisallow: /1\nDisallow: /2*3\nUser-agent: bot-news\nDisallow: /4\n"
    ));
}

#[test]
fn a_leading_star_may_be_the_slash() {
    assert_snapshot!(acap("User-agent: *\nDisallow: */1/\n"));
}

#[test]
fn differences_in_case_are_listed() {
    assert_snapshot!(acap("User-agent: *\nDisallow: /\nAllow: /Public/\n"));
}

#[test]
fn names_and_records_that_acap_does_not_have_are_listed() {
    assert_snapshot!(acap(
        "User-agent: 008\nDisallow: /1\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /1\n"
    ));
}

#[test]
fn a_permission_that_is_narrower_gets_longer() {
    assert_snapshot!(robots(
        "ACAP-crawler: *\nACAP-disallow-crawl: /*.111$\nACAP-allow-crawl: /2\n"
    ));
}

#[test]
fn a_named_record_overrides_any_crawler_field_by_field() {
    assert_snapshot!(robots(
        "ACAP-crawler: *\nACAP-disallow-crawl: /1\nACAP-disallow-crawl: /2\n\
         ACAP-crawler: b\nACAP-allow-crawl: /1\n"
    ));
}

#[test]
fn what_robots_txt_cannot_express_is_listed_with_its_line() {
    assert_snapshot!(robots(
        "ACAP-qualified-usage: kept preserve time-limit=3-days\nACAP-resource-set: s /1/ /2/\n\
         ACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n\
         ACAP-allow-(kept): /3/\nACAP-allow-index: /4/ time-limit=until-2030-01-01\n\
         ACAP-disallow-other: /5/\nACAP-request-take-down: /6\nACAP-usage-purpose: news\n\
         ACAP-disallow-crawl: /7/\nACAP-crawler: two words\nACAP-disallow-crawl: /8/\n"
    ));
}

#[test]
fn both_halves_that_permit_keep_all_prohibitions() {
    assert_snapshot!(robots(
        "User-agent: *\nDisallow: /1/\nAllow: /1/2/\nACAP-crawler: *\nACAP-disallow-crawl: /3/\n\
         ACAP-allow-crawl: /3/4/\n"
    ));
}

#[test]
fn files_that_cannot_be_converted_are_refused() {
    let refused = |text: &[u8]| to_acap(text, AcapForm::Alone).unwrap_err();
    assert_eq!(refused(b"ACAP-crawler: *\n"), Unconvertible::Already(1));
    assert_eq!(refused(b"Sitemap: https://a/\n"), Unconvertible::Nothing);
    assert_eq!(to_robots(b"User-agent: *\n").unwrap_err(), Unconvertible::Nothing);
    // Patterns that take too long to compare.
    let rule = |at: usize| {
        let key = if at.is_multiple_of(2) { "Allow" } else { "Disallow" };
        format!("{key}: /*{at}*{}b\n", "a*".repeat(60))
    };
    let rules: Vec<String> = (0..3_000).map(rule).collect();
    let hostile = format!("User-agent: *\n{}", rules.concat());
    assert_eq!(refused(hostile.as_bytes()), Unconvertible::TooLong);
}
