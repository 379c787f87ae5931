//! What can be wrong with a signal (signals-law §15).

use std::fmt;

use crate::text::Span;
use crate::vocabulary::Family;

/// What is wrong, and the bytes concerned.
pub type SignalProblemAt = (SignalProblemKind, Span);

/// Something that is wrong with a signal, and where; of no family where it concerns a whole source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FamilyProblem<A> {
    pub(crate) family: Option<Family>,
    pub(crate) kind: SignalProblemKind,
    pub(crate) at: A,
}

/// One table of the kinds: each with what it means, its name for programs, and its message.
macro_rules! kinds {
    ($($(#[$meaning:meta])* $kind:ident, $name:literal, $message:literal;)+) => {
        /// What can be wrong with a signal about the use of content.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum SignalProblemKind {
            $($(#[$meaning])* $kind,)+
        }

        impl SignalProblemKind {
            /// All kinds, in their order.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// A stable name for programs.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// What is wrong, and how the signal is read.
            const fn message(self) -> &'static str {
                match self {
                    $(Self::$kind => $message,)+
                }
            }
        }
    };
}

kinds! {
    /// The statement, or a part of it, cannot be parsed; it is ignored.
    Unparsable, "signal-unparsable", "this cannot be parsed, so it is ignored";
    /// No document defines this key, label or token.
    UnknownKey, "signal-unknown-key", "no document defines this key";
    /// A label of an older revision; it is ignored.
    LegacyLabel, "signal-legacy-label", "an older revision had this label; it is ignored";
    /// No document defines this value; it is ignored, or read as the refusal that it evidently is.
    Value, "signal-value", "no document defines this value";
    /// It is not in the defined form, but read.
    Lenient, "signal-lenient", "not in the defined form; it is read all the same";
    /// A record before the first `User-agent` line.
    OutsideGroup, "signal-outside-group", "this record is before the first user-agent line";
    /// Two statements of one family disagree; the refusal counts.
    Conflict, "signal-conflict", "statements disagree; the refusal counts";
    /// A pattern that matches nothing, or one of another site.
    Pattern, "signal-pattern", "this pattern matches no URL of the site";
    /// An element in the body of a page, where it can only restrict.
    Scope, "signal-scope", "this element is in the body; it can only restrict";
    /// A reference that is not an absolute URL.
    Reference, "signal-reference", "not an absolute URL";
    /// An RSL document that cannot be read, or is not conformant.
    NotConformant, "signal-not-conformant", "the RSL document cannot be read or is not conformant";
    /// An RSL list names AI uses only, so that search is left silent.
    SearchUnmentioned, "signal-search-unmentioned", "this list names AI uses only and says nothing about search";
    /// A source over its ceiling; the rest was not read.
    Truncated, "signal-truncated", "longer than the ceiling; the rest is not read";
    /// A file in another format.
    Format, "signal-format", "the file is in another format, so it is not read";
}

impl fmt::Display for SignalProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
