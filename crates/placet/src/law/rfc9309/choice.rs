//! Which groups apply to a crawler (RFC 9309 §2.2.1).

use smallvec::SmallVec;

use crate::policy::{AgentLine, Parts, RobotsPolicy};
use crate::vocabulary::{Agent, Profile, agent};

/// Which groups apply to a crawler, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 §2.2.1 knows these three cases")]
pub enum GroupChoice {
    /// One or more groups name the crawler; taken together they are its group.
    Named,
    /// No group names it, so all `*` groups together are its group.
    Global,
    /// No group names it and there is no `*` group: everything is allowed.
    None,
}

impl GroupChoice {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Global => "global",
            Self::None => "none",
        }
    }
}

/// Whether a `User-agent` value names the crawler (RFC 9309 §2.2.1, F-11).
///
/// The whole value may also equal the name or the `User-Agent` field of the crawler, so that
/// `AI2Bot/1` finds a line of that text, whose token is `AI`.
fn names(value: &[u8], agent: &Agent, profile: Profile) -> bool {
    let name = agent.name().as_bytes();
    // Most lines name another crawler, as their first letter shows.
    let begins = |text: &[u8]| match (text.first(), value.first()) {
        (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
        _ => true,
    };
    if !begins(name) && !begins(agent.user_agent().as_bytes()) {
        return false;
    }
    let by_token = agent::token(value).eq_ignore_ascii_case(name);
    let is = |text: &str| value.eq_ignore_ascii_case(text.as_bytes());
    // Where only the token is compared, an empty name equals an empty token.
    let named = if profile.behaviour().names_by_token_alone {
        by_token
    } else {
        !name.is_empty() && (by_token || is(agent.name()) || is(agent.user_agent()))
    };
    named && !agent::is_global(value)
}

/// The `User-agent` lines that make groups apply to the crawler, by their place in the tables,
/// in the order of the file (RFC 9309 §2.2.1, F-13).
pub(crate) fn addressing(parts: &Parts, agent: &Agent) -> (GroupChoice, SmallVec<[u32; 4]>) {
    let lines = |addresses: &dyn Fn(&[u8]) -> bool| -> SmallVec<[u32; 4]> {
        (0..)
            .zip(parts.agents.iter())
            .filter(|(_, line)| addresses(line.value.of(&parts.text)))
            .map(|(at, _)| at)
            .collect()
    };
    let named = lines(&|value| names(value, agent, parts.profile));
    if !named.is_empty() {
        return (GroupChoice::Named, named);
    }
    let global = lines(&agent::is_global);
    let choice = if global.is_empty() { GroupChoice::None } else { GroupChoice::Global };
    (choice, global)
}

impl RobotsPolicy {
    /// The `User-agent` lines that make groups apply to a crawler, in the order of the file, and
    /// why they do (RFC 9309 §2.2.1). It costs less than [`for_agent`](RobotsPolicy::for_agent).
    pub fn agent_lines(&self, agent: &Agent) -> (GroupChoice, impl Iterator<Item = AgentLine<'_>>) {
        let parts = &*self.parts;
        let (choice, lines) = addressing(parts, agent);
        let lines = lines.into_iter().filter_map(|line| parts.agents.get(line as usize));
        (choice, lines.map(move |&part| AgentLine { parts, part }))
    }
}
