//! The grammar of ACAP's fields in robots.txt (ACAP 1.0 §3), in the forms of 0.2, 1.0 and 1.1, and
//! of what pages say in its words (`meta.rs`).
//!
//! ```text
//! field               = "ACAP-" name ":" value
//! permission          = "ACAP-allow-" usage ":" resource *(qualifier "=" value)
//! prohibition         = "ACAP-disallow-" usage ":" resource
//! usage               = standard-usage / "(" local-name ")"
//! ```
//!
//! Sloppy forms are read as they are met in the wild (A-04): any line end, any white space, any
//! case, white space before the colon, none behind it.

mod blank;
mod field;
mod meta;

pub(crate) use blank::{has_odd_blank, leading as leading_blank};
pub use field::{Field, Named, UsageName, read};
pub(crate) use field::{is_acap, is_bare, is_crawler};
pub(crate) use meta::{ClassUsage, Meta, MetaPermission, is_meta, read_class, read_meta};
