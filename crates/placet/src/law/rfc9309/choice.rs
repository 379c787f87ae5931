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
    let by_token = agent::token(value).eq_ignore_ascii_case(name);
    let is = |text: &str| value.eq_ignore_ascii_case(text.as_bytes());
    // Where only the token is compared, an empty name equals an empty token.
    if profile.behaviour().names_by_token_alone {
        by_token
    } else {
        !name.is_empty() && (by_token || is(agent.name()) || is(agent.user_agent()))
    }
}

/// The `User-agent` lines that make groups apply to the crawler, by their place in the tables,
/// in the order of the file (RFC 9309 §2.2.1, F-13).
pub(crate) fn addressing(parts: &Parts, agent: &Agent) -> (GroupChoice, SmallVec<[u32; 4]>) {
    // Most lines name another crawler, as their first letter shows. An empty name has none: it equals
    // the empty token of any value that begins with another character.
    let lower = |first: &u8| first | 0x20;
    let letter = |text: &str| text.as_bytes().first().map(lower);
    let letters = letter(agent.name()).zip(letter(agent.user_agent()));
    let (mut named, mut global) = (SmallVec::new(), SmallVec::new());
    for (at, line) in (0..).zip(&parts.agents) {
        let value = line.value.of(&parts.text);
        let begins = match (letters, value.first().map(lower)) {
            (Some((name, field)), Some(first)) => first == name || first == field,
            _ => true,
        };
        if begins && !agent::is_global(value) && names(value, agent, parts.profile) {
            named.push(at);
        } else if agent::is_global(value) {
            global.push(at);
        }
    }
    if !named.is_empty() {
        (GroupChoice::Named, named)
    } else if !global.is_empty() {
        (GroupChoice::Global, global)
    } else {
        (GroupChoice::None, global)
    }
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
