//! The crawlers that a site says different things to.

use std::collections::BTreeSet;

use placet::compare::{Compare, Member};
use placet::explain::GroupChoice;
use placet::signals::Family;
use placet::{Agent, AgentPolicy, Crawler, RobotsPolicy, Usage};

use super::Site;
use super::answers::Answers;
use super::groups::AiCrawler;

/// The tokens that never crawl: their groups are about what others fetched (S-096).
const CONTROL_TOKENS: [&str; 2] = ["Google-Extended", "Applebot-Extended"];

/// Whether the token that controls a crawler has other rules than the crawler: where both have the same,
/// the token refuses only what may not be crawled anyway.
fn has_control(robots: &RobotsPolicy, crawler: &Crawler) -> bool {
    let name = crawler.agent().name().to_ascii_lowercase();
    let [google, apple] = CONTROL_TOKENS;
    let token = if name.starts_with("googlebot") { google } else { apple };
    let is_named = |it: Crawler| robots.for_agent(it).choice() == GroupChoice::Named;
    is_named(crawler.clone()) || is_named(Agent::exact(token).into())
}

fn is_control_token(name: &str) -> bool {
    CONTROL_TOKENS.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// A crawler, or all that robots.txt does not name.
#[derive(Debug)]
pub(super) struct Audience {
    /// The name in robots.txt; `*` for all that it does not name.
    pub(super) name: String,
    pub(super) crawler: Crawler,
    /// The source as it is read for the crawler.
    pub(super) source: AgentPolicy,
    /// What the source answers about each kind of path.
    pub(super) answers: Vec<Answers>,
    /// Whether it can have a group; otherwise its answers are only compared.
    pub(super) is_written: bool,
    /// The rules of its group in the result.
    pub(super) rules: Vec<String>,
    /// The signals of its group in the result.
    pub(super) signals: Vec<String>,
}

impl Audience {
    fn new(site: &Site, name: &str, crawler: Crawler) -> Self {
        let source = site.robots.for_agent(&crawler);
        let families = site
            .families
            .iter()
            .filter(|it| *it != Family::ControlToken || has_control(&site.robots, &crawler));
        let source = source.signal_files(&site.files).families(families.collect());
        let is_text = |c: char| !c.is_control() && c != '#' && c != '\u{FEFF}';
        let is_written = !name.is_empty() && name.trim() == name && name.chars().all(is_text);
        let (answers, rules, signals) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.to_owned(), crawler, source, answers, is_written, rules, signals }
    }

    pub(super) fn is_others(&self) -> bool {
        self.name == "*"
    }

    /// Whether the result lets it crawl nothing, so that no signal matters.
    pub(super) fn is_closed(&self) -> bool {
        let all = "Disallow: /";
        self.rules.iter().any(|it| it == all)
            && self.rules.iter().all(|it| !it.starts_with("Allow"))
    }

    /// Whether signals matter to it: it crawls, and the result does not close everything to it.
    pub(super) fn is_open(&self) -> bool {
        !self.is_closed() && !self.is_control_token()
    }

    pub(super) fn is_control_token(&self) -> bool {
        is_control_token(&self.name)
    }
}

/// The audiences of a site and of the result, those that robots.txt names in its order.
pub(super) fn audiences(site: &Site, base: &RobotsPolicy, known: &[AiCrawler]) -> Vec<Audience> {
    let (found, _) = Compare::new(&site.robots, base).audiences();
    let mut all: Vec<Audience> = Vec::new();
    for member in found.iter().flat_map(placet::compare::Audience::members) {
        // What ACAP states for a purpose is listed with its line.
        let is_meant = member.beginning().is_none() && !member.is_addressed_too();
        if is_meant && member.crawler().purposes().next().is_none() {
            all.push(of_member(site, member));
        }
    }
    let mut add = |name: &str, evaluated: &str, is_written: bool| {
        let place = all.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        let mut audience = Audience::new(site, name, Agent::exact(evaluated).into());
        audience.is_written &= is_written;
        if is_written {
            audience.crawler = Agent::exact(name).into();
        }
        match place.and_then(|place| all.get_mut(place)) {
            // The answers about a token are those about the crawler that it controls.
            Some(own) if name != evaluated => own.source = audience.source,
            Some(_) => {}
            None => all.push(audience),
        }
    };
    // A record of ACAP also addresses crawlers whose names begin with the name in it.
    let named: BTreeSet<&str> = site.robots.acap_statements().flat_map(|it| it.names()).collect();
    for name in named.into_iter().filter(|it| *it != "*") {
        add(&format!("{name}-*"), &format!("{name}-others"), false);
    }
    for agent in site.files.addressees().iter().filter(|it| it.name() != "*") {
        add(agent.name(), agent.name(), true);
    }
    for crawler in known {
        let controlled = crawler.controls.as_deref();
        add(&crawler.token, controlled.unwrap_or(&crawler.token), true);
        if let Some(controlled) = controlled {
            add(controlled, controlled, false);
        }
    }
    let listed = base.addressees();
    let place = |it: &Audience| {
        let is = |agent: &Agent| agent.name().eq_ignore_ascii_case(&it.name);
        let place = listed.iter().position(is);
        place.map_or((!it.is_others(), usize::MAX), |place| (true, place))
    };
    all.sort_by_key(place);
    all
}

fn of_member(site: &Site, member: &Member) -> Audience {
    let crawler = member.crawler().clone();
    if member.is_others() {
        return Audience::new(site, "*", crawler);
    }
    let name = crawler.agent().user_agent().to_owned();
    Audience::new(site, &name, crawler)
}

/// The patterns that the answers of a site depend on, in normal form.
pub(super) fn patterns(site: &Site, audiences: &[Audience]) -> BTreeSet<String> {
    let signals = audiences.iter().flat_map(|it| it.source.signal_patterns());
    let statements = site.robots.acap_statements().filter(|it| it.usage() != Usage::Crawl);
    let acap = statements.filter_map(|it| it.patterns()).flatten();
    let acap = acap.map(|it| String::from_utf8_lossy(it).into_owned());
    let wanted = site.preferences.iter().map(|it| it.pattern.clone());
    signals.chain(acap).chain(wanted).collect()
}
