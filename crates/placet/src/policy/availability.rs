//! Whether the file is available.

/// Whether a robots.txt is available. This takes precedence over every statement of the file.
///
/// The engine does not fetch: the caller states the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 §2.3.1 knows these three cases")]
pub enum Availability {
    /// It was read (RFC 9309 §2.3.1.1, F-31).
    #[default]
    Read,
    /// There is none, so it is silent (RFC 9309 §2.3.1.3, F-33).
    Unavailable,
    /// It is unreachable, so everything is prohibited (RFC 9309 §2.3.1.4, F-34).
    Unreachable,
}

impl Availability {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Unavailable => "unavailable",
            Self::Unreachable => "unreachable",
        }
    }
}
