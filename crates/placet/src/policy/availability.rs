//! Whether the file could be had.

/// Whether a robots.txt could be had; it comes before anything a file can say.
///
/// The engine does not fetch: whoever does says how it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 §2.3.1 knows these three cases")]
pub enum Availability {
    /// It was read (RFC 9309 §2.3.1.1, F-31).
    #[default]
    Read,
    /// There is none, so it is silent (RFC 9309 §2.3.1.3, F-33).
    Unavailable,
    /// It could not be reached, so everything is prohibited (RFC 9309 §2.3.1.4, F-34).
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
