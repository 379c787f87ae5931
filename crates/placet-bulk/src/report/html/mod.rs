//! The report: one HTML file with charts in SVG. It has no script and loads nothing.

mod chart;
mod escape;

use std::fmt::Write as _;

use super::text::{percent, plural};
use super::{Comparison, Listing, Summary, Tally};
use crate::limits;
use escape::{escaped, escaped_lines};

/// The style sheet.
const STYLE: &str = include_str!("style.css");

/// A summary as a page, with what changed since another audit.
pub fn html(summary: &Summary, changes: Option<&Comparison>) -> String {
    let mut page = String::new();
    head(&mut page, summary);
    contents(&mut page, summary, changes);
    for it in &summary.tallies {
        tally(&mut page, it);
    }
    if let Some(changes) = changes {
        let _ = writeln!(
            page,
            "<h2 class=\"part\" id=\"changes\">Changes</h2>\n<p>From <code>{}</code> to \
             <code>{}</code>.</p>",
            escaped(&changes.before),
            escaped(&changes.after)
        );
        changes.tallies.iter().for_each(|it| tally(&mut page, it));
        changes.listings.iter().for_each(|it| listing(&mut page, it));
    }
    queries(&mut page, summary, changes);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn head(page: &mut String, summary: &Summary) {
    let folder = escaped(&summary.folder);
    let state = if summary.finished { "" } else { " The audit is not finished." };
    let answers = plural(summary.answers, "answer");
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n<title>Audit of robots.txt: {folder}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header>\n<h1>What the sites state to crawlers</h1>\n<p>{answers} in \
         <code>{folder}</code>.{state} An answer is one capture of a site’s robots.txt: a site that \
         was captured twice counts twice. Every number links to the query that gives it.</p>\n\
         </header>\n"
    );
}

fn contents(page: &mut String, summary: &Summary, changes: Option<&Comparison>) {
    page.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
    for tally in &summary.tallies {
        let _ = writeln!(page, "<li><a href=\"#{}\">{}</a></li>", tally.id, escaped(&tally.title));
    }
    if changes.is_some() {
        page.push_str("<li><a href=\"#changes\">Changes</a></li>\n");
    }
    page.push_str("<li><a href=\"#queries\">Queries</a></li>\n</ul>\n</nav>\n<main>\n");
}

/// A tally: its chart, and its numbers as a table.
fn tally(page: &mut String, tally: &Tally) {
    let id = &tally.id;
    let _ = writeln!(
        page,
        "<section id=\"{id}\" aria-labelledby=\"h-{id}\">\n<h2 id=\"h-{id}\">{}</h2>\n<p>{} <a \
         class=\"q\" href=\"#q-{id}\">Query</a></p>",
        escaped(&tally.title),
        escaped(&tally.note)
    );
    chart::chart(page, tally);
    let _ = writeln!(
        page,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"h-{id}\">\n<table>\n<thead><tr>"
    );
    for key in &tally.keys {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escaped(key));
    }
    for column in tally.counts.iter().skip(1).chain(tally.counts.first()) {
        let _ = write!(page, "<th scope=\"col\" class=\"n\">{}</th>", escaped(column.label));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in tally.rows.iter().take(limits::SHOWN_ROWS) {
        page.push_str("<tr>");
        for (at, key) in row.keys.iter().enumerate() {
            let _ = match at {
                0 => write!(page, "<th scope=\"row\">{}</th>", escaped(key)),
                _ => write!(page, "<td>{}</td>", escaped(key)),
            };
        }
        let number =
            |count: u64| format!("<a href=\"#q-{id}\" tabindex=\"-1\">{}</a>", grouped(count));
        for (column, count) in tally.counts.iter().zip(&row.counts).skip(1) {
            let share = if column.is_share {
                format!(
                    " <span class=\"p\">{}</span>",
                    escaped(&percent(*count, row.denominator()))
                )
            } else {
                String::new()
            };
            let _ = write!(page, "<td class=\"n\">{}{share}</td>", number(*count));
        }
        let _ = writeln!(page, "<td class=\"n\">{}</td></tr>", number(row.denominator()));
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    more(page, tally.rows.len() as u64, tally.rows.len().min(limits::SHOWN_ROWS), id);
    page.push_str("</section>\n");
}

/// A list of sites.
fn listing(page: &mut String, listing: &Listing) {
    let Listing { id, title, .. } = listing;
    let _ = writeln!(
        page,
        "<section id=\"{id}\" aria-labelledby=\"h-{id}\">\n<h2 id=\"h-{id}\">{title}: <a \
         href=\"#q-{id}\">{}</a></h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" \
         aria-labelledby=\"h-{id}\">\n<table>\n<thead><tr>",
        grouped(listing.total)
    );
    for column in &listing.columns {
        let _ = write!(page, "<th scope=\"col\">{column}</th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &listing.rows {
        page.push_str("<tr>");
        for cell in row {
            let _ = write!(page, "<td>{}</td>", escaped(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    more(page, listing.total, listing.rows.len(), id);
    page.push_str("</section>\n");
}

/// How many rows are not shown.
fn more(page: &mut String, total: u64, shown: usize, id: &str) {
    let rest = total.saturating_sub(shown as u64);
    if rest > 0 {
        let rest = grouped(rest);
        let _ = writeln!(page, "<p>And <a href=\"#q-{id}\">{rest}</a> more.</p>");
    }
}

/// The queries, each with a link back to its numbers.
fn queries(page: &mut String, summary: &Summary, changes: Option<&Comparison>) {
    let other = match summary.format {
        "parquet" => String::new(),
        format => format!(" The tables of this audit are in {format}: read them accordingly."),
    };
    let _ = writeln!(
        page,
        "<h2 class=\"part\" id=\"queries\">Queries</h2>\n<p>They are in the SQL of DuckDB, for tables \
         in Parquet. Run them in the folder of the audit; those of changes name both folders.{other}</p>"
    );
    let tallies = summary.tallies.iter().chain(changes.iter().flat_map(|it| &it.tallies));
    let tallies = tallies.map(|it| (&*it.id, &*it.title, &*it.query));
    let listings =
        changes.iter().flat_map(|it| &it.listings).map(|it| (it.id, it.title, &*it.query));
    for (id, title, query) in tallies.chain(listings) {
        let _ = writeln!(
            page,
            "<section class=\"query\" id=\"q-{id}\">\n<h3><a href=\"#{id}\">{}</a></h3>\n<pre \
             tabindex=\"0\"><code>{}</code></pre>\n</section>",
            escaped(title),
            escaped_lines(query)
        );
    }
}

/// A number with a narrow space between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
