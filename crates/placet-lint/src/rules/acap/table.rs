//! The ACAP fields of a file, and which record each belongs to.

use std::ops::Range;

use placet::Usage;
use placet::syntax::Span;
use placet::syntax::acap::{self, Field, Named, UsageName};
use placet::syntax::robots::Key;

use crate::view::{View, lossy};

/// The ACAP fields of a file, in its order.
#[derive(Debug, Default)]
pub(crate) struct AcapTable {
    pub(crate) fields: Vec<FieldRow>,
    pub(crate) records: Vec<AcapRecord>,
    concerns_crawling: bool,
}

/// A field with its span and record.
#[derive(Debug)]
pub(crate) struct FieldRow {
    pub(crate) field: Field,
    pub(crate) key: Span,
    pub(crate) line: usize,
    /// The whole field.
    pub(crate) span: Range<usize>,
    /// Its record; `None` before the first one, and for definitions.
    pub(crate) record: Option<usize>,
    /// Whether it is in a sub-record, for a purpose.
    pub(crate) in_sub_record: bool,
}

impl FieldRow {
    /// The resource patterns of the field, including names of sets.
    pub(crate) fn patterns(&self) -> &[Span] {
        match &self.field {
            Field::Permission { resources, .. } => resources,
            Field::ResourceSet { patterns, .. } => patterns,
            _ => &[],
        }
    }
}

/// A record: its fields by their places (ACAP 1.0 §2.3).
#[derive(Debug)]
pub(crate) struct AcapRecord {
    pub(crate) crawlers: Vec<usize>,
    pub(crate) fields: Vec<usize>,
    is_any: bool,
}

/// A permission or prohibition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Permission<'t> {
    pub(crate) row: &'t FieldRow,
    pub(crate) allows: bool,
    pub(crate) name: UsageName,
    pub(crate) resources: &'t [Span],
    pub(crate) qualifiers: &'t [Named],
}

impl Permission<'_> {
    /// The standard usage that it names, if it does.
    pub(crate) fn usage(&self, view: &View<'_>) -> Option<Usage> {
        match self.name {
            UsageName::Standard(name) => standard(view, name),
            UsageName::Local(_) => None,
        }
    }
}

/// The versions of ACAP.
pub(crate) const VERSIONS: [&str; 3] = ["0.2", "1.0", "1.1"];

/// Whether the file declares version 0.2, so that it may use its features (A-51).
pub(crate) fn is_of_0_2(view: &View<'_>) -> bool {
    view.policy.acap_version() == Some("0.2")
}

/// The standard usage of this name (R-080).
pub(crate) fn standard(view: &View<'_>, name: Span) -> Option<Usage> {
    let name = lossy(view.of(name.range())).to_ascii_lowercase();
    name.parse().ok().filter(|usage: &Usage| usage.is_acap())
}

/// The name of the set that a resource names, with the length of the prefix before it (R-054).
pub(crate) fn set_name(resource: &str) -> Option<(usize, &str)> {
    ["the-acap:resource-set:", "acap:resource-set:"].iter().find_map(|prefix| {
        let start = resource.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then_some(())?;
        Some((prefix.len(), resource.get(prefix.len()..)?))
    })
}

/// A pattern as it is matched, except for its case: beginning with `/` (A-15, A-18). `None` if more
/// than a `/` would have to change.
pub(crate) fn rooted(view: &View<'_>, resource: Span) -> Option<String> {
    let text = std::str::from_utf8(view.of(resource.range())).ok()?;
    let is_plain = |c: char| c.is_ascii_graphic() && !r#"%"<>\^`{|}"#.contains(c);
    if set_name(text).is_some() || !text.chars().all(is_plain) || text.is_empty() {
        return None;
    }
    let body = text.strip_suffix('$').unwrap_or(text);
    let slash = if text.starts_with('/') { "" } else { "/" };
    (!body.contains('$')).then(|| format!("{slash}{text}"))
}

/// The same in lower case, as patterns are compared (A-17).
pub(crate) fn folded(view: &View<'_>, resource: Span) -> Option<String> {
    rooted(view, resource).map(|pattern| pattern.to_ascii_lowercase())
}

impl AcapTable {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let mut table = Self::default();
        for record in view.records.iter().filter(|record| record.kind() == Key::Acap) {
            let Some(syntax) = view.syntax(record.line()) else { continue };
            let field = acap::read(view.text, syntax.key, syntax.value);
            table.concerns_crawling |= match &field {
                Field::Permission { usage: UsageName::Standard(name), .. } => {
                    standard(view, *name) == Some(Usage::Crawl)
                }
                Field::Permission { .. } | Field::PermissionsReference(_) => true,
                _ => false,
            };
            table.fields.push(FieldRow {
                field,
                key: syntax.key,
                line: record.line(),
                span: view.record(record.line()),
                record: None,
                in_sub_record: false,
            });
        }
        for (at, record) in view.policy.acap_records().enumerate() {
            let crawlers = record.lines().filter_map(|line| table.assign(line, at, false));
            let crawlers = crawlers.collect();
            let fields = record.fields().filter_map(|(line, sub)| table.assign(line, at, sub));
            let fields = fields.collect();
            table.records.push(AcapRecord { crawlers, fields, is_any: record.is_any() });
        }
        table
    }

    /// Assigns the field on a line to a record; returns its place.
    fn assign(&mut self, line: usize, record: usize, in_sub_record: bool) -> Option<usize> {
        let at = self.fields.binary_search_by_key(&line, |row| row.line).ok()?;
        let row = self.fields.get_mut(at)?;
        row.record = Some(record);
        row.in_sub_record = in_sub_record;
        Some(at)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether some field concerns crawling, or may.
    pub(crate) fn concerns_crawling(&self) -> bool {
        self.concerns_crawling
    }

    /// The permissions and prohibitions.
    pub(crate) fn permissions(&self) -> impl Iterator<Item = Permission<'_>> {
        self.fields.iter().filter_map(|row| match &row.field {
            Field::Permission { allows, usage, resources, qualifiers } => {
                Some(Permission { row, allows: *allows, name: *usage, resources, qualifiers })
            }
            _ => None,
        })
    }

    /// The fields of a record, without those that name crawlers.
    pub(crate) fn fields_of<'t>(
        &'t self,
        record: &'t AcapRecord,
    ) -> impl Iterator<Item = &'t FieldRow> {
        record.fields.iter().filter_map(|&at| self.fields.get(at))
    }

    /// The crawler fields of a record, each with the name.
    pub(crate) fn crawlers_of<'t>(
        &'t self,
        record: &'t AcapRecord,
    ) -> impl Iterator<Item = (&'t FieldRow, Span)> {
        record.crawlers.iter().filter_map(|&at| {
            let row = self.fields.get(at)?;
            match row.field {
                Field::Crawler(name) => Some((row, name)),
                _ => None,
            }
        })
    }

    /// Whether a record, by its place, is for `*` (R-033).
    pub(crate) fn is_any(&self, record: usize) -> bool {
        self.records.get(record).is_some_and(|record| record.is_any)
    }

    /// The names of usages and sets that fields use, in lower case, each with whether it is a set.
    pub(crate) fn uses<'t>(
        &'t self,
        view: &'t View<'_>,
    ) -> impl Iterator<Item = (&'t FieldRow, (bool, String))> {
        let lowered = |name: Span| lossy(view.of(name.range())).to_ascii_lowercase();
        self.fields.iter().flat_map(move |row| {
            let usages = match &row.field {
                Field::Permission { usage, .. } => std::slice::from_ref(usage),
                Field::CompositeUsage { usages, .. } => usages,
                _ => &[],
            };
            let usages = usages.iter().filter_map(move |usage| match usage {
                UsageName::Local(name) => Some((false, lowered(*name))),
                UsageName::Standard(_) => None,
            });
            let sets = row.patterns().iter().filter_map(move |it| {
                let written = lossy(view.of(it.range()));
                set_name(&written).map(|(_, name)| (true, name.to_ascii_lowercase()))
            });
            usages.chain(sets).map(move |name| (row, name))
        })
    }

    /// The definitions of usages and sets, each with its name.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (&FieldRow, Span)> {
        self.fields.iter().filter_map(|row| match row.field {
            Field::QualifiedUsage { name, .. }
            | Field::CompositeUsage { name, .. }
            | Field::ResourceSet { name, .. } => Some((row, name)),
            _ => None,
        })
    }
}
