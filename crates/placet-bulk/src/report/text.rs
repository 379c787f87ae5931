//! Summaries and comparisons as text for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Comparison, Listing, Summary, Tally};

/// How many rows of a tally a terminal shows.
const ROWS: usize = 25;

/// How many rows of a list a terminal shows.
const LISTED: usize = 20;

/// A summary as text: a table for each tally, then the queries.
pub fn summary_text(summary: &Summary) -> String {
    let mut text =
        format!("Audit in {}: {}", clean(&summary.folder), plural(summary.answers, "answer"));
    text.push_str(if summary.finished { "\n" } else { " so far; it is not finished\n" });
    for tally in &summary.tallies {
        add_tally(&mut text, tally);
    }
    let folder = if summary.format == "parquet" {
        format!("in {}", clean(&summary.folder))
    } else {
        format!("for tables in Parquet; these are in {}", summary.format)
    };
    add_queries(&mut text, &folder, summary.tallies.iter().map(|it| (&*it.id, &*it.query)));
    text
}

/// A comparison as text.
pub fn comparison_text(comparison: &Comparison) -> String {
    let (before, after) = (clean(&comparison.before), clean(&comparison.after));
    let mut text = format!("Changes from {before} to {after}\n");
    for tally in &comparison.tallies {
        add_tally(&mut text, tally);
    }
    for listing in &comparison.listings {
        add_listing(&mut text, listing);
    }
    let tallies = comparison.tallies.iter().map(|it| (&*it.id, &*it.query));
    let listings = comparison.listings.iter().map(|it| (it.id, &*it.query));
    add_queries(&mut text, "for tables in Parquet", tallies.chain(listings));
    text
}

fn add_tally(text: &mut String, tally: &Tally) {
    let _ = writeln!(text, "\n{} [{}]", clean(&tally.title), tally.id);
    let mut header: Vec<String> = tally.keys.iter().map(ToString::to_string).collect();
    header.extend(tally.counts.iter().skip(1).map(|column| column.label.to_owned()));
    header.extend(tally.counts.first().map(|column| column.label.to_owned()));
    let mut rows = vec![header];
    for row in tally.rows.iter().take(ROWS) {
        let mut cells: Vec<String> = row.keys.iter().map(|key| clean(key).into_owned()).collect();
        for (column, count) in tally.counts.iter().zip(&row.counts).skip(1) {
            cells.push(if column.is_share {
                format!("{count} ({})", percent(*count, row.denominator()))
            } else {
                count.to_string()
            });
        }
        cells.push(row.denominator().to_string());
        rows.push(cells);
    }
    add_rows(text, &rows, tally.keys.len());
    if let Some(more) = tally.rows.len().checked_sub(ROWS).filter(|it| *it > 0) {
        let _ = writeln!(text, "  and {more} more; --json lists all");
    }
}

fn add_listing(text: &mut String, listing: &Listing) {
    let _ = writeln!(text, "\n{}: {} [{}]", listing.title, listing.total, listing.id);
    let mut rows = vec![listing.columns.iter().map(ToString::to_string).collect::<Vec<_>>()];
    let shown = listing.rows.iter().take(LISTED);
    rows.extend(shown.map(|row| row.iter().map(|it| clean(it).into_owned()).collect()));
    let more = listing.total - (rows.len() as u64 - 1).min(listing.total);
    add_rows(text, &rows, listing.columns.len());
    if more > 0 {
        let _ = writeln!(text, "  and {more} more");
    }
}

/// Adds rows in columns: the first ones to the left, the others to the right.
fn add_rows(text: &mut String, rows: &[Vec<String>], left: usize) {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |at: usize| {
        let widths = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if at < left {
                write!(line, "  {cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn add_queries<'q>(
    text: &mut String,
    place: &str,
    queries: impl Iterator<Item = (&'q str, &'q str)>,
) {
    let _ = writeln!(text, "\nThe queries that give these numbers (DuckDB, {place})");
    for (id, query) in queries {
        let _ = writeln!(text, "\n-- {id}\n{};", clean_lines(query));
    }
}

/// A share with one decimal place. A small share is not shown as nothing.
pub(super) fn percent(count: u64, all: u64) -> String {
    if all == 0 {
        return "–".to_owned();
    }
    // Tenths of a percent, rounded; the numbers are smaller than 2^50.
    let tenths = (count.saturating_mul(2_000) / all).div_ceil(2);
    match tenths {
        0 if count > 0 => "<0.1 %".to_owned(),
        1_000.. if count < all => ">99.9 %".to_owned(),
        _ => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

pub(super) fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Text without characters that change how the text around it is shown: controls, line breaks, and
/// marks that change the direction.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let is_unsafe = |character: char| {
        character.is_control()
            || matches!(
                character,
                '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{feff}'
            )
    };
    if text.chars().any(is_unsafe) {
        Cow::Owned(text.replace(is_unsafe, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The same with its line breaks.
pub(super) fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n")
}
