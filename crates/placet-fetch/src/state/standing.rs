//! The four states of a file.

use std::fmt;

use placet::robots::Availability;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The state of a file, which decides how it applies. It serializes as its [name](Standing::name).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 §2.3.1 and §2.4 know these cases")]
pub enum Standing {
    /// The file was read: its rules apply (RFC 9309 §2.3.1.1, F-31).
    Fetched,
    /// There is no file, so everything is permitted (RFC 9309 §2.3.1.3, F-32, F-33); or it was
    /// unreachable for so long that it counts as missing (F-35).
    Unavailable,
    /// It is unreachable: everything is prohibited (RFC 9309 §2.3.1.4, F-34).
    Unreachable,
    /// It is unreachable, and the last good copy is used (RFC 9309 §2.3.1.4, F-35).
    Stale,
}

impl Standing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fetched, Self::Unavailable, Self::Unreachable, Self::Stale];

    /// The name used in JSON and in the stored form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fetched => "fetched",
            Self::Unavailable => "unavailable",
            Self::Unreachable => "unreachable",
            Self::Stale => "stale",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.name() == name)
    }

    /// What it means for the engine.
    pub const fn availability(self) -> Availability {
        match self {
            Self::Fetched | Self::Stale => Availability::Read,
            Self::Unavailable => Availability::Unavailable,
            Self::Unreachable => Availability::Unreachable,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a file has its state: the result of the last attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The server answered with this status.
    Status(u16),
    /// It redirected more than five times (RFC 9309 §2.3.1.2, F-32).
    TooManyRedirects,
    /// There was no readable response.
    Failed(Failure),
}

impl Cause {
    /// The status, if there was one.
    pub const fn status(self) -> Option<u16> {
        match self {
            Self::Status(status) => Some(status),
            Self::TooManyRedirects | Self::Failed(_) => None,
        }
    }

    /// The failure, if there was one.
    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Failed(failure) => Some(failure),
            Self::Status(_) | Self::TooManyRedirects => None,
        }
    }

    /// Whether a retry is likely to succeed.
    ///
    /// A status is an answer: after 503 or 429 the server is not asked again at once.
    pub const fn is_worth_retrying(self) -> bool {
        match self {
            Self::Failed(failure) => failure.is_worth_retrying(),
            Self::Status(_) | Self::TooManyRedirects => false,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => f.pad(&format!("the server answered {status}")),
            Self::TooManyRedirects => f.pad("the server redirected more than five times"),
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}
