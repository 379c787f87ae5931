//! Every statement that took part in a decision, found by going through its rulings.

use std::fmt;

use super::page;
use super::reason::{Place, Reason, ReasonKind};
use crate::evaluate::Decision;
use crate::law::acap::{Origin, Unread};
use crate::law::rfc9309::{Access, GroupChoice, MatchedPart};
use crate::law::{Considered, Outcome, ReasonCode, Ruling};
use crate::policy::{AgentLine, RobotsPolicy, Rule};
use crate::text::Span;
use crate::vocabulary::{Usage, Verdict};

impl fmt::Display for Decision {
    /// The statement that decided: `robots.txt:2 Disallow: /drafts/`; what decided where no
    /// statement did. What limits the answer follows: `… (part of the page only)`, `… (not checked:
    /// expires 2011-01-01)`, `… (the end of robots.txt was not read)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(self.reason().as_ref(), f)
    }
}

impl Decision {
    /// Writes what [`Display`](fmt::Display) writes, for a caller that has the
    /// [reason](Decision::reason) already.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_with(
        &self,
        reason: Option<&Reason<'_>>,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        match reason {
            Some(reason) if reason.is_written() => write!(out, "{reason}")?,
            _ => out.write_str(self.citation().message())?,
        }
        if self.is_partial() {
            out.write_str(" (part of the page only)")?;
        }
        if self.is_cut() {
            out.write_str(" (the end of robots.txt was not read)")?;
        }
        for (at, unchecked) in self.unchecked().iter().enumerate() {
            write!(out, "{}{unchecked}", if at == 0 { " (not checked: " } else { ", " })?;
        }
        if self.unchecked().is_empty() { Ok(()) } else { out.write_str(")") }
    }

    /// The reason that decided: a rule, an ACAP field, a statement of the page, or the law for
    /// silence. It borrows from the decision.
    ///
    /// Where several statements decide together, it is the first of those that the
    /// [code](Decision::code) is about: an element for `element`, a META element for `page`.
    pub fn reason(&self) -> Option<Reason<'_>> {
        let all = self.rulings().iter().flat_map(|ruling| self.reasons_of(ruling, true));
        let mut deciding: Vec<_> = all.filter(Reason::decides).collect();
        let code = deciding.first()?.code();
        let is_meant = |it: &Reason<'_>| {
            it.code() == code
                && match code {
                    Some(ReasonCode::Element) => it.kind() == ReasonKind::Element,
                    Some(ReasonCode::Page) => it.is_of_page(),
                    _ => true,
                }
        };
        let at = deciding.iter().position(is_meant).unwrap_or_default();
        Some(deciding.swap_remove(at))
    }

    /// Every statement that took part, usage by usage where one depends on another: the lines that
    /// chose conventional groups, the rules that matched, the ACAP fields; and the law that decided
    /// where no statement did.
    pub fn reasons(&self) -> impl Iterator<Item = Reason<'_>> {
        self.rulings().iter().flat_map(|ruling| self.reasons_of(ruling, false))
    }

    /// The `User-agent` lines that made groups apply, in the order of the file.
    pub fn agent_lines(&self) -> impl Iterator<Item = AgentLine<'_>> {
        self.access().into_iter().flat_map(Access::lines)
    }

    /// The statements that took part in a ruling. `deciding` leaves groups and rules out that cannot
    /// decide, because putting them into words takes time.
    fn reasons_of<'d>(&'d self, ruling: &'d Ruling, deciding: bool) -> Vec<Reason<'d>> {
        let mut reasons = Vec::new();
        for access in &ruling.accesses {
            if !deciding {
                reasons.extend(access.lines().map(|line| self.group(ruling, access, line)));
            }
            let matched =
                access.matched.iter().filter(|it| !deciding || it.outcome == Outcome::Decided);
            reasons.extend(matched.map(|it| rule(ruling, access, it)));
        }
        reasons.extend(ruling.statements.iter().filter_map(|it| self.acap_reason(ruling, *it)));
        reasons.extend(self.page_asked().into_iter().flat_map(|asked| {
            let parts = &*asked.policy.parts;
            let marks = ruling.marks.iter().filter_map(|&it| page::mark(ruling, asked, it));
            let rules =
                ruling.restrictions.iter().filter_map(|&it| page::restriction(ruling, parts, it));
            let hidden =
                ruling.without_snippets.map(|at| page::without_snippets(ruling, parts, at));
            marks.chain(rules).chain(hidden)
        }));
        reasons.extend(self.signal_reasons(ruling));
        let files = self.applicable().map_or(&[][..], |it| &it.files);
        let files = files.iter().filter(|_| ruling.usage == Usage::Crawl);
        reasons.extend(files.filter_map(|file| directive(ruling, file)));
        if ruling.code == ReasonCode::Unread
            && let Some(Unread { line, span, why }) = self.applicable().and_then(|it| it.unread)
        {
            reasons.push(Reason {
                code: Some(ReasonCode::Unread),
                place: Some(place(self.policy(), line as usize, span)),
                ..Reason::new(
                    ReasonKind::Reference,
                    Outcome::Decided,
                    ruling.usage,
                    format!("{}, so everything is prohibited", why.message()),
                )
            });
        }
        if !reasons.iter().any(Reason::decides) {
            reasons.push(Reason {
                code: Some(ruling.code),
                ..Reason::new(
                    ReasonKind::Silence,
                    Outcome::Decided,
                    ruling.usage,
                    ruling.code.message().to_owned(),
                )
            });
        }
        let citation = self.cited(ruling);
        for reason in &mut reasons {
            reason.citation = Some(citation);
            if let Some(resource) = ruling.resource.as_deref() {
                reason.resource = Some(resource);
                reason.message = format!("{resource} is needed: {}", reason.message);
            }
        }
        reasons
    }

    fn group<'d>(&'d self, ruling: &Ruling, access: &'d Access, line: AgentLine<'d>) -> Reason<'d> {
        let message = match access.choice() {
            GroupChoice::Named => format!("this group names {}", self.agent()),
            _ if self.agent().name().is_empty() => "`*` addresses a crawler without a name".into(),
            _ => format!("no group names {}, so `*` applies", self.agent()),
        };
        Reason {
            place: Some(place(access.policy(), line.line(), line.record())),
            ..Reason::new(ReasonKind::Group, Outcome::Applied, ruling.usage, message)
        }
    }

    fn acap_reason<'d>(&'d self, ruling: &Ruling, considered: Considered) -> Option<Reason<'d>> {
        let Considered { entry, outcome, .. } = considered;
        let (acap, statement) = self.statement(entry)?;
        let decided = outcome == Outcome::Decided;
        let place = match self.page_asked() {
            Some(asked) if entry.origin == Origin::Page => {
                let parts = &asked.policy.parts;
                page::place_in_page(parts, parts.meta_at(statement))
            }
            _ => {
                let file = self.applicable()?.file(entry)?;
                place(file, statement.line as usize, statement.span)
            }
        };
        let overruled = match ruling.code {
            ReasonCode::NoCrawl
            | ReasonCode::NoPreserve
            | ReasonCode::NoMine
            | ReasonCode::Restricted
            | ReasonCode::Signal
            | ReasonCode::ElementLevel => true,
            ReasonCode::Element => ruling.verdict == Verdict::Prohibit,
            code => !code.is_acap() && ruling.verdict == Verdict::Prohibit,
        };
        // A condition of a rule or a signal can be what failed.
        let failed = ruling.failed.as_ref().is_some_and(|it| it.qualifier().is_signal());
        let overruled =
            overruled || failed || ruling.restrictions.iter().any(|&(_, decided)| decided);
        let mut sets = acap.conditions_of(statement).to_vec();
        // Of several permissions the one decides whose condition failed.
        let failed = ruling.failed.as_ref().is_none_or(|failed| sets.contains(failed));
        sets.retain(|condition| decided && ruling.conditions.contains(condition));
        let mut message = self.acap_message(ruling, considered);
        if let Some(fault) = statement.fault {
            message = format!("{message}; not understood, so prohibited: {}", fault.message());
        }
        if considered.as_other {
            let usage = ruling.usage;
            message =
                format!("{message}; consulted as `other`, because no statement is about {usage}");
        }
        Some(Reason {
            code: (decided && failed && !overruled).then_some(ruling.code),
            place: Some(place),
            sets,
            ..Reason::new(ReasonKind::Acap, outcome, ruling.usage, message)
        })
    }

    fn acap_message(&self, ruling: &Ruling, considered: Considered) -> String {
        let in_page = considered.entry.origin == Origin::Page;
        let has_failed = || {
            let statement = self.statement(considered.entry).zip(ruling.failed.as_ref());
            statement.is_some_and(|((acap, statement), failed)| {
                acap.conditions_of(statement).contains(failed)
            })
        };
        match considered.outcome {
            Outcome::OtherPurpose => "for another purpose",
            Outcome::Decided => match ruling.code {
                ReasonCode::Undetermined => "no field is narrower, so this prohibition holds",
                ReasonCode::Expired
                | ReasonCode::NotHonoured
                | ReasonCode::Elsewhere
                | ReasonCode::ResourceClosed
                    if has_failed() =>
                {
                    ruling.code.message()
                }
                ReasonCode::PageConflict => "contradicts another META element, so it holds",
                _ if in_page => "is in the page itself",
                _ => "no field is narrower",
            },
            Outcome::Undetermined if in_page => "contradicted by a prohibition in the page",
            Outcome::Undetermined => "not narrower than a prohibition, so it does not lift that",
            Outcome::OverriddenByPage => "a META element of the page overrides it",
            Outcome::OverriddenByName => {
                let what = if in_page { "META element" } else { "record" };
                return format!("a {what} that names {} overrides it", self.agent());
            }
            Outcome::Elsewhere => {
                "the resource does not lie at this location; another permission counts"
            }
            Outcome::OverriddenByLevel => "overridden between present and its derivative",
            _ => "broader than another field",
        }
        .to_owned()
    }
}

/// The directive that hides the conventional records of a file, where it has one.
fn directive<'d>(ruling: &Ruling, file: &'d RobotsPolicy) -> Option<Reason<'d>> {
    let (line, span) = file.parts.ignoring()?;
    Some(Reason {
        place: Some(place(file, line as usize, span)),
        ..Reason::new(
            ReasonKind::Directive,
            Outcome::Applied,
            ruling.usage,
            "the conventional records of this file are not for crawlers that read ACAP".into(),
        )
    })
}

pub(super) fn place(file: &RobotsPolicy, line: usize, span: Span) -> Place<'_> {
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
    // Files that the robots.txt refers to can say the opposite for the same reason.
    let decides = matched.outcome == Outcome::Decided
        && (access.code, access.verdict()) == (ruling.code, ruling.verdict);
    Reason {
        code: decides.then_some(access.code),
        place: Some(place(access.policy(), rule.line(), rule.record())),
        bytes: Some(matched.bytes),
        ..Reason::new(
            ReasonKind::Rule,
            matched.outcome,
            ruling.usage,
            rule_message(access.code, matched.outcome, matched.bytes),
        )
    }
}

fn rule_message(code: ReasonCode, outcome: Outcome, bytes: usize) -> String {
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    match outcome {
        Outcome::Decided if code == ReasonCode::AllowOnTie => {
            format!("longest match, {bytes} {unit}; allow wins the tie")
        }
        Outcome::Decided => format!("longest match, {bytes} {unit}"),
        Outcome::LostTie => format!("matches too, {bytes} {unit}, but allow wins a tie"),
        Outcome::Repeats => format!("says the same once more, {bytes} {unit}"),
        Outcome::Moot => "matches, but /robots.txt is always allowed".into(),
        Outcome::Contradicted => "left out: an ACAP field contradicts it on this pattern".into(),
        _ => format!("matches too, but only {bytes} {unit}"),
    }
}
