//! Lint rules and their families.

use crate::finding::{Findings, Severity};
use crate::manual::Manual;
use crate::page_context::PageContext;
use crate::subject::Kind;
use crate::view::View;

/// A lint rule.
///
/// A rule is one source file: a comment that is its manual page, one constant of this type, and the
/// function that finds.
#[derive(Clone, Copy)]
pub struct Rule {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    /// The text of its source file.
    pub(crate) source: &'static str,
    pub(crate) check: Check,
}

/// What a rule checks.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// One file.
    File(fn(&View<'_>, &mut Findings)),
    /// The files of one URL together.
    Visit(fn(&PageContext<'_>, &mut Findings)),
}

impl Rule {
    /// Its code: `ROB101`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Its name: `rule-outside-group`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The severity of its findings, unless the settings change it.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The family it belongs to.
    pub fn family(&self) -> Family {
        // The prefixes differ in their first letters.
        let letter = |text: &str| text.as_bytes().first().copied();
        let is_of = |family: &Family| letter(self.code) == letter(family.prefix());
        Family::ALL.into_iter().find(is_of).unwrap_or(Family::Robots)
    }

    /// Whether it compares the files of one URL, so that it finds nothing in a single file.
    pub fn is_about_visits(&self) -> bool {
        matches!(self.check, Check::Visit(_))
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
    /// Rules for crawlers in response headers and META elements: `TAG`.
    Field,
    /// ACAP in HTML, and where META elements are: `HTM`.
    Html,
    /// robots.txt, response header and page together: `MIX`.
    Visit,
    /// Signals about AI and text and data mining, in any file: `SIG`.
    Signal,
}

impl Family {
    /// The families, in the order of the manual.
    pub const ALL: [Self; 6] =
        [Self::Robots, Self::Acap, Self::Field, Self::Html, Self::Visit, Self::Signal];

    /// The letters that its codes begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Robots => "ROB",
            Self::Acap => "ACA",
            Self::Field => "TAG",
            Self::Html => "HTM",
            Self::Visit => "MIX",
            Self::Signal => "SIG",
        }
    }

    /// Whether its rules check single files of this kind.
    pub(crate) fn is_about(self, kind: Kind) -> bool {
        match self {
            Self::Robots | Self::Acap => kind == Kind::Robots,
            Self::Field => matches!(kind, Kind::Fields | Kind::Page),
            Self::Html => kind == Kind::Page,
            Self::Visit => false,
            Self::Signal => true,
        }
    }

    /// The subject of its rules.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Robots => "robots.txt",
            Self::Acap => "ACAP in robots.txt",
            Self::Field => "rules in response headers and META elements",
            Self::Html => "META elements and classes in HTML",
            Self::Visit => "robots.txt, response header and page together",
            Self::Signal => "signals about AI and text and data mining",
        }
    }
}
