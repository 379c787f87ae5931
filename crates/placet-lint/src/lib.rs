//! Finds parts of robots.txt files, response headers, pages and files of signals that most likely do
//! not do what their authors meant.
//!
//! ```
//! use placet_lint::{Config, Severity, Subject, lint};
//!
//! let subject = Subject::new("robots.txt", b"Disallow: /private/\nUser-agent: *\nDisallow: /x\n");
//! let report = lint(&subject, &Config::default());
//! let [finding] = report.findings() else { panic!() };
//! assert_eq!(finding.rule().code(), "ROB101");
//! let message = "no crawler applies this rule: no `User-agent` line comes before it";
//! assert_eq!(finding.message(), message);
//! assert_eq!(finding.primary().span, 0..19);
//! assert_eq!(report.status(Severity::Warning), 1);
//! ```
//!
//! # Steps
//! 1. A [`Subject`] is a file with its name, read by placet's engine: a robots.txt, a response header,
//!    a page, a tdmrep.json, an RSL document, a trust.txt or an ai.txt.
//! 2. [`lint`] runs every [`Rule`] that the [`Config`] selects, leaves out findings that a comment in
//!    the file [suppresses](#suppression), and returns a [`Report`] of [`Finding`]s. [`lint_visit`]
//!    does the same for a [`Visit`], the files of one URL: each by itself and all together.
//! 3. [`Places`] converts the offsets of a finding into lines and columns. [`fix`](fix()) applies
//!    [`Fix`]es, and [safe](Applicability::Safe) ones only if a comparison of the file before and
//!    after finds no change in any profile.
//!
//! # Rules
//! A rule is one source file under `rules/`; the comment at its head is its
//! [manual page](Rule::manual). A rule has a name (`rule-outside-group`) and a code (`ROB101`), whose
//! letters are those of its [`Family`]. Rules about meaning have no false positives: what they find is
//! proved on the rules of the file. If a proof would exceed the [ceilings](limits), they find nothing.
//!
//! # Suppression
//! A comment `# placet: ignore ROB101` suppresses the findings of a rule on its line and on the line
//! below; `# placet: ignore-file ROB101` in the whole file. One comment can contain several codes,
//! prefixes of codes (`ROB1`) and names, separated by commas or white space.
//!
//! # Features and defaults
//! There are no features. By default every rule is asked, with its own severity, and a warning fails
//! a run; [`Config`] selects others.
//!
//! # Exit status
//! [`Report::status`] is 1 if a finding is at least as severe as the program fails on, otherwise 0.
//! Programs use 2 for files that they could not read.

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

mod page_context;
mod place;
mod proof;
mod registry;
mod report;
mod rule;
mod rules;
mod similar;
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
pub use registry::{find, rules, selected};
pub use report::Report;
pub use rule::{Family, Rule};
pub use rules::page::similar_rule;
pub use subject::{Missing, Subject};
pub use visit::{InvalidVisit, Visit};

/// The example of the README compiles and holds.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
