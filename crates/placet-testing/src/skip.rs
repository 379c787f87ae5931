//! Reporting skipped tests.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Reports the current test, or a part of it, as skipped, with the reason.
///
/// Cargo counts a test that returns early as passed. So `./test` sets `PLACET_SKIPPED` to a file; this
/// function appends a line with the name of the test, a tab and the reason, and the summary counts
/// them.
#[expect(clippy::print_stderr, reason = "a skipped test is reported")]
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    eprintln!("SKIPPED: {test}: {reason}");
    if let Some(path) = std::env::var_os("PLACET_SKIPPED") {
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        // One write, since tests run in parallel.
        file.write_all(format!("{test}\t{reason}\n").as_bytes()).unwrap();
    }
}
