//! Days of the calendar.

use std::fmt;
use std::time::{Duration, SystemTime};

/// Seconds in a day.
const DAY: u32 = 86_400;

/// A day of the Gregorian calendar, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Parses `YYYY-MM-DD`. Returns `None` for a day that does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = |range: std::ops::Range<usize>| {
            let part = text.get(range)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let hyphens = text.len() == 10
            && text.as_bytes().get(4) == Some(&b'-')
            && text.as_bytes().get(7) == Some(&b'-');
        if !hyphens {
            return None;
        }
        Self::new(digits(0..4)?, digits(5..7)?, digits(8..10)?)
    }

    /// Creates the date, or returns `None` if there is no such day.
    pub(crate) fn new(year: u16, month: u16, day: u16) -> Option<Self> {
        let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
        let date = Self { year, month, day };
        let exists =
            year <= 9_999 && (1..=12).contains(&month) && (1..=date.days_of_month()).contains(&day);
        exists.then_some(date)
    }

    /// The date `days` days after 1970-01-01, with the year clamped to 0 to 9999.
    pub(super) fn from_days(days: i64) -> Self {
        // Eras of 400 years are counted from 0000-03-01, so that the leap day ends its year.
        let days = days + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = (era * 400 + year_of_era + carry).clamp(0, 9_999);
        let small = |number: i64| u8::try_from(number).unwrap_or(1);
        Self { year: u16::try_from(year).unwrap_or(0), month: small(month), day: small(day) }
    }

    fn days_of_month(self) -> u8 {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        }
    }

    /// The number of days since 1970-01-01.
    pub(crate) fn days(self) -> i64 {
        // Years are counted from March, so that the leap day is the last of its year.
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
            - 719_468
    }

    /// The moment at which the day ends.
    pub fn end(self) -> SystemTime {
        time((self.days() + 1) * i64::from(DAY))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The time `seconds` seconds after 1970-01-01T00:00:00Z.
pub(super) fn time(seconds: i64) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    let shifted = if seconds < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(distance)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(distance)
    };
    shifted.unwrap_or(SystemTime::UNIX_EPOCH)
}

/// The time `days` times 24 hours after a moment; `None` on overflow.
pub(super) fn days_after(moment: SystemTime, days: u64) -> Option<SystemTime> {
    let seconds = days.checked_mul(DAY.into())?;
    moment.checked_add(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_existing_days_are_parsed() {
        for (text, end) in [
            ("1970-01-01", 1),
            ("1969-12-31", 0),
            ("2000-02-29", 11_017),
            ("2007-12-31", 13_879),
            ("2026-11-15", 20_773),
        ] {
            let date = Date::parse(text).unwrap();
            assert_eq!(date.to_string(), text);
            assert_eq!(date.end(), time(end * i64::from(DAY)), "{text}");
        }
        for text in [
            "2007-02-29",
            "1900-02-29",
            "2007-13-01",
            "2007-00-10",
            "2007-1-01",
            "07-01-01",
            "2007-12-32",
            "31-12-2007",
            "2007/12/31",
            "+007-01-01",
            "",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
