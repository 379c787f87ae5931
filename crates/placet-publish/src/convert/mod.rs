//! The same policy in another language.
//!
//! | from | to | by |
//! |---|---|---|
//! | robots.txt | ACAP | [`to_acap`] |
//! | ACAP | robots.txt | [`to_robots`] |
//! | `X-Robots-Tag`, META elements | `Robots-Tag` | [`to_robots_tag`] |
//! | headers | META elements | [`to_metas`] |
//!
//! The languages have different laws, so lines are not translated one by one: the result decides as
//! the source does, as far as possible. What cannot be expressed is [listed](Loss): statements with
//! their line, and different decisions with an example URL.

mod acap;
mod compare;
mod loss;
mod page;
mod path_set;
mod robots;

use std::fmt;

pub use acap::{AcapForm, to_acap};
pub use loss::{Example, ExampleCrawler, Loss, LossKind};
pub use page::{to_metas, to_robots_tag};
pub(crate) use path_set::PathSet;
pub use robots::to_robots;

/// A policy in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The text in the other language.
    pub text: Vec<u8>,
    /// Statements of the source that the text does not express.
    pub losses: Vec<Loss>,
    /// Statements without effect that are omitted, and decisions that the law of the other language
    /// makes stricter than the source.
    pub notes: Vec<Loss>,
}

impl Converted {
    /// A result without losses and notes.
    pub fn new(text: Vec<u8>) -> Self {
        Self { text, losses: Vec::new(), notes: Vec::new() }
    }
}

/// Why something cannot be converted at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unconvertible {
    /// It is in that language already, from this line on.
    Already(usize),
    /// It has nothing to convert.
    Nothing,
    /// It is a page of HTML or other markup where a robots.txt should be.
    Page,
    /// ACAP cannot name any of its crawlers, such as the one on this line.
    Unnamed(usize),
    /// Its patterns take too long to compare, or need too many lines.
    TooLong,
    /// A name or value in it cannot be written.
    Unwritable,
    /// The header value would be longer than readers must support (T-06).
    Oversize,
}

impl fmt::Display for Unconvertible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Already(line) => write!(f, "it already has ACAP fields, on line {line}"),
            Self::Nothing => f.write_str("it has nothing to convert"),
            Self::Page => f.write_str("it is a web page, not a robots.txt"),
            Self::Unnamed(line) => write!(
                f,
                "it addresses only crawlers that ACAP cannot name, such as on line {line}: there a name \
                 begins with an ASCII letter and is all ASCII"
            ),
            Self::TooLong => {
                f.write_str("its patterns take too many steps to compare, or need too many lines")
            }
            Self::Unwritable => f.write_str("it contains a name or value that cannot be written"),
            Self::Oversize => {
                f.write_str("the value would be longer than the 8 KiB that all readers support")
            }
        }
    }
}

impl std::error::Error for Unconvertible {}

impl From<path_set::TooLong> for Unconvertible {
    fn from(_: path_set::TooLong) -> Self {
        Self::TooLong
    }
}
