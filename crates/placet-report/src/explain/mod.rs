//! A decision law by law: the sources, the result of each law, the statements that did not apply.

mod json;
mod source;
mod text;

pub use json::Explained;
pub use text::text;
