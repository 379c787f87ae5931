//! The grammar of robots.txt (RFC 9309 §2.2): lines, and the record that a line may contain.
//!
//! ```text
//! robotstxt      = *(group / emptyline)
//! startgroupline = *WS "user-agent" *WS ":" *WS product-token EOL
//! rule           = *WS ("allow" / "disallow") *WS ":" *WS (path-pattern / empty-pattern) EOL
//! EOL            = *WS [comment] NL
//! ```
//!
//! Groups are not part of the tree: [`policy`](crate::RobotsPolicy) assigns lines to groups.

mod encoding;
mod fast_path;
mod key;
mod line;
mod mark;
mod markup;
mod prelude;

pub use encoding::{Encoding, Garbled};
pub(crate) use fast_path::without_comment;
pub use key::{Key, RecordScope};
pub use line::{Content, Line, Lines, Record};
pub use markup::is_markup;
pub(crate) use prelude::{line_ends, prelude};
