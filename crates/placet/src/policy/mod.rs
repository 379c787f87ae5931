//! The statements of a site, compiled: immutable, and the same for every crawler.

mod acap;
mod availability;
mod deferred;
mod lower;
mod page;
mod parts;
mod robots;
mod robots_signals;
mod rule_index;
mod signal_files;
mod source;
mod statement;
mod stored;
mod view;

pub(crate) use acap::{
    Acap, AcapPattern, AcapRecord, Addressed, Definitions, Purpose, Resources, Statement, Unfit,
};
pub use acap::{AcapRecordView, AcapStatement, ActionKind, Fault};
pub use availability::Availability;
#[cfg(feature = "html")]
pub use page::PageReader;
pub(crate) use page::{At, Document, LicenseSource, Mark, Named, PageParts};
pub use page::{PagePolicy, PagePolicyBuilder, PageProblem, PageStatement};
pub(crate) use parts::{Parts, RulePart};
pub use robots::{RobotsPolicy, RobotsPolicyBuilder};
pub(crate) use robots_signals::{RecordAt, RobotsSignals, SignalRecord};
pub(crate) use rule_index::RuleIndex;
pub(crate) use signal_files::{FileContent, Files, ReadFile};
pub use signal_files::{SignalFile, SignalFiles};
pub use source::{HeaderName, Source};
pub use statement::{StatementKind, StatementValue};
pub use view::{AgentLine, Group, Record, Rule};
