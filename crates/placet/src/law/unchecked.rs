//! Time limits that could not be compared with a time.

use std::fmt;
use std::time::SystemTime;

use crate::vocabulary::{Condition, Moment, TimeLimit};

/// A time limit of a permission that may have expired: the question has no current time, or does
/// not tell when the resource was first used. It is shown as `expires 2011-01-01`.
///
/// Check the time before you rely on a permission with such a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unchecked {
    limit: TimeLimit,
    ends: Option<SystemTime>,
}

impl Unchecked {
    /// A limit that ends then, where that is known; `None` for a limit that does not depend on
    /// time.
    pub(crate) fn new(limit: TimeLimit, ends: Option<SystemTime>) -> Option<Self> {
        (limit != TimeLimit::UntilRecrawled).then_some(Self { limit, ends })
    }

    /// The condition that was not checked.
    pub fn condition(&self) -> Condition {
        Condition::TimeLimit(self.limit)
    }

    /// When it expires, where that is known.
    pub fn ends(&self) -> Option<SystemTime> {
        self.ends
    }
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.limit, self.ends.and_then(moment)) {
            (TimeLimit::Until(date), _) => write!(f, "expires {date}"),
            (TimeLimit::UntilMoment(moment), _) | (_, Some(moment)) => {
                write!(f, "expires {moment}")
            }
            (TimeLimit::Days(days), None) => {
                write!(f, "expires {days} days after the resource was first used")
            }
            (limit, None) => write!(f, "{}", Condition::TimeLimit(limit)),
        }
    }
}

/// A time of the system to the second.
fn moment(time: SystemTime) -> Option<Moment> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Moment::from_unix(i64::try_from(since.as_secs()).ok()?)
}
