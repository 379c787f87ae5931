//! Why a comparison is not complete.

use std::fmt;

use crate::analysis::paths::Spent;
use crate::text::limits::{
    CHANGE_AUDIENCE_STEPS, CHANGE_CRAWLERS, CHANGE_STEPS, CHANGE_STEPS_EACH, CHANGES,
};

/// Why a comparison is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unfinished {
    /// The files were read with different profiles.
    Profiles,
    /// More than [`CHANGES`] changes were found.
    Changes,
    /// One changed statement took more than [`CHANGE_STEPS_EACH`].
    Statement,
    /// Its share of [`CHANGE_STEPS`] was used up, together with the unused steps of others.
    Steps,
    /// There are more than [`CHANGE_CRAWLERS`] audiences.
    Crawlers,
    /// Grouping crawlers took more than [`CHANGE_AUDIENCE_STEPS`].
    AudienceSteps,
}

impl Unfinished {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Profiles => "profiles",
            Self::Changes => "changes",
            Self::Statement => "steps-each",
            Self::Steps => "steps",
            Self::Crawlers => "crawlers",
            Self::AudienceSteps => "hearing-steps",
        }
    }
}

impl fmt::Display for Unfinished {
    /// The same as a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profiles => f.write_str("the files were read with different profiles"),
            Self::Changes => write!(f, "no more than {CHANGES} changes are kept for one audience"),
            Self::Statement => {
                write!(f, "a changed line could not be looked at within {CHANGE_STEPS_EACH} steps")
            }
            Self::Steps => {
                write!(f, "not everything could be looked at within {CHANGE_STEPS} steps")
            }
            Self::Crawlers => {
                write!(f, "no more than {CHANGE_CRAWLERS} kinds of crawlers are distinguished")
            }
            Self::AudienceSteps => {
                write!(
                    f,
                    "crawlers could not be distinguished within {CHANGE_AUDIENCE_STEPS} steps"
                )
            }
        }
    }
}

impl From<Spent> for Unfinished {
    fn from(spent: Spent) -> Self {
        match spent {
            Spent::Each => Self::Statement,
            Spent::All => Self::Steps,
        }
    }
}
