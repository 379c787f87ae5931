//! Dates and instants, by hand.

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// A date (00:00 UTC) or an RFC 3339 instant, as seconds since 1970-01-01T00:00:00Z; fractions of
/// a second are cut.
pub(crate) fn instant(text: &str) -> Option<i64> {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return Some(days(text)? * DAY);
    };
    let zone_at = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at(zone_at);
    let clock = clock.split('.').next()?;
    let mut parts = clock.split(':').map(number);
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let offset = match zone.split_at(1) {
        ("Z" | "z", "") => 0,
        (sign, offset) => {
            let (hours, minutes) = offset.split_once(':')?;
            let seconds = number(hours)? * 3600 + number(minutes)? * 60;
            if sign == "-" { -seconds } else { seconds }
        }
    };
    Some(days(date)? * DAY + hour * 3600 + minute * 60 + second - offset)
}

/// A date `YYYY-MM-DD` that is in the calendar, as days since 1970-01-01.
pub(crate) fn days(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    if !(1..=12).contains(&month) || !(1..=month_length(year, month)).contains(&day) {
        return None;
    }
    let years: i64 = if year >= 1970 {
        (1970..year).map(year_length).sum()
    } else {
        -(year..1970).map(year_length).sum::<i64>()
    };
    let months: i64 = (1..month).map(|month| month_length(year, month)).sum();
    Some(years + months + day - 1)
}

fn number(digits: &str) -> Option<i64> {
    let valid = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    valid.then(|| digits.parse().ok())?
}

fn is_leap(year: i64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn year_length(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

fn month_length(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
