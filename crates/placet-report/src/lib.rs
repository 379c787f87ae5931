//! Reads placet's questions and renders its results, for people and for programs.
//!
//! Nothing here decides anything. Text from a site passes one sanitizer ([`Screen`]) before it
//! reaches a terminal.
//!
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
//! - [`unread`]: the part of a robots.txt past the size limit.

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
mod format;
mod screen;
mod sentence;
mod table;
mod unknown;
mod workflow;

pub use format::Format;
pub use screen::{LINE_MAX, Screen, TEXT_SHOWN, is_hidden, shown};
pub use text::{Context, SourceNames, Style};
pub use unknown::{UNKNOWN, Unknown};
