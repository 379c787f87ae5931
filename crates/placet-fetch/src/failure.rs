//! Why a file could not be fetched.

use std::fmt;

/// Why a request failed; each makes the file unreachable (RFC 9309 §2.3.1.4, F-34).
///
/// Problems of this machine alone (no file descriptors, no network) are not among them: they say
/// nothing about the site, so the driver of the [state machine](crate::Fetch) does not pass them on,
/// and nothing is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Failure {
    /// The host name could not be resolved.
    Dns,
    /// The connection was refused.
    Refused,
    /// The connection was reset or closed early.
    Reset,
    /// The connection timed out.
    ConnectTimeout,
    /// The response did not begin in time.
    FirstByteTimeout,
    /// The response did not end in time.
    TotalTimeout,
    /// The TLS connection failed or its certificate is not trusted.
    Tls,
    /// The address is private or otherwise not a public site (F-37).
    Address,
    /// A redirect without a usable target, or to one that is not allowed (F-32, F-37).
    Redirect,
    /// The body is incomplete, has another length than announced, or cannot be decoded.
    Body,
    /// The server sent a part of the file without being asked to (RFC 9111 §3.3, F-31).
    Partial,
    /// The response exceeds the byte limit, protocol overhead included.
    TooMuch,
    /// The response is not valid HTTP.
    Protocol,
    /// Any other failure.
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

    /// Whether a retry is likely to succeed.
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
            Self::Dns => "the host name could not be resolved",
            Self::Refused => "the connection was refused",
            Self::Reset => "the connection was reset or closed early",
            Self::ConnectTimeout => "the connection timed out",
            Self::FirstByteTimeout => "the response did not begin in time",
            Self::TotalTimeout => "the response did not end in time",
            Self::Tls => "the TLS connection failed or its certificate is not trusted",
            Self::Address => "placet does not connect to private or reserved addresses",
            Self::Redirect => "the redirect has no usable target",
            Self::Body => "the body is incomplete or could not be decoded",
            Self::Partial => "the server sent a part of the file without being asked to",
            Self::TooMuch => "the response is larger than the limit",
            Self::Protocol => "the response is not valid HTTP",
            Self::Other => "the request failed",
        })
    }
}
