//! The part of a page that a crawler may use, as JSON.

use placet::Condition;
use placet::page::Permitted;
use serde::Serialize;

use crate::evidence::Basis;
use crate::json::Check;

/// The decision on the page as `placet check` prints it, with the part that may be used.
#[derive(Debug, Serialize)]
pub struct Extracted<'e> {
    #[serde(flatten)]
    check: Check<'e>,
    permitted: Part,
}

/// The permitted part, and all conditions on it, including those of elements.
#[derive(Debug, Serialize)]
struct Part {
    conditions: Vec<String>,
    /// Whether the text was cut to the permitted length.
    shortened: bool,
    /// The conditions that name an element which the page does not have.
    absent: Vec<String>,
    /// Whether a limit of placet was reached and the rest left out.
    cut: bool,
    text: String,
    /// Byte ranges; the end is exclusive.
    ranges: Vec<[usize; 2]>,
}

impl<'e> Extracted<'e> {
    /// The permitted part, with the decision and the files that it is based on.
    pub fn new(permitted: &'e Permitted<'_>, basis: Basis) -> Self {
        let texts = |all: &[Condition]| all.iter().map(ToString::to_string).collect();
        Self {
            check: Check::new(permitted.decision(), basis),
            permitted: Part {
                conditions: texts(permitted.conditions()),
                shortened: permitted.is_shortened(),
                absent: texts(permitted.absent()),
                cut: permitted.is_cut(),
                text: permitted.text(),
                ranges: permitted.ranges().into_iter().map(|it| [it.start, it.end]).collect(),
            },
        }
    }
}
