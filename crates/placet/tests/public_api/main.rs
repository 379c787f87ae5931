//! The public API, held by the committed listing `api.txt`: whoever changes a public name or signature
//! sees it there. All features count as enabled.
//!
//! The listing is read from the source: every item that is reachable from `lib.rs` by `pub` modules
//! and `pub use`, once in full, under its shortest path, and by a reference under any other.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod listing;
mod source;

use std::fs;
use std::path::Path;

use placet::signals::SignalProblemKind;
use placet::syntax::ProblemKind;

#[test]
fn the_public_api_is_the_one_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = listing::lines(&source::Source::read(&root.join("src")));
    // A macro makes these enums, and no macro is expanded here.
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
