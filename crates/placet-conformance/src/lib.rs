//! Are we right? The format of placet's test vectors and the runner that every surface uses.
//!
//! A [`Vector`] is a question with the answer that the documents give; [`vectors`] reads all of
//! the project's own from `conformance/`. A [`Surface`] is a way to ask: the library here, the
//! command line in its own tests. [`run`] puts vectors to a surface and says where it differs.
//!
//! Cases of other projects and real files are not part of this repository. Where they lie in a
//! folder `shared` beside the checkout, [`shared`] reads them; where not, tests say so aloud.

mod reports;
mod runner;
mod vector;

pub mod shared;

pub use reports::{By, Reports};
pub use runner::{Library, Observed, Surface, inquiry, run};
pub use vector::{Answered, Expected, Vector, vectors};
