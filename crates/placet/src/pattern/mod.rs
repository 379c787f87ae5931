//! The pattern language of rules (RFC 9309 §2.2.2, §2.2.3): normalisation, matching one pattern or
//! many at once, and patterns as sets of paths.
//!
//! All code that reasons about patterns is in this module. A pattern matches every path that begins
//! with its text; `*` matches any bytes, and a final `$` matches the end of the path.
//!
//! ```
//! use placet::RobotsPolicy;
//! use placet::pattern::Pattern;
//!
//! let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /docs/\nAllow: /docs/*.p%64f$\n");
//! let group = site.groups().next().unwrap();
//! let mut patterns = group.rules().filter_map(|rule| Pattern::from_normal_form(rule.normal_form()?));
//! let (docs, pdf) = (patterns.next().unwrap(), patterns.next().unwrap());
//!
//! assert!(docs.covers(&pdf) && !pdf.covers(&docs));
//! assert_eq!(pdf.example(), "/docs/x.pdf");
//! ```

pub(crate) mod automaton;
mod byte_set;
mod example;
pub(crate) mod index;
pub(crate) mod matcher;
pub(crate) mod normalise;
mod owned;
mod relation;
pub(crate) mod scope;
pub(crate) mod search;
pub(crate) mod target;
#[cfg(test)]
mod tests;

pub(crate) use byte_set::ByteSet;
pub(crate) use index::Index;
pub use matcher::Pattern;
pub use owned::OwnedPattern;
pub use scope::{Scope, compare as compare_scopes};
pub use search::{Witness, witness};
pub use target::{InvalidUrl, Target};
