//! Every statement that took part in a decision, found by going through its rulings.

use std::fmt;

use super::page;
use super::reason::{Part, Place, Reason};
use crate::evaluate::Decision;
use crate::law::Outcome;
use crate::law::acap::{AcapOutcome, Entry, Origin, Unread};
use crate::law::rfc9309::{Access, GroupChoice, MatchedPart};
use crate::law::{Considered, ConsideredAs, ReasonCode, Ruling};
use crate::policy::{AgentLine, RobotsPolicy, Rule};
use crate::text::Span;
use crate::vocabulary::{Usage, Verdict};

impl fmt::Display for Decision {
    /// The statement that decided, or what did where none did: `robots.txt:2 Disallow: /drafts/`.
    /// What was not checked follows: `… (not checked: expires 2011-01-01)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Some(reason) if reason.is_written() => write!(f, "{reason}")?,
            _ => f.write_str(self.citation().says())?,
        }
        for (at, unchecked) in self.unchecked().iter().enumerate() {
            write!(f, "{}{unchecked}", if at == 0 { " (not checked: " } else { ", " })?;
        }
        if self.unchecked().is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl Decision {
    /// What decided: a rule, an ACAP field, a statement of the page, or what decides where nothing
    /// is said. It borrows from the decision.
    ///
    /// Where several statements decide together, it is the first of those that the
    /// [code](Decision::ground) is about: an element for `element`, a META element for `page`.
    pub fn reason(&self) -> Option<Reason<'_>> {
        let mut deciding: Vec<_> = self.reasons().filter(Reason::decides).collect();
        let code = deciding.first()?.ground();
        let is_meant = |it: &Reason<'_>| {
            it.ground() == code
                && match code {
                    Some(ReasonCode::Element) => it.part() == Part::Element,
                    Some(ReasonCode::Page) => it.is_of_page(),
                    _ => true,
                }
        };
        let at = deciding.iter().position(is_meant).unwrap_or_default();
        Some(deciding.swap_remove(at))
    }

    /// Every statement that took part, usage by usage where one depends on another: the lines
    /// that chose conventional groups, the rules that matched, the ACAP fields; and where no
    /// statement decided, what did.
    pub fn reasons(&self) -> impl Iterator<Item = Reason<'_>> {
        self.rulings().iter().flat_map(|ruling| self.reasons_of(ruling))
    }

    /// The `User-agent` lines that made groups apply, in the order of the file.
    pub fn agent_lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        self.access().into_iter().flat_map(Access::lines)
    }

    fn reasons_of<'d>(&'d self, ruling: &'d Ruling) -> Vec<Reason<'d>> {
        let mut reasons = Vec::new();
        for access in &ruling.accesses {
            reasons.extend(access.lines().map(|line| self.group(ruling, access, line)));
            reasons.extend(access.matched.iter().map(|it| rule(ruling, access, it)));
        }
        reasons.extend(ruling.statements.iter().filter_map(|heard| self.field(ruling, *heard)));
        reasons.extend(self.page_asked().into_iter().flat_map(|asked| {
            let parts = &*asked.policy.parts;
            let marks = ruling.marks.iter().filter_map(|&it| page::mark(ruling, asked, it));
            let rules =
                ruling.restrictions.iter().filter_map(|&it| page::restriction(ruling, parts, it));
            let hidden =
                ruling.without_snippets.map(|at| page::without_snippets(ruling, parts, at));
            marks.chain(rules).chain(hidden)
        }));
        let files = self.applicable().map_or(&[][..], |it| &it.files);
        let files = files.iter().filter(|_| ruling.usage == Usage::Crawl);
        reasons.extend(files.filter_map(|file| directive(ruling, file)));
        if ruling.ground == ReasonCode::Unread
            && let Some(Unread { line, span, why }) = self.applicable().and_then(|it| it.unread)
        {
            reasons.push(Reason {
                ground: Some(ReasonCode::Unread),
                place: Some(place(self.policy(), line as usize, span)),
                ..Reason::new(
                    Part::Reference,
                    ruling.usage,
                    format!("{}, so everything is prohibited", why.message()),
                )
            });
        }
        if !reasons.iter().any(Reason::decides) {
            reasons.push(Reason {
                ground: Some(ruling.ground),
                ..Reason::new(
                    Part::Silence(ruling.ground),
                    ruling.usage,
                    ruling.ground.law().to_owned(),
                )
            });
        }
        let citation = self.cited(ruling);
        for reason in &mut reasons {
            reason.citation = Some(citation);
            if let Some(resource) = ruling.resource.as_deref() {
                reason.resource = Some(resource);
                reason.why = format!("{resource} is needed: {}", reason.why);
            }
        }
        reasons
    }

    fn group<'d>(&'d self, ruling: &Ruling, access: &'d Access, line: AgentLine<'d>) -> Reason<'d> {
        let why = match access.choice() {
            GroupChoice::Named => format!("this group names {}", self.agent()),
            _ if self.agent().name().is_empty() => "`*` addresses a crawler without a name".into(),
            _ => format!("no group names {}, so `*` applies", self.agent()),
        };
        Reason {
            place: Some(place(access.policy(), line.line(), line.record())),
            ..Reason::new(Part::Group(access.choice()), ruling.usage, why)
        }
    }

    fn field<'d>(&'d self, ruling: &Ruling, heard: Considered) -> Option<Reason<'d>> {
        let (acap, statement) = self.statement(heard.entry)?;
        let (part, decided) = match heard.part {
            ConsideredAs::Matches { fate, .. } => (Part::Field(fate), fate == AcapOutcome::Decided),
            ConsideredAs::OtherPurpose => (Part::OtherPurpose, false),
        };
        let place = match self.page_asked() {
            Some(asked) if heard.entry.origin == Origin::Page => {
                let parts = &asked.policy.parts;
                page::place_in_page(parts, parts.meta_at(statement))
            }
            _ => {
                let file = self.applicable()?.file(heard.entry)?;
                place(file, statement.line as usize, statement.span)
            }
        };
        let overruled = match ruling.ground {
            ReasonCode::NoCrawl
            | ReasonCode::NoPreserve
            | ReasonCode::Restricted
            | ReasonCode::ElementLevel => true,
            ReasonCode::Element => ruling.verdict == Verdict::Prohibit,
            ground => !ground.is_acap() && ruling.verdict == Verdict::Prohibit,
        };
        // A rule's condition can be what failed.
        let overruled = overruled || ruling.restrictions.iter().any(|&(_, decided)| decided);
        let mut sets = acap.conditions_of(statement).to_vec();
        // Of several permissions the one decides whose condition failed.
        let failed = ruling.failed.as_ref().is_none_or(|failed| sets.contains(failed));
        sets.retain(|condition| decided && ruling.conditions.contains(condition));
        Some(Reason {
            ground: (decided && failed && !overruled).then_some(ruling.ground),
            place: Some(place),
            sets,
            ..Reason::new(part, ruling.usage, self.field_why(ruling, heard.entry, heard.part))
        })
    }

    fn field_why(&self, ruling: &Ruling, entry: Entry, part: ConsideredAs) -> String {
        let fault = self.statement(entry).and_then(|(_, statement)| statement.fault);
        let has_failed = self.statement(entry).zip(ruling.failed.as_ref()).is_some_and(
            |((acap, statement), failed)| acap.conditions_of(statement).contains(failed),
        );
        let in_page = entry.origin == Origin::Page;
        let mut why = match part {
            ConsideredAs::OtherPurpose => "for another purpose".to_owned(),
            ConsideredAs::Matches { fate: AcapOutcome::Decided, .. } => match ruling.ground {
                ReasonCode::Undetermined => {
                    "no field is narrower, so this prohibition holds".into()
                }
                ReasonCode::Expired
                | ReasonCode::NotHonoured
                | ReasonCode::Elsewhere
                | ReasonCode::ResourceClosed
                    if has_failed =>
                {
                    ruling.ground.law().to_owned()
                }
                ReasonCode::PageConflict => "contradicts another META element, so it holds".into(),
                _ if in_page => "stands in the page itself".into(),
                _ => "no field is narrower".to_owned(),
            },
            ConsideredAs::Matches { fate: AcapOutcome::Undetermined, .. } if in_page => {
                "contradicted by a prohibition in the page".into()
            }
            ConsideredAs::Matches { fate: AcapOutcome::Undetermined, .. } => {
                "not narrower than a prohibition, so it does not lift that".into()
            }
            ConsideredAs::Matches { fate: AcapOutcome::Broader, .. } => {
                "broader than another field".into()
            }
            ConsideredAs::Matches { fate: AcapOutcome::OverriddenByPage, .. } => {
                "a META element of the page overrides it".into()
            }
            ConsideredAs::Matches { fate: AcapOutcome::OverriddenByName, .. } if in_page => {
                format!("a META element that names {} overrides it", self.agent())
            }
            ConsideredAs::Matches { fate: AcapOutcome::OverriddenByName, .. } => {
                format!("a record that names {} overrides it", self.agent())
            }
            ConsideredAs::Matches { fate: AcapOutcome::Elsewhere, .. } => {
                "the resource does not lie at this location; another permission counts".into()
            }
            ConsideredAs::Matches { fate: AcapOutcome::OverriddenByLevel, .. } => {
                "overridden between present and its derivative".into()
            }
        };
        if let Some(fault) = fault {
            why = format!("{why}; not understood, so prohibited: {}", fault.message());
        }
        if matches!(part, ConsideredAs::Matches { as_other: true, .. }) {
            why =
                format!("{why}; consulted as `other`, because nothing is said of {}", ruling.usage);
        }
        why
    }
}

/// The directive that takes the conventional records of a file away, where it has one.
fn directive<'d>(ruling: &Ruling, file: &'d RobotsPolicy) -> Option<Reason<'d>> {
    let (line, span) = file.parts.ignoring()?;
    Some(Reason {
        place: Some(place(file, line as usize, span)),
        ..Reason::new(
            Part::Directive,
            ruling.usage,
            "the conventional records of this file are not for crawlers that read ACAP".into(),
        )
    })
}

fn place(file: &RobotsPolicy, line: usize, span: Span) -> Place<'_> {
    let whole = &*file.parts.text;
    Place {
        source: file.source().clone(),
        whole,
        line,
        column: span.column(whole),
        span,
        text: String::from_utf8_lossy(span.of(whole)),
    }
}

fn rule<'d>(ruling: &Ruling, access: &'d Access, matched: &MatchedPart) -> Reason<'d> {
    let rule = Rule { parts: &access.policy().parts, part: matched.rule };
    // Files that the robots.txt refers to can say the opposite on the same ground.
    let decides = matched.outcome == Outcome::Decided
        && (access.ground, access.verdict()) == (ruling.ground, ruling.verdict);
    Reason {
        ground: decides.then_some(access.ground),
        place: Some(place(access.policy(), rule.line(), rule.record())),
        bytes: Some(matched.bytes),
        ..Reason::new(
            Part::Rule(matched.outcome),
            ruling.usage,
            rule_why(access.ground, matched.outcome, matched.bytes),
        )
    }
}

fn rule_why(ground: ReasonCode, outcome: Outcome, bytes: usize) -> String {
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    match (outcome, ground) {
        (Outcome::Decided, ReasonCode::AllowOnTie) => {
            format!("longest match, {bytes} {unit}; allow wins the tie")
        }
        (Outcome::Decided, _) => format!("longest match, {bytes} {unit}"),
        (Outcome::Shorter, _) => format!("matches too, but only {bytes} {unit}"),
        (Outcome::LostTie, _) => format!("matches too, {bytes} {unit}, but allow wins a tie"),
        (Outcome::Repeats, _) => format!("says the same once more, {bytes} {unit}"),
        (Outcome::Moot, _) => "matches, but /robots.txt is always allowed".into(),
        (Outcome::Contradicted, _) => {
            "left out: an ACAP field contradicts it on this pattern".into()
        }
    }
}
