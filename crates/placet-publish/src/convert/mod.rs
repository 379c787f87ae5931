//! The same policy in another language.
//!
//! | from | to | by |
//! |---|---|---|
//! | robots.txt | ACAP | [`to_acap`] |
//! | ACAP | robots.txt | [`to_robots`] |
//! | `X-Robots-Tag`, META elements | `Robots-Tag` | [`to_robots_tag`] |
//! | fields | META elements | [`to_metas`] |
//!
//! The languages have laws of their own, so lines are not put beside lines: what is written decides
//! as the source does, as far as it can. What cannot be said is [listed](Loss): words with the line
//! they stand on, what the other law decides otherwise with a URL that shows it.

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
pub use robots::to_robots;

/// A policy in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The text in the other language.
    pub text: Vec<u8>,
    /// What the source says and the text does not.
    pub losses: Vec<Loss>,
    /// What had no effect and is left out, and where the law of the other language is on the safe
    /// side of the source, whatever is written.
    pub notes: Vec<Loss>,
}

/// Why something cannot be converted at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unconvertible {
    /// It is in that language already, from this line on.
    Already(usize),
    /// It has nothing that could be converted.
    Nothing,
    /// It is a page of HTML or other markup where a robots.txt should be.
    Page,
    /// ACAP cannot name any of the crawlers that it says something to, as the one in this line.
    Unnamed(usize),
    /// Its patterns take too long to compare, or too many lines to say.
    TooLong,
    /// A name or value in it cannot be written.
    Unwritable,
    /// The value of a field would be longer than readers must read (T-06).
    Oversize,
}

impl fmt::Display for Unconvertible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Already(line) => write!(f, "it has ACAP fields already, in line {line}"),
            Self::Nothing => f.write_str("there is nothing in it to convert"),
            Self::Page => f.write_str("it is a web page, not a robots.txt"),
            Self::Unnamed(line) => write!(
                f,
                "it speaks only to crawlers that ACAP cannot name, as in line {line}: there a name \
                 begins with an ASCII letter and is all ASCII"
            ),
            Self::TooLong => {
                f.write_str("its patterns take too many steps to compare, or too many lines to say")
            }
            Self::Unwritable => f.write_str("it holds a name or value that cannot be written"),
            Self::Oversize => {
                f.write_str("the value would be longer than the 8 KiB all readers read")
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
