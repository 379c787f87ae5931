//! Is placet right? The format of its test vectors, and the runner that every surface uses.
//!
//! A [`Vector`] is a question with the answer that the specifications give and the statement that
//! decides; [`vectors`] reads the project's own from `conformance/`. A [`Surface`] is a way to ask:
//! the library here, the command line in its own tests. [`run`] puts vectors to a surface and lists
//! the differences.
//!
//! Test cases of other projects and real files are not part of this repository. If a folder `shared`
//! next to the checkout has them, [`shared`] reads them; otherwise the tests that need them are
//! reported as skipped.

mod reports;
mod runner;
mod vector;

pub mod shared;

pub use reports::{Reports, SignalBy};
pub use runner::{Library, Observed, Surface, question, run};
pub use vector::{Answered, By, Expected, Vector, all_vectors, vectors};
