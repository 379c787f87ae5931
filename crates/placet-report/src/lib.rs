//! Reads placet's questions and renders its results, for people and for programs.
//!
//! Nothing here decides anything. Text from a site passes one sanitizer ([`Screen`]) before it
//! reaches a terminal.
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
//! - [`text`]: a decision for people, with the lines that decide;
//! - [`json`]: questions and answers as JSON, one object per line;
//! - [`matrix`]: the decisions about all usages of one URL, as a table and as JSON;
//! - [`explain`]: a decision law by law, as text and as JSON;
//! - [`changes`]: how two files differ in effect, as text, tables and JSON;
//! - [`extract`]: the part of a page that a crawler may use, as JSON;
//! - [`expected`]: expectations that are not met, in five formats;
//! - [`findings`]: the findings of the linter, in six formats, and the fixes applied;
//! - [`evidence`]: stored files, and the bytes that a decision is based on;
//! - [`records`]: the contents of a robots.txt, as tables and as JSON;
//! - [`page`]: the statements of a page, as a table and as JSON;
//! - [`crawlers`]: well-known crawlers, as a table;
//! - [`unread`]: the part of a robots.txt past the size limit.
//!
//! # Features and defaults
//! There are no features. Text is plain unless [`Style::Coloured`] is asked for, and is wrapped only
//! where a width is given. Sources are named as the engine names them unless [`SourceNames`] has other
//! names.

pub mod changes;
pub mod crawlers;
pub mod evidence;
pub mod expected;
pub mod explain;
pub mod extract;
pub mod findings;
pub mod json;
pub mod matrix;
pub mod page;
pub mod records;
pub mod signals;
pub mod text;
pub mod unread;

mod advice;
mod caveat;
mod excerpt;
mod format;
mod screen;
mod sentence;
mod table;
mod unknown;
mod workflow;

pub use advice::advice;
pub use format::Format;
pub use screen::{LINE_MAX, Screen, TEXT_SHOWN, is_hidden, shown};
pub use text::{Context, SourceNames, Style};
pub use unknown::{UNKNOWN, Unknown};
