//! Really Simple Licensing (S-061 to S-090): which documents count, and what they come to together.

mod document;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect, SignalOutcome};
use crate::policy::{At, FileContent, LicenseSource};
use crate::syntax::signals::SignalProblemKind;
use crate::syntax::signals::reference::resolve as absolute;
use crate::syntax::signals::rsl::{ElementAt, RslDocument};
use crate::text::{Span, limits};
use crate::vocabulary::{Condition, Family, Usage};
use document::Evaluated;

/// What a reference or a script is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Level {
    /// The site: a record of robots.txt.
    Site,
    /// The page: a link of the response or of the head, a script in the head.
    Page,
    /// A part of the page: it can only restrict (S-067).
    Body,
}

/// A reference to a document, or a document in the page.
#[derive(Debug)]
struct Candidate<'q> {
    url: Box<str>,
    level: Level,
    /// Where the reference is.
    at: SignalAt,
    document: Option<(&'q RslDocument, Inside)>,
    /// Where it is referred to by a relative URL, which robots.txt reports by itself.
    relative_at: Option<SignalAt>,
}

/// Where the elements of a document are.
#[derive(Debug, Clone, Copy)]
enum Inside {
    File(u32),
    /// In a script whose text begins on this line.
    Script(At, u32),
}

impl Inside {
    fn at(self, ElementAt { line, span }: ElementAt) -> SignalAt {
        self.place(line, span)
    }

    fn place(self, line: u32, span: Span) -> SignalAt {
        match self {
            Self::File(file) => SignalAt::File { file, line, span },
            Self::Script(script, first) => {
                SignalAt::Script { script, line: line.saturating_add(first) - 1, span }
            }
        }
    }
}

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::Rsl);
    let candidates = candidates(sources);
    let evaluated: Vec<(Candidate<'_>, Option<Evaluated>)> = candidates
        .into_iter()
        .map(|it| {
            let readable = it.document.filter(|(document, _)| document.is_readable);
            let evaluated = readable
                .map(|(document, _)| document::evaluate(document, usage, &it.url, sources.target));
            (it, evaluated)
        })
        .collect();
    // A document of the page that speaks about it takes the place of the site's (S-090).
    let speaks = |(it, evaluated): &(Candidate<'_>, Option<Evaluated>)| {
        let is_conformant = it.document.is_some_and(|(document, _)| document.is_conformant);
        it.level == Level::Page && is_conformant && evaluated.as_ref().is_some_and(|it| it.matches)
    };
    let hides_site = evaluated.iter().any(speaks);
    let mut refusals = Vec::new();
    for (candidate, evaluated) in evaluated {
        if hides_site && candidate.level == Level::Site {
            continue;
        }
        if let Some(at) = candidate.relative_at.filter(|_| candidate.level != Level::Site) {
            ruling.problem(SignalProblemKind::Reference, at);
        }
        for &((kind, span), line) in candidate.problems() {
            let at = candidate.document.map_or(candidate.at, |(_, it)| it.place(line, span));
            ruling.problem(kind, at);
        }
        let lets_train = evaluated.as_ref().is_some_and(|it| it.lets_train);
        if take(&mut ruling, &candidate, evaluated, usage) {
            refusals.push(lets_train);
        }
    }
    ruling.settle();
    if ruling.outcome == SignalOutcome::Disallow {
        ruling.conditions.clear();
    }
    ruling.lets_train = !refusals.is_empty() && refusals.into_iter().all(|it| it);
    ruling.found()
}

/// Takes what one document comes to; says whether it refuses.
fn take(
    ruling: &mut FamilyRuling,
    candidate: &Candidate<'_>,
    evaluated: Option<Evaluated>,
    usage: Usage,
) -> bool {
    let needs_license = matches!(usage, Usage::Mine | Usage::TrainAi | Usage::AiInput);
    let license = Condition::License(candidate.url.clone());
    let (Some((document, inside)), Some(evaluated)) = (candidate.document, evaluated) else {
        // What it asks for is not known (S-069).
        let effect = if needs_license { SignalEffect::Limits } else { SignalEffect::Nothing };
        if needs_license {
            ruling.conditions.push((license, candidate.at));
        }
        ruling.cite(candidate.at, effect);
        return false;
    };
    for (kind, at) in evaluated.problems {
        ruling.problem(kind, inside.at(at));
    }
    let at = evaluated.at.map_or(candidate.at, |at| inside.at(at));
    if evaluated.outcome == SignalOutcome::Disallow {
        ruling.cite(at, SignalEffect::Refuses);
        return true;
    }
    let counts = document.is_conformant && candidate.level != Level::Body;
    let mut limits = !evaluated.conditions.is_empty();
    ruling.conditions.extend(evaluated.conditions.into_iter().map(|it| (it, at)));
    // What is not conformant grants nothing (S-070).
    if needs_license && !document.is_conformant {
        limits = true;
        ruling.conditions.push((license, at));
    }
    ruling.cite(
        at,
        match evaluated.outcome {
            SignalOutcome::Allow if counts => SignalEffect::Allows,
            _ if limits => SignalEffect::Limits,
            _ => SignalEffect::Nothing,
        },
    );
    false
}

impl Candidate<'_> {
    /// What is wrong with its document.
    fn problems(&self) -> &[((SignalProblemKind, Span), u32)] {
        self.document.map_or(&[], |(document, _)| &document.problems)
    }
}

/// The URLs of documents that are referred to, each once.
pub(super) fn references(sources: &Sources<'_>) -> impl Iterator<Item = Arc<str>> {
    let mut seen = HashSet::new();
    let candidates = candidates(sources).into_iter();
    let referred = candidates.filter(|it| !matches!(it.document, Some((_, Inside::Script(..)))));
    let urls: Vec<Arc<str>> = referred.map(|it| it.url.into()).collect();
    urls.into_iter().filter(move |url| seen.insert(Arc::clone(url))).take(limits::LICENSES)
}

/// The references and documents that apply, in the order robots.txt, `Link`, page; each URL once on
/// each level.
fn candidates<'q>(sources: &Sources<'q>) -> Vec<Candidate<'q>> {
    let mut all: Vec<Candidate<'q>> = of_robots(sources);
    if let Some(page) = sources.page {
        let asked = sources.target.url();
        for (written, at) in &page.field_signals.licenses {
            all.push(Candidate::referred(Level::Page, SignalAt::Page(*at), written, asked));
        }
        for element in &page.element_signals.licenses {
            let level = if element.in_head { Level::Page } else { Level::Body };
            let at = SignalAt::Page(element.at);
            all.push(match &element.source {
                LicenseSource::Reference(written, document) => {
                    Candidate::referred(level, at, written, &sources.base(*document))
                }
                LicenseSource::Here(document, first) => {
                    let inside = Inside::Script(element.at, *first);
                    let document = Some((&**document, inside));
                    Candidate { url: asked.into(), level, at, document, relative_at: None }
                }
            });
        }
    }
    let mut all = each_once(all);
    // Of those beyond the ceiling one represents all: a licence is needed.
    all.truncate(limits::LICENSES + 1);
    for (place, candidate) in all.iter_mut().enumerate() {
        if candidate.document.is_none() && place < limits::LICENSES {
            let found = sources.files.and_then(|files| files.rsl(&candidate.url));
            candidate.document = found.and_then(|(file, read)| match &read.says {
                FileContent::Rsl(document) => Some((document, Inside::File(file))),
                _ => None,
            });
        }
    }
    all
}

/// Of references to one URL on one level the first, which takes over the report of a relative one.
fn each_once(all: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let mut places: HashMap<(Box<str>, Level), usize> = HashMap::new();
    let mut once: Vec<Candidate<'_>> = Vec::new();
    for candidate in all {
        let place = once.len();
        if candidate.document.is_none() {
            let first = *places.entry((candidate.url.clone(), candidate.level)).or_insert(place);
            if let Some(first) = once.get_mut(first) {
                first.relative_at = first.relative_at.or(candidate.relative_at);
                continue;
            }
        }
        once.push(candidate);
    }
    once
}

/// The `License` records of the groups that apply, or where they have none those outside any group
/// (S-010, S-063).
fn of_robots<'q>(sources: &Sources<'q>) -> Vec<Candidate<'q>> {
    let Some(robots) = sources.robots else { return Vec::new() };
    let is_own = |group: Option<u32>| group.is_some_and(|group| sources.groups.has(group as usize));
    let has_own = robots.licenses.iter().any(|it| is_own(it.at.group));
    let applies = robots
        .licenses
        .iter()
        .filter(|it| if has_own { is_own(it.at.group) } else { it.at.is_outside });
    let url = sources.target.url();
    applies
        .map(|it| {
            Candidate::referred(Level::Site, SignalAt::robots(it.at.at()), &it.reference, url)
        })
        .collect()
}

impl Candidate<'_> {
    fn referred(level: Level, at: SignalAt, written: &str, base: &str) -> Self {
        let (url, is_absolute) = absolute(written, base);
        let relative_at = (!is_absolute).then_some(at);
        Self { url: url.into(), level, at, document: None, relative_at }
    }
}
