//! What can go wrong on the way to a file.

use std::fmt;

/// Why no answer could be had; each makes the file unreachable (RFC 9309 §2.3.1.4, F-34).
///
/// What is wrong with this machine alone (no file descriptors, no network) is not among them: it
/// says nothing about the site, so whoever drives the [machine](crate::Fetch) does not tell it, and
/// nothing is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Failure {
    /// The name of the host could not be resolved.
    Dns,
    /// The connection was refused.
    Refused,
    /// The connection was reset or closed early.
    Reset,
    /// There was no connection in time.
    ConnectTimeout,
    /// The answer did not begin in time.
    FirstByteTimeout,
    /// The answer did not end in time.
    TotalTimeout,
    /// The encrypted connection could not be made or trusted.
    Tls,
    /// The address may not be connected to (F-37).
    Address,
    /// A redirect without a usable target, or to one that is refused (F-32, F-37).
    Redirect,
    /// The body was cut short, has another length than announced, or cannot be decoded.
    Body,
    /// A part of the file was sent, which was not asked for (RFC 9111 §3.3, F-31).
    Partial,
    /// More was sent than an answer may take, with all that is around its content.
    TooMuch,
    /// The answer makes no sense as HTTP.
    Protocol,
    /// Something else, on this side or the other.
    Other,
}

impl Failure {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Dns,
        Self::Refused,
        Self::Reset,
        Self::ConnectTimeout,
        Self::FirstByteTimeout,
        Self::TotalTimeout,
        Self::Tls,
        Self::Address,
        Self::Redirect,
        Self::Body,
        Self::Partial,
        Self::TooMuch,
        Self::Protocol,
        Self::Other,
    ];

    /// The name used in JSON and in the stored form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Refused => "refused",
            Self::Reset => "reset",
            Self::ConnectTimeout => "connect-timeout",
            Self::FirstByteTimeout => "first-byte-timeout",
            Self::TotalTimeout => "total-timeout",
            Self::Tls => "tls",
            Self::Address => "address",
            Self::Redirect => "redirect",
            Self::Body => "body",
            Self::Partial => "partial",
            Self::TooMuch => "too-much",
            Self::Protocol => "protocol",
            Self::Other => "other",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.name() == name)
    }

    /// Whether the same request may well succeed a moment later.
    pub const fn is_worth_retrying(self) -> bool {
        matches!(
            self,
            Self::Dns
                | Self::Refused
                | Self::Reset
                | Self::ConnectTimeout
                | Self::FirstByteTimeout
                | Self::Body
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dns => "the name of the host could not be resolved",
            Self::Refused => "the connection was refused",
            Self::Reset => "the connection was reset or closed early",
            Self::ConnectTimeout => "there was no connection in time",
            Self::FirstByteTimeout => "the answer did not begin in time",
            Self::TotalTimeout => "the answer did not end in time",
            Self::Tls => "the encrypted connection could not be made or trusted",
            Self::Address => "the address may not be connected to",
            Self::Redirect => "the redirect has no usable target",
            Self::Body => "the body was cut short or could not be decoded",
            Self::Partial => "the server sent only a part of the file, unasked",
            Self::TooMuch => "the server sent more bytes than an answer may take",
            Self::Protocol => "the answer makes no sense as HTTP",
            Self::Other => "the request failed",
        })
    }
}
