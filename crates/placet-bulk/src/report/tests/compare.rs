//! What changed between two audits.

use super::{Comparison, Made, captures, counts};
use crate::capture::Capture;
use crate::report::{ReportError, comparison_text};
use crate::run::Format;

fn site(name: &str, source: &str, text: &str) -> Capture {
    Capture::file(&format!("https://{name}.example"), source, text.as_bytes().to_vec())
}

const CLOSED: &str = "User-agent: *\nDisallow: /\n";
const PART: &str = "User-agent: *\nDisallow: /a/\n";
const NO: &str = "User-agent: *\nAllow: /\nContent-Signal: ai-train=no\n";
const YES: &str = "User-agent: *\nAllow: /\nContent-Signal: ai-train=yes\n";

fn two() -> (Made, Made) {
    let before = vec![
        site("closes", "1", ""),
        site("closes-more", "2", PART),
        site("part", "3", ""),
        site("opens", "4", CLOSED),
        site("opens-part", "5", CLOSED),
        site("same", "6", PART),
        site("gone", "7", ""),
        site("says-no", "8", YES),
        site("withdraws", "9", NO),
        // The last answer counts.
        site("twice", "10", CLOSED),
        site("twice", "11", NO),
    ];
    let after = vec![
        site("twice", "1", CLOSED),
        site("twice", "2", ""),
        site("withdraws", "3", "User-agent: *\nAllow: /\n"),
        site("says-no", "4", NO),
        site("new", "5", ""),
        site("same", "6", PART),
        site("opens-part", "7", PART),
        site("opens", "8", ""),
        site("part", "9", PART),
        site("closes-more", "10", CLOSED),
        site("closes", "11", CLOSED),
    ];
    let agents = ["GPTBot"];
    (Made::with(Format::Parquet, before, &agents), Made::with(Format::Csv, after, &agents))
}

#[test]
fn changes_are_counted_and_listed() {
    let (before, after) = two();
    let comparison = Comparison::of(&before.tables(), &after.tables()).unwrap();
    let tally = |id: &str| comparison.tallies.iter().find(|it| it.id == id).unwrap();
    assert_eq!(counts(tally("changed-sites"), &["in both"]), [11, 9]);
    assert_eq!(counts(tally("changed-sites"), &["new"]), [11, 1]);
    assert_eq!(counts(tally("changed-sites"), &["vanished"]), [11, 1]);
    // Closed, closed in part, opened in part, opened, undetermined, the same.
    assert_eq!(counts(tally("changed-agents"), &["GPTBot"]), [9, 2, 1, 1, 1, 0, 4]);
    let signals = tally("changed-signal-statements");
    assert_eq!(counts(signals, &["content-signal", "train-ai", "*"]), [9, 1, 0, 2]);
    let rows = |id: &str| {
        let listing = comparison.listings.iter().find(|it| it.id == id).unwrap();
        assert_eq!(listing.total, listing.rows.len() as u64);
        listing.rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(rows("new-sites"), ["https://new.example available"]);
    assert_eq!(rows("vanished-sites"), ["https://gone.example available"]);
    let expected = [
        "https://closes-more.example GPTBot part everything",
        "https://closes.example GPTBot nothing everything",
        "https://opens-part.example GPTBot everything part",
        "https://opens.example GPTBot everything nothing",
        "https://part.example GPTBot nothing part",
    ];
    assert_eq!(rows("changed-access"), expected);
    let expected = [
        "https://says-no.example content-signal train-ai * allow disallow",
        "https://twice.example content-signal train-ai * disallow none",
        "https://withdraws.example content-signal train-ai * disallow none",
    ];
    assert_eq!(rows("changed-signals"), expected);
    let text = comparison_text(&comparison);
    assert!(text.contains("https://closes.example"), "{text}");
}

#[test]
fn an_audit_is_equal_to_itself() {
    let made = Made::new(Format::Parquet, captures(60, 0));
    let comparison = Comparison::of(&made.tables(), &made.tables()).unwrap();
    assert_eq!(comparison.listings, []);
}

#[test]
fn long_lists_are_cut_and_counted() {
    let many = |text: &str| {
        (0..300).map(|at| site(&format!("s{at:03}"), &at.to_string(), text)).collect::<Vec<_>>()
    };
    let before = Made::with(Format::Jsonl, many(""), &["GPTBot"]);
    let after = Made::with(Format::Jsonl, many(CLOSED), &["GPTBot"]);
    let comparison = Comparison::of(&before.tables(), &after.tables()).unwrap();
    let listing = comparison.listings.iter().find(|it| it.id == "changed-access").unwrap();
    assert_eq!((listing.total, listing.rows.len()), (300, 200));
    assert_eq!(listing.rows[0][0], "https://s000.example");
    assert!(comparison_text(&comparison).contains("  and 280 more\n"));
}

#[test]
fn audits_without_a_common_crawler_are_refused() {
    let before = Made::with(Format::Jsonl, captures(3, 0), &["GPTBot"]);
    let after = Made::with(Format::Jsonl, captures(3, 0), &["CCBot"]);
    let error = Comparison::of(&before.tables(), &after.tables()).unwrap_err();
    assert!(matches!(error, ReportError::NothingInCommon));
}
