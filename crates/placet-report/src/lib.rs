//! How placet's questions are read and its decisions shown. One file a format; nothing here
//! decides anything.
//!
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
//! - [`crawlers`]: well-known crawlers, as a table;
//! - [`unread`]: what of a file lies behind the ceiling on it.

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
