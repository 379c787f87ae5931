//! `records`: one row for each record that is neither a rule nor a `User-agent` line.

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_schema::{DataType, Schema, SchemaRef};
use placet::robots::Record;

use super::Key;
use super::columns::{Columns, KeyColumns, TakeColumn as _, key, optional, required};

pub(super) fn schema() -> Schema {
    let [origin, source] = key();
    Schema::new(vec![
        origin,
        source,
        required("line", DataType::Int32),
        optional("group", DataType::Int32),
        required("kind", DataType::Utf8),
        required("key", DataType::Utf8),
        required("value", DataType::Utf8),
    ])
}

/// The rows.
#[derive(Debug)]
pub(crate) struct RecordRows {
    schema: SchemaRef,
    capture: KeyColumns,
    line: Int32Builder,
    group: Int32Builder,
    kind: StringBuilder,
    key: StringBuilder,
    value: StringBuilder,
}

impl RecordRows {
    pub(super) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            capture: KeyColumns::default(),
            line: Int32Builder::new(),
            group: Int32Builder::new(),
            kind: StringBuilder::new(),
            key: StringBuilder::new(),
            value: StringBuilder::new(),
        }
    }

    /// Adds a row; returns how many bytes of text it has.
    pub(crate) fn push(&mut self, key: Key<'_>, record: &Record<'_>) -> usize {
        let (name, value) = (record.key(), record.value());
        self.capture.push_rows(key, 1);
        self.line.append_value(i32::try_from(record.line()).unwrap_or(i32::MAX));
        self.group.append_option(record.group().and_then(|it| i32::try_from(it).ok()));
        self.kind.append_value(record.kind().name());
        self.key.append_value(&name);
        self.value.append_value(&value);
        name.len() + value.len()
    }

    pub(super) fn take(&mut self) -> Columns {
        let [origin, source] = self.capture.take();
        let columns = vec![
            origin,
            source,
            self.line.column(),
            self.group.column(),
            self.kind.column(),
            self.key.column(),
            self.value.column(),
        ];
        Columns { schema: self.schema.clone(), columns }
    }
}
