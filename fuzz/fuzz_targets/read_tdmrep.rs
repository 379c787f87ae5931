//! Any bytes are read as a tdmrep.json: statements are inside it, it is only about mining, and a byte order
//! mark changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::signals::{SignalFiles, SignalOutcome};
use placet::RobotsPolicy;
use placet_fuzz::signals::outcomes;

fuzz_target!(|data: &[u8]| {
    let site = RobotsPolicy::parse(b"").for_agent("ExampleBot");
    let read = |text: &[u8]| {
        let view = site.signal_files(&SignalFiles::new().tdmrep(text));
        ["/", "/a/b?c=d", "https://example.com/x.jpg"].map(|url| outcomes(&view, url))
    };
    let all = read(data);
    for usages in &all {
        let [index, present, _, train, input] = usages.as_slice() else { unreachable!() };
        let is_silent = |them: &Vec<SignalOutcome>| them.iter().all(|it| *it == SignalOutcome::Silent);
        assert!([index, present, train, input].into_iter().all(is_silent));
    }
    if !data.starts_with(b"\xef\xbb\xbf") {
        assert_eq!(read(&[b"\xef\xbb\xbf", data].concat()), all);
    }
});
