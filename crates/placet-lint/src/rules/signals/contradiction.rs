//! Families of signals that contradict each other, found by asking the engine.

use std::ops::Range;

use placet::signals::{Families, Family, SignalEffect, SignalOutcome};
use placet::{Agent, AgentPolicy, Decision, RobotsPolicy, Usage};

use super::cited::Cited;
use super::table::family_of;
use crate::limits::{SIGNAL_CRAWLERS, SIGNAL_PATHS};
use crate::page_context::PageContext;
use crate::subject::Kind;
use crate::view::View;

/// The usages that are asked about: each represents those that no family distinguishes from it.
const USAGES: [Usage; 3] = [Usage::TrainAi, Usage::AiInput, Usage::Index];

/// The crawlers whose use of content another name controls.
const CONTROLLED: [(&str, &str); 2] =
    [("google-extended", "Googlebot"), ("applebot-extended", "Applebot")];

/// A permission and a refusal of one usage by different families.
#[derive(Debug)]
pub(super) struct Found {
    usage: Usage,
    /// What refuses it.
    by: &'static str,
    pub(super) allow: Cited,
    pub(super) refusal: Cited,
}

impl Found {
    /// The consequence and the cause.
    pub(super) fn message(&self) -> String {
        format!("the permission of `{}` has no effect: {} refuses it", self.usage, self.by)
    }
}

/// What messages call the statements of a family about a crawler.
fn statements_of(family: Family, bot: &AgentPolicy) -> &'static str {
    match family {
        Family::Aipref => "`Content-Usage`",
        Family::ContentSignal => "`Content-Signal`",
        Family::Tdmrep => "the reservation of text and data mining",
        Family::Rsl => "the RSL licence",
        Family::Noai => "the rule against AI",
        Family::AiTraining => "`DisallowAITraining`",
        Family::ControlToken if bot.agent().name().eq_ignore_ascii_case("applebot") => {
            "the group for `Applebot-Extended`"
        }
        Family::ControlToken => "the group for `Google-Extended`",
        Family::TrustTxt => "trust.txt",
        _ => "ai.txt",
    }
}

/// The contradictions between families about a URL.
pub(super) fn contradictions(bot: &AgentPolicy, url: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if !bot.allows(url).unwrap_or(false) {
        return found;
    }
    for usage in USAGES {
        let Ok(decision) = bot.may(usage, url) else { continue };
        for it in decision.contradictions() {
            // A group for one operator is an exception from what all crawlers are allowed.
            let is_exception =
                it.disallow == Family::ControlToken && !bot.lines().any(|line| !line.is_global());
            if is_exception {
                continue;
            }
            let allow = statement(&decision, it.allow, SignalEffect::Allows);
            // What refuses mining refuses training.
            let mine = bot.may(Usage::Mine, url).ok();
            let refusal = statement(&decision, it.disallow, SignalEffect::Refuses).or_else(|| {
                mine.and_then(|mine| statement(&mine, it.disallow, SignalEffect::Refuses))
            });
            if let (Some(allow), Some(refusal)) = (allow, refusal) {
                let by = statements_of(it.disallow, bot);
                found.push(Found { usage, by, allow, refusal });
            }
        }
    }
    found
}

/// The first statement of a family with an effect.
fn statement(decision: &Decision, family: Family, effect: SignalEffect) -> Option<Cited> {
    let family = decision.signals().find(|it| it.family() == family)?;
    let statement = family.statements().find(|it| it.effect() == effect)?;
    Some(Cited::new(&statement))
}

/// The crawlers and paths of a file that are asked about; none if no two families are in it.
pub(super) fn asked(view: &View<'_>) -> Vec<(AgentPolicy, String)> {
    let Some(page) = view.page else { return asked_of_robots(view) };
    let bot = RobotsPolicy::parse(b"").for_agent("*").page(page).families(view.families);
    vec![(bot, "/".to_owned())]
}

fn asked_of_robots(view: &View<'_>) -> Vec<(AgentPolicy, String)> {
    let rows = &view.signals().rows;
    if view.kind != Kind::Robots || rows.is_empty() {
        return Vec::new();
    }
    let agents = crawlers(view.policy);
    let mut families: Vec<_> = rows.iter().map(|row| family_of(row.key)).collect();
    families.sort_unstable();
    families.dedup();
    let controls = agents.iter().any(|it| CONTROLLED.iter().any(|(_, bot)| it.name() == *bot));
    if families.len() < 2 && !controls {
        return Vec::new();
    }
    let mut paths = vec!["/".to_owned()];
    for pattern in rows.iter().filter_map(|row| row.pattern(view)).filter(|it| !it.is_void()) {
        let path = pattern.pattern().example();
        if paths.len() < SIGNAL_PATHS && !paths.contains(&path) {
            paths.push(path);
        }
    }
    let bots = agents.into_iter().map(|it| view.policy.for_agent(it).families(view.families));
    bots.flat_map(|bot| paths.iter().map(move |path| (bot.clone(), path.clone()))).collect()
}

/// `*`, the crawlers that the file names, and those that it controls by another name.
fn crawlers(policy: &RobotsPolicy) -> Vec<Agent> {
    let named = policy.addressees();
    let is_named = |name: &str| named.iter().any(|it| it.name().eq_ignore_ascii_case(name));
    let controlled = CONTROLLED.iter().filter(|(token, _)| is_named(token));
    let controlled: Vec<Agent> = controlled.map(|(_, bot)| Agent::new(bot)).collect();
    let mut all: Vec<Agent> = std::iter::once(Agent::new("*")).chain(controlled).collect();
    for agent in named {
        if all.len() < SIGNAL_CRAWLERS && !all.contains(&agent) {
            all.push(agent);
        }
    }
    all
}

impl PageContext<'_> {
    /// What crawlers read of all files of the URL, for each crawler that is asked about.
    pub(super) fn signal_crawlers(&self) -> Vec<AgentPolicy> {
        let policy = self.site();
        let (page, files) = (self.visit.page_policy(), self.visit.signal_files());
        let bot =
            |agent| policy.for_agent(agent).page(page).signal_files(&files).families(self.families);
        crawlers(&policy).into_iter().map(bot).collect()
    }

    fn site(&self) -> RobotsPolicy {
        let policy = self.robots.as_ref().map(|view| view.policy.clone());
        policy.unwrap_or_else(|| RobotsPolicy::parse(b""))
    }
}

/// A place in one of the files of a URL.
type Place = (usize, Range<usize>);

/// What header and page allow although the files of the site refuse it, by the law of one family: the
/// permission, the refusal and the usage.
pub(super) fn lifted(
    context: &PageContext<'_>,
    family: Family,
    usages: &[Usage],
) -> Vec<(Place, Place, Usage)> {
    if !context.families.contains(family) {
        return Vec::new();
    }
    let families: Families = [family].into_iter().collect();
    let files = context.visit.signal_files();
    let site = context.site().for_agent("*").signal_files(&files).families(families);
    let page = site.page(context.visit.page_policy());
    let url = context.url().as_str();
    let place = |bot: &AgentPolicy, usage, outcome: SignalOutcome, effect| {
        let decision = bot.may(usage, url).ok()?;
        let is_outcome = decision.signals().any(|it| it.outcome() == outcome);
        statement(&decision, family, effect).filter(|_| is_outcome)?.in_visit(context)
    };
    let lifted = usages.iter().filter_map(|&usage| {
        let refusal = place(&site, usage, SignalOutcome::Disallow, SignalEffect::Refuses)?;
        let allow = place(&page, usage, SignalOutcome::Allow, SignalEffect::Allows)?;
        Some((allow, refusal, usage))
    });
    lifted.collect()
}
