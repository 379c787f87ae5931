//! The contents of a robots.txt: crawlers and how much is closed to each, groups, ACAP records,
//! sitemaps, other records and problems.

mod acap;
mod agents;
mod uses;

use std::collections::HashSet;
use std::fmt::Write as _;

use placet::robots::RuleKind;
use placet::syntax::robots::{Garbled, Key};
use placet::{Agent, AgentPolicy, RobotsPolicy};
use serde::Serialize;

use crate::screen::{TEXT_SHOWN, shown};
use crate::table::table;
use crate::unread::Unread;
use acap::AcapRecords;
use agents::AgentRecord;
use uses::UsesRecord;

/// The contents of a robots.txt.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Records {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    profile: &'static str,
    /// Whether it is HTML or XML in place of a robots.txt.
    html: bool,
    agents: Vec<AgentRecord>,
    #[serde(skip_serializing_if = "is_zero")]
    agents_unlisted: usize,
    groups: Vec<GroupRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acap: Option<AcapRecords>,
    sitemaps: Vec<LineRecord>,
    #[serde(rename = "records")]
    others: Vec<LineRecord>,
    /// What the crawlers may do with `/`, where signals matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uses: Vec<UsesRecord>,
    problems: Vec<ProblemRecord>,
    problems_unlisted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<Unread>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct GroupRecord {
    agents: Vec<LineRecord>,
    rules: Vec<LineRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LineRecord {
    line: usize,
    key: String,
    value: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ProblemRecord {
    line: usize,
    column: usize,
    kind: &'static str,
    message: String,
    text: String,
}

/// How many ranges of line numbers are shown in a table. The JSON has all.
const RUNS: usize = 8;

/// How many crawlers are listed for people; the rest are counted.
///
/// A file can address tens of thousands of crawlers.
pub const AGENTS_SHOWN: usize = 500;

/// How many ACAP statements are listed for people.
const STATEMENTS_SHOWN: usize = 1000;

impl Records {
    /// The contents of a policy for these crawlers, or for those that it addresses if there are none;
    /// at most `limit` crawlers are listed.
    pub fn new(policy: &RobotsPolicy, wanted: &[Agent], limit: usize) -> Self {
        let mut agents = if wanted.is_empty() {
            agents::addressed(policy)
        } else {
            wanted.iter().map(|agent| (agent.name().to_owned(), agent.clone())).collect()
        };
        let agents_unlisted = agents.len().saturating_sub(limit);
        agents.truncate(limit);
        let line = |line: usize, key: &str, value: &str| LineRecord {
            line,
            key: key.to_owned(),
            value: value.to_owned(),
        };
        // With a list of crawlers, only the groups and ACAP records that apply to one of them.
        let apply: HashSet<usize> = wanted
            .iter()
            .flat_map(|agent| policy.agent_lines(agent).1.map(|line| line.group()))
            .collect();
        let applies = |group: usize| wanted.is_empty() || apply.contains(&group);
        let groups = policy.groups().filter(|group| applies(group.index()));
        let groups = groups.map(|group| GroupRecord {
            agents: group.agents().map(|it| line(it.line(), "user-agent", &it.value())).collect(),
            rules: group
                .rules()
                .map(|rule| line(rule.line(), rule.kind().name(), &rule.pattern()))
                .collect(),
        });
        let acap = AcapRecords::new(policy, |record| {
            wanted.is_empty() || wanted.iter().any(|agent| record.addresses(agent).is_some())
        });
        let records = |is_listed: fn(Key) -> bool| {
            let records = policy.records().filter(|record| is_listed(record.kind()));
            records.map(|it| line(it.line(), &it.key(), &it.value())).collect()
        };
        Self {
            file: None,
            profile: policy.profile().name(),
            html: policy.garbled() == Some(Garbled::Markup),
            agents: agents::agents(policy, agents),
            agents_unlisted,
            groups: groups.collect(),
            acap,
            sitemaps: records(|kind| kind == Key::Sitemap),
            others: records(|kind| kind != Key::Sitemap),
            uses: Vec::new(),
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

    /// Adds what the listed crawlers may do with `/`, if the file or other files have signals.
    /// `policy_for` is the policy for any crawler, with these other files.
    #[must_use]
    pub fn with_uses(
        mut self,
        has_files: bool,
        policy_for: impl Fn(&Agent) -> AgentPolicy,
    ) -> Self {
        let has_records = self.others.iter().any(|it| uses::is_signal(&it.key));
        let named = self.groups.iter().flat_map(|group| &group.agents);
        let has_tokens = named.map(|it| &it.value).any(|name| uses::is_control_token(name));
        if has_files || has_records || has_tokens {
            let uses = |it: &AgentRecord| UsesRecord::new(&it.agent, &policy_for(&it.asked));
            self.uses = self.agents.iter().filter_map(uses).collect();
        }
        self
    }

    /// Adds which part of the file was not read.
    #[must_use]
    pub fn with_unread(self, unread: Option<Unread>) -> Self {
        Self { unread, ..self }
    }

    /// Adds the name of the file.
    #[must_use]
    pub fn with_file(self, name: &str) -> Self {
        Self { file: Some(name.to_owned()), ..self }
    }

    /// The name of the file, safe to print; empty if it was not given.
    pub fn file(&self) -> String {
        self.file.as_deref().map_or_else(String::new, shown)
    }

    /// Renders the contents as tables that end in a newline, at most `width` wide.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut text = String::new();
        if self.html {
            let _ = writeln!(text, "note: {}\n", Garbled::Markup);
        }
        if self.agents.is_empty() {
            text.push_str("no groups, so everything is open to every crawler\n");
        } else {
            let rows = self.agents.iter().map(|agent| {
                let lines = |kind| join(&agent.lines(kind).collect::<Vec<_>>());
                [
                    shown(&agent.agent),
                    agent.closed().to_owned(),
                    lines(RuleKind::Disallow),
                    lines(RuleKind::Allow),
                    agent.rules.to_string(),
                    agent.crawl_delay.map_or_else(|| "-".to_owned(), |delay| format!("{delay} s")),
                ]
            });
            let head =
                ["agent", "closed", "closed by lines", "opened by lines", "rules", "crawl-delay"];
            section(&mut text, "agents", &head, rows, self.agents_unlisted, width);
        }
        // The fields of ACAP records have their own table.
        let records = |records: &[LineRecord]| -> Vec<[String; 3]> {
            let is_read = |it: &&LineRecord| {
                let purpose = it.key.eq_ignore_ascii_case("ACAP-usage-purpose");
                self.acap.as_ref().is_some_and(|acap| purpose || acap.has_line(it.line))
            };
            records
                .iter()
                .filter(|it| !is_read(it))
                .map(|it| [it.line.to_string(), shown(&it.key), shown(&it.value)])
                .collect()
        };
        let mut statements: Vec<_> = self.acap.iter().flat_map(AcapRecords::rows).collect();
        let unlisted = statements.len().saturating_sub(STATEMENTS_SHOWN);
        statements.truncate(STATEMENTS_SHOWN);
        let head = ["line", "crawlers", "purposes", "statement", "resources", "conditions"];
        section(&mut text, "ACAP records", &head, statements.into_iter(), unlisted, width);
        let head = ["line", "record", "value"];
        section(&mut text, "sitemaps", &head, records(&self.sitemaps).into_iter(), 0, width);
        let others = records(&self.others);
        section(&mut text, "other records", &head, others.into_iter(), 0, width);
        let uses = self.uses.iter().map(UsesRecord::row);
        section(&mut text, "uses of /", &uses::HEAD, uses, 0, width);
        let problems = self.problems.iter().map(|problem| {
            [
                format!("{}:{}", problem.line, problem.column),
                problem.message.clone(),
                shown(&problem.text),
            ]
        });
        let head = ["line:column", "problem", "text"];
        section(&mut text, "problems", &head, problems, self.problems_unlisted, width);
        if let Some(unread) = &self.unread {
            let _ = writeln!(text, "\nnote: {}", unread.note());
        }
        text
    }
}

/// Words separated by commas; `-` if there are none.
fn join_words(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { shown(&words.join(", ")) }
}

/// Line numbers as ranges: `2, 5-9`; `-` if there are none.
fn join(lines: &[usize]) -> String {
    if lines.is_empty() {
        return "-".to_owned();
    }
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
