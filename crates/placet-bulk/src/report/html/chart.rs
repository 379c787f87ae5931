//! Charts: a bar for each row of a tally, with a segment for each number that is drawn.

use std::fmt::Write as _;

use super::escape::escaped;
use crate::report::text::percent;
use crate::report::{Column, Tally, TallyRow};

/// How many rows are drawn; the table has the others.
const ROWS: usize = 30;

/// Sizes in units of the drawing.
const WIDTH: u64 = 760;
const LABELS: u64 = 210;
const BAR: u64 = 16;
const STEP: u64 = 24;
const TOP: u64 = 22;
/// Room for the percentage after a bar.
const AFTER: u64 = 60;

/// How many characters a label may have.
const LABEL: usize = 30;

/// What the axis may end at, in percent.
const ENDS: [u64; 7] = [1, 2, 5, 10, 25, 50, 100];

/// Adds the chart of a tally.
pub(super) fn chart(page: &mut String, tally: &Tally) {
    let drawn: Vec<(usize, &Column, u8)> = tally
        .counts
        .iter()
        .enumerate()
        .filter_map(|(at, column)| column.tone.map(|tone| (at, column, tone)))
        .collect();
    let rows: Vec<&TallyRow> = tally.rows.iter().take(ROWS).collect();
    if drawn.is_empty() || rows.is_empty() {
        return;
    }
    let end = end(&rows, &drawn);
    let height = TOP + STEP * rows.len() as u64 + 4;
    let id = &tally.id;
    page.push_str("<figure>\n");
    legend(page, &drawn);
    let _ = writeln!(
        page,
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"t-{id} d-{id}\">\n\
         <title id=\"t-{id}\">{}</title>\n<desc id=\"d-{id}\">A bar for each row of the table that \
         follows, in percent.</desc>",
        escaped(&tally.title)
    );
    axis(page, end, height);
    for (at, row) in rows.iter().enumerate() {
        bar(page, row, &drawn, (end, TOP + STEP * at as u64));
    }
    page.push_str("</svg>\n");
    if tally.rows.len() > ROWS {
        let _ = writeln!(page, "<figcaption>The first {ROWS} rows of the table.</figcaption>");
    }
    page.push_str("</figure>\n");
}

/// Where the axis ends: the first of some numbers that no bar exceeds.
fn end(rows: &[&TallyRow], drawn: &[(usize, &Column, u8)]) -> u64 {
    let fits = |row: &&TallyRow, end: u64| {
        let sum: u64 = drawn.iter().filter_map(|(at, ..)| row.counts.get(*at)).sum();
        u128::from(sum) * 100 <= u128::from(end) * u128::from(row.denominator())
    };
    ENDS.into_iter().find(|end| rows.iter().all(|row| fits(row, *end))).unwrap_or(100)
}

/// What the colours mean.
fn legend(page: &mut String, drawn: &[(usize, &Column, u8)]) {
    if drawn.len() < 2 {
        return;
    }
    page.push_str("<ul class=\"legend\">");
    for (_, column, tone) in drawn {
        let label = escaped(column.label);
        let _ = write!(page, "<li><span class=\"swatch b{tone}\"></span>{label}</li>");
    }
    page.push_str("</ul>\n");
}

fn axis(page: &mut String, end: u64, height: u64) {
    for quarter in 0..=4 {
        let x = LABELS + (WIDTH - LABELS - AFTER) * quarter / 4;
        let label = match (end * quarter) % 4 {
            0 => format!("{} %", end * quarter / 4),
            2 => format!("{}.5 %", end * quarter / 4),
            rest => format!("{}.{} %", end * quarter / 4, rest * 25),
        };
        let _ = writeln!(
            page,
            "<line class=\"grid\" x1=\"{x}\" x2=\"{x}\" y1=\"{}\" y2=\"{height}\"/><text \
             class=\"tick\" x=\"{x}\" y=\"12\">{label}</text>",
            TOP - 5
        );
    }
}

fn bar(page: &mut String, row: &TallyRow, drawn: &[(usize, &Column, u8)], (end, y): (u64, u64)) {
    let name = row.keys.join(" · ");
    let short: String = if name.chars().count() > LABEL {
        name.chars().take(LABEL - 1).chain(['…']).collect()
    } else {
        name.clone()
    };
    let _ = write!(
        page,
        "<g><text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
        LABELS - 8,
        y + 12,
        escaped(&short)
    );
    let all = row.denominator();
    // Tenths of a unit, from the sum of the counts so far, so that rounding leaves no gaps.
    let to_x = |sum: u64| {
        let scale = u128::from(WIDTH - LABELS - AFTER) * 1_000;
        let x = u128::from(sum) * scale / (u128::from(all.max(1)) * u128::from(end));
        u64::try_from(x).unwrap_or(0) + LABELS * 10
    };
    let mut sum = 0;
    for (at, column, tone) in drawn {
        let count = row.counts.get(*at).copied().unwrap_or(0);
        let (from, to) = (to_x(sum), to_x(sum + count));
        sum += count;
        if count == 0 {
            continue;
        }
        let width = (to - from).max(5);
        let _ = write!(
            page,
            "<rect class=\"f{tone}\" x=\"{}.{}\" y=\"{y}\" width=\"{}.{}\" height=\"{BAR}\"><title>{}: \
             {} {count} of {all} ({})</title></rect>",
            from / 10,
            from % 10,
            width / 10,
            width % 10,
            escaped(&name),
            escaped(column.label),
            escaped(&percent(count, all))
        );
    }
    if let [(at, ..)] = drawn {
        let count = row.counts.get(*at).copied().unwrap_or(0);
        let _ = write!(
            page,
            "<text class=\"share\" x=\"{}\" y=\"{}\">{}</text>",
            to_x(sum) / 10 + 6,
            y + 12,
            escaped(&percent(count, all))
        );
    }
    page.push_str("</g>\n");
}
