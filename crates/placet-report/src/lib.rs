//! Read questions for placet, and show its decisions, findings and changes: as text, tables, JSON and
//! SARIF. This crate decides nothing.
//!
//! ```
//! use placet::{RobotsPolicy, Usage};
//! use placet_report::json::Answer;
//! use placet_report::shown;
//!
//! let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n");
//! let decision = site.for_agent("ExampleBot").may(Usage::Crawl, "/drafts/42")?;
//!
//! let json = serde_json::to_value(Answer::new(None, &decision))?;
//! assert_eq!(json["verdict"], "prohibit");
//! assert_eq!(json["reasons"][1]["text"], "Disallow: /drafts/");
//!
//! // Text of a site goes to a terminal without its control characters.
//! assert!(!shown("a\u{1b}[2Jb").contains('\u{1b}'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules by need
//! - [`text`]: a decision for people, with the lines that made it;
//! - [`json`]: questions and answers for machines, one object a line;
//! - [`matrix`]: the decisions on all usages of one URL, as a table and as JSON;
//! - [`changes`]: what changes in effect between two files, as text, tables and JSON;
//! - [`explain`]: a decision law by law, for people and as JSON;
//! - [`extract`]: the part of a page that a usage may touch, as JSON;
//! - [`expected`]: expectations that decisions do not meet;
//! - [`findings`]: what the linter found, in six formats, and what it fixed;
//! - [`evidence`]: what is held about a file, and which bytes a decision was made from;
//! - [`records`]: what a robots.txt holds, as tables and as JSON;
//! - [`page`]: what a page says, as a table and as JSON;
//! - [`unread`]: what of a file lies behind the ceiling on it.
//!
//! # Features and defaults
//! There are no features. Text is plain unless [`Style::Coloured`] is asked for, and is wrapped only
//! where a width is given. Sources are named as the engine names them unless [`Origins`] has other
//! names.

pub mod changes;
pub mod evidence;
pub mod expected;
pub mod explain;
pub mod extract;
pub mod findings;
pub mod json;
pub mod matrix;
pub mod page;
pub mod records;
pub mod text;
pub mod unread;

mod caveat;
mod excerpt;
mod screen;
mod table;
mod unknown;
mod workflow;

pub use screen::{LINE_MAX, Screen, TEXT_SHOWN, is_hidden, shown};
pub use text::{Beside, Origins, Style};
pub use unknown::{UNKNOWN, Unknown};
