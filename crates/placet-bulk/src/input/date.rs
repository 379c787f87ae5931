//! Dates of captures.

/// An RFC 3339 timestamp, such as `2024-02-20T12:34:56Z`, in microseconds since 1970 UTC; `None` if it
/// is not one. `-` or a space may replace nothing else than `T`.
pub(super) fn rfc3339(text: &str) -> Option<i64> {
    let text = text.trim();
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        let digits = text.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let is = |at: usize, bytes: &[u8]| text.as_bytes().get(at).is_some_and(|it| bytes.contains(it));
    if !(is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":")) {
        return None;
    }
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    if !(1..=12).contains(&month)
        || !(1..=31).contains(&day)
        || hour > 23
        || minute > 59
        || second > 60
    {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut micros = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let kept = fraction.get(..digits.min(6))?;
        micros = format!("{kept:0<6}").parse().ok()?;
        rest = fraction.get(digits..)?;
    }
    let offset = match rest.as_bytes() {
        [] | b"Z" | b"z" => 0,
        &[sign @ (b'+' | b'-'), a, b, b':', c, d]
            if [a, b, c, d].iter().all(u8::is_ascii_digit) =>
        {
            let two = |a: u8, b: u8| i64::from(a - b'0') * 10 + i64::from(b - b'0');
            let minutes = two(a, b) * 60 + two(c, d);
            if sign == b'+' { minutes } else { -minutes }
        }
        _ => return None,
    };
    let seconds =
        days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60;
    Some(seconds * 1_000_000 + micros)
}

/// The days from 1970-01-01 to a date of the Gregorian calendar, whose cycle has 400 years.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // The year begins in March, so that the leap day is its last.
    let year = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn timestamps_are_read_in_utc() {
        assert_eq!(rfc3339("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(rfc3339("2024-02-29T12:34:56Z"), Some(1_709_210_096_000_000));
        assert_eq!(rfc3339("2024-02-29 12:34:56.5"), Some(1_709_210_096_500_000));
        assert_eq!(rfc3339("2024-02-29T13:34:56.123456789+01:00"), Some(1_709_210_096_123_456));
        for text in
            ["", "2024-02-29", "2024-13-01T00:00:00Z", "2024-02-29T12:34:56 CET", "äääääääääääää"]
        {
            assert_eq!(rfc3339(text), None, "{text}");
        }
    }
}
