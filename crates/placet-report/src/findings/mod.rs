//! The findings of the linter, one module per format, and the fixes applied.
//!
//! ```
//! use placet_lint::{Config, Subject, lint};
//! use placet_report::findings::render;
//! use placet_report::{Format, Style};
//!
//! let subject = Subject::new("robots.txt", b"Disallow: /private/\nUser-agent: *\nDisallow: /x\n");
//! let report = lint(&subject, &Config::default());
//! assert_eq!(
//!     render(&[report], Format::Concise, Style::Plain),
//!     "robots.txt:1:1: error ROB101 rule-outside-group: no crawler applies this rule: no \
//!      `User-agent` line comes before it\n"
//! );
//! ```

mod concise;
mod files;
mod fixed;
mod fold;
mod full;
mod github;
mod json;
mod sarif;
mod statistics;

use placet_lint::Report;

pub use fixed::fixed;
pub use json::{FindingJson, values};
pub use sarif::render as sarif;
pub use statistics::statistics;

use crate::format::Format;
use crate::text::Style;

/// Renders the reports of several files as one document that ends in a newline unless it is empty.
///
/// Only [`Format::Text`] has colours. The formats for people show the findings of one rule with the
/// same message in one file together; the others list every finding.
pub fn render(reports: &[Report<'_>], format: Format, style: Style) -> String {
    match format {
        Format::Text => full::render(reports, style),
        Format::Concise => concise::render(reports),
        Format::Json => json::render(reports),
        Format::Jsonl => json::render_lines(reports),
        Format::Github => github::render(reports),
    }
}
