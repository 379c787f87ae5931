//! Batches over Arrow data: tables in, tables out, through the `PyCapsule` interface.

mod audits;
mod boolean;
mod capsule;
mod column;
mod decide;
mod files;
mod inputs;
mod results;
mod rows;
mod sites;
mod table;
mod views;
mod warc;

pub(crate) use audits::audit;
pub(crate) use boolean::{Array, permitted};
pub(crate) use decide::decide_stream;
pub(crate) use table::{Stream, Table, restore_table};
pub(crate) use warc::read_warc;
