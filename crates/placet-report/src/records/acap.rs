//! ACAP records as they are read: whom each addresses, and what it says of which usage, with local
//! usages and resource sets written out.

use std::collections::HashSet;

use placet::RobotsPolicy;
use placet::acap::{AcapRecordView, AcapStatement};
use placet::statement::StatementKind;
use serde::Serialize;

use super::{join_words, shown};
use crate::screen::TEXT_SHOWN;

/// How many bytes the resources of all statements may take up when they are written out; the rest
/// are counted.
///
/// Thousands of lines can each name a set of thousands of patterns.
const EXPANDED: usize = 32 * 1024 * 1024;

/// What the ACAP fields of a file say.
#[derive(Debug, Serialize)]
pub(super) struct AcapHeld {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    ignores_conventional_records: bool,
    records: Vec<RecordHeld>,
    /// The lines of all records, also of those that are not listed.
    #[serde(skip)]
    lines: HashSet<usize>,
}

#[derive(Debug, Serialize)]
struct RecordHeld {
    crawlers: Vec<String>,
    /// The lines that name them.
    lines: Vec<usize>,
    statements: Vec<StatementHeld>,
    references: Vec<ReferenceHeld>,
    requests: Vec<RequestHeld>,
}

/// What one line says of one usage.
#[derive(Debug, Serialize)]
struct StatementHeld {
    line: usize,
    text: String,
    purposes: Vec<String>,
    /// `allow` or `disallow`.
    effect: &'static str,
    usage: &'static str,
    /// None where it is about everything, whatever else permits.
    resources: Option<Vec<String>>,
    #[serde(skip_serializing_if = "super::is_zero")]
    resources_unlisted: usize,
    conditions: Vec<String>,
    /// Why a permission is read as a prohibition.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_understood: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct ReferenceHeld {
    line: usize,
    target: String,
}

#[derive(Debug, Serialize)]
struct RequestHeld {
    line: usize,
    request: &'static str,
    path: String,
}

impl AcapHeld {
    /// What a policy holds of ACAP for those whom `wanted` keeps; none where there is nothing.
    pub(super) fn new(
        policy: &RobotsPolicy,
        wanted: impl Fn(&AcapRecordView<'_>) -> bool,
    ) -> Option<Self> {
        policy.acap_records().next()?;
        let mut left = EXPANDED;
        let records = policy.acap_records().filter(wanted);
        Some(Self {
            version: policy.acap_version().map(str::to_owned),
            ignores_conventional_records: policy.ignores_conventional_records(),
            records: records.map(|record| RecordHeld::new(policy, record, &mut left)).collect(),
            lines: policy.acap_records().flat_map(lines).collect(),
        })
    }

    /// Whether a line is one of a record.
    pub(super) fn has(&self, line: usize) -> bool {
        self.lines.contains(&line)
    }

    /// The rows of a table of it: line, crawlers, purposes, what is said, of what, conditions.
    pub(super) fn rows(&self) -> Vec<[String; 6]> {
        self.records.iter().flat_map(RecordHeld::rows).collect()
    }
}

/// The lines that a record takes up, its purposes aside.
fn lines(record: AcapRecordView<'_>) -> impl Iterator<Item = usize> {
    let statements = record.statements().map(|it| it.line());
    let references = record.references().map(|(line, _)| line);
    let requests = record.requests().map(|(line, ..)| line);
    record.lines().chain(statements).chain(references).chain(requests)
}

impl RecordHeld {
    fn new(policy: &RobotsPolicy, record: AcapRecordView<'_>, left: &mut usize) -> Self {
        let any = record.is_any().then_some("*");
        let mut statements: Vec<StatementHeld> = Vec::new();
        for statement in record.statements() {
            let next = StatementHeld::new(policy, statement, left);
            // A prohibition of several resources is one for each, one behind the other.
            match statements.last_mut().filter(|it| it.says_the_same(&next)) {
                Some(before) => before.also_of(next),
                None => statements.push(next),
            }
        }
        Self {
            crawlers: any.into_iter().chain(record.names()).map(str::to_owned).collect(),
            lines: record.lines().collect(),
            statements,
            references: record
                .references()
                .map(|(line, target)| ReferenceHeld { line, target: target.to_owned() })
                .collect(),
            requests: record
                .requests()
                .map(|(line, kind, path)| RequestHeld {
                    line,
                    request: kind.name(),
                    path: path.to_owned(),
                })
                .collect(),
        }
    }

    fn rows(&self) -> Vec<[String; 6]> {
        let crawlers = join_words(&self.crawlers);
        let row = |line: usize, purposes: String, says: String, of: String, conditions: String| {
            (line, [line.to_string(), crawlers.clone(), purposes, says, of, conditions])
        };
        let none = || "-".to_owned();
        let statements = self.statements.iter().map(|it| {
            let conditions = it.not_understood.map_or_else(
                || join_words(&it.conditions),
                |why| format!("not understood, so prohibited: {why}"),
            );
            let resources = it.resources.as_ref().map(|all| join_words(all));
            let says = format!("{} {}", it.effect, it.usage);
            let of = resources.unwrap_or_else(|| "everything".to_owned());
            row(it.line, join_words(&it.purposes), says, of, conditions)
        });
        let references = self.references.iter();
        let references =
            references.map(|it| row(it.line, none(), "refer to".into(), shown(&it.target), none()));
        let requests = self.requests.iter();
        let requests = requests.map(|it| {
            row(it.line, none(), format!("request {}", it.request), shown(&it.path), none())
        });
        let mut rows: Vec<_> = statements.chain(references).chain(requests).collect();
        rows.sort_by_key(|(line, _)| *line);
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

impl StatementHeld {
    fn new(policy: &RobotsPolicy, statement: AcapStatement<'_>, left: &mut usize) -> Self {
        let span = statement.span();
        let text = policy.text().get(span.start()..span.end()).unwrap_or_default();
        // A character has at most four bytes.
        let text = text.get(..TEXT_SHOWN * 4).unwrap_or(text);
        let mut unlisted = 0;
        let listed = |pattern: &[u8]| {
            let spent = left.checked_sub(size_of::<String>() + pattern.len());
            *left = spent.unwrap_or_default();
            unlisted += usize::from(spent.is_none());
            spent.map(|_| String::from_utf8_lossy(pattern).into_owned())
        };
        let resources = statement.patterns().map(|all| all.filter_map(listed).collect());
        Self {
            line: statement.line(),
            text: String::from_utf8_lossy(text).chars().take(TEXT_SHOWN).collect(),
            purposes: statement.purposes().map(str::to_owned).collect(),
            effect: match statement.kind() {
                StatementKind::Permit => "allow",
                _ => "disallow",
            },
            usage: statement.usage().name(),
            resources,
            resources_unlisted: unlisted,
            conditions: statement.conditions().iter().map(ToString::to_string).collect(),
            not_understood: statement.fault().map(placet::acap::Fault::message),
        }
    }

    /// Whether the other says the same in the same line, of other resources.
    fn says_the_same(&self, other: &Self) -> bool {
        self.line == other.line
            && self.usage == other.usage
            && self.effect == other.effect
            && self.conditions == other.conditions
            && self.not_understood == other.not_understood
    }

    fn also_of(&mut self, other: Self) {
        self.resources_unlisted += other.resources_unlisted;
        self.resources = self.resources.take().zip(other.resources).map(|(mut all, more)| {
            all.extend(more);
            all
        });
    }
}
