//! Dates and instants, by another calendar than the engine's.

use jiff::Timestamp;
use jiff::civil::{self, Date};

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// A date (00:00 UTC) or an RFC 3339 instant, as seconds since 1970-01-01T00:00:00Z; fractions of
/// a second are cut.
pub(crate) fn instant(text: &str) -> Option<i64> {
    match text.parse::<Timestamp>() {
        Ok(instant) => Some(instant.as_second()),
        Err(_) => Some(days(text)? * DAY),
    }
}

/// A date `YYYY-MM-DD` that is in the calendar, as days since 1970-01-01.
pub(crate) fn days(date: &str) -> Option<i64> {
    // Other forms of ISO 8601 are not dates here.
    let is_form = matches!(date.as_bytes(), [_, _, _, _, b'-', _, _, b'-', _, _]);
    let date: Date = date.parse().ok().filter(|_| is_form)?;
    Some((date - civil::date(1970, 1, 1)).get_days().into())
}
