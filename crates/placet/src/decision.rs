//! The answer: a verdict and all that led to it.

use std::fmt;
use std::time::Duration;

use crate::agent::Agent;
use crate::decide::Inquiry;
use crate::law::rfc9309::{self, Choice, Ground, Rank};
use crate::policy::{RobotsPolicy, Rule, RuleKind};
use crate::profile::Profile;
use crate::target::Target;
use crate::usage::Usage;

/// Whether a use is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there is no third answer")]
pub enum Verdict {
    /// The crawler may.
    Permit,
    /// The crawler may not.
    Prohibit,
}

impl Verdict {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permit => "permit",
            Self::Prohibit => "prohibit",
        }
    }

    /// Whether the crawler may.
    pub const fn is_permit(self) -> bool {
        matches!(self, Self::Permit)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule that matched, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Matched<'d> {
    rule: Rule<'d>,
    octets: usize,
    outcome: Outcome,
}

impl<'d> Matched<'d> {
    /// The rule.
    pub fn rule(&self) -> Rule<'d> {
        self.rule
    }

    /// The octets that counted (RFC 9309 §2.2.2, F-23).
    pub fn octets(&self) -> usize {
        self.octets
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// What became of a rule that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It decided.
    Decided,
    /// A longer rule overrode it.
    Shorter,
    /// It is a disallow, and an allow of the same length overrode it.
    LostTie,
    /// It says the same as the rule that decided, further down.
    Repeats,
    /// `/robots.txt` is always allowed, whatever rules say.
    Moot,
}

impl Outcome {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Shorter => "shorter",
            Self::LostTie => "lost-tie",
            Self::Repeats => "repeats",
            Self::Moot => "moot",
        }
    }
}

/// The answer to a question, with all that led to it.
#[derive(Debug, Clone)]
pub struct Decision {
    policy: RobotsPolicy,
    agent: Agent,
    target: Box<str>,
    choice: Choice,
    /// The `User-agent` lines that made groups apply, by their place in the tables.
    pub(crate) lines: Box<[u32]>,
    ground: Ground,
    matched: Box<[MatchedPart]>,
    crawl_delay: Option<Duration>,
}

#[derive(Debug, Clone, Copy)]
struct MatchedPart {
    rule: crate::policy::RulePart,
    rank: Rank,
    octets: usize,
    outcome: Outcome,
}

impl Decision {
    pub(crate) fn new(inquiry: &Inquiry, target: &Target<'_>) -> Self {
        let parts = &*inquiry.policy().parts;
        let mut matched: Vec<MatchedPart> = inquiry
            .rules()
            .filter_map(|rule| {
                let pattern =
                    rfc9309::patterns(parts, rule.part).find(|pattern| pattern.matches(target))?;
                Some(MatchedPart {
                    rule: rule.part,
                    rank: Rank::new(pattern.len(), rule.kind()),
                    octets: pattern.len(),
                    outcome: Outcome::Shorter,
                })
            })
            .collect();
        let ground = judge(&mut matched, inquiry.choice(), target);
        Self {
            policy: inquiry.policy().clone(),
            agent: inquiry.agent().clone(),
            target: target.to_string().into(),
            choice: inquiry.choice(),
            lines: inquiry.line_places().into(),
            ground,
            matched: matched.into(),
            crawl_delay: inquiry.crawl_delay(),
        }
    }

    /// Whether the crawler may.
    pub fn verdict(&self) -> Verdict {
        match self.deciding() {
            Some(rule) if rule.kind() == RuleKind::Disallow => Verdict::Prohibit,
            _ => Verdict::Permit,
        }
    }

    /// The policy that was asked.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// The profile that was followed.
    pub fn profile(&self) -> Profile {
        self.policy.profile()
    }

    /// The crawler that asked.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The use it asked for.
    pub fn usage(&self) -> Usage {
        Usage::Crawl
    }

    /// The path and query it asked about, in normal form.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Which groups applied, and why.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// On what ground RFC 9309 decided.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// The rule that decided, if one did.
    pub fn deciding(&self) -> Option<Rule<'_>> {
        self.matched().find(|matched| matched.outcome == Outcome::Decided).map(|it| it.rule)
    }

    /// Every rule that matched, in the order of the file.
    pub fn matched(&self) -> impl Iterator<Item = Matched<'_>> {
        let parts = &*self.policy.parts;
        self.matched.iter().map(move |part| Matched {
            rule: Rule { parts, part: part.rule },
            octets: part.octets,
            outcome: part.outcome,
        })
    }

    /// The time the crawler is asked to leave between two requests.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
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
    let Some(highest) = matched.iter().map(|part| part.rank).max() else {
        return if choice == Choice::None { Ground::NoGroup } else { Ground::NothingMatched };
    };
    let (mut undecided, mut tie) = (true, false);
    for part in matched {
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

impl fmt::Display for Decision {
    /// The statement that decided, or that nothing did: `robots.txt:2 Disallow: /drafts/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deciding() {
            Some(rule) => write!(f, "robots.txt:{} {}", rule.line(), rule.text()),
            None => write!(f, "{}", self.ground.law()),
        }
    }
}
