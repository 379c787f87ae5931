//! All kinds of paths that the statements to a crawler distinguish.
//!
//! A decision depends on a path only through the patterns that match it, of which there are
//! finitely many sets. The patterns are [gathered](gather) as [terms](terms), each with the effect
//! of matching it, and [walked](walk) along every path.

mod budget;
mod contradiction;
mod gather;
pub(crate) mod signals;
mod terms;
mod token;
mod walk;

use std::borrow::Cow;

pub(crate) use budget::{Budget, Spent};
pub(crate) use gather::{By, Gather, Use};
pub(crate) use terms::{Term, Terms, Wanted};
pub(crate) use token::{FieldContent, Sort};
pub(crate) use walk::{Aim, Found, Met, Walk};

use crate::evaluate::AgentPolicy;
use crate::vocabulary::Profile;

/// A text whose target is the path itself: Google's matcher reads a host after a leading `//`, the
/// other profiles take a path as it is (F-20).
pub(crate) fn url(path: &str, profile: Profile) -> Cow<'_, str> {
    if profile.behaviour().takes_any_text {
        Cow::Owned(format!("http://a{path}"))
    } else {
        Cow::Borrowed(path)
    }
}

/// How many statements are examined when a file is asked.
pub(crate) fn weight(agent_policy: &AgentPolicy) -> u64 {
    let applicable = agent_policy.applicable();
    let entries = applicable.iter().flat_map(|it| &it.views).map(|view| view.entries.len());
    let rules = agent_policy.conventional().map(|file| file.rules().count());
    let signals = agent_policy.policy().parts.signals();
    let signals = signals.map(|it| it.usages.len() + it.signals.len() + it.trainings.len());
    let signals = signals.into_iter().chain([signals::in_files(agent_policy)]);
    rules.chain(entries).chain(signals).sum::<usize>() as u64
}
