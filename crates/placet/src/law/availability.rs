//! Whether there is a robots.txt (RFC 9309 §2.3.1, F-31 to F-35; docs/src/law/decision.md step 0).

use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::ruling::Ruling;
use crate::policy::Availability;

/// A file that cannot be reached prohibits everything; one that does not exist is silent.
pub(super) fn apply(_: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    for ruling in rulings {
        match statements.site.availability() {
            Availability::Unreachable => ruling.prohibit(ReasonCode::Unreachable),
            Availability::Read | Availability::Unavailable => ruling.code = silence(statements),
        }
    }
}

/// Why silence permits.
pub(super) fn silence(statements: &Statements<'_>) -> ReasonCode {
    match statements.site.availability() {
        Availability::Unavailable => ReasonCode::Unavailable,
        Availability::Read | Availability::Unreachable => ReasonCode::Silence,
    }
}
