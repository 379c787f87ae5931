//! Qualifiers, right and wrong.

use placet_testing::Random;

use crate::sloppy::swap;

/// Time limits around 10 January 2010.
const TIME_LIMITS: &[&str] = &[
    "until-recrawled",
    "until-recrawl",
    "until-2010-01-09",
    "until-2010-01-10",
    "until-2010-01-11",
    "1-days",
    "3-days",
    "03-days",
    "30-days",
    "0-days",
    "99999999999999999999-days",
    "3%2Ddays",
    "until%2d2010-01-1%30",
];

/// Resources to be used: of the site, where some files close them, and of others.
const RESOURCES: &[&str] = &[
    "/x.txt",
    "/a/b",
    "a/x",
    "/x/../a/./b",
    "../s/..",
    "/pic/1%2egif",
    "http://example.com/a/b/c",
    "HTTP://Example.com:80/pic/",
    "https://example.com/a/b",
    "//example.com/s?q=a/b",
    "//other.example/a",
    "?q=a",
    "urn:a",
    "the-acap:extract:id:abstract",
    "acap:extract:class:caf%C3%A9",
];

/// Resources to be included.
const INCLUDED: &[&str] = &[
    "/credit.html",
    "/a/",
    "the-acap:credit:class:By",
    "the-acap:link:/a/b",
    "acap:icon:/pic/1.gif",
    "the-acap:TEXT:meta:x",
    "the%2Dacap:icon:a/b",
];

/// Qualifiers with something wrong, whatever the usage.
const WRONG: &[&str] = &[
    "time-limit=3-day",
    "time-limit=2.5-days",
    "time-limit=until-31-12-2007",
    "time-limit=",
    "time-limit=until-2010-02-30",
    "colour=blue",
    "location=http://example.com/",
    "max-length=30",
    "prohibited-modification=colour",
    "required-context=within-user-frame",
    "=",
    "time-limit",
    "must-use-resource=the-acap:extract:x",
    "must-include-resource=the-acap:logo:id:x",
    "must-include-resource=acap:credit:id:",
    "used-resource=acap:credit:id:x",
    "context=within-reason",
    "time-limit=3%2Xdays",
    "/b/",
    "must-use-resource=\"x\"",
    "time-limit=-3-days",
    "target-condition=",
    "ref=/x",
];

/// Qualifiers, each with a blank before it, so many times in a thousand; rarely two of one type.
pub(crate) fn qualifiers(random: &mut Random, usage: &str, often: usize) -> String {
    let mut written = String::new();
    while random.chance(often) {
        let another = qualifier(random, usage);
        let kind = another.split('=').next().unwrap_or_default();
        if !written.contains(kind) || kind == "prohibited-modification" || random.chance(100) {
            written = format!("{written} {another}");
        }
    }
    written
}

/// A qualifier, mostly one that the usage takes.
fn qualifier(random: &mut Random, usage: &str) -> String {
    if random.chance(40) {
        return random.pick(WRONG).to_owned();
    }
    let mut kinds: Vec<(&str, &[&str])> = vec![("time-limit", TIME_LIMITS)];
    if usage == "other" {
        kinds = vec![("ref", &["http://example.com/terms", "/terms"])];
    } else if usage != "preserve" && usage != "keep" {
        kinds.extend([("must-use-resource", RESOURCES), ("must-use-resource", RESOURCES)]);
    }
    if usage == "index" || usage == "present" {
        kinds.push(("used-resource", &["stored-copy", "acap:extract:class:caf%C3%A9", "/x"]));
    }
    if usage.ends_with("snippet") || usage.ends_with("extract") {
        let values: &[&str] = &["20-words", "250-chars", "30-words"];
        kinds.extend([("max-length", values), ("max-length", values)]);
    }
    if usage.starts_with("present") {
        kinds.push(("must-include-resource", INCLUDED));
        kinds.push(("target-condition", &["country:GB"]));
    }
    if usage == "present" || usage.ends_with("copy") || usage.ends_with("original") {
        kinds
            .push(("prohibited-modification", &["any", "format", "style", "style", "translation"]));
        kinds.push(("context", &["within-frame", "Within-Frame"]));
        kinds.push(("prohibited-context", &["within-user-frame"]));
        kinds.push(("required-context", &["within-original-frame"]));
    }
    let at = random.between(0, kinds.len() - 1);
    let (kind, values) = kinds.swap_remove(at);
    let sign = if random.chance(80) { random.pick(&[" = ", " =", "= ", "\u{a0}=\t"]) } else { "=" };
    let written = format!("{kind}{sign}{}", random.pick(values));
    if random.chance(50) { written.chars().map(|c| swap(random, c)).collect() } else { written }
}
