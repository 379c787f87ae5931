//! Why: every statement that took part in a decision, and its part in it.

use std::borrow::Cow;

use crate::decision::{Decision, Outcome};
use crate::law::rfc9309::{Choice, Ground};
use crate::policy::AgentLine;
use crate::source::Span;

/// A statement that took part in a decision, or the fact that nothing was said.
#[derive(Debug, Clone)]
pub struct Reason<'d> {
    part: Part,
    place: Option<Place<'d>>,
    octets: Option<usize>,
    why: String,
}

#[derive(Debug, Clone)]
struct Place<'d> {
    line: usize,
    column: usize,
    span: Span,
    text: Cow<'d, str>,
}

/// The part a statement has in a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// It made its group apply to the crawler.
    Group(Choice),
    /// It matched, and this became of it.
    Rule(Outcome),
    /// Nothing was said that decides.
    Silence(Ground),
}

impl Part {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group(_) => "group",
            Self::Rule(outcome) => outcome.name(),
            Self::Silence(_) => "silence",
        }
    }
}

impl Reason<'_> {
    /// Its part in the decision.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The line the statement stands on, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }

    /// The column it begins at, counted in octets from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.column)
    }

    /// Where it stands.
    pub fn span(&self) -> Option<Span> {
        self.place.as_ref().map(|place| place.span)
    }

    /// The statement as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> Option<&str> {
        self.place.as_ref().map(|place| &*place.text)
    }

    /// The octets that counted when rules were compared (RFC 9309 §2.2.2).
    pub fn octets(&self) -> Option<usize> {
        self.octets
    }

    /// The part in a few words, for people.
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl Decision {
    /// Every statement that took part: the lines that chose the groups, then every rule that
    /// matched, in the order of the file; and where no rule decided, what did.
    pub fn reasons(&self) -> impl Iterator<Item = Reason<'_>> {
        let groups = self.agent_lines().map(|line| self.group_reason(line));
        let rules = self.matched().map(|matched| {
            let rule = matched.rule();
            Reason {
                part: Part::Rule(matched.outcome()),
                place: Some(self.place(rule.line(), rule.record(), rule.text())),
                octets: Some(matched.octets()),
                why: self.rule_why(matched.outcome(), matched.octets()),
            }
        });
        let silence = self.deciding().is_none().then(|| Reason {
            part: Part::Silence(self.ground()),
            place: None,
            octets: None,
            why: self.ground().law().to_owned(),
        });
        groups.chain(rules).chain(silence)
    }

    /// The `User-agent` lines that made groups apply, in the order of the file.
    pub fn agent_lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        let parts = &*self.policy().parts;
        self.lines
            .iter()
            .filter_map(|&line| parts.agents.get(line as usize))
            .map(move |&part| AgentLine { parts, part })
    }

    fn place<'d>(&'d self, line: usize, span: Span, text: Cow<'d, str>) -> Place<'d> {
        Place { line, column: span.column(self.policy().text()), span, text }
    }

    fn group_reason<'d>(&'d self, line: AgentLine<'d>) -> Reason<'d> {
        let why = match self.choice() {
            Choice::Named => format!("this group names {}", self.agent()),
            _ if self.agent().name().is_empty() => "`*` addresses a crawler without a name".into(),
            _ => format!("no group names {}, so `*` applies", self.agent()),
        };
        Reason {
            part: Part::Group(self.choice()),
            place: Some(self.place(line.line(), line.record(), line.text())),
            octets: None,
            why,
        }
    }

    fn rule_why(&self, outcome: Outcome, octets: usize) -> String {
        let unit = if octets == 1 { "octet" } else { "octets" };
        match (outcome, self.ground()) {
            (Outcome::Decided, Ground::AllowOnTie) => {
                format!("longest match, {octets} {unit}; allow wins the tie")
            }
            (Outcome::Decided, _) => format!("longest match, {octets} {unit}"),
            (Outcome::Shorter, _) => format!("matches too, but only {octets} {unit}"),
            (Outcome::LostTie, _) => format!("matches too, {octets} {unit}, but allow wins a tie"),
            (Outcome::Repeats, _) => format!("says the same once more, {octets} {unit}"),
            (Outcome::Moot, _) => "matches, but /robots.txt is always allowed".into(),
        }
    }
}
