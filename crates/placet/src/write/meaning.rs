//! Compares the meaning of two policies.

use crate::pattern::Pattern;
use crate::policy::{Acap, AcapRecord, Parts, RobotsPolicy, Statement};
use crate::syntax::robots::Key;
use crate::vocabulary::{Condition, RuleKind, Usage};

/// Whether two policies have the same meaning, regardless of the form and the order of their lines.
///
/// The comparison includes
/// - the groups in their order: the `User-agent` values, the rules in normal form with the lengths
///   that count, and the other records; sitemaps belong to no group;
/// - the ACAP statements, in any order: addressees, purposes, the usage, whether it is permitted, the
///   patterns as they are matched, the conditions. A record for names and `*` counts as two (A-07).
///   Statements that address no crawler or refer to nothing are ignored;
/// - references and action requests, with their addressees;
/// - if there are ACAP records, whether conventional ones are ignored (A-36), and the version.
///
/// Definitions are not compared, but their expansions are (R-115).
///
/// ```
/// use placet::RobotsPolicy;
/// use placet::write::same_meaning;
///
/// let one = RobotsPolicy::parse(
///     b"ACAP-resource-set: a /x/ /y/\nACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:a",
/// );
/// let other = RobotsPolicy::parse(
///     b"ACAP-resource-set: b x/ y/\r\n\r\nACAP-Crawler : * # all\r\nACAP-disallow-index: acap:resource-set:b\r\n",
/// );
/// assert!(same_meaning(&one, &other));
/// ```
pub fn same_meaning(one: &RobotsPolicy, other: &RobotsPolicy) -> bool {
    groups(&one.parts) == groups(&other.parts)
        && records(one) == records(other)
        && AcapMeaning::new(one) == AcapMeaning::new(other)
}

type GroupMeaning<'p> = (Vec<String>, Vec<(RuleKind, Pattern<'p>)>);

fn groups(parts: &Parts) -> Vec<GroupMeaning<'_>> {
    (0..parts.groups.len())
        .filter_map(|index| parts.group(index))
        .map(|group| {
            let agents = group.agents().map(|line| line.value().into_owned()).collect();
            let rules = group.rule_parts().iter();
            (agents, rules.map(|&rule| (rule.kind(), parts.pattern(rule))).collect())
        })
        .collect()
}

/// The other records: those in groups, with the index of their group, then those outside.
fn records(policy: &RobotsPolicy) -> Vec<(Option<usize>, Key, String, String)> {
    let mut records: Vec<_> = policy
        .plain_records()
        .map(|record| {
            let key = match record.kind() {
                Key::Unknown | Key::Acap => record.key().to_ascii_lowercase(),
                _ => String::new(),
            };
            let free = matches!(record.kind(), Key::Sitemap | Key::Acap);
            let group = record.group().filter(|_| !free);
            (group, record.kind(), key, record.value().into_owned())
        })
        .collect();
    records.sort_by_key(|(group, kind, ..)| (*group, *kind == Key::Acap));
    records
}

/// The names of crawlers; empty for any crawler.
type Addressees = Vec<String>;

#[derive(Debug, Default, PartialEq, Eq)]
struct AcapMeaning {
    statements: Vec<StatementMeaning>,
    references: Vec<(Addressees, String)>,
    actions: Vec<(Addressees, &'static str, String)>,
    ignores_conventional: bool,
    overflows: bool,
    version: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct StatementMeaning {
    addressees: Addressees,
    purposes: Option<Vec<String>>,
    usage: Usage,
    kind: RuleKind,
    /// `None` for a prohibition of everything.
    patterns: Option<Vec<PatternMeaning>>,
    conditions: Vec<Condition>,
}

/// A pattern with its case, its form in queries, and its scope.
type PatternMeaning = (Box<[u8]>, Option<Box<[u8]>>, Box<[u8]>);

impl AcapMeaning {
    fn new(policy: &RobotsPolicy) -> Self {
        let Some(acap) = policy.parts.acap() else { return Self::default() };
        let mut meaning = Self { overflows: acap.overflows, ..Self::default() };
        if !acap.records.is_empty() {
            meaning.ignores_conventional = acap.ignores_conventional;
        }
        let record = |index: u32| acap.records.get(index as usize);
        for statements in acap.statements.chunk_by(|one, next| one.record == next.record) {
            let Some(record) = statements.first().and_then(|first| record(first.record)) else {
                continue;
            };
            let read = statements.iter().filter_map(|it| StatementMeaning::new(acap, it));
            let read = merge_conditions(read.collect());
            for addressees in addressees(record) {
                let to = |read: &StatementMeaning| StatementMeaning {
                    addressees: addressees.clone(),
                    ..read.clone()
                };
                meaning.statements.extend(read.iter().map(to));
            }
        }
        for reference in &acap.references {
            let all = record(reference.record).and_then(|record| addressees(record).pop());
            meaning.references.extend(all.map(|all| (all, reference.target.to_string())));
        }
        for action in &acap.actions {
            let all = record(action.record).and_then(|record| addressees(record).pop());
            meaning
                .actions
                .extend(all.map(|all| (all, action.kind.name(), action.path.to_string())));
        }
        if !meaning.statements.is_empty()
            || !meaning.references.is_empty()
            || !meaning.actions.is_empty()
        {
            meaning.version.clone_from(&acap.version);
        }
        meaning.statements.sort();
        meaning.references.sort();
        meaning.actions.sort();
        meaning
    }
}

/// Merges equal permissions of one record into one with the conditions of all (A-03): a field can
/// carry a type of condition only once (R-105), so one permission may need several fields.
fn merge_conditions(mut statements: Vec<StatementMeaning>) -> Vec<StatementMeaning> {
    statements.sort();
    statements.dedup_by(|next, first| {
        let equal = next.kind == RuleKind::Allow && next.is_like(first);
        if equal {
            first.conditions.append(&mut next.conditions);
            first.conditions.sort();
            first.conditions.dedup();
        }
        equal
    });
    statements
}

/// The addressees of a record: those it names, then any crawler.
fn addressees(record: &AcapRecord) -> Vec<Addressees> {
    let names: Addressees = record
        .names
        .iter()
        .filter(|name| !name.is_empty())
        .map(|name| name.to_ascii_lowercase())
        .collect();
    let by_name = (!names.is_empty()).then_some(names);
    by_name.into_iter().chain(record.any.then(Vec::new)).collect()
}

impl StatementMeaning {
    /// Whether both are equal except for their conditions.
    fn is_like(&self, other: &Self) -> bool {
        let usage_and_kind = |it: &Self| (it.usage, it.kind);
        usage_and_kind(self) == usage_and_kind(other)
            && self.purposes == other.purposes
            && self.patterns == other.patterns
            && self.addressees == other.addressees
    }

    /// `None` if it refers to nothing.
    fn new(acap: &Acap, statement: &Statement) -> Option<Self> {
        let patterns = acap.patterns_of(statement).map(|patterns| {
            let read = |it: &crate::policy::AcapPattern| {
                (it.cased.clone(), it.pattern().in_query().map(Into::into), it.scope().into())
            };
            patterns.iter().map(read).collect::<Vec<PatternMeaning>>()
        });
        if patterns.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let purposes = (statement.purposes as usize).checked_sub(1);
        let purposes = purposes.and_then(|index| acap.purposes.get(index));
        let mut conditions = acap.conditions_of(statement).to_vec();
        conditions.sort();
        conditions.dedup();
        Some(Self {
            addressees: Vec::new(),
            purposes: purposes.map(|all| all.iter().map(|it| it.text().to_owned()).collect()),
            usage: statement.usage,
            kind: statement.kind,
            patterns,
            conditions,
        })
    }
}
