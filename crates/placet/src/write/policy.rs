//! Creates a file from a policy.

use super::define::{self, Sets};
use super::field::{Specification, Statement};
use super::file::AcapRecord;
use super::spell::spell;
use super::{
    Crawlers, Field, Group, Location, Other, Part, PathPattern, Purpose, QualifiedUsage, Record,
    Reference, Request, Resources, RobotsFile, SubRecord,
};
use crate::policy::{self, Acap, RobotsPolicy};
use crate::syntax::robots::Key;
use crate::vocabulary::{Condition, RuleKind, Usage};

impl RobotsFile {
    /// Creates a file with the meaning of a policy, in correct form: if its text is read with the
    /// same profile, it has the [same meaning](super::same_meaning).
    ///
    /// - Local usages are expanded (R-115); sets keep their names. Definitions that no field of the file
    ///   needs are kept if it refers to other files, which may use them (R-044).
    /// - A permission that was not understood becomes the prohibition it was read as (A-26). A
    ///   prohibition for a set that is not defined remains one (A-29).
    /// - A record for names and for `*` becomes one for the names and one for `*` (A-07), and a
    ///   reference gets a record of its own (A-37).
    /// - If the documents have no correct form for what was read, the incorrect one remains: a set or a
    ///   local usage that is not understood, a name or purpose that they do not allow, several
    ///   references in one record, and a record without fields if `ACAP-ignore-conventional-records`
    ///   needs one to take effect (A-36).
    /// - What has no effect is omitted: records that address no crawler or have no fields, fields that
    ///   were not read, comments.
    ///
    /// If the policy has more statements than are kept (see [`limits::ACAP_STATEMENTS`]),
    /// everything is prohibited, and only that is written.
    ///
    /// [`limits::ACAP_STATEMENTS`]: crate::text::limits::ACAP_STATEMENTS
    ///
    /// ```
    /// use placet::RobotsPolicy;
    /// use placet::write::{LineEnd, RobotsFile};
    ///
    /// let site = RobotsPolicy::parse(
    ///     b"acap-crawler : *\nACAP-ALLOW-INDEX: news/ Time-Limit = until-recrawl\nUser-agent: a\nDisallow:/b",
    /// );
    /// assert_eq!(
    ///     RobotsFile::from_policy(&site).print(LineEnd::Lf),
    ///     "User-agent: a\n\
    ///      Disallow: /b\n\
    ///      \n\
    ///      ACAP-crawler: *\n\
    ///      ACAP-allow-index: /news/ time-limit=until-recrawled\n"
    /// );
    /// ```
    pub fn from_policy(policy: &RobotsPolicy) -> Self {
        let mut file = Self { version: None, ..Self::new() };
        conventional(policy, &mut file);
        if let Some(acap) = policy.parts.acap() {
            file.version.clone_from(&acap.version);
            if acap.overflows {
                file.records.push(AcapRecord::Fields(prohibiting_all()));
            } else {
                let sets = define::define(acap, &mut file);
                Converter { acap, file: &mut file, sets }.convert();
            }
            file.ignores_conventional = acap.ignores_conventional;
            if file.ignores_conventional && file.records.is_empty() {
                // It takes effect only with a record, which may be without fields (A-36, A-45).
                file.records.push(AcapRecord::Fields(Record::bare(Crawlers::any())));
            }
        }
        file
    }
}

/// Adds the groups and other conventional records.
fn conventional(policy: &RobotsPolicy, file: &mut RobotsFile) {
    for group in policy.groups() {
        let mut written = Group::empty();
        written.agents.extend(group.agents().map(|line| Box::from(line.value())));
        written.rules.extend(group.rules().map(|rule| {
            let bytes = rule.span().of(policy.text());
            let pattern = (!bytes.is_empty()).then(|| PathPattern::of_rule(bytes));
            (rule.kind(), pattern)
        }));
        file.groups.push(written);
    }
    for record in policy.plain_records() {
        let other =
            Other { kind: record.kind(), key: record.key().into(), value: record.value().into() };
        let group = record.group().filter(|_| record.kind() != Key::Sitemap);
        match group.and_then(|group| file.groups.get_mut(group)) {
            _ if record.kind() == Key::Acap => file.unread.push(other),
            Some(group) => group.others.push(other),
            None => file.others.push(other),
        }
    }
}

/// A record that prohibits every usage of everything, whatever else permits it.
fn prohibiting_all() -> Record {
    let mut record = Record::bare(Crawlers::any());
    for usage in Usage::ALL.into_iter().filter(|usage| usage.is_acap()) {
        let resources = Resources(Specification::Everything);
        record = record.and(Field { statement: Statement::Disallow(usage), resources });
    }
    record
}

/// Adds the ACAP records of a policy to a file.
struct Converter<'p> {
    acap: &'p Acap,
    file: &'p mut RobotsFile,
    /// The names of the sets that fields use, by the range of their patterns.
    sets: Sets,
}

/// The contents of one record.
#[derive(Default)]
struct Contents<'p> {
    statements: Vec<&'p policy::Statement>,
    targets: Vec<Location>,
    requests: Vec<Request>,
}

impl Converter<'_> {
    fn convert(mut self) {
        let acap = self.acap;
        let mut contents: Vec<Contents<'_>> =
            acap.records.iter().map(|_| Contents::default()).collect();
        for statement in &acap.statements {
            if let Some(it) = contents.get_mut(statement.record as usize) {
                it.statements.push(statement);
            }
        }
        for reference in &acap.references {
            if let Some(it) = contents.get_mut(reference.record as usize) {
                it.targets.push(Location((*reference.target).into()));
            }
        }
        for action in &acap.actions {
            if let Some(it) = contents.get_mut(action.record as usize) {
                let resource = Location(action.path.clone());
                it.requests.push(Request { kind: action.kind, resource });
            }
        }
        for (record, contents) in acap.records.iter().zip(contents) {
            self.record(record, contents);
        }
    }

    fn record(&mut self, record: &policy::AcapRecord, contents: Contents<'_>) {
        let names: Vec<Box<str>> =
            record.names.iter().filter(|name| !name.is_empty()).cloned().collect();
        let by_name = (!names.is_empty()).then_some(Crawlers { names });
        let any = record.any.then(Crawlers::any);
        // Requests and references of a record for names and `*` are written once, for any crawler.
        let Some(all) = any.as_ref().or(by_name.as_ref()).cloned() else { return };
        if !contents.targets.is_empty() {
            let reference = Reference { crawlers: all.clone(), targets: contents.targets };
            self.file.records.push(AcapRecord::Reference(reference));
        }
        for crawlers in [by_name, any].into_iter().flatten() {
            let mut record = Record::bare(crawlers);
            if record.crawlers == all {
                for request in &contents.requests {
                    record = record.and(request.clone());
                }
            }
            for run in contents.statements.chunk_by(|one, next| one.purposes == next.purposes) {
                record = self.run(record, run);
            }
            if !record.is_bare() {
                self.file.records.push(AcapRecord::Fields(record));
            }
        }
    }

    /// Adds the statements of one sub-record, or those without a purpose.
    fn run(&self, record: Record, run: &[&policy::Statement]) -> Record {
        let mut fields = run.iter().flat_map(|statement| self.fields(statement));
        let purposes = run
            .first()
            .and_then(|first| (first.purposes as usize).checked_sub(1))
            .and_then(|index| self.acap.purposes.get(index));
        let Some(purposes) = purposes else {
            return fields.fold(record, Record::and);
        };
        let purposes: Vec<Purpose> = purposes.iter().map(|it| Purpose(it.text().into())).collect();
        match fields.next() {
            None => record,
            Some(first) => {
                let fields = std::iter::once(first).chain(fields).collect();
                record.and(Part::SubRecord(SubRecord { purposes, fields }))
            }
        }
    }

    /// The fields of a statement; empty if it refers to nothing. A permission may need several
    /// fields, because a field can carry a type of condition only once (R-105), and the conditions
    /// of equal permissions add up (A-03).
    fn fields(&self, statement: &policy::Statement) -> Vec<Field> {
        let Some(resources) = self.resources(statement) else { return Vec::new() };
        let field = |statement| Field { statement, resources: Resources(resources.clone()) };
        let usage = statement.usage;
        match statement.kind {
            RuleKind::Disallow => vec![field(Statement::Disallow(usage))],
            RuleKind::Allow => batches(self.acap.conditions_of(statement))
                .map(|conditions| field(Statement::Allow(QualifiedUsage { usage, conditions })))
                .collect(),
        }
    }

    fn resources(&self, statement: &policy::Statement) -> Option<Specification> {
        Some(match &statement.resources {
            policy::Resources::Everything => Specification::Everything,
            // Only META elements refer to their own page.
            policy::Resources::Page => return None,
            policy::Resources::Patterns(range) => match self.acap.patterns_of(statement)? {
                [] => return None,
                [pattern] => Specification::Pattern(PathPattern::of_field(spell(pattern))),
                _ => Specification::Set(self.sets.get(range)?.clone()),
            },
        })
    }
}

/// Splits conditions into as few batches as possible that one field each can carry.
fn batches(conditions: &[Condition]) -> impl Iterator<Item = Vec<Condition>> {
    let mut batches: Vec<Vec<Condition>> = vec![Vec::new()];
    for condition in conditions {
        let clashes = |batch: &Vec<Condition>| batch.iter().any(|it| it.repeats(condition));
        match batches.iter_mut().find(|batch| !clashes(batch)) {
            Some(batch) => batch.push(condition.clone()),
            None => batches.push(vec![condition.clone()]),
        }
    }
    batches.into_iter()
}
