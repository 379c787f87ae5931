//! A second interpreter of ACAP in robots.txt, written from the specification alone.
//!
//! It does not use the engine and ignores speed: every question reads its files again, and every rule
//! is written as in the text. R-, A- and F-numbers mark the rules. Not covered: pages, headers, availability, other profiles, and the
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
