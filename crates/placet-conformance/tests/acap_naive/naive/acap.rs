//! The ACAP part of a file: definitions, records, sub-records, statements.

use super::definition::Definitions;
use super::text::{Field, acap_field, lines, string};

/// A permission or prohibition as written.
#[derive(Debug)]
pub(crate) struct Statement {
    /// The line it is on, counted from 1.
    pub(crate) line: usize,
    /// Whether it permits.
    pub(crate) permit: bool,
    /// The text between `allow-` or `disallow-` and the colon.
    pub(crate) usage: String,
    /// The text after the colon.
    pub(crate) value: Vec<u8>,
    /// The purposes of its sub-record; `None` for a general field.
    pub(crate) purposes: Option<Vec<String>>,
    /// Whether its file declares version 0.2.
    pub(crate) in_0_2: bool,
}

/// Crawler fields and what they govern.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) crawlers: Vec<String>,
    /// With the line that each is on.
    pub(crate) references: Vec<(usize, String)>,
    pub(crate) statements: Vec<Statement>,
}

/// One file, read as ACAP: conventional lines are not there.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) definitions: Definitions,
    pub(crate) records: Vec<Record>,
    /// Whether conventional records are to be ignored.
    pub(crate) ignores_conventional: bool,
    /// Whether there is a permissions reference anywhere.
    pub(crate) refers: bool,
}

/// What separates crawler fields, and usage-purpose fields.
#[derive(Default)]
struct Progress {
    line: usize,
    /// A field allowed in records came after the last crawler field.
    record_has_field: bool,
    /// A permission or prohibition came after the last usage-purpose field.
    sub_record_has_field: bool,
    /// The purposes of the sub-record.
    purposes: Option<Vec<String>>,
    in_0_2: bool,
}

impl File {
    /// Reads the fields one after the other; their order only decides what belongs to what.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut file = Self::default();
        let in_0_2 = version(bytes).as_deref() == Some("0.2");
        let mut progress = Progress { in_0_2, ..Progress::default() };
        let mut says_ignore = false;
        for (at, line) in lines(bytes).iter().enumerate() {
            let Some(field) = acap_field(line) else { continue };
            progress.line = at + 1;
            match field.key.as_str() {
                "acap-ignore-conventional-records" => {
                    // with or without a colon, before the first crawler field.
                    let is_bare = field.value.as_ref().is_none_or(Vec::is_empty);
                    says_ignore |= is_bare && file.records.is_empty();
                }
                "acap-qualified-usage" | "acap-composite-usage" | "acap-resource-set" => {
                    file.definitions.take(&field);
                }
                _ => file.take(&field, &mut progress),
            }
        }
        // only if the file has an ACAP record at all.
        file.ignores_conventional = says_ignore && !file.records.is_empty();
        file
    }

    /// Takes a field that may belong to a record; without a colon it is not a field.
    fn take(&mut self, field: &Field, progress: &mut Progress) {
        let Some(value) = &field.value else { return };
        match field.key.as_str() {
            "acap-crawler" => {
                //
                if self.records.is_empty() || progress.record_has_field {
                    self.records.push(Record::default());
                    let Progress { line, in_0_2, .. } = *progress;
                    *progress = Progress { line, in_0_2, ..Progress::default() };
                }
                if let Some(record) = self.records.last_mut() {
                    record.crawlers.push(string(value));
                }
            }
            "acap-usage-purpose" => {
                //
                if progress.sub_record_has_field {
                    progress.purposes = None;
                }
                progress.purposes.get_or_insert_default().push(string(value));
                progress.sub_record_has_field = false;
                progress.record_has_field = true;
            }
            "acap-permissions-reference" => {
                progress.record_has_field = true;
                // an empty value has no effect.
                if !value.is_empty() {
                    self.refers = true;
                    if let Some(record) = self.records.last_mut() {
                        record.references.push((progress.line, string(value)));
                    }
                }
            }
            // no influence on permissions.
            "acap-request-take-down" | "acap-request-re-crawl" => progress.record_has_field = true,
            key => {
                let (permit, usage) = match key.strip_prefix("acap-allow-") {
                    Some(usage) => (true, usage),
                    None => match key.strip_prefix("acap-disallow-") {
                        Some(usage) => (false, usage),
                        // an unknown field separates nothing.
                        None => return,
                    },
                };
                // this one separates, whatever its usage.
                progress.record_has_field = true;
                progress.sub_record_has_field = true;
                let Progress { line, purposes, in_0_2, .. } = &*progress;
                let (line, purposes, in_0_2) = (*line, purposes.clone(), *in_0_2);
                // without a record it belongs to nothing.
                if let Some(record) = self.records.last_mut() {
                    let (usage, value) = (usage.to_owned(), value.clone());
                    let statement = Statement { line, permit, usage, value, purposes, in_0_2 };
                    record.statements.push(statement);
                }
            }
        }
    }
}

/// The version that a file declares: in a field, of which the last counts, or in a comment
/// `##ACAP version=x`.
fn version(bytes: &[u8]) -> Option<String> {
    let fields = lines(bytes);
    let mut fields = fields.iter().rev().filter_map(|line| acap_field(line));
    if let Some(field) = fields.find(|it| it.key == "acap-version" && it.value.is_some()) {
        return field.value.map(|value| string(&value));
    }
    let text = string(bytes);
    text.split(['\n', '\r']).find_map(|line| {
        let comment = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        let comment = comment.strip_prefix('#')?.trim_start_matches('#').trim_start();
        let version = comment.strip_prefix("ACAP version=")?;
        Some(version.split_whitespace().next().unwrap_or_default().to_owned())
    })
}
