//! The rows of `access`. Crawlers that get the same groups share one view, one extent and one index.

use placet::explain::GroupChoice;
use placet::extent::{Closed, Extent};
use placet::{Agent, AskedAt, RobotsPolicy, Usage};
use smallvec::SmallVec;

use super::auditor::{Site, names};
use super::{Audit, AuditedAgent};
use crate::limits;
use crate::tables::{AccessRow, Rows};

/// What the crawlers of one file get; the memory is used again for the next file.
#[derive(Debug, Default)]
pub(super) struct Access {
    shared: Vec<Shared>,
    /// The different rows: how crawlers are addressed, and the place of what they get.
    different: Vec<(GroupChoice, usize)>,
    /// For each crawler the place of its row among the different ones.
    places: Vec<u32>,
    steps: u64,
}

/// What all crawlers with the same groups get.
#[derive(Debug)]
struct Shared {
    groups: SmallVec<[usize; 4]>,
    /// For one crawler only: its ACAP fields, or a control token, distinguish it.
    is_own: bool,
    extent: Closed,
    lines: SmallVec<[i32; 8]>,
    line_count: i32,
    crawl_delay: Option<f64>,
    verdicts: SmallVec<[Option<bool>; 4]>,
}

impl Access {
    /// Adds the rows of all crawlers of a file.
    pub(super) fn push(&mut self, site: &Site<'_>, audit: &Audit, rows: &mut Rows) {
        let Some(access) = &mut rows.access else { return };
        self.shared.clear();
        self.different.clear();
        self.places.clear();
        self.steps = 0;
        let asked = Asked::new(site, audit);
        for audited in &audit.agents {
            let (choice, groups) = chosen(&site.policy, &audited.agent);
            let is_own = asked.is_own(audited, choice);
            let is_same = |it: &Shared| !it.is_own && it.groups == groups;
            let known = self.shared.iter().position(is_same).filter(|_| !is_own);
            let gets = known.unwrap_or_else(|| {
                let shared = asked.answer(&audited.agent, groups, is_own, &mut self.steps);
                self.shared.push(shared);
                self.shared.len() - 1
            });
            let known = self.different.iter().position(|it| *it == (choice, gets));
            let place = known.unwrap_or_else(|| {
                self.different.push((choice, gets));
                self.different.len() - 1
            });
            self.places.push(u32::try_from(place).unwrap_or(u32::MAX));
            let lines = self.shared.get(gets).map_or(0, |it| it.lines.len());
            rows.bytes += site.key.len() + audited.agent.name().len() + 4 * lines + 40;
        }
        let shared = &self.shared;
        let row = |&(choice, gets): &(GroupChoice, usize)| {
            shared.get(gets).map(|shared| AccessRow {
                addressed: choice.name(),
                extent: shared.extent.name(),
                lines: &shared.lines,
                line_count: shared.line_count,
                crawl_delay: shared.crawl_delay,
                verdicts: &shared.verdicts,
            })
        };
        access.push(site.key, self.different.iter().filter_map(row), &self.places);
    }
}

/// The groups of a file that apply to a crawler, and why.
fn chosen(policy: &RobotsPolicy, agent: &Agent) -> (GroupChoice, SmallVec<[usize; 4]>) {
    let (choice, lines) = policy.agent_lines(agent);
    let mut groups: SmallVec<[usize; 4]> = lines.map(|line| line.group()).collect();
    groups.dedup();
    (choice, groups)
}

/// A file with the questions about it.
struct Asked<'s> {
    site: &'s Site<'s>,
    audit: &'s Audit,
    /// Whether signals may decide about a usage, so that verdicts are not those on crawling.
    has_signals: bool,
}

impl<'s> Asked<'s> {
    fn new(site: &'s Site<'s>, audit: &'s Audit) -> Self {
        let is_about_content = |usage: &Usage| !matches!(usage, Usage::Crawl | Usage::Follow);
        let has_signals = site.signals.exist() && audit.usages.iter().any(is_about_content);
        Self { site, audit, has_signals }
    }

    /// Whether the groups alone do not tell what a crawler gets: ACAP addresses crawlers by itself,
    /// `Content-Usage` divides groups, and a token may control what is done with the pages of this
    /// crawler.
    fn is_own(&self, audited: &AuditedAgent, choice: GroupChoice) -> bool {
        let is_named = choice == GroupChoice::Named;
        self.site.has_acap
            || self.has_signals && (is_named || self.site.signals.has_files())
            || audited.control.as_ref().is_some_and(|token| self.site.signals.has_control(token))
    }

    /// What a crawler gets.
    fn answer(
        &self,
        agent: &Agent,
        groups: SmallVec<[usize; 4]>,
        is_own: bool,
        steps: &mut u64,
    ) -> Shared {
        let policy = &self.site.policy;
        let view = policy.for_agent(agent).families(self.audit.families);
        let view = match self.site.signals.files() {
            Some(files) => view.signal_files(files),
            None => view,
        };
        let extent = (*steps <= limits::FILE_EXTENT_STEPS).then(|| view.extent());
        *steps += extent.as_ref().map_or(0, Extent::steps);
        let lines = extent.as_ref().map_or(&[][..], Extent::lines);
        let number = |line: usize| i32::try_from(line).unwrap_or(i32::MAX);
        let asked_at = AskedAt::new();
        let mut verdicts = SmallVec::new();
        for url in &self.site.urls {
            let Ok(target) = view.target(url) else {
                verdicts.extend(self.audit.usages.iter().map(|_| None));
                continue;
            };
            let crawl = view.verdict(&target).is_permit();
            let by_rules = !is_own && !self.has_signals;
            verdicts.extend(self.audit.usages.iter().map(|usage| {
                if by_rules || *usage == Usage::Crawl {
                    return Some(crawl);
                }
                Some(view.verdict_on(*usage, &target, &asked_at).is_permit())
            }));
        }
        Shared {
            groups,
            is_own,
            extent: extent.as_ref().map_or(Closed::Undetermined, Extent::closed),
            lines: lines.iter().take(limits::EXTENT_LINES).map(|it| number(it.line())).collect(),
            line_count: number(lines.len()),
            crawl_delay: view.crawl_delay().map(|it| it.as_secs_f64()),
            verdicts,
        }
    }
}

/// Whether a control token may state something about the paths of an audit: a group names it, or its
/// groups close a path.
pub(super) fn control_states(policy: &RobotsPolicy, token: &Agent, urls: &[String]) -> bool {
    let view = policy.for_agent(token);
    let is_closed = |url: &String| view.allows(url).is_ok_and(|is_open| !is_open);
    names(policy, token) || urls.iter().any(is_closed)
}
