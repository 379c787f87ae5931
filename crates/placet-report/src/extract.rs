//! The part of a page that a usage may touch, for programs.

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

/// What may be used, and on which conditions: those of elements included.
#[derive(Debug, Serialize)]
struct Part {
    conditions: Vec<String>,
    /// More could be used, but is longer than the conditions allow.
    shortened: bool,
    /// The conditions that name an element which is not in the page.
    absent: Vec<String>,
    /// A ceiling was met, and the rest left out.
    cut: bool,
    text: String,
    /// In bytes, with the end left out.
    ranges: Vec<[usize; 2]>,
}

impl<'e> Extracted<'e> {
    /// What may be used, with the decision and what it was made from.
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
