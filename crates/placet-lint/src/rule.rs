//! What a rule is.

use crate::finding::{Findings, Severity};
use crate::manual::Manual;
use crate::meeting::Meeting;
use crate::subject::Kind;
use crate::view::View;

/// Something to look for in a file.
///
/// A rule is one file: a comment that is its manual page, one constant of this type, and the
/// function that looks.
#[derive(Clone, Copy)]
pub struct Rule {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    /// The file it is written in.
    pub(crate) source: &'static str,
    pub(crate) check: Check,
}

/// What a rule looks at.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// One file.
    File(fn(&View<'_>, &mut Findings)),
    /// All that a crawler meets at one URL.
    Visit(fn(&Meeting<'_>, &mut Findings)),
}

impl Rule {
    /// Its code, which never changes: `ROB101`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Its name: `rule-outside-group`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How much its findings matter unless the settings say otherwise.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What it is about.
    pub fn family(&self) -> Family {
        let is_of = |family: &Family| self.code.starts_with(family.prefix());
        Family::ALL.into_iter().find(is_of).unwrap_or(Family::Robots)
    }

    /// Its manual page.
    pub fn manual(&self) -> Manual {
        Manual::new(self)
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// What a rule is about; the letters that its code begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// robots.txt as RFC 9309 defines it: `ROB`.
    Robots,
    /// ACAP's fields in robots.txt: `ACA`.
    Acap,
    /// Rules for crawlers in the fields of a response, and in META elements: `TAG`.
    Field,
    /// ACAP in HTML, and where META elements are: `HTM`.
    Html,
    /// What robots.txt, response and page say together: `MIX`.
    Visit,
}

impl Family {
    /// The families, in the order of the manual.
    pub const ALL: [Self; 5] = [Self::Robots, Self::Acap, Self::Field, Self::Html, Self::Visit];

    /// The letters that its codes begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Robots => "ROB",
            Self::Acap => "ACA",
            Self::Field => "TAG",
            Self::Html => "HTM",
            Self::Visit => "MIX",
        }
    }

    /// Whether its rules are about single files of this kind.
    pub(crate) fn is_about(self, kind: Kind) -> bool {
        match self {
            Self::Robots | Self::Acap => kind == Kind::Robots,
            Self::Field => kind != Kind::Robots,
            Self::Html => kind == Kind::Page,
            Self::Visit => false,
        }
    }

    /// What its rules are about.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Robots => "robots.txt",
            Self::Acap => "ACAP in robots.txt",
            Self::Field => "rules in response fields and META elements",
            Self::Html => "HTML",
            Self::Visit => "robots.txt, response and page together",
        }
    }
}
