//! What a site says about AI and text and data mining: family by family, with contradictions.

use std::fmt::Write as _;

use placet::explain::Reason;
use placet::signals::{FamilyDecision, SignalEffect, SignalFile, SignalOutcome, SignalStatement};
use placet::{Agent, AgentPolicy, AskedAt, Decision, InvalidUrl, Target, Usage, Verdict};
use placet_crawlers::Purpose;
use serde::Serialize;

use crate::screen::shown;
use crate::table::table;
use crate::text::SourceNames;

/// What a statement says about a usage that it is not about.
const NOTHING: &str = "nothing";

/// What a site says to one crawler.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Overview {
    agent: String,
    target: String,
    usages: Vec<UsageSignals>,
    contradictions: Vec<ContradictionJson>,
    problems: Vec<ProblemJson>,
    /// AI crawlers that may not crawl the URL.
    closed: Vec<ClosedCrawler>,
    /// Known crawlers that get other verdicts than the crawlers that robots.txt does not name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<OtherCrawlers>,
    /// Files that may have statements and were not read.
    missing: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct UsageSignals {
    usage: &'static str,
    verdict: &'static str,
    conditions: Vec<String>,
    families: Vec<FamilyJson>,
}

/// What a family states about a usage.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct FamilyJson {
    family: &'static str,
    outcome: &'static str,
    conditions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<String>,
    statements: Vec<StatementJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct StatementJson {
    effect: &'static str,
    source: String,
    line: usize,
    column: usize,
    text: String,
}

/// Two families that contradict each other about a usage.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct ContradictionJson {
    usage: &'static str,
    allow: &'static str,
    disallow: &'static str,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ProblemJson {
    kind: &'static str,
    message: String,
    source: String,
    line: usize,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ClosedCrawler {
    agent: String,
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct OtherCrawlers {
    agents: Vec<String>,
    verdicts: Vec<OtherVerdict>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct OtherVerdict {
    usage: &'static str,
    verdict: &'static str,
}

/// What each family states about the usage of a decision.
pub(crate) fn families(decision: &Decision, names: &SourceNames) -> Vec<FamilyJson> {
    decision.signals().map(|it| FamilyJson::new(&it, names)).collect()
}

/// The families that contradict each other about the usage of a decision.
pub(crate) fn contradictions(decision: &Decision) -> impl Iterator<Item = ContradictionJson> {
    decision.contradictions().iter().map(|it| {
        let (allow, disallow) = (it.allow.name(), it.disallow.name());
        ContradictionJson { usage: it.usage.name(), allow, disallow }
    })
}

/// The files with signals that decisions about these usages depend on and that were not supplied.
pub fn files_needed(
    policy: &AgentPolicy,
    target: &Target<'_>,
    usages: &[Usage],
) -> Vec<SignalFile> {
    let mut files: Vec<SignalFile> = Vec::new();
    for file in usages.iter().flat_map(|&usage| policy.signal_files_needed(usage, target)) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

impl Overview {
    /// The usages that it shows, those that people look for first.
    pub const USAGES: [Usage; 4] = [Usage::TrainAi, Usage::AiInput, Usage::Mine, Usage::Index];

    /// What a site says to a crawler about a URL. `policy_for` is the policy of the site for any
    /// crawler, with its page and files.
    ///
    /// # Errors
    /// If the URL is invalid, or not one of the site.
    pub fn new(
        agent: Agent,
        policy_for: &dyn Fn(Agent) -> AgentPolicy,
        url: &str,
        asked_at: &AskedAt,
        names: &SourceNames,
    ) -> Result<Self, InvalidUrl> {
        let policy = policy_for(agent);
        let target = policy.target(url)?;
        let decisions = Self::USAGES.map(|usage| policy.decide_on(usage, &target, asked_at));
        let missing = files_needed(&policy, &target, &Self::USAGES);
        let mut problems: Vec<ProblemJson> = Vec::new();
        for problem in decisions.iter().flat_map(Decision::signal_problems) {
            let at = problem.statement();
            let problem = ProblemJson {
                kind: problem.kind().name(),
                message: problem.kind().to_string(),
                source: names.name(at.source()).to_owned(),
                line: at.line(),
                text: at.text().to_owned(),
            };
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        let is_general = policy.agent().name() == "*";
        let verdicts = decisions.each_ref().map(Decision::verdict);
        let others =
            if is_general { others(policy_for, &target, asked_at, verdicts) } else { Vec::new() };
        Ok(Self {
            agent: policy.agent().name().to_owned(),
            target: url.to_owned(),
            usages: decisions.iter().map(|it| UsageSignals::new(it, names)).collect(),
            contradictions: decisions.iter().flat_map(contradictions).collect(),
            problems,
            others,
            closed: closed(policy_for, url, names),
            missing: missing.iter().map(ToString::to_string).collect(),
        })
    }

    /// Renders it as text that ends in a newline, at most `width` wide.
    pub fn text(&self, width: Option<u16>) -> String {
        let who = match &*self.agent {
            "*" => "crawlers that robots.txt does not name".to_owned(),
            name => shown(name),
        };
        let mut text = format!("{} for {who}\n\n", shown(&self.target));
        text.push_str(&self.table(width));
        // Writing to a string cannot fail.
        if !self.closed.is_empty() {
            let closed: Vec<String> = self.closed.iter().map(|it| shown(&it.agent)).collect();
            let _ = writeln!(text, "\nAI crawlers that may not crawl it: {}", closed.join(", "));
        }
        for OtherCrawlers { agents, verdicts } in &self.others {
            let verdict = |it: &OtherVerdict| format!("{} {}", it.usage, it.verdict);
            let verdicts: Vec<String> = verdicts.iter().map(verdict).collect();
            let agents = shown(&agents.join(", "));
            let _ = writeln!(text, "\nother verdicts for {agents}: {}", verdicts.join(", "));
        }
        for problem in &self.problems {
            let ProblemJson { message, source, line, text: written, .. } = problem;
            let _ =
                writeln!(text, "\nproblem: {}:{line} {}: {message}", shown(source), shown(written));
        }
        if !self.missing.is_empty() {
            let missing: Vec<String> = self.missing.iter().map(|it| shown(it)).collect();
            let _ = writeln!(text, "\nnote: not read, so not considered: {}", missing.join(", "));
        }
        text
    }
}

impl Overview {
    /// Renders the contradictions, and what the families state as a table, at most `width` wide.
    pub fn table(&self, width: Option<u16>) -> String {
        let mut text = String::new();
        for ContradictionJson { usage, allow, disallow } in &self.contradictions {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "contradiction about {usage}: {allow} allows it, {disallow} refuses it"
            );
        }
        if !self.contradictions.is_empty() {
            text.push('\n');
        }
        let rows = self.usages.iter().flat_map(UsageSignals::rows);
        text + &table(["usage", "verdict", "family", "says", "statement"], rows, width)
    }

    /// Whether a family has a statement.
    pub fn has_statements(&self) -> bool {
        self.usages.iter().any(|usage| !usage.families.is_empty())
    }
}

impl UsageSignals {
    fn new(decision: &Decision, names: &SourceNames) -> Self {
        Self {
            usage: decision.usage().name(),
            verdict: decision.verdict().name(),
            conditions: decision.conditions().iter().map(ToString::to_string).collect(),
            families: families(decision, names),
        }
    }

    /// A row for each statement about the usage; usage and verdict are in the first.
    fn rows(&self) -> Vec<[String; 5]> {
        let dash = || "-".to_owned();
        let mut rows: Vec<[String; 5]> = Vec::new();
        for family in &self.families {
            let about = family.statements.iter().filter(|it| it.effect != NOTHING);
            for (at, statement) in about.enumerate() {
                let name = if at == 0 { family.family.to_owned() } else { String::new() };
                let StatementJson { effect, source, line, text, .. } = statement;
                let written = format!("{}:{line} {}", shown(source), shown(text));
                let effect = (*effect).to_owned();
                rows.push([String::new(), String::new(), name, effect, written]);
            }
        }
        if rows.is_empty() {
            rows.push([String::new(), String::new(), dash(), dash(), dash()]);
        }
        if let Some([usage, verdict, ..]) = rows.first_mut() {
            self.usage.clone_into(usage);
            self.verdict.clone_into(verdict);
        }
        rows
    }
}

impl FamilyJson {
    fn new(decision: &FamilyDecision<'_>, names: &SourceNames) -> Self {
        Self {
            family: decision.family().name(),
            outcome: match decision.outcome() {
                SignalOutcome::Disallow => "disallow",
                SignalOutcome::Allow => "allow",
                SignalOutcome::Silent => "silent",
            },
            conditions: decision.conditions().map(ToString::to_string).collect(),
            policy: decision.policy().map(str::to_owned),
            statements: decision.statements().map(|it| statement(&it, names)).collect(),
        }
    }
}

fn statement(statement: &SignalStatement<'_>, names: &SourceNames) -> StatementJson {
    StatementJson {
        effect: effect(statement.effect()),
        source: names.name(statement.source()).to_owned(),
        line: statement.line(),
        column: statement.column(),
        text: statement.text().to_owned(),
    }
}

fn effect(effect: SignalEffect) -> &'static str {
    match effect {
        SignalEffect::Refuses => "refuses it",
        SignalEffect::Allows => "allows it",
        SignalEffect::Nothing => NOTHING,
        _ => "sets a condition",
    }
}

/// The known crawlers that may crawl the URL and get other verdicts than these.
fn others(
    policy_for: &dyn Fn(Agent) -> AgentPolicy,
    target: &Target<'_>,
    asked_at: &AskedAt,
    verdicts: [Verdict; Overview::USAGES.len()],
) -> Vec<OtherCrawlers> {
    let mut others: Vec<OtherCrawlers> = Vec::new();
    for crawler in placet_crawlers::crawlers().iter().filter(|it| !it.is_control_token()) {
        let policy = policy_for(Agent::exact(&crawler.token));
        if !policy.verdict_on(Usage::Crawl, target, asked_at).is_permit() {
            continue;
        }
        let own = Overview::USAGES.map(|it| policy.verdict_on(it, target, asked_at));
        let differing = Overview::USAGES.iter().zip(own).zip(verdicts);
        let differing = differing.filter(|((_, own), verdict)| own != verdict);
        let verdicts: Vec<OtherVerdict> = differing
            .map(|((usage, own), _)| OtherVerdict { usage: usage.name(), verdict: own.name() })
            .collect();
        match others.iter_mut().find(|it| it.verdicts == verdicts) {
            _ if verdicts.is_empty() => {}
            Some(same) => same.agents.push(crawler.token.clone()),
            None => others.push(OtherCrawlers { agents: vec![crawler.token.clone()], verdicts }),
        }
    }
    others
}

/// The known crawlers for AI that may not crawl the URL, with the rules that close it to them.
fn closed(
    policy_for: &dyn Fn(Agent) -> AgentPolicy,
    url: &str,
    names: &SourceNames,
) -> Vec<ClosedCrawler> {
    let is_for_ai = |purpose: &Purpose| {
        matches!(purpose, Purpose::AiTraining | Purpose::AiInput | Purpose::Dataset)
    };
    let crawlers = placet_crawlers::crawlers().iter();
    let crawlers =
        crawlers.filter(|it| it.purposes.iter().any(is_for_ai) && !it.is_control_token());
    let closed = |token: &str| {
        let decision = policy_for(Agent::exact(token)).may(Usage::Crawl, url).ok()?;
        if decision.verdict().is_permit() {
            return None;
        }
        let reason = decision.reason();
        let written = reason.as_ref().and_then(Reason::text);
        Some(ClosedCrawler {
            agent: token.to_owned(),
            source: reason.as_ref().map_or("", |it| names.name(it.source())).to_owned(),
            line: reason.as_ref().and_then(Reason::line),
            text: written.unwrap_or_default().to_owned(),
        })
    };
    crawlers.filter_map(|it| closed(&it.token)).collect()
}
