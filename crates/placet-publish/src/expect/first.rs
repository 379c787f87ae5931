//! Generates a first set of expectations from the current file.

use std::collections::HashSet;
use std::fmt::Write as _;

use placet::pattern::Pattern;
use placet::{Agent, AgentPolicy, Decision, RobotsPolicy, Usage, Verdict};

use super::conditions;
use super::fields::Fields;
use crate::limits::EXPECTATIONS_FIRST;

/// A crawler that no file is likely to name.
const UNNAMED: &str = "UnnamedBot";

/// A generated set: tables that group crawlers with the same answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct First {
    /// The tables.
    pub tables: Vec<FirstTable>,
    /// Whether some crawlers or rules have no expectations because there were too many.
    pub is_cut: bool,
}

/// Crawlers, a usage and URLs with one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstTable {
    /// The crawlers.
    pub agents: Vec<String>,
    /// The usage.
    pub usage: Usage,
    /// The URLs.
    pub urls: Vec<String>,
    /// The answer.
    pub verdict: Verdict,
    /// Its conditions.
    pub conditions: Vec<String>,
}

/// The answer to one crawler about one URL.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Answer {
    usage: Usage,
    url: String,
    verdict: Verdict,
    conditions: Vec<String>,
}

/// Generates a set for a file: for each crawler that it names, and for one that it does not name, a
/// URL that each rule matches and one that it narrowly does not, with the current answers.
///
/// At most [`EXPECTATIONS_FIRST`] answers are generated.
pub fn first(policy: &RobotsPolicy) -> First {
    let fields = Fields::new(policy);
    let mut set = First::default();
    let mut left = EXPECTATIONS_FIRST;
    let mut alike: Vec<(Vec<String>, Vec<Answer>)> = Vec::new();
    for agent in agents(policy, &fields) {
        if left == 0 {
            set.is_cut = true;
            break;
        }
        let (answers, cut) = answers(&policy.for_agent(Agent::new(&agent)), &fields, left);
        set.is_cut |= cut;
        left -= answers.len();
        match alike.iter_mut().find(|(_, known)| *known == answers) {
            Some((agents, _)) => agents.push(agent),
            None => alike.push((vec![agent], answers)),
        }
    }
    set.tables = alike.into_iter().flat_map(|(agents, answers)| tables(&agents, answers)).collect();
    set
}

/// One crawler that is not named, then the named ones, in the order of the file.
fn agents(policy: &RobotsPolicy, fields: &Fields) -> Vec<String> {
    let conventional = policy.addressees();
    let all = conventional.iter().map(Agent::name).chain(fields.crawlers.iter().map(|it| &**it));
    let mut seen = HashSet::new();
    let named: Vec<String> = all
        .filter(|name| *name != "*" && !name.trim().is_empty())
        .filter(|name| seen.insert(name.to_ascii_lowercase()))
        .map(str::to_owned)
        .collect();
    let mut unnamed = UNNAMED.to_owned();
    while seen.contains(&unnamed.to_ascii_lowercase()) {
        unnamed.push('x');
    }
    std::iter::once(unnamed).chain(named).collect()
}

/// The answers to a crawler, and whether there were more than `most`.
fn answers(agent_policy: &AgentPolicy, fields: &Fields, most: usize) -> (Vec<Answer>, bool) {
    let mut answers = Answers { agent_policy, known: HashSet::new(), list: Vec::new(), most };
    for rule in agent_policy.rules() {
        // If it has two forms, the written one is that for the path.
        let pattern = rule.normal_form().unwrap_or(rule.span().of(agent_policy.policy().text()));
        let pattern = &*encoded(pattern);
        let matches = |decision: &Decision| {
            decision.matched().any(|matched| matched.rule().line() == rule.line())
        };
        let Some(pattern) = Pattern::from_normal_form(pattern.as_bytes()) else { continue };
        answers.add_if(Usage::Crawl, Some(pattern.example()), matches);
        answers.add_if(Usage::Crawl, pattern.near_miss(), |decision| !matches(decision));
    }
    for (usage, pattern) in &fields.patterns {
        let Some(pattern) = Pattern::from_normal_form(pattern.as_bytes()) else { continue };
        answers.add_if(*usage, Some(pattern.example()), |_| true);
        answers.add_if(*usage, pattern.near_miss(), |_| true);
    }
    // A crawler without rules may crawl everything, which is worth an expectation too.
    if answers.list.is_empty() {
        answers.add_if(Usage::Crawl, Some("/".to_owned()), |_| true);
    }
    let cut = answers.list.len() == most;
    (answers.list, cut)
}

/// A pattern with characters that are invalid in URLs percent-encoded.
fn encoded(pattern: &[u8]) -> String {
    let mut encoded = String::new();
    for &byte in pattern {
        if byte.is_ascii_graphic() {
            encoded.push(byte.into());
        } else {
            // Writing to a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

struct Answers<'i> {
    agent_policy: &'i AgentPolicy,
    known: HashSet<(Usage, String)>,
    list: Vec<Answer>,
    most: usize,
}

impl Answers<'_> {
    /// Asks about a URL once, and keeps the answer if it is `wanted`.
    fn add_if(
        &mut self,
        usage: Usage,
        url: Option<String>,
        wanted: impl FnOnce(&Decision) -> bool,
    ) {
        let Some(url) = url else { return };
        if self.list.len() == self.most || self.known.contains(&(usage, url.clone())) {
            return;
        }
        let Ok(decision) = self.agent_policy.may(usage, &url) else { return };
        if wanted(&decision) {
            self.known.insert((usage, url.clone()));
            let (verdict, conditions) = (decision.verdict(), conditions(&decision));
            self.list.push(Answer { usage, url, verdict, conditions });
        }
    }
}

/// Groups equal answers into tables.
fn tables(agents: &[String], answers: Vec<Answer>) -> Vec<FirstTable> {
    let mut tables: Vec<FirstTable> = Vec::new();
    for Answer { usage, url, verdict, conditions } in answers {
        let same = |table: &&mut FirstTable| {
            (table.usage, table.verdict, &table.conditions) == (usage, verdict, &conditions)
        };
        if let Some(table) = tables.iter_mut().find(same) {
            table.urls.push(url);
        } else {
            let (agents, urls) = (agents.to_vec(), vec![url]);
            tables.push(FirstTable { agents, usage, urls, verdict, conditions });
        }
    }
    tables
}
