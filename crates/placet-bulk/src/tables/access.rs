//! `access`: one row for each capture and crawler.

use arrow_array::RecordBatch;
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int32Builder, ListBuilder, StringBuilder,
};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use placet::Usage;

use super::Key;
use super::columns::{FinishRef, KeyColumns, key, list, optional, required};

/// The columns before those of the verdicts.
const BEFORE_VERDICTS: usize = 8;

pub(super) fn schema(usages: &[Usage], paths: &[String]) -> Schema {
    let [origin, source] = key();
    let mut fields = vec![
        origin,
        source,
        required("agent", DataType::Utf8),
        required("addressed", DataType::Utf8),
        required("extent", DataType::Utf8),
        list("lines", DataType::Int32),
        required("line_count", DataType::Int32),
        optional("crawl_delay", DataType::Float64),
    ];
    let verdicts =
        paths.iter().flat_map(|path| usages.iter().map(|usage| may_column(*usage, path)));
    fields.extend(verdicts.map(|name| optional(&name, DataType::Boolean)));
    Schema::new(fields)
}

/// The name of the column with the verdict on a usage of a path: `may_train_ai` for `/`, and
/// `may_train_ai /news/` for another path.
///
/// ```
/// use placet::Usage;
/// use placet_bulk::may_column;
///
/// assert_eq!(may_column(Usage::TrainAi, "/"), "may_train_ai");
/// assert_eq!(may_column(Usage::Crawl, "/news/"), "may_crawl /news/");
/// ```
pub fn may_column(usage: Usage, path: &str) -> String {
    let usage = usage.name().replace('-', "_");
    if path == "/" { format!("may_{usage}") } else { format!("may_{usage} {path}") }
}

/// A row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessRow<'c> {
    pub(crate) agent: &'c str,
    pub(crate) addressed: &'static str,
    pub(crate) extent: &'static str,
    pub(crate) lines: &'c [i32],
    pub(crate) line_count: i32,
    pub(crate) crawl_delay: Option<f64>,
    /// In the order of the columns; null for a path that is not a URL of the site.
    pub(crate) verdicts: &'c [Option<bool>],
}

/// The rows.
#[derive(Debug)]
pub(crate) struct AccessRows {
    schema: SchemaRef,
    key: KeyColumns,
    agent: StringBuilder,
    addressed: StringBuilder,
    extent: StringBuilder,
    lines: ListBuilder<Int32Builder>,
    line_count: Int32Builder,
    crawl_delay: Float64Builder,
    verdicts: Vec<BooleanBuilder>,
}

impl AccessRows {
    pub(super) fn new(schema: SchemaRef) -> Self {
        let verdicts = schema.fields().len().saturating_sub(BEFORE_VERDICTS);
        Self {
            schema,
            key: KeyColumns::default(),
            agent: StringBuilder::new(),
            addressed: StringBuilder::new(),
            extent: StringBuilder::new(),
            lines: ListBuilder::new(Int32Builder::new()),
            line_count: Int32Builder::new(),
            crawl_delay: Float64Builder::new(),
            verdicts: std::iter::repeat_with(BooleanBuilder::new).take(verdicts).collect(),
        }
    }

    pub(crate) fn push(&mut self, key: Key<'_>, row: AccessRow<'_>) {
        self.key.push(key);
        self.agent.append_value(row.agent);
        self.addressed.append_value(row.addressed);
        self.extent.append_value(row.extent);
        self.lines.values().append_slice(row.lines);
        self.lines.append(true);
        self.line_count.append_value(row.line_count);
        self.crawl_delay.append_option(row.crawl_delay);
        for (at, column) in self.verdicts.iter_mut().enumerate() {
            column.append_option(row.verdicts.get(at).copied().flatten());
        }
    }

    pub(super) fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let [origin, source] = self.key.take();
        let mut columns = vec![
            origin,
            source,
            self.agent.finish_ref(),
            self.addressed.finish_ref(),
            self.extent.finish_ref(),
            self.lines.finish_ref(),
            self.line_count.finish_ref(),
            self.crawl_delay.finish_ref(),
        ];
        columns.extend(self.verdicts.iter_mut().map(FinishRef::finish_ref));
        RecordBatch::try_new(self.schema.clone(), columns)
    }
}
