//! `sites`: one row for each capture.

use arrow_array::builder::{
    BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_schema::{DataType, Schema, SchemaRef, TimeUnit};

use super::Key;
use super::columns::{Columns, TakeColumn as _, append_texts, key, list, optional, required};
use crate::capture::Outcome;

pub(super) fn schema() -> Schema {
    let time = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let [origin, source] = key();
    Schema::new(vec![
        origin,
        source,
        optional("time", time),
        optional("status", DataType::Int32),
        required("outcome", DataType::Utf8),
        optional("location", DataType::Utf8),
        optional("error", DataType::Utf8),
        optional("size", DataType::Int64),
        optional("digest", DataType::Utf8),
        optional("encoding", DataType::Utf8),
        optional("html", DataType::Boolean),
        optional("cut", DataType::Boolean),
        optional("groups", DataType::Int32),
        optional("rules", DataType::Int32),
        optional("records", DataType::Int32),
        optional("sitemaps", DataType::Int32),
        optional("problems", DataType::Int32),
        list("signals", DataType::Utf8),
        optional("acap", DataType::Boolean),
        optional("acap_version", DataType::Utf8),
    ])
}

/// A row.
#[derive(Debug)]
pub(crate) struct SiteRow<'c> {
    pub(crate) time: Option<i64>,
    pub(crate) status: Option<u16>,
    pub(crate) outcome: Outcome,
    pub(crate) location: Option<&'c str>,
    pub(crate) error: Option<&'c str>,
    /// What is known of a file that was read.
    pub(crate) file: Option<FileColumns<'c>>,
    pub(crate) signals: Vec<&'static str>,
}

/// What is known of a file that was read.
#[derive(Debug)]
pub(crate) struct FileColumns<'c> {
    pub(crate) size: u64,
    pub(crate) digest: &'c str,
    pub(crate) encoding: &'c str,
    pub(crate) html: bool,
    pub(crate) cut: bool,
    pub(crate) groups: i32,
    pub(crate) rules: i32,
    pub(crate) records: i32,
    pub(crate) sitemaps: i32,
    pub(crate) problems: i32,
    pub(crate) acap: bool,
    pub(crate) acap_version: Option<&'c str>,
}

/// The rows.
#[derive(Debug)]
pub(crate) struct SiteRows {
    schema: SchemaRef,
    origin: StringBuilder,
    source: StringBuilder,
    time: TimestampMicrosecondBuilder,
    status: Int32Builder,
    outcome: StringBuilder,
    location: StringBuilder,
    error: StringBuilder,
    size: Int64Builder,
    digest: StringBuilder,
    encoding: StringBuilder,
    html: BooleanBuilder,
    cut: BooleanBuilder,
    groups: Int32Builder,
    rules: Int32Builder,
    records: Int32Builder,
    sitemaps: Int32Builder,
    problems: Int32Builder,
    signals: ListBuilder<StringBuilder>,
    acap: BooleanBuilder,
    acap_version: StringBuilder,
}

impl SiteRows {
    pub(super) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            origin: StringBuilder::new(),
            source: StringBuilder::new(),
            time: TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            status: Int32Builder::new(),
            outcome: StringBuilder::new(),
            location: StringBuilder::new(),
            error: StringBuilder::new(),
            size: Int64Builder::new(),
            digest: StringBuilder::new(),
            encoding: StringBuilder::new(),
            html: BooleanBuilder::new(),
            cut: BooleanBuilder::new(),
            groups: Int32Builder::new(),
            rules: Int32Builder::new(),
            records: Int32Builder::new(),
            sitemaps: Int32Builder::new(),
            problems: Int32Builder::new(),
            signals: ListBuilder::new(StringBuilder::new()),
            acap: BooleanBuilder::new(),
            acap_version: StringBuilder::new(),
        }
    }

    pub(crate) fn push(&mut self, key: Key<'_>, row: &SiteRow<'_>) {
        let file = row.file.as_ref();
        self.origin.append_option(key.origin);
        self.source.append_value(key.source);
        self.time.append_option(row.time);
        self.status.append_option(row.status.map(i32::from));
        self.outcome.append_value(row.outcome.name());
        self.location.append_option(row.location);
        self.error.append_option(row.error);
        self.size.append_option(file.and_then(|it| i64::try_from(it.size).ok()));
        self.digest.append_option(file.map(|it| it.digest));
        self.encoding.append_option(file.map(|it| it.encoding));
        self.html.append_option(file.map(|it| it.html));
        self.cut.append_option(file.map(|it| it.cut));
        self.groups.append_option(file.map(|it| it.groups));
        self.rules.append_option(file.map(|it| it.rules));
        self.records.append_option(file.map(|it| it.records));
        self.sitemaps.append_option(file.map(|it| it.sitemaps));
        self.problems.append_option(file.map(|it| it.problems));
        append_texts(&mut self.signals, row.signals.iter().copied());
        self.acap.append_option(file.map(|it| it.acap));
        self.acap_version.append_option(file.and_then(|it| it.acap_version));
    }

    pub(super) fn take(&mut self) -> Columns {
        let columns = vec![
            self.origin.column(),
            self.source.column(),
            self.time.column(),
            self.status.column(),
            self.outcome.column(),
            self.location.column(),
            self.error.column(),
            self.size.column(),
            self.digest.column(),
            self.encoding.column(),
            self.html.column(),
            self.cut.column(),
            self.groups.column(),
            self.rules.column(),
            self.records.column(),
            self.sitemaps.column(),
            self.problems.column(),
            self.signals.column(),
            self.acap.column(),
            self.acap_version.column(),
        ];
        Columns { schema: self.schema.clone(), columns }
    }
}
