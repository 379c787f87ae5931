//! Find what the authors of robots.txt, ACAP, response fields and pages most likely did not mean.
//!
//! ```
//! use placet_lint::{Config, Severity, Subject, lint};
//!
//! let subject = Subject::new("robots.txt", b"Disallow: /private/\nUser-agent: *\nDisallow: /x\n");
//! let report = lint(&subject, &Config::default());
//! let [finding] = report.findings() else { panic!() };
//! assert_eq!(finding.rule().code(), "ROB101");
//! assert_eq!(finding.message(), "the rule belongs to no group, so no crawler applies it");
//! assert_eq!(finding.primary().span, 0..19);
//! assert_eq!(report.status(Severity::Warning), 1);
//! ```
//!
//! # How it goes
//! 1. A [`Subject`] is a file with its name, read by placet's engine: a robots.txt, the fields of a
//!    response, or a page.
//! 2. [`lint`] puts it to every [`Rule`] that the [`Config`] selects, leaves out what a comment in
//!    the file [suppresses](#suppression), and gives a [`Report`] of [`Finding`]s.
//!    [`lint_visit`] does so with all that is met at one URL, a [`Visit`]: robots.txt, fields and
//!    page, each by itself and all together.
//! 3. [`Places`] gives the line and column of what a finding is about; [`fix`](fix()) applies the [`Fix`]es they carry, and those that are
//!    [safe](Applicability::Safe) only where placet's own comparison of the file before and after
//!    finds no change in any profile.
//!
//! # Rules
//! A rule is one file under `rules/`; the comment at its head is its [manual page](Rule::manual).
//! A rule has a name (`rule-outside-group`) and a code that never changes (`ROB101`); its letters
//! are those of its [`Family`]. Rules about meaning are exact or silent: what they find is proved on the rules
//! of the file, and where that would take more than the [ceilings](limits) they say nothing.
//!
//! # Suppression
//! A comment `# placet: ignore ROB101` silences a rule on its line and on the line below it;
//! `# placet: ignore-file ROB101` in the whole file. Several codes, prefixes of codes (`ROB1`) and
//! names may stand in one comment, separated by commas or white space.
//!
//! # Exit status
//! [`Report::status`] is 1 where something was found that is at least as severe as a program fails
//! on, else 0; 2 is left to the program for what it could not read.

pub mod crawlers;
pub mod limits;

mod alias;
mod applied;
mod byte_set;
mod config;
mod effect;
mod engine;
mod finding;
mod fix;
mod links;
mod manual;
mod meeting;
mod near;
mod place;
mod proof;
mod registry;
mod report;
mod rule;
mod rules;
mod splice;
mod statement;
mod subject;
mod suppress;
mod view;
mod visit;

#[cfg(test)]
mod testing;

pub use applied::Applied;
pub use config::{Config, InvalidConfig, Level};
pub use engine::{lint, lint_visit};
pub use finding::{Applicability, Edit, Finding, Fix, Label, Severity};
pub use fix::{Fixed, apply, fix};
pub use manual::{Example, Manual, rules_page};
pub use place::{Place, Places};
pub use registry::{find, rules};
pub use report::Report;
pub use rule::{Family, Rule};
pub use subject::Subject;
pub use visit::{InvalidVisit, Visit};
