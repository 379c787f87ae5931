//! ## What it finds
//! A header, or a page, with both `tdm-reservation` 1 and `tdm-reservation` 0.
//!
//! ## Why it matters
//! The protocol does not say which one counts. placet takes the reservation.
//!
//! ## Example
//! ```http
//! HTTP/1.1 200 OK
//! tdm-reservation: 1
//! tdm-reservation: 0
//! ```
//! Write instead:
//! ```http
//! HTTP/1.1 200 OK
//! tdm-reservation: 1
//! ```
//!
//! ## Fix
//! By hand: keep one of the two.
//!
//! ## Reference
//! - [TDM Reservation Protocol](https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)

use std::ops::Range;

use placet::signals::Family;
use placet::syntax::signals::tdmrep::Reservations;

use super::table::tag;
use crate::finding::{Findings, Severity};
use crate::rule::{Check, Rule};
use crate::subject::{Kind, field_lines};
use crate::view::{View, quote};

pub(crate) const RULE: Rule = Rule {
    code: "SIG206",
    name: "tdm-reservations-differ",
    severity: Severity::Warning,
    source: include_str!("tdm_reservations_differ.rs"),
    check: Check::File(check),
};

/// Where a value is: its bytes, or the tag of an element.
pub(super) enum ValueAt {
    Field(usize),
    /// The tag, and the value, which is decoded.
    Element(Range<usize>, Box<str>),
}

impl ValueAt {
    /// A span of the value as one of the file; in an element, whose value is decoded, its tag.
    pub(super) fn at(&self, span: Range<usize>) -> Range<usize> {
        match self {
            Self::Field(start) => start + span.start..start + span.end,
            Self::Element(tag, _) => tag.clone(),
        }
    }

    /// A span of the value, quoted for a message.
    pub(super) fn quote(&self, view: &View<'_>, span: Range<usize>) -> String {
        match self {
            Self::Field(_) => view.quote(self.at(span)),
            Self::Element(_, value) => quote(value.as_bytes().get(span).unwrap_or_default()),
        }
    }
}

/// The values of `tdm-reservation` in the lines of a header, or the elements of a page.
pub(super) fn reservations(view: &View<'_>) -> Vec<(Reservations, ValueAt)> {
    let mut all = Vec::new();
    if view.kind == Kind::Fields && view.reads(Family::Tdmrep) {
        let lines = field_lines(view.text);
        for line in lines.filter(|it| it.name.eq_ignore_ascii_case("tdm-reservation")) {
            all.push((Reservations::read(line.value), ValueAt::Field(line.start)));
        }
    }
    for element in &view.signals().elements {
        if element.name.trim().eq_ignore_ascii_case("tdm-reservation") {
            let read = Reservations::read(element.content.as_bytes());
            all.push((read, ValueAt::Element(tag(element), element.content.clone())));
        }
    }
    all
}

fn check(view: &View<'_>, findings: &mut Findings) {
    let all = reservations(view);
    let mut values = all
        .iter()
        .flat_map(|(read, at)| read.values.iter().map(|(is_one, it)| (*is_one, at.at(it.range()))));
    let one = values.clone().find(|(is_one, _)| *is_one);
    let zero = values.find(|(is_one, _)| !is_one);
    if let (Some((_, one)), Some((_, zero))) = (one, zero) {
        findings
            .at(zero, "crawlers differ in whether this lifts the reservation that is also here")
            .also(one, "reserves")
            .help("keep one of the two");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "HTTP/1.1 200\ntdm-reservation: 1, 0\n",
            "<title>a</title><meta name=tdm-reservation content=1><meta name=tdm-reservation content=0>",
        ],
        silent: [
            "HTTP/1.1 200\ntdm-reservation: 1\ntdm-reservation: 1\n",
            "<title>a</title><meta name=tdm-reservation content=0>",
        ],
    }
}
