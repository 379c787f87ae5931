//! What a robots.txt holds: its groups and how much each closes, its sitemaps, the other records
//! and the problems.

use std::fmt::Write as _;

use placet::syntax::robots::Key;
use placet::{Extent, RobotsPolicy, RuleKind};
use serde::Serialize;

use crate::screen::{TEXT_SHOWN, shown};
use crate::table::table;
use crate::unread::Unread;

/// What a robots.txt holds.
#[derive(Debug, Serialize)]
pub struct Records {
    profile: &'static str,
    agents: Vec<AgentRecord>,
    agents_unlisted: usize,
    groups: Vec<GroupRecord>,
    sitemaps: Vec<LineRecord>,
    #[serde(rename = "records")]
    others: Vec<LineRecord>,
    problems: Vec<ProblemRecord>,
    problems_unlisted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<Unread>,
}

/// A crawler that the file addresses, and how much it closes to it.
#[derive(Debug, Serialize)]
struct AgentRecord {
    agent: String,
    lines: Vec<usize>,
    rules: usize,
    closed: &'static str,
    closing: Vec<usize>,
    opening: Vec<usize>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl_delay: Option<f64>,
}

#[derive(Debug, Serialize)]
struct GroupRecord {
    agents: Vec<LineRecord>,
    rules: Vec<LineRecord>,
}

#[derive(Debug, Serialize)]
struct LineRecord {
    line: usize,
    key: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct ProblemRecord {
    line: usize,
    column: usize,
    kind: &'static str,
    message: String,
    text: String,
}

/// How many runs of line numbers are shown in a table; the JSON has them all.
const RUNS: usize = 8;

/// How many crawlers are listed with their extent; the rest are counted.
///
/// A file can address tens of thousands, each with a merged group of its own.
const AGENTS: usize = 500;

impl Records {
    /// Gathers what a policy holds.
    pub fn new(policy: &RobotsPolicy) -> Self {
        let addressees = policy.addressees();
        let line = |line: usize, key: &str, value: &str| LineRecord {
            line,
            key: key.to_owned(),
            value: value.to_owned(),
        };
        let groups = policy.groups().map(|group| GroupRecord {
            agents: group.agents().map(|it| line(it.line(), "user-agent", &it.value())).collect(),
            rules: group
                .rules()
                .map(|rule| line(rule.line(), rule.kind().name(), &rule.pattern()))
                .collect(),
        });
        let records = |wanted: fn(Key) -> bool| {
            let records = policy.records().filter(|record| wanted(record.kind()));
            records.map(|it| line(it.line(), &it.key(), &it.value())).collect()
        };
        Self {
            profile: policy.profile().name(),
            agents_unlisted: addressees.len().saturating_sub(AGENTS),
            agents: addressees.into_iter().take(AGENTS).map(|it| agent(policy, &it)).collect(),
            groups: groups.collect(),
            sitemaps: records(|kind| kind == Key::Sitemap),
            others: records(|kind| kind != Key::Sitemap),
            problems: policy
                .problems()
                .map(|problem| ProblemRecord {
                    line: problem.line(),
                    column: problem.column(),
                    kind: problem.kind().name(),
                    message: problem.kind().to_string(),
                    text: problem.text().chars().take(TEXT_SHOWN).collect(),
                })
                .collect(),
            problems_unlisted: policy.problems_unlisted(),
            unread: None,
        }
    }

    /// The same with what was not read of the file.
    #[must_use]
    pub fn without(self, unread: Option<Unread>) -> Self {
        Self { unread, ..self }
    }

    /// What the file holds as tables, ending in a line end. `width` bounds the tables.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut text = String::new();
        if self.agents.is_empty() {
            text.push_str("no group: everything is open to everyone\n");
        } else {
            let rows = self.agents.iter().map(|agent| {
                let lines = |wanted: &[usize]| match wanted {
                    [] => "-".to_owned(),
                    wanted => join(wanted),
                };
                [
                    shown(&agent.agent),
                    agent.closed.to_owned(),
                    lines(&agent.closing),
                    lines(&agent.opening),
                    agent.rules.to_string(),
                    agent.crawl_delay.map_or_else(|| "-".to_owned(), |delay| format!("{delay} s")),
                ]
            });
            let head = ["agent", "closed", "by lines", "but open by", "rules", "crawl-delay"];
            section(&mut text, "agents", &head, rows, self.agents_unlisted, width);
        }
        let records = |records: &[LineRecord]| -> Vec<[String; 3]> {
            records
                .iter()
                .map(|it| [it.line.to_string(), shown(&it.key), shown(&it.value)])
                .collect()
        };
        let head = ["line", "record", "value"];
        section(&mut text, "sitemaps", &head, records(&self.sitemaps).into_iter(), 0, width);
        section(&mut text, "other records", &head, records(&self.others).into_iter(), 0, width);
        let problems = self.problems.iter().map(|problem| {
            [
                format!("{}:{}", problem.line, problem.column),
                problem.message.clone(),
                shown(&problem.text),
            ]
        });
        let head = ["place", "problem", "text"];
        section(&mut text, "problems", &head, problems, self.problems_unlisted, width);
        if let Some(unread) = &self.unread {
            let _ = writeln!(text, "\nnote: {}", unread.note());
        }
        text
    }
}

fn agent(policy: &RobotsPolicy, addressee: &placet::Agent) -> AgentRecord {
    let inquiry = policy.ask(addressee);
    let extent = inquiry.extent();
    let lines = |extent: &Extent, kind: RuleKind| {
        extent
            .lines()
            .iter()
            .filter(|line| line.kind() == kind)
            .map(placet::ExtentLine::line)
            .collect()
    };
    AgentRecord {
        agent: addressee.name().to_owned(),
        lines: inquiry.lines().map(|line| line.line()).collect(),
        rules: inquiry.rules().count(),
        closed: extent.closed().name(),
        closing: lines(&extent, RuleKind::Disallow),
        opening: lines(&extent, RuleKind::Allow),
        complete: extent.is_complete(),
        crawl_delay: inquiry.crawl_delay().map(|delay| delay.as_secs_f64()),
    }
}

/// Line numbers as people write them: `2, 5-9`.
fn join(lines: &[usize]) -> String {
    let mut text = String::new();
    for (at, run) in lines.chunk_by(|a, b| a + 1 == *b).enumerate() {
        if at == RUNS {
            text.push_str(", …");
            break;
        }
        if at > 0 {
            text.push_str(", ");
        }
        let _ = match run {
            [first, .., last] => write!(text, "{first}-{last}"),
            [only] => write!(text, "{only}"),
            [] => Ok(()),
        };
    }
    text
}

fn section<const N: usize>(
    text: &mut String,
    title: &str,
    head: &[&str; N],
    rows: impl Iterator<Item = [String; N]>,
    unlisted: usize,
    width: Option<u16>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = write!(text, "{title}\n{}", table(*head, rows, width));
    if unlisted > 0 {
        let _ = writeln!(text, "and {unlisted} more");
    }
}
