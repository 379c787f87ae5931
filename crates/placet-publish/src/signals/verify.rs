//! Reads the result back and compares its answers with those of the source.

use std::collections::{BTreeMap, BTreeSet};

use placet::signals::{Families, Family, SignalFiles};
use placet::{AgentPolicy, AskedAt, RobotsPolicy, Usage};

use super::answers::{Answer, Answers, Stance};
use super::audience::Audience;
use super::classes::Classes;
use super::loss::{LossEffect, SignalLoss};
use super::{Language, Site, Written};
use crate::convert::{Loss, LossKind};

/// The files of the result.
#[derive(Debug, Default)]
pub(super) struct Reread {
    pub(super) robots: String,
    pub(super) tdmrep: Option<String>,
    /// RSL documents, with their paths.
    pub(super) licenses: Vec<(String, String)>,
}

impl Reread {
    /// The URL of a licence on a site; equal documents are one.
    pub(super) fn license(&mut self, site: &str, document: String) -> String {
        let known = self.licenses.iter().find(|(_, it)| *it == document);
        let path = known.map_or_else(
            || match self.licenses.len() {
                0 => "/license.xml".to_owned(),
                count => format!("/license-{}.xml", count + 1),
            },
            |(path, _)| path.clone(),
        );
        if known.is_none() {
            self.licenses.push((path.clone(), document));
        }
        format!("{site}{path}")
    }

    fn files(&self, site: &str) -> SignalFiles {
        let files = SignalFiles::new();
        let files = match &self.tdmrep {
            Some(text) => files.tdmrep(text.as_bytes()),
            None => files,
        };
        let add = |files: SignalFiles, (path, text): &(String, String)| {
            files.rsl(&format!("{site}{path}"), text.as_bytes())
        };
        self.licenses.iter().fold(files, add)
    }
}

/// What differs about a usage: the effect, and the conditions that are lost.
type Difference = (LossEffect, Vec<String>);

/// A difference, the usages that differ so, and the kinds of path.
type Alike<'f> = (&'f Difference, Vec<Usage>, &'f [usize]);

/// Lists every difference: a loss where the result permits more, a note where it permits less.
pub(super) fn compare(
    site: &Site,
    classes: &Classes,
    audiences: &[Audience],
    languages: &[Language],
    result: &Reread,
    written: &mut Written,
) {
    let robots = RobotsPolicy::parse(result.robots.as_bytes());
    let files = result.files(&site.url);
    let reread = |read: &[Language], language: Option<Language>| {
        let families: Families = read.iter().map(|it| it.family()).collect();
        let policy = |audience: &Audience| {
            robots.for_agent(&audience.crawler).signal_files(&files).families(families)
        };
        let asked = audiences.iter().filter(|it| it.is_open());
        let mut found = Found::new(language, classes);
        for audience in asked {
            let policy = policy(audience);
            let place = found.audience(&audience.name);
            for (at, (class, source)) in classes.all.iter().zip(&audience.answers).enumerate() {
                let after = Answers::of(&policy, &format!("{}{}", site.url, class.path));
                found.add(place, at, source, &after);
            }
        }
        found.losses()
    };
    let single = match languages {
        [one] => Some(*one),
        _ => None,
    };
    for loss in reread(languages, single) {
        if loss.is_loss() { &mut written.losses } else { &mut written.notes }.push(loss.into());
    }
    if single.is_none() {
        // What one language does not express, another may.
        for language in languages.iter().filter(|it| **it != Language::CrawlerGroups) {
            let own = reread(&[*language], Some(*language)).into_iter();
            let is_lost = |it: &SignalLoss| {
                let whole = SignalLoss { language: None, ..it.clone() };
                written.losses.iter().any(|loss| loss.signal.as_ref() == Some(&whole))
            };
            let own = own.filter(|it| it.effect != LossEffect::Closes && !is_lost(it));
            let own: Vec<SignalLoss> = own.collect();
            written.notes.extend(own.into_iter().map(Loss::from));
        }
    }
    if single.is_none() {
        let families: Families = languages.iter().map(|it| it.family()).collect();
        written.losses.extend(contradictions(site, classes, audiences, &|audience: &Audience| {
            robots.for_agent(&audience.crawler).signal_files(&files).families(families)
        }));
    }
    if site.robots.acap_statements().next().is_some() {
        written.losses.extend(case(site, classes, audiences, &robots, &files, languages));
    }
    if !classes.is_complete {
        let why = "the patterns have too many combinations to compare all of them, so there may be \
                   more differences";
        written.losses.push(Loss::new(LossKind::Unknown, None, why));
    }
}

/// Lists where two languages of the result contradict each other, which can happen where neither is
/// exact.
fn contradictions(
    site: &Site,
    classes: &Classes,
    audiences: &[Audience],
    policy: &dyn Fn(&Audience) -> AgentPolicy,
) -> Vec<Loss> {
    let mut found: BTreeMap<(Usage, Family, Family), BTreeSet<&str>> = BTreeMap::new();
    for audience in audiences.iter().filter(|it| it.is_open()) {
        let policy = policy(audience);
        for class in &classes.all {
            let url = format!("{}{}", site.url, class.path);
            let Ok(target) = policy.target(&url) else { continue };
            for decision in policy.matrix(&target, &AskedAt::new()) {
                for it in decision.contradictions() {
                    let key = (it.usage, it.allow, it.disallow);
                    found.entry(key).or_default().insert(classes.label(class));
                }
            }
        }
    }
    let loss = |((usage, allow, disallow), paths): ((Usage, Family, Family), BTreeSet<&str>)| {
        let paths: Vec<&str> = paths.into_iter().collect();
        let why = format!(
            "{} allows {usage} and {} refuses it, so the result contradicts itself, on {}",
            allow.name(),
            disallow.name(),
            paths.join(", ")
        );
        Loss::new(LossKind::Law, None, why)
    };
    found.into_iter().map(loss).collect()
}

/// Differences of one reading of the result.
pub(super) struct Found<'a> {
    language: Option<Language>,
    classes: &'a Classes,
    audiences: Vec<&'a str>,
    /// The kinds of paths on which a usage differs, for each difference and audience.
    all: BTreeMap<(Difference, usize, Usage), Vec<usize>>,
}

impl<'a> Found<'a> {
    pub(super) fn new(language: Option<Language>, classes: &'a Classes) -> Self {
        Self { language, classes, audiences: Vec::new(), all: BTreeMap::new() }
    }

    /// Adds an audience, and returns its place.
    pub(super) fn audience(&mut self, name: &'a str) -> usize {
        self.audiences.push(name);
        self.audiences.len() - 1
    }

    /// Adds the differences of one kind of path.
    pub(super) fn add(&mut self, audience: usize, class: usize, source: &Answers, after: &Answers) {
        for (before, after) in source.all.iter().zip(&after.all) {
            for difference in differences(before, after) {
                self.all.entry((difference, audience, before.usage)).or_default().push(class);
            }
        }
    }

    /// The differences, with all usages, crawlers and paths of each together.
    pub(super) fn losses(&self) -> Vec<SignalLoss> {
        // Usages that differ alike for an audience.
        let mut usages: BTreeMap<(&Difference, usize, &[usize]), Vec<Usage>> = BTreeMap::new();
        for ((difference, audience, usage), places) in &self.all {
            usages.entry((difference, *audience, places)).or_default().push(*usage);
        }
        let mut crawlers: BTreeMap<Alike<'_>, Vec<usize>> = BTreeMap::new();
        for ((difference, audience, places), usages) in usages {
            crawlers.entry((difference, usages, places)).or_default().push(audience);
        }
        let loss = |((difference, usages, places), audiences): (Alike<'_>, Vec<usize>)| {
            let class = |at: &usize| self.classes.all.get(*at);
            let mut paths: Vec<String> = places
                .iter()
                .filter_map(class)
                .map(|it| self.classes.label(it).to_owned())
                .collect();
            paths.sort_unstable();
            paths.dedup();
            let name = |at: &usize| self.audiences.get(*at).map(|it| (*it).to_owned());
            SignalLoss {
                language: self.language,
                effect: difference.0,
                usages,
                crawlers: audiences.iter().filter_map(name).collect(),
                is_for_all: audiences.len() == self.audiences.len(),
                paths,
                is_everywhere: places.len() == self.classes.all.len(),
                conditions: difference.1.clone(),
            }
        };
        crawlers.into_iter().map(loss).collect()
    }
}

fn differences(before: &Answer, after: &Answer) -> Vec<Difference> {
    match [before, after].map(|it| it.stance == Stance::Refused).into() {
        (true, true) => Vec::new(),
        (true, false) => vec![(LossEffect::Opens, Vec::new())],
        (false, true) => vec![(LossEffect::Closes, Vec::new())],
        (false, false) => {
            let lost = before.conditions.iter().filter(|it| !after.conditions.contains(it));
            let lost: Vec<String> = lost.map(ToString::to_string).collect();
            let is_new = after.conditions.iter().any(|it| !before.conditions.contains(it));
            let lost = (!lost.is_empty()).then_some((LossEffect::Conditions, lost));
            let new = is_new.then_some((LossEffect::Conditions, Vec::new()));
            lost.into_iter().chain(new).collect()
        }
    }
}

/// The loss that the patterns of the result are case-sensitive and those of ACAP are not, with
/// the first path that shows it.
fn case(
    site: &Site,
    classes: &Classes,
    audiences: &[Audience],
    robots: &RobotsPolicy,
    files: &SignalFiles,
    languages: &[Language],
) -> Option<Loss> {
    let families: Families = languages.iter().map(|it| it.family()).collect();
    let asked = audiences.iter().filter(|it| it.is_open());
    for audience in asked {
        let policy = robots.for_agent(&audience.crawler).signal_files(files).families(families);
        for (class, source) in classes.all.iter().zip(&audience.answers) {
            let path = class.path.to_ascii_uppercase();
            if path == class.path {
                continue;
            }
            let after = Answers::of(&policy, &format!("{}{}", site.url, class.path));
            let before_upper = site.answers(audience, &path);
            let after_upper = Answers::of(&policy, &format!("{}{path}", site.url));
            let pairs = source.all.iter().zip(&after.all);
            let upper = before_upper.all.iter().zip(&after_upper.all);
            let differs = pairs.zip(upper).find(|((before, after), (before_up, after_up))| {
                differences(before, after) != differences(before_up, after_up)
            });
            if let Some(((before, _), _)) = differs {
                let why = format!(
                    "patterns of ACAP ignore case, and those of the result do not: {} of {path} is \
                     answered differently",
                    before.usage
                );
                return Some(Loss::new(LossKind::Case, None, why));
            }
        }
    }
    None
}

impl From<SignalLoss> for Loss {
    fn from(signal: SignalLoss) -> Self {
        let kind = match signal.effect {
            LossEffect::Opens => LossKind::Usage,
            LossEffect::Closes => LossKind::Law,
            LossEffect::Conditions => LossKind::Condition,
        };
        let mut loss = Self::new(kind, None, signal.to_string());
        loss.signal = Some(signal);
        loss
    }
}
