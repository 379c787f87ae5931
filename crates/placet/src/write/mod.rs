//! Writes robots.txt, with or without ACAP, and the statements of pages.
//!
//! A [`RobotsFile`] is built from parts that cannot express what the documents forbid, or [from a
//! policy](RobotsFile::from_policy), and then [printed](RobotsFile::print).
//!
//! ```
//! use placet::write::{
//!     Crawlers, Field, Group, LineEnd, Name, PathPattern, QualifiedUsage, Record, Resources,
//!     RobotsFile,
//! };
//! use placet::{RobotsPolicy, Usage};
//!
//! let mut file = RobotsFile::new();
//! file.group(Group::new("*")?.disallow(PathPattern::new("/drafts/")?));
//! let images = Name::new("images")?;
//! file.resource_set(images.clone(), [PathPattern::new("*.gif$")?, PathPattern::new("/pics/")?])?;
//! let kept = QualifiedUsage::new(Usage::Preserve)?.on("time-limit=30-days".parse()?)?;
//! file.record(
//!     Record::new(Crawlers::any(), Field::allow(kept, PathPattern::new("/")?))
//!         .and(Field::disallow(Usage::Preserve, Resources::set(images))?),
//! )?;
//!
//! let text = file.print(LineEnd::Lf);
//! assert_eq!(
//!     text,
//!     "##ACAP version=1.0\n\
//!      \n\
//!      User-agent: *\n\
//!      Disallow: /drafts/\n\
//!      \n\
//!      ACAP-resource-set: images *.gif$ /pics/\n\
//!      \n\
//!      ACAP-crawler: *\n\
//!      ACAP-allow-preserve: / time-limit=30-days\n\
//!      ACAP-disallow-preserve: the-acap:resource-set:images\n"
//! );
//! let read = RobotsPolicy::parse(file.print(LineEnd::CrLf).as_bytes());
//! assert_eq!(read.problems().count(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`PageRules`] writes the rules of one page as a `Robots-Tag` field or as META elements,
//! [`acap_metas`] writes ACAP's META elements. Both can be created from a page that was read.

mod define;
mod error;
mod field;
mod file;
mod group;
mod meaning;
mod meta;
mod of_page;
mod page;
mod policy;
mod print;
mod record;
mod spell;
mod text;

#[cfg(test)]
mod tests;

pub use error::{InvalidCondition, InvalidDefinition, InvalidText, InvalidUsage, UndefinedName};
pub use field::{Field, QualifiedUsage, Request, Resources};
pub use file::{Constituent, RobotsFile};
pub use group::{Group, Other};
pub use meaning::same_meaning;
pub use meta::{AcapMeta, acap_metas};
pub use page::PageRules;
pub use print::LineEnd;
pub use record::{Crawlers, Part, Record, Reference, SubRecord};
pub use text::{Location, Name, PathPattern, Purpose};
