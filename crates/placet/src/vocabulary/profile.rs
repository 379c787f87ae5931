//! Profiles: which documents are followed, and how the profiles differ.

use std::fmt;
use std::str::FromStr;

/// Which documents the engine follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Profile {
    /// Everything that a site can state: RFC 9309, ACAP, headers and META elements.
    #[default]
    Full,
    /// RFC 9309 alone, as a plain conforming crawler reads it.
    Rfc9309,
    /// Google's published matcher, including its deviations.
    Google,
}

/// The behaviour in which profiles differ, one row per profile.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a table of yes and no")]
pub(crate) struct Behaviour {
    /// The name on the command line and in JSON.
    name: &'static str,
    /// The number that identifies it in stored policies. It is never reused.
    pub(crate) stored: u8,
    /// ACAP fields in robots.txt, ACAP's META elements and class attributes are read
    /// (docs/src/law/decision.md, Profiles).
    pub(crate) reads_acap: bool,
    /// Rules about AI models in headers and META elements are read: `noai`, `noimageai`, `noml`
    /// (S-091).
    pub(crate) reads_signals: bool,
    /// UTF-16 and UTF-32 are decoded (RFC 9309 §2.3: files are UTF-8).
    pub(crate) decodes_wide: bool,
    /// Lines are split as Google's parser splits them: the rest of a long line is cut off, a
    /// partial byte order mark is skipped, a NUL ends a line (RFC 9309 §2.2 has none of this).
    pub(crate) cuts_lines_as_google: bool,
    /// A key is recognised by its beginning (RFC 9309 §2.2: only as a whole).
    pub(crate) keys_by_beginning: bool,
    /// Patterns and paths are normalised (RFC 9309 §2.2.2); otherwise they are compared almost as
    /// written.
    pub(crate) normalises: bool,
    /// Any text has a path (RFC 9309 §2.2.2: only a URI has).
    pub(crate) takes_any_text: bool,
    /// `/robots.txt` is always open (RFC 9309 §2.2.2).
    pub(crate) opens_robots_txt: bool,
    /// A `User-agent` line names a crawler by its token only (RFC 9309 §2.2.1); otherwise also by
    /// its whole name (F-11).
    pub(crate) names_by_token_alone: bool,
    /// `Allow: /a/index.htm` also opens `/a/`.
    pub(crate) opens_folder_of_index: bool,
}

const FULL: Behaviour = Behaviour {
    name: "full",
    stored: 0,
    reads_acap: true,
    reads_signals: true,
    decodes_wide: true,
    cuts_lines_as_google: false,
    keys_by_beginning: false,
    normalises: true,
    takes_any_text: false,
    opens_robots_txt: true,
    names_by_token_alone: false,
    opens_folder_of_index: false,
};

const RFC9309: Behaviour =
    Behaviour { name: "rfc9309", stored: 1, reads_acap: false, reads_signals: false, ..FULL };

const GOOGLE: Behaviour = Behaviour {
    name: "google",
    stored: 2,
    decodes_wide: false,
    cuts_lines_as_google: true,
    keys_by_beginning: true,
    normalises: false,
    takes_any_text: true,
    opens_robots_txt: false,
    names_by_token_alone: true,
    opens_folder_of_index: true,
    ..RFC9309
};

impl Profile {
    /// All profiles, in the order in which they are documented.
    pub const ALL: [Self; 3] = [Self::Full, Self::Rfc9309, Self::Google];

    /// The row of this profile.
    pub(crate) const fn behaviour(self) -> &'static Behaviour {
        match self {
            Self::Full => &FULL,
            Self::Rfc9309 => &RFC9309,
            Self::Google => &GOOGLE,
        }
    }

    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        self.behaviour().name
    }

    /// Whether ACAP is read: its fields in robots.txt, its META elements and class attributes.
    pub const fn reads_acap(self) -> bool {
        self.behaviour().reads_acap
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

/// The error returned for a name that is not a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProfile;

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown profile, expected one of full, rfc9309, google")
    }
}

impl std::error::Error for UnknownProfile {}
