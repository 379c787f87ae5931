//! Points in time.

use std::fmt;
use std::time::SystemTime;

use super::date::{Date, time};

/// A point in UTC time, to the second. It is displayed as in RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    seconds: i64,
}

impl Moment {
    /// The moment `seconds` seconds after 1970-01-01T00:00:00Z; `None` outside the years 0 to 9999.
    pub fn from_unix(seconds: i64) -> Option<Self> {
        (-62_167_219_200..=253_402_300_799).contains(&seconds).then_some(Self { seconds })
    }

    /// Parses a moment in the form in which it is displayed, `YYYY-MM-DDThh:mm:ssZ`.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let number = |part: &str| part.parse::<i64>().ok().filter(|_| part.len() == 2);
        let mut of_day = time.split(':').map(number);
        let (hour, minute, second) = (of_day.next()??, of_day.next()??, of_day.next()??);
        let seconds = Date::parse(date)?.days() * 86_400 + hour * 3_600 + minute * 60 + second;
        // Numbers out of range, or more than three of them, are not displayed like this.
        Self::from_unix(seconds).filter(|it| it.to_string() == text)
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    pub const fn unix(self) -> i64 {
        self.seconds
    }

    /// The moment as a `SystemTime`.
    pub fn time(self) -> SystemTime {
        time(self.seconds)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, of_day) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        let date = Date::from_days(days);
        let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
        write!(f, "{date}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_displayed_as_in_rfc_3339() {
        for (seconds, shown) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_277_478_000, "2010-06-25T15:00:00Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Moment::from_unix(seconds).unwrap().to_string(), shown);
            assert_eq!(Moment::parse(shown), Moment::from_unix(seconds));
        }
        assert_eq!(Moment::from_unix(253_402_300_800), None);
        for wrong in ["2010-06-25T24:00:00Z", "2010-06-25T1:00:00Z", "2010-06-25T10:00:00:00Z"] {
            assert_eq!(Moment::parse(wrong), None);
        }
    }
}
