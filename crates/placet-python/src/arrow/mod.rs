//! Batches over Arrow data: tables in, tables out, through the `PyCapsule` interface.

mod capsule;
mod column;
mod decide;
mod rows;
mod table;

pub(crate) use decide::decide_stream;
pub(crate) use table::{Stream, Table, restore_table};
