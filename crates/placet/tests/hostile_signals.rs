//! Hostile tdmrep.json, RSL documents and records take work in proportion to their size. The work is
//! counted in allocations and allocated bytes, which are the same on every machine.

#![cfg(feature = "signals")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use placet::signals::SignalFiles;
use placet::{RobotsPolicy, Usage, limits};

const LICENSE: &str = "https://example.com/license.xml";
const RSL: &str = "<rsl xmlns=\"https://rslstandard.org/rsl\">";

/// Reads a site and decides; returns the allocations and the bytes allocated.
fn work(robots: &str, files: impl FnOnce(SignalFiles) -> SignalFiles) -> (u64, u64) {
    let counted = allocation_counter::measure(|| {
        let files = files(SignalFiles::new());
        let bot = RobotsPolicy::parse(robots.as_bytes()).for_agent("ExampleBot");
        let bot = bot.signal_files(&files);
        for usage in [Usage::Index, Usage::Mine, Usage::TrainAi] {
            std::hint::black_box(bot.may(usage, "https://example.com/a/b").unwrap());
        }
    });
    (counted.count_total, counted.bytes_total)
}

/// Twice the text takes at most about twice the work, and none takes much for its size.
fn is_linear(name: &str, text: impl Fn(usize) -> String, work: impl Fn(&str) -> (u64, u64)) {
    // Below the ceiling of files, which is counted in bytes.
    let unit = text(64).len() / 64 + 1;
    let times = limits::SIGNAL_FILE / 2 / unit - 64;
    let (one, two) = (text(times), text(times * 2));
    assert!(two.len() <= limits::SIGNAL_FILE, "{name}: {}", two.len());
    let (of_one, of_two) = (work(&one), work(&two));
    assert!(of_two.0 <= of_one.0 * 5 / 2 + 200, "{name}: {of_one:?} {of_two:?}");
    assert!(of_two.1 <= of_one.1 * 5 / 2 + 100_000, "{name}: {of_one:?} {of_two:?}");
    let most = 400 * two.len() as u64 + 1_000_000;
    assert!(of_two.0 <= 4 * two.len() as u64 + 2_000 && of_two.1 <= most, "{name}: {of_two:?}");
}

#[test]
fn json() {
    let read = |text: &str| work("", |files| files.tdmrep(text.as_bytes()));
    let rule = r#"{"location": "/a*b*c", "tdm-reservation": 0}"#;
    let list = |it: &str, times: usize| format!("[{}]", vec![it; times].join(","));
    is_linear("rules", |times| list(rule, times), read);
    is_linear("depth", |times| "[".repeat(times) + &"]".repeat(times), read);
    is_linear("open", |times| "[{\"location\":".repeat(times), read);
    is_linear("numbers", |times| list("-1e9", times), read);
    is_linear("newlines", |times| list("\n{}", times), read);
    let keys = r#""tdm-reservation": 0,"#;
    is_linear("keys", |times| format!("[{{{}\"location\": \"/\"}}]", keys.repeat(times)), read);
    let locations = |times| {
        let all = vec!["\"/**\""; times].join(",");
        format!("[{{\"location\": [{all}], \"tdm-reservation\": 1}}]")
    };
    is_linear("locations", locations, read);
    let stars =
        |times| format!("[{{\"location\": \"/{}\", \"tdm-reservation\": 1}}]", "*x".repeat(times));
    is_linear("stars", stars, read);
    let escapes = |times| {
        format!("[{{\"location\": \"/{}\", \"tdm-reservation\": 1}}]", "\\u00e9".repeat(times))
    };
    is_linear("escapes", escapes, read);
}

#[test]
fn xml() {
    let robots = format!("License: {LICENSE}\n");
    let read = |text: &str| work(&robots, |files| files.rsl(LICENSE, text.as_bytes()));
    let in_rsl = |inner: String| format!("{RSL}{inner}</rsl>");
    let content = "<content url=\"/a*\"><license><permits type=\"usage\">ai-train</permits>\
                   <payment type=\"crawl\"/></license></content>";
    is_linear("contents", |times| in_rsl(content.repeat(times)), read);
    is_linear("depth", |times| in_rsl("<a>".repeat(times) + &"</a>".repeat(times)), read);
    is_linear("open", |times| RSL.to_owned() + &"<a>".repeat(times), read);
    is_linear("attributes", |times| in_rsl(format!("<a{}/>", " a=''".repeat(times))), read);
    is_linear("namespaces", |times| in_rsl("<a xmlns:b='c'/>".repeat(times)), read);
    is_linear("references", |times| in_rsl("&amp;&#x41;".repeat(times)), read);
    is_linear("undefined", |times| in_rsl("&a;".repeat(times)), read);
    let entities =
        |times| format!("<!DOCTYPE rsl [<!ENTITY a \"{}\">]>{RSL}&a;</rsl>", "&a;".repeat(times));
    is_linear("entities", entities, read);
    is_linear("comments", |times| in_rsl("<!---->".repeat(times)), read);
    is_linear("sections", |times| in_rsl("<![CDATA[]]>".repeat(times)), read);
    let tokens = |times| {
        let tokens = "all x, ".repeat(times);
        in_rsl(format!(
            "<content url=\"/\"><license><permits type=\"usage\">{tokens}</permits></license></content>"
        ))
    };
    is_linear("tokens", tokens, read);
    let licenses = |times| {
        let licenses = "<license><payment type=\"purchase\"/></license>".repeat(times);
        in_rsl(format!("<content url=\"/\">{licenses}</content>"))
    };
    is_linear("licenses", licenses, read);
}

#[test]
fn records() {
    let read = |text: &str| work(text, |files| files);
    let group = |record: &str, times: usize| format!("User-agent: *\n{}", record.repeat(times));
    for record in [
        "Content-Usage: train-ai=n\n",
        "Content-Usage: /a*b train-ai=y, search=n\n",
        "Content-Signal: ai-train=no, use=reference\n",
        "Content-Signal: /a* ai-train: no; search=\n",
        "DisallowAITraining: /a*b\n",
        "License: https://example.com/a\n",
        "User-agent: a\nContent-Usage: train-ai=n\n",
    ] {
        is_linear(record, |times| group(record, times), read);
    }
    for (key, member) in
        [("Content-Usage", "a=(1 2);b=\"c\", "), ("Content-Signal", "ai-train=yes;")]
    {
        is_linear(key, |times| format!("User-agent: *\n{key}: {}\n", member.repeat(times)), read);
    }
}
