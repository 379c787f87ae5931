//! What signals state about the use of content: family by family, with contradictions and problems.

use std::borrow::Cow;

use super::page::place_in_page;
use super::reason::{Place, Reason, ReasonKind};
use super::reasons::place;
use crate::evaluate::Decision;
use crate::law::{
    Contradiction, FamilyRuling, Outcome, ReasonCode, Ruling, SignalAt, SignalEffect, SignalOutcome,
};
use crate::policy::{At, HeaderName, Source};
use crate::syntax::signals::SignalProblemKind;
use crate::text::Span;
use crate::vocabulary::{Condition, Family, Verdict};

/// What one family of signals states about the usage.
#[derive(Debug, Clone, Copy)]
pub struct FamilyDecision<'d> {
    decision: &'d Decision,
    ruling: &'d FamilyRuling,
}

impl<'d> FamilyDecision<'d> {
    /// The family.
    pub fn family(&self) -> Family {
        self.ruling.family
    }

    /// Its outcome.
    pub fn outcome(&self) -> SignalOutcome {
        self.ruling.outcome
    }

    /// The conditions that it sets.
    pub fn conditions(&self) -> impl Iterator<Item = &'d Condition> {
        self.ruling.conditions.iter().map(|(condition, _)| condition)
    }

    /// Its statements about the resource, in the order robots.txt, response fields, page, other files.
    pub fn statements(&self) -> impl Iterator<Item = SignalStatement<'d>> {
        let decision = self.decision;
        let cited = self.ruling.statements.iter();
        cited.map(move |it| decision.signal_statement(it.at, it.effect))
    }

    /// The first statement that refuses the usage, if one does.
    pub fn refusal(&self) -> Option<SignalStatement<'d>> {
        self.statements().find(|it| it.effect() == SignalEffect::Refuses)
    }

    /// The URL of the policy that a reservation of text and data mining names: it says how to acquire
    /// an authorisation, and permits nothing by itself.
    pub fn policy(&self) -> Option<&'d str> {
        self.ruling.policy.as_deref()
    }
}

/// A statement of a family.
#[derive(Debug, Clone)]
pub struct SignalStatement<'d> {
    effect: SignalEffect,
    place: Place<'d>,
}

impl<'d> SignalStatement<'d> {
    /// What it does to the usage.
    pub fn effect(&self) -> SignalEffect {
        self.effect
    }

    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.place.source
    }

    /// What its source is called: the page has one name in either of its forms, and a field that of its
    /// document.
    pub fn source_name(&self) -> &str {
        match &self.place.source {
            Source::RenderedPage => Source::Page.name(),
            source => source.name(),
        }
    }

    /// The line of the record or element, counted from 1; of a field its number among all field lines
    /// of the response.
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The column, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// The statement as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> &str {
        &self.place.text
    }

    /// The text that contains it: the whole file, the value of the field, the tag.
    pub fn source_text(&self) -> &'d [u8] {
        self.place.whole
    }

    /// Its bytes in [that text](SignalStatement::source_text).
    pub fn span(&self) -> Span {
        self.place.span
    }
}

/// Something that is wrong with a signal.
#[derive(Debug, Clone)]
pub struct SignalProblem<'d> {
    family: Option<Family>,
    kind: SignalProblemKind,
    statement: SignalStatement<'d>,
}

impl<'d> SignalProblem<'d> {
    /// What is wrong.
    pub fn kind(&self) -> SignalProblemKind {
        self.kind
    }

    /// The family that reads it; `None` where it concerns a source as a whole.
    pub fn family(&self) -> Option<Family> {
        self.family
    }

    /// The text concerned, with its source and line.
    pub fn statement(&self) -> &SignalStatement<'d> {
        &self.statement
    }
}

impl Decision {
    /// What each family of signals states about the usage, in the order of [`Family::ALL`]. Families
    /// without a statement about the resource are left out. No family is about crawling or following
    /// links.
    ///
    /// ```
    /// use placet::signals::{Family, SignalOutcome};
    /// use placet::{RobotsPolicy, Usage};
    ///
    /// let site = RobotsPolicy::parse(
    ///     b"User-agent: *\nContent-Signal: ai-train=yes\nContent-Usage: train-ai=n\n",
    /// );
    /// let decision = site.for_agent("ExampleBot").may(Usage::TrainAi, "/a")?;
    /// let outcomes: Vec<_> = decision.signals().map(|it| (it.family(), it.outcome())).collect();
    /// let expected = [
    ///     (Family::Aipref, SignalOutcome::Disallow),
    ///     (Family::ContentSignal, SignalOutcome::Allow),
    /// ];
    /// assert_eq!(outcomes, expected);
    /// assert_eq!(decision.contradictions()[0].allow, Family::ContentSignal);
    /// assert_eq!(decision.to_string(), "robots.txt:3 Content-Usage: train-ai=n");
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn signals(&self) -> impl Iterator<Item = FamilyDecision<'_>> {
        let families = self.rulings().last().into_iter().flat_map(families);
        let found = families.filter(|it| !it.statements.is_empty());
        found.map(|ruling| FamilyDecision { decision: self, ruling })
    }

    /// The families that refuse the usage, or one that it depends on; the first one decides where a
    /// signal prohibits.
    pub fn refusing_signals(&self) -> impl Iterator<Item = FamilyDecision<'_>> {
        let rulings = self.rulings().iter().rev();
        let refuses = |it: &&FamilyRuling| it.outcome == SignalOutcome::Disallow;
        let refusing = rulings.flat_map(families).filter(refuses);
        refusing.map(|ruling| FamilyDecision { decision: self, ruling })
    }

    /// The pairs of families that contradict each other about the usage. They change no verdict.
    pub fn contradictions(&self) -> &[Contradiction] {
        let signals = self.rulings().last().and_then(|ruling| ruling.signals.as_deref());
        signals.map_or(&[], |signals| &signals.contradictions)
    }

    /// What is wrong with the signals that were read for the decision: in robots.txt and in the page, to
    /// whomever they are addressed, and in the files that were supplied.
    pub fn signal_problems(&self) -> Vec<SignalProblem<'_>> {
        let Some(ruling) = self.rulings().last().filter(|it| !it.usage.is_access()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        if self.profile().behaviour().reads_signals {
            let robots = self.policy().parts.signals().into_iter().flat_map(|it| &it.problems);
            found.extend(robots.map(|it| (it.family, it.kind, SignalAt::robots(it.at))));
            if let Some(asked) = self.page_asked() {
                let parts = &asked.policy.parts;
                let problems = &parts.field_signals.problems;
                let problems = problems.iter().chain(&parts.element_signals.problems);
                found.extend(problems.map(|it| (it.family, it.kind, SignalAt::Page(it.at))));
            }
            let is_read = |family: Option<Family>| match family {
                Some(family) => self.families().contains(family),
                None => !self.families().is_empty(),
            };
            found.retain(|(family, ..)| is_read(*family));
        }
        let of_families = families(ruling).flat_map(|it| &it.problems);
        found.extend(of_families.map(|it| (it.family, it.kind, it.at)));
        let problem = |(family, kind, at): (Option<Family>, SignalProblemKind, SignalAt)| {
            let statement = self.signal_statement(at, SignalEffect::Nothing);
            SignalProblem { family, kind, statement }
        };
        found.into_iter().map(problem).collect()
    }

    fn signal_statement(&self, at: SignalAt, effect: SignalEffect) -> SignalStatement<'_> {
        let mut place = self.signal_place(at);
        if let SignalAt::Page(At::Field { line, .. }) = at {
            place.line = line as usize + 1;
            if let Source::Header(name) = &place.source {
                place.source = Source::Header(HeaderName::new(canonical(name)));
            }
        }
        SignalStatement { effect, place }
    }

    /// Where a signal is.
    fn signal_place(&self, at: SignalAt) -> Place<'_> {
        let page = || self.page_asked().map(|asked| &*asked.policy.parts);
        let found = match at {
            SignalAt::Robots { line, span } => {
                let policy = self.policy();
                Some(place(policy, line as usize, span.record(&policy.parts.text)))
            }
            SignalAt::Page(at) => page().map(|parts| place_in_page(parts, at)),
            SignalAt::Script { script, line, span } => page().map(|parts| {
                let whole = parts.script(script);
                in_text(parts.source(script), whole, line, span)
            }),
            SignalAt::File { file, line, span } => {
                let file = self.files().and_then(|files| files.get(file));
                file.map(|file| in_text(file.file.source(), &file.text, line, span))
            }
        };
        found.unwrap_or_else(|| in_text(Source::RobotsTxt, &[], 1, Span::default()))
    }

    /// The reasons that are signals.
    pub(super) fn signal_reasons<'d>(&'d self, ruling: &'d Ruling) -> Vec<Reason<'d>> {
        let Some(signals) = &ruling.signals else { return Vec::new() };
        let by_signal = ruling.code == ReasonCode::Signal;
        let is_prohibited = ruling.verdict == Verdict::Prohibit;
        let deciding = match (by_signal, is_prohibited) {
            (false, _) => None,
            (true, true) => {
                let family = signals.first(SignalOutcome::Disallow);
                family.and_then(|it| Some((it.family, it.first(SignalEffect::Refuses)?)))
            }
            (true, false) => {
                let allows = signals.first(SignalOutcome::Allow);
                let allows =
                    allows.and_then(|it| Some((it.family, it.first(SignalEffect::Allows)?)));
                allows.or_else(|| {
                    let limits = |it: &FamilyRuling| Some((it.family, it.conditions.first()?.1));
                    signals.families.iter().find_map(limits)
                })
            }
        };
        let mut reasons = Vec::new();
        for family in &signals.families {
            let cited = family.statements.iter().filter(|it| it.effect != SignalEffect::Nothing);
            for cited in cited {
                let set = family.conditions.iter().filter(|(_, at)| *at == cited.at);
                let set: Vec<&Condition> = set.map(|(condition, _)| condition).collect();
                let failed = ruling.failed.as_ref().is_some_and(|failed| set.contains(&failed));
                let decides = failed || deciding == Some((family.family, cited.at));
                let sets = set.into_iter().filter(|it| ruling.conditions.contains(it)).cloned();
                let outcome = match cited.effect {
                    _ if decides => Outcome::Decided,
                    SignalEffect::Refuses => Outcome::Repeats,
                    _ if is_prohibited => Outcome::Moot,
                    _ => Outcome::Applied,
                };
                let message = format!("{} {} it", family.family, verb(cited.effect));
                reasons.push(Reason {
                    code: decides.then_some(ruling.code),
                    place: Some(self.signal_place(cited.at)),
                    sets: sets.collect(),
                    family: Some(family.family),
                    ..Reason::new(ReasonKind::Signal, outcome, ruling.usage, message)
                });
            }
        }
        reasons
    }
}

fn families(ruling: &Ruling) -> impl Iterator<Item = &FamilyRuling> {
    ruling.signals.iter().flat_map(|it| &it.families)
}

fn verb(effect: SignalEffect) -> &'static str {
    match effect {
        SignalEffect::Refuses => "refuses",
        SignalEffect::Allows => "allows",
        SignalEffect::Limits | SignalEffect::Nothing => "sets a condition on",
    }
}

/// The name of a field as its document writes it.
fn canonical(name: &HeaderName) -> &str {
    let known = [
        "Content-Usage",
        "Content-Signal",
        "tdm-reservation",
        "tdm-policy",
        "Link",
        "Robots-Tag",
        "X-Robots-Tag",
    ];
    known.into_iter().find(|it| name.is(it)).unwrap_or(name.as_str())
}

/// A place in a text with lines.
fn in_text(source: Source, whole: &[u8], line: u32, span: Span) -> Place<'_> {
    Place {
        source,
        whole,
        line: line as usize,
        column: span.column(whole),
        span,
        text: Cow::Owned(String::from_utf8_lossy(span.of(whole)).into_owned()),
    }
}
