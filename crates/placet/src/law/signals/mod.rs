//! Signals about the use of content: each family by its own law, then all together (signals-law
//! S-002, S-106 to S-114; docs/src/law/decision.md step 6).

mod ai_training;
mod ai_txt;
mod aipref;
mod content_signal;
mod control_token;
mod noai;
mod rsl;
mod tdmrep;
mod trust_txt;

pub(crate) use control_token::{controlled_by, controlling_token, is_controlled};

use std::sync::Arc;

use super::condition;
use super::question::{Question, Statements};
use super::reason_code::ReasonCode;
use super::resource::Base;
use super::rfc9309::Conventional;
use super::ruling::Ruling;
use super::signal_ruling::{Contradiction, FamilyRuling, SignalOutcome, SignalRuling};
use crate::pattern::Target;
use crate::policy::{Files, PageParts, RobotsSignals, SignalFile};
use crate::syntax::signals::reference::resolve as absolute;
use crate::vocabulary::{Agent, Families, Family, Usage, Verdict};

/// The law of a family: what it comes to for a usage; nothing where it found no statement.
type Resolve = fn(&Sources<'_>, Usage) -> Option<FamilyRuling>;

/// The laws of the families, in their order.
const FAMILIES: [(Family, Resolve); 9] = [
    (Family::Aipref, aipref::resolve),
    (Family::ContentSignal, content_signal::resolve),
    (Family::Tdmrep, tdmrep::resolve),
    (Family::Rsl, rsl::resolve),
    (Family::Noai, noai::resolve),
    (Family::AiTraining, ai_training::resolve),
    (Family::ControlToken, control_token::resolve),
    (Family::TrustTxt, trust_txt::resolve),
    (Family::AiTxt, ai_txt::resolve),
];

/// The sources that families read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sources<'q> {
    agent: &'q Agent,
    target: &'q Target<'q>,
    families: Families,
    /// The groups of robots.txt that apply to the crawler.
    groups: &'q Conventional,
    robots: Option<&'q RobotsSignals>,
    page: Option<&'q PageParts>,
    files: Option<&'q Files>,
}

impl<'q> Sources<'q> {
    /// What is read for a question; nothing where signals are not read.
    pub(crate) fn new(question: &Question<'q>, statements: &Statements<'q>) -> Option<Self> {
        let families = statements.site.families;
        let is_read = statements.profile.behaviour().reads_signals && !families.is_empty();
        is_read.then(|| Self {
            agent: question.crawler.agent(),
            target: question.target,
            families,
            groups: statements.site.own,
            robots: statements.site.own.policy().parts.signals(),
            page: statements.page.map(|page| &*page.policy.parts).filter(|it| it.has_signals()),
            files: statements.site.files,
        })
    }

    /// What the references of a document of the page are relative to (S-066).
    fn base(&self, document: u32) -> String {
        let url = self.target.url();
        let bases = self.page.into_iter().flat_map(|page| &page.element_signals.bases);
        let base = bases.clone().find(|(of, _)| *of == document);
        base.map_or_else(|| url.to_owned(), |(_, href)| absolute(href, url).0)
    }

    fn resolve(&self, usage: Usage) -> Vec<FamilyRuling> {
        let is_silent = self.robots.is_none() && self.page.is_none() && self.files.is_none();
        if is_silent && !is_controlled(self.agent, usage) {
            return Vec::new();
        }
        let read = FAMILIES.iter().filter(|(family, _)| self.families.contains(*family));
        read.filter_map(|(_, resolve)| resolve(self, usage)).collect()
    }

    /// The files that an answer about a usage depends on and that were not supplied.
    pub(crate) fn files_needed(&self, usage: Usage) -> Vec<SignalFile> {
        let mut needed = Vec::new();
        let trains = usage == Usage::TrainAi;
        for (family, file, is_about) in [
            (Family::Tdmrep, SignalFile::Tdmrep, trains || usage == Usage::Mine),
            (Family::TrustTxt, SignalFile::TrustTxt, trains),
            (Family::AiTxt, SignalFile::AiTxt, trains),
        ] {
            if is_about && self.families.contains(family) {
                needed.push(file);
            }
        }
        if self.families.contains(Family::Rsl) && !usage.is_access() {
            needed.extend(rsl::references(self).map(SignalFile::Rsl));
        }
        let is_supplied = |file: &SignalFile| self.files.is_some_and(|it| it.find(file).is_some());
        needed.retain(|file| !is_supplied(file));
        needed
    }
}

/// Applies all families: a refusal by any prohibits, conditions add up, and a permission overrides
/// nothing.
pub(super) fn apply(question: &Question<'_>, statements: &Statements<'_>, rulings: &mut [Ruling]) {
    let is_touched = |it: &&mut Ruling| !it.is_settled() && !it.usage.is_access();
    let mut rulings = rulings.iter_mut().filter(is_touched).peekable();
    if rulings.peek().is_none() {
        return;
    }
    let Some(sources) = Sources::new(question, statements) else { return };
    for ruling in rulings {
        let families = sources.resolve(ruling.usage);
        if families.is_empty() && ruling.usage != Usage::TrainAi {
            ruling.signals = None;
            continue;
        }
        let contradictions = contradictions(&sources, &families, ruling.usage);
        let signals = Arc::new(SignalRuling { families, contradictions });
        ruling.signals = Some(Arc::clone(&signals));
        if ruling.verdict == Verdict::Prohibit {
            continue;
        }
        if signals.first(SignalOutcome::Disallow).is_some() {
            ruling.prohibit(ReasonCode::Signal);
            continue;
        }
        let conditions = || signals.families.iter().flat_map(|it| &it.conditions);
        let is_stated =
            signals.first(SignalOutcome::Allow).is_some() || conditions().next().is_some();
        // A signal is about the usage, so silence no longer decides.
        if is_stated && matches!(ruling.code, ReasonCode::Silence | ReasonCode::Unavailable) {
            ruling.code = ReasonCode::Signal;
        }
        for (condition, _) in conditions() {
            condition::add(question, statements, ruling, condition, Base::Root);
        }
    }
}

/// The pairs of families that contradict each other about a usage (S-112).
fn contradictions(
    sources: &Sources<'_>,
    families: &[FamilyRuling],
    usage: Usage,
) -> Vec<Contradiction> {
    let with = |outcome: SignalOutcome| families.iter().filter(move |it| it.outcome == outcome);
    let allow: Vec<Family> = with(SignalOutcome::Allow).map(|it| it.family).collect();
    if allow.is_empty() {
        return Vec::new();
    }
    let mut disallow: Vec<Family> = with(SignalOutcome::Disallow).map(|it| it.family).collect();
    if usage == Usage::TrainAi {
        let of_mine = sources.resolve(Usage::Mine).into_iter();
        let counts = |it: &FamilyRuling| it.outcome == SignalOutcome::Disallow && !it.lets_train;
        disallow.extend(of_mine.filter(counts).map(|it| it.family));
        disallow.sort_unstable();
        disallow.dedup();
    }
    let pairs = allow.iter().flat_map(|&allow| disallow.iter().map(move |&it| (allow, it)));
    pairs
        .filter(|(allow, disallow)| allow != disallow)
        .map(|(allow, disallow)| Contradiction { usage, allow, disallow })
        .collect()
}

/// Whether what prohibits `mine` leaves `train-ai` alone: only RSL documents that themselves allow it
/// (S-019).
pub(super) fn lets_train(mine: &Ruling) -> bool {
    let signals = mine.signals.as_deref().filter(|_| mine.code == ReasonCode::Signal);
    signals.is_some_and(|signals| {
        let refuses = |it: &&FamilyRuling| it.outcome == SignalOutcome::Disallow;
        signals.families.iter().filter(refuses).all(|it| it.lets_train)
    })
}
