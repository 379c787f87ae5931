//! The laws that make one answer of statements, one law a file. [`order`] lists them.

pub(crate) mod acap;
mod acap_says;
mod access;
mod availability;
mod condition;
mod dependence;
mod facts;
mod kind;
pub(crate) mod order;
mod outcome;
mod page;
mod page_context;
mod question;
mod reason_code;
mod resource;
mod restriction;
pub(crate) mod rfc9309;
mod ruling;
mod section;
mod signal_ruling;
pub(crate) mod signals;
mod unchecked;

pub use kind::Law;
pub use outcome::Outcome;
pub(crate) use page_context::PageContext;
pub(crate) use question::{Question, SiteStatements, Statements};
pub use reason_code::ReasonCode;
pub(crate) use resource::{Base, needed_url};
pub use rfc9309::GroupChoice;
pub(crate) use ruling::{Considered, Ruling};
pub use section::Section;
pub use signal_ruling::{Contradiction, SignalEffect, SignalOutcome};
pub(crate) use signal_ruling::{FamilyRuling, SignalAt};
pub use unchecked::Unchecked;
