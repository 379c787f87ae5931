//! Dates in `unavailable_after` and in HTTP fields.
//!
//! ```text
//! RFC 822, 1123, 2822   [weekday [","]] day month year [hour ":" minute [":" second] [zone]]
//! RFC 850               the same, with "-" in the date
//! asctime               weekday month day hour ":" minute ":" second [zone] year
//! ISO 8601, RFC 3339    year "-" month "-" day [("T" / " ") hour ":" minute [":" second] [zone]]
//!                       the same without "-" and ":"
//! ```
//!
//! Names may be written in full and in any case. Years of two or three digits follow RFC 2822 §4.3.
//! A fraction of a second is ignored. The weekday is not compared with the date. A date without a
//! zone is in UTC; without a time it means the start of the day. A leap second means the start of
//! the next minute. Days that do not exist are rejected. No crate for dates, and no combination of
//! them, parses all of these forms.

#[cfg(test)]
mod tests;

use super::PageRule;
use crate::text::{ProblemKind, limits};
use crate::vocabulary::{Date, Moment};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Hours east of Greenwich (RFC 822 §5.1).
const ZONES: [(&str, i64); 12] = [
    ("gmt", 0),
    ("ut", 0),
    ("utc", 0),
    ("z", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// Parses a date in any of the forms.
pub(crate) fn read(text: &[u8]) -> Option<Moment> {
    let text = without_comment(text.trim_ascii());
    Reader { rest: text }.iso().or_else(|| Reader { rest: text }.named())
}

impl Moment {
    /// Parses the value of an HTTP date field, in any of the three forms of RFC 9110 §5.6.7,
    /// ignoring case (RFC 9111 §4.2).
    pub fn from_http(value: &[u8]) -> Option<Self> {
        http(value)
    }
}

/// Parses one of the three forms of RFC 9110 §5.6.7, ignoring case and in GMT only (RFC 9111 §4.2).
fn http(text: &[u8]) -> Option<Moment> {
    let text = text.trim_ascii();
    let mut parts = text.rsplitn(4, |&byte| byte == b':');
    // After hour, minute and second comes the zone or, in asctime's form, the year.
    let (last, minute, before) = (parts.next()?, parts.next(), parts.next());
    let end = last.get(2..)?.trim_ascii();
    let is_year = end.len() == 4 && end.iter().all(u8::is_ascii_digit);
    let is_form = minute.is_some() && before.is_some() && parts.next().is_none();
    let is_form = is_form && (is_year || end.eq_ignore_ascii_case(b"gmt"));
    is_form.then(|| Reader { rest: text }.named())?
}

/// Finds the longest prefix of a text that is a date and ends at a word boundary. Returns its
/// length and the date.
///
/// At most [`limits::DATE`] bytes are examined.
pub(crate) fn prefix(text: &[u8]) -> Option<(usize, Moment)> {
    let is_end = |at: usize| {
        text.get(at).is_none_or(|byte| byte.is_ascii_whitespace() || b",;\"'".contains(byte))
    };
    let ends = (1..=text.len().min(limits::DATE)).rev().filter(|&at| is_end(at));
    ends.map(|at| (at, text.get(..at).unwrap_or_default()))
        .filter(|(_, text)| *text == text.trim_ascii_end())
        .find_map(|(at, text)| Some((at, read(text)?)))
}

/// Parses the date of `unavailable_after`.
pub(super) fn rule(text: &[u8]) -> Result<PageRule, ProblemKind> {
    read(text).map(PageRule::UnavailableAfter).ok_or(ProblemKind::RuleDate)
}

/// Removes the comment that RFC 822 allows after a date, usually the name of the zone.
fn without_comment(text: &[u8]) -> &[u8] {
    match text.iter().rposition(|&byte| byte == b'(') {
        Some(at) if text.ends_with(b")") => text.get(..at).unwrap_or_default().trim_ascii_end(),
        _ => text,
    }
}

struct Reader<'t> {
    rest: &'t [u8],
}

impl Reader<'_> {
    /// ISO 8601, extended or basic.
    fn iso(mut self) -> Option<Moment> {
        let year = self.number(4, 4)?;
        let hyphens = self.take(b'-');
        let month = self.number(2, 2)?;
        if hyphens != self.take(b'-') {
            return None;
        }
        let date = Date::new(year, month, self.number(2, 2)?)?;
        if self.rest.is_empty() {
            return moment(date, 0, 0);
        }
        if !self.take(b'T') && !self.take(b't') && !self.blank() {
            return None;
        }
        let hour = self.number(2, 2)?;
        let colons = self.take(b':');
        let minute = self.number(2, 2)?;
        let second =
            if colons == self.take(b':') && (colons || self.digit()) { self.second()? } else { 0 };
        let of_day = of_day(hour, minute, second)?;
        self.blank();
        moment(date, of_day, self.zone()?)
    }

    /// The forms with the name of the month.
    fn named(mut self) -> Option<Moment> {
        if self.name(&WEEKDAYS).is_some() {
            self.take(b',');
            self.blank();
            if let Some(month) = self.name(&MONTHS) {
                return self.asctime(month);
            }
        }
        let day = self.number(1, 2)?;
        self.between()?;
        let month = self.name(&MONTHS)?;
        self.between()?;
        let date = Date::new(self.year()?, month, day)?;
        if self.rest.is_empty() {
            return moment(date, 0, 0);
        }
        self.blank().then_some(())?;
        let of_day = self.time()?;
        self.blank();
        moment(date, of_day, self.zone()?)
    }

    /// The rest of asctime's form, after the month.
    fn asctime(mut self, month: u16) -> Option<Moment> {
        self.blank().then_some(())?;
        let day = self.number(1, 2)?;
        self.blank().then_some(())?;
        let of_day = self.time()?;
        self.blank().then_some(())?;
        let zone = if self.digit() { 0 } else { self.offset()? };
        self.blank();
        let date = Date::new(self.year()?, month, day)?;
        self.rest.is_empty().then(|| moment(date, of_day, zone))?
    }

    fn time(&mut self) -> Option<i64> {
        let hour = self.number(1, 2)?;
        self.take(b':').then_some(())?;
        let minute = self.number(2, 2)?;
        let second = if self.take(b':') { self.second()? } else { 0 };
        of_day(hour, minute, second)
    }

    /// Seconds, with or without a fraction.
    fn second(&mut self) -> Option<u16> {
        let second = self.number(2, 2)?;
        if self.take(b'.') || matches!(self.rest, [b',', b'0'..=b'9', ..]) && self.take(b',') {
            self.digit().then_some(())?;
            while self.digit() {
                self.number(1, 4)?;
            }
        }
        Some(second)
    }

    /// The zone that ends the text, in seconds east of Greenwich.
    fn zone(mut self) -> Option<i64> {
        if self.rest.is_empty() {
            return Some(0);
        }
        let offset = self.offset()?;
        self.rest.is_empty().then_some(offset)
    }

    fn offset(&mut self) -> Option<i64> {
        let east = self.take(b'+');
        if east || self.take(b'-') {
            let hours = self.number(2, 2)?;
            let minutes = if self.take(b':') || self.digit() { self.number(2, 2)? } else { 0 };
            let seconds = of_day(hours, minutes, 0)?;
            return Some(if east { seconds } else { -seconds });
        }
        let name = self.letters();
        let known = |(zone, _): &&(&str, i64)| zone.as_bytes().eq_ignore_ascii_case(name);
        match ZONES.iter().find(known) {
            Some((_, hours)) => Some(hours * 3_600),
            // Military zones have no reliable meaning (RFC 2822 §4.3).
            None => matches!(name, [letter] if !b"jJ".contains(letter)).then_some(0),
        }
    }

    /// A year, of which two or three digits are read as in RFC 2822 §4.3.
    fn year(&mut self) -> Option<u16> {
        let before = self.rest.len();
        let year = self.number(2, 4)?;
        match before - self.rest.len() {
            2 if year < 50 => Some(2_000 + year),
            2 | 3 => Some(1_900 + year),
            _ => Some(year),
        }
    }

    /// The separator between day, month and year.
    fn between(&mut self) -> Option<()> {
        (self.blank() || self.take(b'-')).then_some(())
    }

    /// The number, from 1, of the name that the letters here abbreviate.
    fn name(&mut self, names: &[&str]) -> Option<u16> {
        let mut ahead = Self { rest: self.rest };
        let letters = ahead.letters().to_ascii_lowercase();
        let known = |name: &str| letters.len() >= 3 && name.as_bytes().starts_with(&letters);
        let at = names.iter().position(|name| known(name))?;
        self.rest = ahead.rest;
        // A full stop may end an abbreviation.
        self.take(b'.');
        u16::try_from(at + 1).ok()
    }

    fn letters(&mut self) -> &[u8] {
        let len = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (letters, rest) = self.rest.split_at_checked(len).unwrap_or_default();
        self.rest = rest;
        letters
    }

    /// A number of `least` to `most` digits.
    fn number(&mut self, least: usize, most: usize) -> Option<u16> {
        let len = self.rest.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at_checked(len).filter(|_| len >= least)?;
        self.rest = rest;
        digits.iter().try_fold(0_u16, |number, digit| {
            number.checked_mul(10)?.checked_add(u16::from(digit - b'0'))
        })
    }

    fn digit(&self) -> bool {
        self.rest.first().is_some_and(u8::is_ascii_digit)
    }

    fn take(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn blank(&mut self) -> bool {
        let rest = self.rest.trim_ascii_start();
        let found = rest.len() < self.rest.len();
        self.rest = rest;
        found
    }
}

/// Seconds since the start of the day; 24:00 is its end (ISO 8601).
fn of_day(hour: u16, minute: u16, second: u16) -> Option<i64> {
    let exists = minute < 60 && second <= 60 && (hour < 24 || (hour, minute, second) == (24, 0, 0));
    exists.then(|| i64::from(hour) * 3_600 + i64::from(minute) * 60 + i64::from(second))
}

fn moment(date: Date, of_day: i64, zone: i64) -> Option<Moment> {
    Moment::from_unix(date.days() * 86_400 + of_day - zone)
}
