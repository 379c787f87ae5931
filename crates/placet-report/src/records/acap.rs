//! ACAP records: the crawlers that each addresses and its statements, with local usages and resource
//! sets expanded.

use std::collections::HashSet;

use placet::RobotsPolicy;
use placet::acap::{AcapRecordView, AcapStatement};
use placet::statement::StatementKind;
use serde::Serialize;

use super::{join_words, shown};
use crate::screen::TEXT_SHOWN;

/// How many bytes of expanded resources are listed; the rest are counted.
///
/// Thousands of lines can each name a set of thousands of patterns.
const EXPANDED: usize = 32 * 1024 * 1024;

/// The ACAP records of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct AcapRecords {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    ignores_conventional_records: bool,
    records: Vec<AcapRecord>,
    /// The lines of all records, including those that are not listed.
    #[serde(skip)]
    lines: HashSet<usize>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct AcapRecord {
    crawlers: Vec<String>,
    /// The lines that name the crawlers.
    lines: Vec<usize>,
    statements: Vec<StatementJson>,
    references: Vec<ReferenceJson>,
    requests: Vec<RequestJson>,
}

/// The statement of one line about one usage.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = AcapStatement))]
struct StatementJson {
    line: usize,
    text: String,
    purposes: Vec<String>,
    /// `allow` or `disallow`.
    effect: &'static str,
    usage: &'static str,
    /// None if the statement covers everything.
    resources: Option<Vec<String>>,
    #[serde(skip_serializing_if = "super::is_zero")]
    resources_unlisted: usize,
    conditions: Vec<String>,
    /// Why a permission counts as a prohibition.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_understood: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ReferenceJson {
    line: usize,
    target: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct RequestJson {
    line: usize,
    request: &'static str,
    path: String,
}

impl AcapRecords {
    /// The ACAP records of a policy that satisfy `wanted`; none if the policy has no ACAP records.
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
            records: records.map(|record| AcapRecord::new(policy, record, &mut left)).collect(),
            lines: policy.acap_records().flat_map(lines).collect(),
        })
    }

    /// Whether a line belongs to a record.
    pub(super) fn has_line(&self, line: usize) -> bool {
        self.lines.contains(&line)
    }

    /// The rows of a table: line, crawlers, purposes, statement, resources, conditions.
    pub(super) fn rows(&self) -> Vec<[String; 6]> {
        self.records.iter().flat_map(AcapRecord::rows).collect()
    }
}

/// The lines of a record, except its purposes.
fn lines(record: AcapRecordView<'_>) -> impl Iterator<Item = usize> {
    let statements = record.statements().map(|it| it.line());
    let references = record.references().map(|(line, _)| line);
    let requests = record.requests().map(|(line, ..)| line);
    record.lines().chain(statements).chain(references).chain(requests)
}

impl AcapRecord {
    fn new(policy: &RobotsPolicy, record: AcapRecordView<'_>, left: &mut usize) -> Self {
        let any = record.is_any().then_some("*");
        let mut statements: Vec<StatementJson> = Vec::new();
        for statement in record.statements() {
            let next = StatementJson::new(policy, statement, left);
            // A prohibition of several resources comes as one statement for each, in sequence.
            match statements.last_mut().filter(|it| it.differs_in_resources_only(&next)) {
                Some(before) => before.add_resources(next),
                None => statements.push(next),
            }
        }
        Self {
            crawlers: any.into_iter().chain(record.names()).map(str::to_owned).collect(),
            lines: record.lines().collect(),
            statements,
            references: record
                .references()
                .map(|(line, target)| ReferenceJson { line, target: target.to_owned() })
                .collect(),
            requests: record
                .requests()
                .map(|(line, kind, path)| RequestJson {
                    line,
                    request: kind.name(),
                    path: path.to_owned(),
                })
                .collect(),
        }
    }

    fn rows(&self) -> Vec<[String; 6]> {
        let crawlers = join_words(&self.crawlers);
        let row =
            |line: usize, purposes: String, says: String, resources: String, conditions: String| {
                (line, [line.to_string(), crawlers.clone(), purposes, says, resources, conditions])
            };
        let none = || "-".to_owned();
        let statements = self.statements.iter().map(|it| {
            let conditions = it.not_understood.map_or_else(
                || join_words(&it.conditions),
                |why| format!("not understood, so prohibited: {why}"),
            );
            let resources = it.resources.as_ref().map(|all| join_words(all));
            let says = format!("{} {}", it.effect, it.usage);
            let resources = resources.unwrap_or_else(|| "everything".to_owned());
            row(it.line, join_words(&it.purposes), says, resources, conditions)
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

impl StatementJson {
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

    /// Whether two statements of one line differ in their resources only.
    fn differs_in_resources_only(&self, other: &Self) -> bool {
        self.line == other.line
            && self.usage == other.usage
            && self.effect == other.effect
            && self.conditions == other.conditions
            && self.not_understood == other.not_understood
    }

    fn add_resources(&mut self, other: Self) {
        self.resources_unlisted += other.resources_unlisted;
        self.resources = self.resources.take().zip(other.resources).map(|(mut all, more)| {
            all.extend(more);
            all
        });
    }
}
