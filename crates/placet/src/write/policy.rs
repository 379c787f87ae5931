//! From a policy back to a file in the making.

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
    /// A file that says what the policy says, put right: read again with the same profile, its
    /// text has the [same meaning](super::same_meaning).
    ///
    /// - Local usages are written out (R-115); sets keep their names. Definitions that no field of
    ///   the file needs are kept where it refers to other files, which may use them (R-044).
    /// - A permission that was not understood is the prohibition it was read as (A-26). A
    ///   prohibition on a set that is not defined stays one (A-29).
    /// - A record for names and for `*` becomes one for the names and one for `*` (A-07), and a
    ///   reference stands in a record of its own (A-37).
    /// - Where the documents have no right form for what was read, the wrong one stays: a set or a
    ///   local usage that is not understood, a name or purpose that they do not admit, several
    ///   references in one record, and a record that says nothing where it takes one for
    ///   `ACAP-ignore-conventional-records` to be heard (A-36).
    /// - What has no effect is left out: records that address nobody or say nothing, fields that
    ///   were not read, comments.
    ///
    /// Where more was said than is kept (see [`limits::ACAP_STATEMENTS`]) everything is
    /// prohibited, and that is all that is written.
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
                Reader { acap, file: &mut file, sets }.read();
            }
            file.ignores_conventional = acap.ignores_conventional;
            if file.ignores_conventional && file.records.is_empty() {
                // It takes a record to be heard, and one that says nothing will do (A-36, A-45).
                file.records.push(AcapRecord::Fields(Record::bare(Crawlers::any())));
            }
        }
        file
    }
}

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

/// Prohibits every usage of everything, whatever else permits.
fn prohibiting_all() -> Record {
    let mut record = Record::bare(Crawlers::any());
    for usage in Usage::ALL.into_iter().filter(|usage| usage.is_acap()) {
        let resources = Resources(Specification::Everything);
        record = record.and(Field { statement: Statement::Disallow(usage), resources });
    }
    record
}

struct Reader<'p> {
    acap: &'p Acap,
    file: &'p mut RobotsFile,
    /// The names of the sets that fields use, by where their patterns stand.
    sets: Sets,
}

/// What the fields of one record say.
#[derive(Default)]
struct Said<'p> {
    statements: Vec<&'p policy::Statement>,
    targets: Vec<Location>,
    requests: Vec<Request>,
}

impl Reader<'_> {
    fn read(mut self) {
        let acap = self.acap;
        let mut said: Vec<Said<'_>> = acap.records.iter().map(|_| Said::default()).collect();
        for statement in &acap.statements {
            if let Some(said) = said.get_mut(statement.record as usize) {
                said.statements.push(statement);
            }
        }
        for reference in &acap.references {
            if let Some(said) = said.get_mut(reference.record as usize) {
                said.targets.push(Location((*reference.target).into()));
            }
        }
        for action in &acap.actions {
            if let Some(said) = said.get_mut(action.record as usize) {
                let resource = Location(action.path.clone());
                said.requests.push(Request { kind: action.kind, resource });
            }
        }
        for (record, said) in acap.records.iter().zip(said) {
            self.record(record, said);
        }
    }

    fn record(&mut self, record: &policy::AcapRecord, said: Said<'_>) {
        let names: Vec<Box<str>> =
            record.names.iter().filter(|name| !name.is_empty()).cloned().collect();
        let those = (!names.is_empty()).then_some(Crawlers { names });
        let any = record.any.then(Crawlers::any);
        // What is wished, and where more is said, concerns the named with any crawler.
        let Some(all) = any.as_ref().or(those.as_ref()).cloned() else { return };
        if !said.targets.is_empty() {
            let reference = Reference { crawlers: all.clone(), targets: said.targets };
            self.file.records.push(AcapRecord::Reference(reference));
        }
        for crawlers in [those, any].into_iter().flatten() {
            let mut record = Record::bare(crawlers);
            if record.crawlers == all {
                for request in &said.requests {
                    record = record.and(request.clone());
                }
            }
            for run in said.statements.chunk_by(|one, next| one.purposes == next.purposes) {
                record = self.run(record, run);
            }
            if !record.is_bare() {
                self.file.records.push(AcapRecord::Fields(record));
            }
        }
    }

    /// Adds the statements of a sub-record, or those of none.
    fn run(&self, record: Record, run: &[&policy::Statement]) -> Record {
        let mut fields = run.iter().flat_map(|statement| self.fields(statement));
        let purposes = run
            .first()
            .and_then(|first| (first.purposes as usize).checked_sub(1))
            .and_then(|place| self.acap.purposes.get(place));
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

    /// The fields of a statement; none where that is about nothing. Of a permission there are as many
    /// as its conditions take: a field carries a type once (R-105), and the conditions of equal
    /// permissions add up (A-03).
    fn fields(&self, statement: &policy::Statement) -> Vec<Field> {
        let Some(resources) = self.resources(statement) else { return Vec::new() };
        let field = |statement| Field { statement, resources: Resources(resources.clone()) };
        let usage = statement.usage;
        match statement.kind {
            RuleKind::Disallow => vec![field(Statement::Disallow(usage))],
            RuleKind::Allow => carried(self.acap.conditions_of(statement))
                .map(|conditions| field(Statement::Allow(QualifiedUsage { usage, conditions })))
                .collect(),
        }
    }

    fn resources(&self, statement: &policy::Statement) -> Option<Specification> {
        Some(match &statement.resources {
            policy::Resources::Everything => Specification::Everything,
            // Only META elements are about the page they stand in.
            policy::Resources::Page => return None,
            policy::Resources::Patterns(range) => match self.acap.patterns_of(statement)? {
                [] => return None,
                [pattern] => Specification::Pattern(PathPattern::spelt(spell(pattern))),
                _ => Specification::Set(self.sets.get(range)?.clone()),
            },
        })
    }
}

/// Conditions in as few lots as one field each can carry.
fn carried(conditions: &[Condition]) -> impl Iterator<Item = Vec<Condition>> {
    let mut lots: Vec<Vec<Condition>> = vec![Vec::new()];
    for condition in conditions {
        let clashes = |lot: &Vec<Condition>| lot.iter().any(|it| it.repeats(condition));
        match lots.iter_mut().find(|lot| !clashes(lot)) {
            Some(lot) => lot.push(condition.clone()),
            None => lots.push(vec![condition.clone()]),
        }
    }
    lots.into_iter()
}
