//! The grammar of ACAP fields in robots.txt (ACAP 1.0 §3), in the forms of 0.2, 1.0 and 1.1, and of
//! ACAP in pages (`meta.rs`).
//!
//! ```text
//! field               = "ACAP-" name ":" value
//! permission          = "ACAP-allow-" usage ":" resource *(qualifier "=" value)
//! prohibition         = "ACAP-disallow-" usage ":" resource
//! usage               = standard-usage / "(" local-name ")"
//! ```
//!
//! Forms that occur in practice are accepted (A-04): any line end, any white space, any case, white
//! space before the colon and none after it.

mod blank;
mod field;
mod meta;

pub(crate) use blank::{has_odd_blank, leading as leading_blank};
pub use field::{Field, Named, UsageName, read};
pub(crate) use field::{is_acap, is_bare, is_crawler};
pub(crate) use meta::{ClassUsage, Meta, MetaPermission, is_meta, read_class, read_meta};
