//! `findings`: one row for each capture and lint rule that found something.

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_schema::{DataType, Schema, SchemaRef};
use placet_lint::{Rule, Severity};

use super::Key;
use super::columns::{Columns, KeyColumns, TakeColumn as _, key, required};

pub(super) fn schema() -> Schema {
    let [origin, source] = key();
    Schema::new(vec![
        origin,
        source,
        required("rule", DataType::Utf8),
        required("name", DataType::Utf8),
        required("severity", DataType::Utf8),
        required("count", DataType::Int32),
        required("line", DataType::Int32),
    ])
}

/// The rows.
#[derive(Debug)]
pub(crate) struct FindingRows {
    schema: SchemaRef,
    key: KeyColumns,
    rule: StringBuilder,
    name: StringBuilder,
    severity: StringBuilder,
    count: Int32Builder,
    line: Int32Builder,
}

impl FindingRows {
    pub(super) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            key: KeyColumns::default(),
            rule: StringBuilder::new(),
            name: StringBuilder::new(),
            severity: StringBuilder::new(),
            count: Int32Builder::new(),
            line: Int32Builder::new(),
        }
    }

    /// Adds a row: how often a rule found something, and the line of its first finding.
    pub(crate) fn push(
        &mut self,
        key: Key<'_>,
        (rule, severity): (&Rule, Severity),
        (count, line): (i32, i32),
    ) {
        self.key.push_rows(key, 1);
        self.rule.append_value(rule.code());
        self.name.append_value(rule.name());
        self.severity.append_value(severity.name());
        self.count.append_value(count);
        self.line.append_value(line);
    }

    pub(super) fn take(&mut self) -> Columns {
        let [origin, source] = self.key.take();
        let columns = vec![
            origin,
            source,
            self.rule.column(),
            self.name.column(),
            self.severity.column(),
            self.count.column(),
            self.line.column(),
        ];
        Columns { schema: self.schema.clone(), columns }
    }
}
