//! Any bytes are read as an RSL document: statements are inside it, a document that is not readable needs
//! the licence for AI and refuses nothing, and a byte order mark changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::signals::{SignalFile, SignalFiles, SignalOutcome};
use placet::RobotsPolicy;
use placet_fuzz::signals::outcomes;

const URL: &str = "https://example.com/license.xml";

fuzz_target!(|data: &[u8]| {
    let site = RobotsPolicy::parse(format!("License: {URL}\n").as_bytes()).for_agent("ExampleBot");
    let read = |text: &[u8]| {
        let view = site.signal_files(&SignalFiles::new().rsl(URL, text));
        ["/", "/a/b?c=d", "https://example.com/x.jpg"].map(|url| outcomes(&view, url))
    };
    let all = read(data);
    if !data.starts_with(b"\xef\xbb\xbf") {
        assert_eq!(read(&[b"\xef\xbb\xbf", data].concat()), all);
    }
    let declared = [b"<!DOCTYPE rsl [<!ENTITY a 'b'>]>", data].concat();
    let missing = SignalFiles::new().unavailable(SignalFile::Rsl(URL.into()));
    let missing = site.signal_files(&missing);
    let missing = ["/", "/a/b?c=d", "https://example.com/x.jpg"].map(|url| outcomes(&missing, url));
    assert!(missing.iter().flatten().flatten().all(|it| *it == SignalOutcome::Silent));
    assert_eq!(read(&declared), missing);
});
