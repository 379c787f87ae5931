//! A decision law by law: what was heard, what each law found and left, what had no part.

mod json;
mod source;
mod text;

pub use json::Explained;
pub use text::text;
