//! All paths there are, as far as what is said to a crawler tells them apart.
//!
//! A decision depends on a path only through the patterns that match it, of which there are
//! finitely many sets. The patterns are [gathered](gather) as [terms](terms), each with what
//! matching it comes to, and [walked](walk) along every path.

mod budget;
mod contradiction;
mod gather;
mod terms;
mod token;
mod walk;

use std::borrow::Cow;

pub(crate) use budget::{Budget, Spent};
pub(crate) use gather::{By, Gather, Use};
pub(crate) use terms::{Term, Terms, Wanted};
pub(crate) use token::{Saying, Sort};
pub(crate) use walk::{Aim, Found, Met, Walk};

use crate::evaluate::AgentPolicy;
use crate::vocabulary::Profile;

/// A text whose target is the path itself: Google's matcher reads a host behind a leading `//`, the
/// other profiles take a path as it stands (F-20).
pub(crate) fn url(path: &str, profile: Profile) -> Cow<'_, str> {
    if profile.behaviour().takes_any_text {
        Cow::Owned(format!("http://a{path}"))
    } else {
        Cow::Borrowed(path)
    }
}

/// How many statements are weighed when a file is asked.
pub(crate) fn weight(agent_policy: &AgentPolicy) -> u64 {
    let applicable = agent_policy.applicable();
    let entries = applicable.iter().flat_map(|it| &it.views).map(|view| view.entries.len());
    let rules = agent_policy.conventional().map(|file| file.rules().count());
    rules.chain(entries).sum::<usize>() as u64
}
