//! Tests that cannot be run here.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Says that the present test, or a part of it, is skipped, and why.
///
/// A test that returns early counts as passed for cargo, so `./test` names a file in
/// `PLACET_SKIPPED`: a line is added to it, with the name of the test, a tab and the reason, and the
/// summary counts them.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    eprintln!("SKIPPED: {test}: {reason}");
    if let Some(path) = std::env::var_os("PLACET_SKIPPED") {
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        // One write, since tests run side by side.
        file.write_all(format!("{test}\t{reason}\n").as_bytes()).unwrap();
    }
}
