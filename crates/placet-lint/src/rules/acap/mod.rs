//! Rules about ACAP's fields in robots.txt.

pub(crate) mod table;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[];
