//! RFC 9309: which groups speak to a crawler, and which of their rules decides.

use smallvec::SmallVec;

use crate::evaluate::decision::Outcome;
use crate::evaluate::inquiry::Inquiry;
use crate::law::ground::Ground;
use crate::pattern::{Pattern, Target};
use crate::policy::{Parts, RobotsPolicy, RulePart};
use crate::vocabulary::{Agent, Profile, Rank, RuleKind, Verdict, agent};

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

/// Whether a `User-agent` value addresses every crawler that no group names: `*` alone, or
/// followed by white space and anything (RFC 9309 §2.2.1, F-12).
pub(crate) fn is_global(value: &[u8]) -> bool {
    matches!(value, [b'*'] | [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..])
}

/// Whether a `User-agent` value names the crawler (RFC 9309 §2.2.1, F-11).
///
/// The whole value may also be the name, or the field that the crawler was asked for by, so that
/// `AI2Bot/1` finds a line of that text, whose token is `AI`.
fn names(value: &[u8], agent: &Agent, profile: Profile) -> bool {
    let name = agent.name().as_bytes();
    let by_token = agent::token(value).eq_ignore_ascii_case(name);
    let is = |text: &str| value.eq_ignore_ascii_case(text.as_bytes());
    match profile {
        // Google compares the token alone, and an empty name equals an empty token.
        Profile::Google => by_token && !is_global(value),
        Profile::Full | Profile::Rfc9309 => {
            !name.is_empty()
                && (by_token || is(agent.name()) || is(agent.user_agent()))
                && !is_global(value)
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

/// What RFC 9309 answers about a URL, and every rule that took part.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub(crate) policy: RobotsPolicy,
    pub(crate) choice: Choice,
    /// The `User-agent` lines that made groups apply, by their place in the tables.
    pub(crate) lines: SmallVec<[u32; 4]>,
    pub(crate) ground: Ground,
    pub(crate) matched: Vec<MatchedPart>,
}

/// A rule that matched, and what became of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchedPart {
    pub(crate) rule: RulePart,
    rank: Rank,
    pub(crate) octets: usize,
    pub(crate) outcome: Outcome,
}

impl Access {
    /// The answer for a target, without the rules that `contradicted` tells.
    pub(crate) fn new(
        inquiry: &Inquiry,
        target: &Target<'_>,
        contradicted: impl Fn(RulePart) -> bool,
    ) -> Self {
        let parts = &*inquiry.policy().parts;
        let mut matched: Vec<MatchedPart> = inquiry
            .rules()
            .filter_map(|rule| {
                let pattern = patterns(parts, rule.part).find(|pattern| pattern.matches(target))?;
                Some(MatchedPart {
                    rule: rule.part,
                    rank: Rank::new(pattern.len(), rule.kind()),
                    octets: pattern.len(),
                    outcome: if contradicted(rule.part) {
                        Outcome::Contradicted
                    } else {
                        Outcome::Shorter
                    },
                })
            })
            .collect();
        let ground = judge(&mut matched, inquiry.choice(), target);
        Self {
            policy: inquiry.policy().clone(),
            choice: inquiry.choice(),
            lines: inquiry.line_places().into(),
            ground,
            matched,
        }
    }

    /// The rule that decided, if one did.
    pub(crate) fn decided(&self) -> Option<&MatchedPart> {
        self.matched.iter().find(|part| part.outcome == Outcome::Decided)
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.decided() {
            Some(part) if part.rule.kind() == RuleKind::Disallow => Verdict::Prohibit,
            _ => Verdict::Permit,
        }
    }
}

/// Says of each rule that matched what became of it, and on what ground the question is decided
/// (RFC 9309 §2.2.2, F-23 to F-26).
fn judge(matched: &mut [MatchedPart], choice: Choice, target: &Target<'_>) -> Ground {
    if target.is_robots_txt() {
        for part in matched {
            part.outcome = Outcome::Moot;
        }
        return Ground::RobotsTxt;
    }
    let counts = |part: &MatchedPart| part.outcome != Outcome::Contradicted;
    let Some(highest) = matched.iter().filter(|part| counts(part)).map(|part| part.rank).max()
    else {
        return if choice == Choice::None { Ground::NoGroup } else { Ground::NothingMatched };
    };
    let (mut undecided, mut tie) = (true, false);
    for part in matched.iter_mut().filter(|part| counts(part)) {
        part.outcome = if part.rank == highest {
            if std::mem::take(&mut undecided) { Outcome::Decided } else { Outcome::Repeats }
        } else if part.rank.ties(highest) {
            tie = true;
            Outcome::LostTie
        } else {
            Outcome::Shorter
        };
    }
    if tie { Ground::AllowOnTie } else { Ground::Longest }
}
