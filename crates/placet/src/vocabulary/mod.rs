//! The nouns of questions and decisions: agents, crawlers, usages, profiles, verdicts, conditions.

pub(crate) mod agent;
pub(crate) mod condition;
mod crawler;
mod family;
mod profile;
mod rank;
mod usage;
mod verdict;

pub use agent::{Agent, AgentProblem};
pub use condition::{
    Condition, Date, ImagePreview, Length, Locator, Modification, Moment, Qualifier, Resource,
    TimeLimit, UseLevel,
};
pub use crawler::{AskedAt, Crawler};
pub use family::{Families, Family, UnknownFamily};
pub use profile::{Profile, UnknownProfile};
pub use rank::{Rank, RuleKind};
pub use usage::{UnknownUsage, Usage};
pub use verdict::Verdict;
