//! A second interpreter of signals, written from the law alone.
//!
//! It knows nothing of the engine and has no eye for speed: every question reads its texts again,
//! and every rule is written the way the law says it, with its S-number. What is left out: ACAP in
//! pages, dates, whether robots.txt was available, and reasons other than those of signals.

mod ai_training;
mod ai_txt;
mod aipref;
mod content_signal;
mod control_token;
mod decide;
mod field;
mod finding;
mod google;
mod json;
mod link;
mod noai;
mod page;
mod page_rule;
mod robots;
mod rsl;
mod site;
mod structured;
mod tdmrep;
mod trust_txt;

pub(crate) use decide::decide;
pub(crate) use finding::FAMILIES;
