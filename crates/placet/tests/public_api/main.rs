//! The public API equals the committed listing `api.txt`, so that every change of a public name or
//! signature is visible there. All features count as enabled.
//!
//! The listing is generated from the source: every item that is reachable from `lib.rs` through
//! `pub` modules and `pub use`, once in full under its shortest path, and as a reference under any
//! other path.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod listing;
mod source;

use std::fs;
use std::path::Path;

use placet::signals::SignalProblemKind;
use placet::syntax::ProblemKind;

#[test]
fn the_public_api_equals_the_listing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = listing::lines(&source::Source::read(&root.join("src")));
    // A macro generates these enums, and macros are not expanded here.
    let variants = ProblemKind::ALL.iter();
    lines.extend(variants.map(|it| format!("placet::syntax::ProblemKind::{it:?} (variant)")));
    let variants = SignalProblemKind::ALL.iter();
    lines
        .extend(variants.map(|it| format!("placet::signals::SignalProblemKind::{it:?} (variant)")));
    lines.sort_unstable();
    let now = lines.join("\n") + "\n";
    let file = root.join("api.txt");
    if std::env::var_os("PLACET_UPDATE_API").is_some() {
        fs::write(&file, &now).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap_or_default();
    if listed == now {
        return;
    }
    let missing = |from: &str, sign: char, other: &str| -> Vec<String> {
        let other: Vec<&str> = other.lines().collect();
        let missing = from.lines().filter(|line| !other.contains(line));
        missing.map(|line| format!("{sign} {line}")).collect()
    };
    let changes = [missing(&listed, '-', &now), missing(&now, '+', &listed)].concat();
    panic!(
        "the public API differs from crates/placet/api.txt:\n{}\n\nIf that is meant, note it in \
         CHANGELOG.md and run: PLACET_UPDATE_API=1 cargo test -p placet --test public_api",
        changes.join("\n")
    );
}
