//! Runs the binary `placet` as a process.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

mod advice;
mod audit;
mod audit_report;
mod automation;
mod cache;
mod conformance;
mod convert;
mod covered;
mod crawlers;
mod decide;
mod diff;
mod diff_signals;
mod examples;
mod exit_status;
mod expect;
mod explain;
mod fetch;
mod fmt;
mod hostile;
mod lint;
mod lint_files;
mod lint_fix;
mod lint_signals;
mod lint_url;
mod live_signals;
mod local;
mod many;
mod page;
mod prompt;
mod reading;
mod records;
mod run;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod server;
mod shell;
mod signals;
mod terminal;
mod unread;
mod words;
mod write;
