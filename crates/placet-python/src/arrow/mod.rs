//! Batches over Arrow data: tables in, tables out, through the `PyCapsule` interface.

mod boolean;
mod capsule;
mod column;
mod decide;
mod inputs;
mod results;
mod rows;
mod sites;
mod table;
mod views;

pub(crate) use boolean::{Array, permitted};
pub(crate) use decide::decide_stream;
pub(crate) use table::{Stream, Table, restore_table};
