//! Servers on loopback, and the names that lead to them.

mod certificates;
mod names;
mod raw;
mod web;

pub(crate) use certificates::Authority;
pub(crate) use names::Names;
pub(crate) use raw::{Act, Raw};
pub(crate) use web::{Reply, Server};
