//! Any bytes parse as headers and META content: without a panic, with spans inside them, and joining or
//! cutting never loses a rule that must be read.

#![no_main]

use std::time::SystemTime;

use libfuzzer_sys::fuzz_target;
use placet::syntax::rule::{Addressee, Directives};
use placet::syntax::{robots_meta, robots_tag, x_robots_tag};
use placet::write::PageRules;
use placet::page::PageRule;
use placet::syntax::ProblemKind;
use placet::limits;
use placet_fetch::Lifetime;

fuzz_target!(|data: &[u8]| {
    let list = robots_tag::read(data);
    inside(data, &list);
    written_again(&list);
    let alone = x_robots_tag::read(data, false);
    inside(data, &alone);
    let joined = x_robots_tag::read(data, true);
    inside(data, &joined);
    assert!(alone.rules.iter().all(|rule| joined.rules.contains(rule)));
    let content = String::from_utf8_lossy(data);
    let meta = robots_meta::read(&content, &Addressee::Everyone);
    inside(content.as_bytes(), &meta);
    written_again(&meta);
    member_before(data, &list);
    // A share of the inputs: the work is in the padding.
    if data.len() % 8 == 3 {
        ceiling(data);
    }
    for name in ["Cache-Control", "Expires", "Date", "Age"] {
        let fields = [(name, data), ("cache-control", data), ("expires", data)];
        let received = SystemTime::UNIX_EPOCH;
        if let Lifetime::Fresh { until } = Lifetime::of(fields, received) {
            assert!(until >= received);
        }
    }
});

/// Rules and problems are inside the value, and stored names are not longer than the ceiling.
fn inside(value: &[u8], read: &Directives) {
    for rule in &read.rules {
        assert!(!rule.span.is_empty() && rule.span.end() <= value.len());
        let name = rule.span.of(value).to_ascii_lowercase();
        assert!(name.starts_with(rule.rule.name().as_bytes()));
        if let Addressee::Crawler(name) = &rule.addressee {
            assert!(!name.is_empty() && name.len() <= limits::AGENT_NAME);
        }
    }
    assert!(read.problems.iter().all(|(_, span)| span.end() <= value.len()));
}

/// Rules that can be written are read as they were.
fn written_again(read: &Directives) {
    let mut rules = PageRules::new();
    let mut expected: Vec<(Addressee, PageRule)> = Vec::new();
    for it in &read.rules {
        rules = match &it.addressee {
            Addressee::Everyone => rules.everyone(it.rule),
            Addressee::Crawler(name) => match rules.clone().crawler(name, it.rule) {
                Ok(more) => more,
                Err(_) => continue,
            },
        };
        expected.push((it.addressee.clone(), it.rule));
    }
    let Ok(value) = rules.robots_tag() else { return };
    let read = robots_tag::read(value.as_bytes());
    assert!(read.problems.iter().all(|(kind, _)| *kind != ProblemKind::FieldLenient), "{value}");
    for (addressee, rule) in expected {
        let same = |other: &Addressee| match (&addressee, other) {
            (Addressee::Crawler(one), Addressee::Crawler(other)) => one.eq_ignore_ascii_case(other),
            (one, other) => one == other,
        };
        assert!(read.rules.iter().any(|it| it.rule == rule && same(&it.addressee)), "{value}");
    }
}

/// A member before the others does not change their rules.
fn member_before(data: &[u8], alone: &Directives) {
    let text = [b"*;noai, ", data].concat();
    if text.len() > limits::FIELD_VALUE {
        return;
    }
    let read = robots_tag::read(&text);
    assert_eq!(read.rules.first().map(|it| it.rule), Some(PageRule::NoAi));
    let rest = read.rules.iter().skip(1).map(|it| (&it.addressee, it.rule));
    assert!(rest.eq(alone.rules.iter().map(|it| (&it.addressee, it.rule))));
}

/// Text after the ceiling is reported and has no effect.
fn ceiling(data: &[u8]) {
    let mut text = b"*;noindex,".to_vec();
    text.resize(limits::FIELD_VALUE - data.len().min(limits::FIELD_VALUE / 2), b' ');
    text.extend_from_slice(data);
    text.extend_from_slice(b"x, *;noarchive");
    let read = robots_tag::read(&text);
    assert_eq!(read.rules.first().map(|it| it.rule), Some(PageRule::NoIndex));
    assert_eq!(read.problems.first().map(|it| it.0), Some(ProblemKind::FieldCut));
    let end = read.problems.first().map_or(0, |it| it.1.start());
    assert!(end < limits::FIELD_VALUE && text.get(end) == Some(&b','));
    assert!(read.rules.iter().all(|it| it.span.end() <= end));
}
