//! Which reader's rules are followed.

use std::fmt;
use std::str::FromStr;

/// Which reader's rules are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Profile {
    /// All that the site says, by the documents: RFC 9309 and what lies over it.
    #[default]
    Full,
    /// RFC 9309 alone: what a plain conforming crawler does.
    Rfc9309,
    /// What Google's published matcher answers, its peculiarities included.
    Google,
}

impl Profile {
    /// All profiles, in the order in which they are documented.
    pub const ALL: [Self; 3] = [Self::Full, Self::Rfc9309, Self::Google];

    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Rfc9309 => "rfc9309",
            Self::Google => "google",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|profile| profile.name() == name).ok_or(UnknownProfile)
    }
}

/// The name is none of the profiles'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownProfile;

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown profile, expected one of full, rfc9309, google")
    }
}

impl std::error::Error for UnknownProfile {}
