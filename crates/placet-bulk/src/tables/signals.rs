//! `signals`: one row for each capture, crawler, path, usage and family with a statement.

use arrow_array::builder::{Int32Builder, ListBuilder, StringBuilder};
use arrow_schema::{DataType, Schema, SchemaRef};

use super::Key;
use super::columns::{Columns, KeyColumns, TakeColumn as _, append_texts, key, list, required};

pub(super) fn schema() -> Schema {
    let [origin, source] = key();
    Schema::new(vec![
        origin,
        source,
        required("agent", DataType::Utf8),
        required("path", DataType::Utf8),
        required("usage", DataType::Utf8),
        required("family", DataType::Utf8),
        required("outcome", DataType::Utf8),
        required("file", DataType::Utf8),
        required("line", DataType::Int32),
        required("text", DataType::Utf8),
        list("conditions", DataType::Utf8),
        list("contradicts", DataType::Utf8),
    ])
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignalRow {
    pub(crate) path: String,
    pub(crate) usage: &'static str,
    pub(crate) family: &'static str,
    pub(crate) outcome: &'static str,
    pub(crate) file: String,
    pub(crate) line: i32,
    pub(crate) text: String,
    pub(crate) conditions: Vec<String>,
    pub(crate) contradicts: Vec<&'static str>,
}

/// The rows.
#[derive(Debug)]
pub(crate) struct SignalRows {
    schema: SchemaRef,
    key: KeyColumns,
    agent: StringBuilder,
    path: StringBuilder,
    usage: StringBuilder,
    family: StringBuilder,
    outcome: StringBuilder,
    file: StringBuilder,
    line: Int32Builder,
    text: StringBuilder,
    conditions: ListBuilder<StringBuilder>,
    contradicts: ListBuilder<StringBuilder>,
}

impl SignalRows {
    pub(super) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            key: KeyColumns::default(),
            agent: StringBuilder::new(),
            path: StringBuilder::new(),
            usage: StringBuilder::new(),
            family: StringBuilder::new(),
            outcome: StringBuilder::new(),
            file: StringBuilder::new(),
            line: Int32Builder::new(),
            text: StringBuilder::new(),
            conditions: ListBuilder::new(StringBuilder::new()),
            contradicts: ListBuilder::new(StringBuilder::new()),
        }
    }

    pub(crate) fn push(&mut self, key: Key<'_>, agent: &str, row: &SignalRow) {
        self.key.push_rows(key, 1);
        self.agent.append_value(agent);
        self.path.append_value(&row.path);
        self.usage.append_value(row.usage);
        self.family.append_value(row.family);
        self.outcome.append_value(row.outcome);
        self.file.append_value(&row.file);
        self.line.append_value(row.line);
        self.text.append_value(&row.text);
        append_texts(&mut self.conditions, row.conditions.iter().map(String::as_str));
        append_texts(&mut self.contradicts, row.contradicts.iter().copied());
    }

    pub(super) fn take(&mut self) -> Columns {
        let [origin, source] = self.key.take();
        let columns = vec![
            origin,
            source,
            self.agent.column(),
            self.path.column(),
            self.usage.column(),
            self.family.column(),
            self.outcome.column(),
            self.file.column(),
            self.line.column(),
            self.text.column(),
            self.conditions.column(),
            self.contradicts.column(),
        ];
        Columns { schema: self.schema.clone(), columns }
    }
}
