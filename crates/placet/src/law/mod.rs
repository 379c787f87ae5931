//! The laws by which statements become one answer, one law a file. [`order`] lists them.

pub(crate) mod acap;
mod acap_says;
mod access;
mod availability;
mod condition;
mod dependence;
mod facts;
mod ground;
mod kind;
pub(crate) mod order;
mod page;
mod page_context;
mod question;
mod resource;
mod restriction;
pub(crate) mod rfc9309;
mod ruling;
mod unchecked;

pub use acap::AcapOutcome;
pub use ground::ReasonCode;
pub use kind::Law;
pub(crate) use page_context::PageContext;
pub(crate) use question::{Question, SiteStatements, Statements};
pub(crate) use resource::{Base, needed_url};
pub use rfc9309::{GroupChoice, Outcome};
pub(crate) use ruling::{Considered, ConsideredAs, Ruling};
pub use unchecked::Unchecked;
