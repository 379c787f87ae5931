//! RFC 9309: which groups speak to a crawler, and which of their rules decides.

use smallvec::SmallVec;

use crate::agent::{self, Agent};
use crate::pattern::Pattern;
use crate::policy::{Parts, RuleKind, RulePart};
use crate::profile::Profile;

/// Which groups apply to a crawler, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9309 §2.2.1 knows these three cases")]
pub enum Choice {
    /// One or more groups name the crawler; taken together they are its group.
    Named,
    /// No group names it, so all `*` groups together are its group.
    Global,
    /// No group names it and there is no `*` group: everything is allowed.
    None,
}

impl Choice {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Global => "global",
            Self::None => "none",
        }
    }
}

/// On what ground RFC 9309 decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ground {
    /// The matching rule with the most octets decides (§2.2.2).
    Longest,
    /// An allow and a disallow of equal length match, and the allow wins (§2.2.2).
    AllowOnTie,
    /// No rule of the group matches, so the URL is allowed (§2.2.2).
    NothingMatched,
    /// No group applies to the crawler, so everything is allowed (§2.2.1).
    NoGroup,
    /// `/robots.txt` is always allowed (§2.2.2).
    RobotsTxt,
}

impl Ground {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Longest => "longest",
            Self::AllowOnTie => "allow-on-tie",
            Self::NothingMatched => "nothing-matched",
            Self::NoGroup => "no-group",
            Self::RobotsTxt => "robots-txt",
        }
    }

    /// The section that says so.
    pub const fn section(self) -> &'static str {
        match self {
            Self::NoGroup => "RFC 9309 section 2.2.1",
            _ => "RFC 9309 section 2.2.2",
        }
    }

    /// What that section says, in a few words.
    pub const fn law(self) -> &'static str {
        match self {
            Self::Longest | Self::AllowOnTie => "the most octets win; on a tie, allow wins",
            Self::NothingMatched => "what no rule matches is allowed",
            Self::NoGroup => "where no group applies, everything is allowed",
            Self::RobotsTxt => "/robots.txt is always allowed",
        }
    }
}

/// Whether a `User-agent` value addresses every crawler that no group names: `*` alone, or
/// followed by white space and anything (RFC 9309 §2.2.1, F-12).
pub(crate) fn is_global(value: &[u8]) -> bool {
    matches!(value, [b'*'] | [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..])
}

/// Whether a `User-agent` value names the crawler (RFC 9309 §2.2.1, F-11).
fn names(value: &[u8], agent: &Agent, profile: Profile) -> bool {
    let name = agent.name().as_bytes();
    let by_token = agent::token(value).eq_ignore_ascii_case(name);
    match profile {
        // Google compares the token alone, and an empty name equals an empty token.
        Profile::Google => by_token && !is_global(value),
        Profile::Full | Profile::Rfc9309 => {
            !name.is_empty() && (by_token || value.eq_ignore_ascii_case(name)) && !is_global(value)
        }
    }
}

/// The crawler that a `User-agent` value most likely means: the whole of it where that can be a
/// name, its leading token where more follows (`Googlebot/2.1`).
pub(crate) fn addressee(value: &[u8], profile: Profile) -> &[u8] {
    let token = agent::token(value);
    let is_name = !value.iter().any(|octet| matches!(octet, b' ' | b'\t' | b'/'));
    if is_global(value) {
        b"*"
    } else if profile != Profile::Google && (is_name || token.is_empty()) {
        value
    } else {
        token
    }
}

/// The `User-agent` lines that make groups apply to the crawler, by their place in the tables,
/// in the order of the file (RFC 9309 §2.2.1, F-13).
pub(crate) fn addressing(parts: &Parts, agent: &Agent) -> (Choice, SmallVec<[u32; 4]>) {
    let lines = |addresses: &dyn Fn(&[u8]) -> bool| -> SmallVec<[u32; 4]> {
        (0..)
            .zip(parts.agents.iter())
            .filter(|(_, line)| addresses(line.value.of(&parts.text)))
            .map(|(at, _)| at)
            .collect()
    };
    let named = lines(&|value| names(value, agent, parts.profile));
    if !named.is_empty() {
        return (Choice::Named, named);
    }
    let global = lines(&is_global);
    let choice = if global.is_empty() { Choice::None } else { Choice::Global };
    (choice, global)
}

/// A rule's place in the order of rules: the more octets the higher, and an allow above a
/// disallow of the same length (RFC 9309 §2.2.2, F-23, F-24). No rule at all is the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Rank(u32);

impl Rank {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn new(octets: usize, kind: RuleKind) -> Self {
        let octets = u32::try_from(octets).unwrap_or(u32::MAX).min(u32::MAX >> 1);
        Self(octets << 1 | u32::from(kind == RuleKind::Allow))
    }

    /// Whether both count the same octets.
    pub(crate) fn ties(self, other: Self) -> bool {
        self.0 >> 1 == other.0 >> 1
    }

    /// Whether a rule of this rank closes what it decides.
    pub(crate) fn closes(self) -> bool {
        self != Self::NONE && self.0 & 1 == 0
    }
}

/// The patterns of a rule: its own, and in Google's profile the folder that stands in for an
/// `index.htm` that does not match.
pub(crate) fn patterns(
    parts: &Parts,
    rule: RulePart,
) -> impl Iterator<Item = Pattern<'_>> + use<'_> {
    let pattern = parts.pattern(rule);
    let retried = parts.profile == Profile::Google && rule.kind() == RuleKind::Allow;
    let folder = if retried { pattern.google_folder() } else { None };
    [Some(pattern), folder].into_iter().flatten()
}
