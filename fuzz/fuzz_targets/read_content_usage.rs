//! Any bytes are read as `Content-Usage` and `Content-Signal`: spans are inside them, and a record of
//! robots.txt states the same as the response field.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::signals::{Families, Family, SignalOutcome};
use placet::syntax::signals::{aipref, content_signal};
use placet::{PagePolicy, RobotsPolicy};
use placet_fuzz::signals::outcomes;

fuzz_target!(|data: &[u8]| {
    let usage = aipref::read(data);
    assert!(usage.preferences.iter().all(|it| it.span.end() <= data.len()));
    assert!(usage.problems.iter().all(|(_, span)| span.end() <= data.len()));
    assert!(usage.parses || usage.preferences.is_empty());
    let signal = content_signal::read(data);
    assert!(signal.stated.iter().all(|(_, span)| span.end() <= data.len()));
    assert!(signal.problems.iter().all(|(_, span)| span.end() <= data.len()));

    for (name, family) in
        [("Content-Usage", Family::Aipref), ("Content-Signal", Family::ContentSignal)]
    {
        let families: Families = [family].into_iter().collect();
        let robots = [b"User-agent: *\n", name.as_bytes(), b": ", data, b"\n"].concat();
        let record = RobotsPolicy::parse(&robots).for_agent("ExampleBot").families(families);
        let of_record = outcomes(&record, "/a");

        // Paths and comments are those of robots.txt only, and other bytes end lines there.
        let is_plain = data.iter().all(|it| matches!(it, b' '..=b'~') && *it != b'#');
        if !is_plain || data.is_empty() || matches!(data.trim_ascii().first(), Some(b'/' | b'*')) {
            continue;
        }
        let value = std::str::from_utf8(data).expect("ASCII").trim_matches(' ');
        let page = PagePolicy::builder().header(name, value.to_owned()).build();
        let field = RobotsPolicy::parse(b"").for_agent("ExampleBot").families(families).page(&page);
        let of_field = outcomes(&field, "/a");
        let stated = |all: &[Vec<SignalOutcome>]| -> Vec<Option<SignalOutcome>> {
            let is_stated = |it: &SignalOutcome| *it != SignalOutcome::Silent;
            all.iter().map(|it| it.iter().copied().find(is_stated)).collect()
        };
        assert_eq!(stated(&of_record), stated(&of_field), "{name}: {value}");
    }
});
