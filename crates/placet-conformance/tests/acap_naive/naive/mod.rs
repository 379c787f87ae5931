//! A second interpreter of ACAP in robots.txt, written from the specification alone.
//!
//! It knows nothing of the engine and has no eye for speed: every question reads its files again
//! and every rule is written the way the text says it. R-, A- and F-numbers stand where the rule is
//! obeyed. What is left out on purpose: pages, headers, availability, other profiles, and the
//! ceiling of F-08.

mod acap;
mod conventional;
mod crawler;
mod definition;
mod expansion;
mod law;
mod purpose;
mod qualifier;
mod question;
mod site;
mod text;
mod time;

pub(crate) use law::{Law, Outcome, decide};
pub(crate) use question::{Answer, Place, Question};
pub(crate) use time::instant;
