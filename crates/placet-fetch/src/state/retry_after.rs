//! The `Retry-After` header (RFC 9110 §10.2.3).

use std::time::Duration;

use http::HeaderMap;
use http::header::{DATE, RETRY_AFTER};
use placet::condition::Moment;

use crate::time::Time;

/// How long the server asks to wait (RFC 9110 §10.2.3).
pub(super) fn retry_after(fields: &HeaderMap, now: Time) -> Option<Duration> {
    let value = fields.get(RETRY_AFTER)?.as_bytes().trim_ascii();
    if let Some(seconds) = seconds(value) {
        return Some(Duration::from_secs(seconds));
    }
    let time = |value: &[u8]| Moment::from_http(value).map(|moment| Time::from(moment.time()));
    let base = fields.get(DATE).and_then(|value| time(value.as_bytes())).unwrap_or(now);
    time(value).map(|time| time.since(base))
}

/// A number of seconds; saturates.
fn seconds(value: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(value).ok().filter(|text| !text.is_empty())?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{HeaderName, HeaderValue};

    const NOW: Time = Time::from_secs(784_111_777); // Sun, 06 Nov 1994 08:49:37 GMT

    fn fields(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair =
            |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn a_server_can_ask_to_be_left_alone() {
        let of =
            |value| retry_after(&fields(&[("retry-after", value)]), NOW).map(|it| it.as_secs());
        assert_eq!(of("120"), Some(120));
        assert_eq!(of("99999999999999999999"), Some(u64::MAX));
        assert_eq!(of("Sun, 06 Nov 1994 09:49:37 GMT"), Some(3_600));
        assert_eq!(of("sun, 06 nov 1994 09:49:37 gmt"), Some(3_600));
        assert_eq!(of("Sun, 06 Nov 1994 07:49:37 GMT"), Some(0));
        assert_eq!(of("soon"), None);
        assert_eq!(of("+5"), None);
        assert_eq!(of(""), None);
    }
}
